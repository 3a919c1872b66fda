# SPDX-License-Identifier: GPL-2.0-or-later
# The reporter is killed: the program goes on to its own end, and the record says everything.
# needs: seep
# uses: lose_and_wait.c
. "$SRC/lib.sh"
checker --record=run "$BIN/lose_and_wait" >stdout 2>report &
child=$!
wait_for grep -q ready stdout
guest=$(sed 's/ready //' stdout)
# The reporter is the other process of this run: it has the record's directory open or in its arguments.
reporter=
for process in /proc/[0-9]*; do
  pid=${process#/proc/}
  [ "$pid" != "$guest" ] && [ "$pid" != $$ ] || continue
  case $(readlink "$process/exe" 2>/dev/null) in
  */seep) ls -l "$process/fd" 2>/dev/null | grep -q "$WORK/" && reporter="$reporter $pid" ;;
  esac
done
[ -n "$reporter" ] || fail "no reporter found"
for pid in $reporter; do
  kill -KILL "$pid"
done
: >go
status 3 wait $child
grep -q "went on" stdout || fail "the program did not go on"
expect report "seep report"
status 0 checker report run >again
expect again "Invalid free\(\)" "1,337 bytes in 1 blocks are definitely lost" "HEAP SUMMARY"
