# SPDX-License-Identifier: GPL-2.0-or-later
# SIGKILL from outside: the status is the signal's, what was found is printed, and the record tells how far the run
# came.
# uses: lose_and_wait.c
. "$SRC/lib.sh"
under_seep && set -- --record=run || set --
checker "$@" "$BIN/lose_and_wait" >stdout 2>report &
child=$!
wait_for grep -q ready stdout
kill -KILL "$(sed 's/ready //' stdout)"
status 137 wait $child
expect report "Invalid free\(\)" "1,337 bytes in 1 blocks are definitely lost"
under_seep || exit 0
wait_for grep -q "did not finish" report
status 0 checker report run >again
expect again "Invalid free\(\)" "1,337 bytes in 1 blocks are definitely lost" "did not finish"
status 0 checker dump run >dump
[ -s dump ] || fail "nothing dumped"
