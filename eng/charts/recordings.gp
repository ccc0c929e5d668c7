# A panel for each direction: encoded bytes a second of each recording, a bar for the baseline and one for us; on top, how many times.
set style fill solid
set boxwidth 0.36
set xrange [0.4 : recordings + 0.6]
set yrange [0 : *]
eval sprintf('set xtics (%s) font ",10" scale 0', tics)
set ytics font ",9"
set grid noxtics
set multiplot layout 1, |panels| margins screen 64.0 / width, 1 - 12.0 / width, bottom + 50.0 / height, top - 20.0 / height \
  spacing screen 40.0 / width, 0
do for [panel = 1 : |panels|] {
  set title panels[panel] offset 0, -0.7
  set ylabel (panel == 1 ? "GB/s of MessagePack" : "") offset 1.5, 0
  plot $data index panel - 1 using ($1 - 0.19):2 with boxes linecolor rgb colour[1], \
    "" index panel - 1 using ($1 + 0.19):3 with boxes linecolor rgb colour[2], \
    "" index panel - 1 using ($1 + 0.19):3:(sprintf("%g×", $4)) with labels offset 0, 0.6 font ",10"
  unset label
  unset arrow
}
unset multiplot
