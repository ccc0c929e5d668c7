# One panel an element type: how many times quicker than the quicker of the two, over the number of elements, a line for each distribution.
set logscale y 2
set xrange [0 : lastcount]
set yrange [lowest : highest]
set format y "%g"
set xtics 32 font ",9" offset 0, 0.4
set ytics font ",9"
set multiplot layout rows, columns margins screen 64.0 / width, 1 - 12.0 / width, bottom + 38.0 / height, top - 20.0 / height \
  spacing screen 40.0 / width, 52.0 / height
do for [panel = 1 : |panels|] {
  set title panels[panel] offset 0, -0.7
  set xlabel (panel > |panels| - columns ? "elements" : "") offset 0, 0.6
  set ylabel ((panel - 1) % columns == 0 ? "times as quick" : "") offset 1.5, 0
  plot 1 with lines linecolor rgb "black" linewidth 1, \
    for [i = 1 : |series|] $data index (panel - 1) * |series| + i - 1 using 1:2 with lines linecolor rgb colour[i] linewidth 1.5
  unset label
  unset arrow
}
unset multiplot
