# SPDX-License-Identifier: GPL-2.0-or-later
# No stack alone tells what a cycle is called, so the places of all its stacks are followed.
# needs: seep
# uses: lose_in_ways.c
. "$SRC/lib.sh"
export XDG_STATE_HOME="$WORK/state"
checker -q --record=run "$BIN/lose_in_ways" cycle keep </dev/null >stdout 2>report
status 0 checker explain --record=again run >out 2>err
expect out "in a cycle" "make_left" "make_right"
checker dump again >dump
expect dump "\"--explain=[0-9a-f]{16},[0-9a-f]{16}\""
[ "$(grep -c ' LOST check_id' dump)" = 2 ] || fail "not both blocks of the cycle are explained, and no others"
