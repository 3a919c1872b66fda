# SPDX-License-Identifier: GPL-2.0-or-later
# Who kills the program from gdb or vgdb gets no report; but for a gate it did not finish.
# needs: seep vgdb
# uses: lose_and_wait.c
. "$SRC/lib.sh"
checker --record=run --vgdb-prefix="$WORK/pipe" "$BIN/lose_and_wait" >stdout 2>report &
child=$!
wait_for grep -q ready stdout
pid=$(sed 's/ready //' stdout)
timeout 30 vgdb --vgdb-prefix="$WORK/pipe" --pid="$pid" v.kill >answer 2>&1 || true
status 0 wait $child
wait_for grep -q orderly_finish report
reject report "Run did not finish" "(HEAP|ERROR) SUMMARY"
status 1 checker gate run --errors=100 >gate.out 2>&1
expect gate.out "it was killed from gdb or vgdb"
