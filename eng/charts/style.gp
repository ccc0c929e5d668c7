# What all charts have in common. Each is sent to gnuplot as: variables, data, `load` of this file, `load` of its own file; see
# eng/Measurements/Charts. Black and gray are replaced afterwards, by other colours in light and in dark mode (SvgTheme.cs).

# Names have underscores, which are to stay.
set terminal svg size width, height noenhanced font "Helvetica, Arial, sans-serif,12" linewidth 1
set encoding utf8
set border 3 linecolor rgb "gray"
set mytics 1
set mxtics 1
set tics nomirror textcolor rgb "black"
set grid linecolor rgb "gray" linewidth 0.5 dashtype (2, 4)
set key off

# Readable on white and on black, and by those who can't tell red from green.
array palette[8] = ["#1a7fc4", "#d55e00", "#009e73", "#c0609a", "#8a6fe0", "#a6791a", "#4f9bb0", "#7f7f7f"]

array colour[|colours|]
do for [i = 1 : |colours|] { colour[i] = palette[colours[i]] }

# Lines at the bottom, from the last one up.
lineheight = 14.0 / height
bottom = lineheight * |caption| + 8.0 / height
do for [i = 1 : |caption|] {
  set label caption[i] at screen 0.01, screen lineheight * (|caption| - i) + 10.0 / height font ",9" left
}

# The heading, and below it what the lines are.
top = 1 - 52.0 / height
set label heading at screen 0.01, screen 1 - 16.0 / height font ",15" left
position = 12.0
do for [i = 1 : |series|] {
  set arrow from screen position / width, screen 1 - 38.0 / height to screen (position + 22) / width, screen 1 - 38.0 / height \
    nohead linecolor rgb colour[i] linewidth 3
  set label series[i] at screen (position + 28) / width, screen 1 - 38.0 / height left
  position = position + 46 + 6.8 * strlen(series[i])
}
