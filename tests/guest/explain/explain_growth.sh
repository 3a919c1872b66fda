# SPDX-License-Identifier: GPL-2.0-or-later
# Of a place that grows it is told what keeps its blocks: they are found again as what is still reachable.
# needs: seep
# uses: growth_places.c
. "$SRC/lib.sh"
export XDG_STATE_HOME="$WORK/state"
checker -q --snapshot=exit --record=run "$BIN/growth_places" 250 >stdout 2>report </dev/null
id=$(checker report --format=text run | sed -n 's/^\([0-9a-f]*\)  36,000 bytes in 750 blocks, growing .*/\1/p')
status 0 checker explain run "$id" >out 2>err
expect out "still reachable: 36,000 bytes in 750 blocks" "add \(growth_places.c"
reject out "8,000 bytes"
expect out "^$id  36,000 bytes in 750 blocks, growing by" "This time 750 blocks were left at the end" \
  "^749 in add \(growth_places.c:[0-9]+\), called by serve \(growth_places.c" "^1 in add \(growth_places.c"

# What holds blocks is told with who stored the pointers, or with the command that finds out.
status 0 checker heap run why "$id" >out
leak=$(sed -n 's/^seep explain run \([0-9a-f]*\) tells where such pointers were stored.$/\1/p' out)
[ -n "$leak" ] || fail "no command is named"
checker -q --snapshot=exit --record=followed --explain=add "$BIN/growth_places" 20 >stdout 2>report </dev/null
status 0 checker heap followed why add >out
expect out "For 20 of 60 blocks: a pointer to it is at offset 0 .*; it was stored there in add\(\)" "called by serve \("
reject out "seep explain"
status 0 checker heap --format=json followed why "$(echo "$leak" | cut -c1-8)" >out.json
expect out.json '"caller": "serve \(growth_places.c:'
status 0 checker heap followed why note >out
expect out "seep explain followed [0-9a-f]+ tells where such pointers were stored"
