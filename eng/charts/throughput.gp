# One panel an element type: encoded bytes a second over the number of elements, a line for each level.
set logscale x 2
set logscale y 10
set xrange [firstcount * 0.8 : lastcount * 1.25]
set yrange [lowest : highest]
set format y "%g"
eval sprintf('set xtics (%s) font ",9" offset 0, 0.4', tics)
set ytics font ",9"
set multiplot layout rows, columns margins screen 64.0 / width, 1 - 12.0 / width, bottom + 38.0 / height, top - 20.0 / height \
  spacing screen 40.0 / width, 52.0 / height
do for [panel = 1 : |panels|] {
  set title panels[panel] offset 0, -0.7
  set xlabel (panel > |panels| - columns ? "elements" : "") offset 0, 0.6
  set ylabel ((panel - 1) % columns == 0 ? "GB/s of MessagePack" : "") offset 1.5, 0
  plot for [i = 1 : |series|] $data index (panel - 1) * |series| + i - 1 using 1:2 \
    with linespoints linecolor rgb colour[i] linewidth 2 pointtype 7 pointsize 0.35
  unset label
  unset arrow
}
unset multiplot
