# SPDX-License-Identifier: GPL-2.0-or-later
# Of a place that grows it is told what keeps its blocks: they are found again as what is still reachable.
# needs: seep
# uses: growth_places.c
. "$SRC/lib.sh"
export XDG_STATE_HOME="$WORK/state"
checker -q --record=run "$BIN/growth_places" 250 >stdout 2>report </dev/null
id=$(checker report --format=text run | sed -n 's/^\([0-9a-f]*\)  36,000 bytes in 750 blocks, growing .*/\1/p')
status 0 checker explain run "$id" >out 2>err
expect out "still reachable: 36,000 bytes in 750 blocks" "add \(growth_places.c"
reject out "8,000 bytes"
