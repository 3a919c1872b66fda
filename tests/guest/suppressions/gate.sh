# SPDX-License-Identifier: GPL-2.0-or-later
# `seep gate` fails over a limit, on a run that did not finish and on no run at all, and says why.
# needs: seep
# uses: lose.c lose_and_wait.c free_wild.c
. "$SRC/lib.sh"
checker --record=run "$BIN/lose" 2>report
status 0 checker gate run --definitely-lost=1337 >gate.out 2>&1
status 1 checker gate run --definitely-lost=1336 >gate.out 2>&1
expect gate.out "1,?337" "1,?336"
status 1 checker gate run --definitely-lost=0 >gate.out 2>&1
status 0 checker gate run --definitely-lost=1337 --indirectly-lost=0 --possibly-lost=0 --reachable=0 >gate.out 2>&1
checker --record=wild "$BIN/free_wild" 2>report
status 0 checker gate wild --errors=3 >gate.out 2>&1
status 1 checker gate wild --errors=2 >gate.out 2>&1
expect gate.out "errors"
status 1 checker gate run wild --errors=3 --definitely-lost=0 >gate.out 2>&1
status 1 checker gate no-such-run --errors=3 >gate.out 2>&1
expect gate.out "no-such-run"
XDG_STATE_HOME="$WORK/nothing" status 1 checker gate --errors=3 >gate.out 2>&1
[ -s gate.out ] || fail "nothing said about no run"
mkdir empty
status 1 checker gate empty --errors=3 >gate.out 2>&1
status 2 checker gate run --definitely-lost=many >gate.out 2>&1

checker --record=unfinished "$BIN/lose_and_wait" >stdout 2>report &
child=$!
wait_for grep -q ready stdout
kill -KILL "$(sed 's/ready //' stdout)"
status 137 wait $child
status 1 checker gate unfinished --definitely-lost=100000 --errors=1000 >gate.out 2>&1
expect gate.out "did not finish"
