# SPDX-License-Identifier: GPL-2.0-or-later
# seep attach is killed (SIGKILL) while it holds a thread of a program: the program goes on as it was, with its
# registers and what it waits for, and Seep may come again. A run has some of its calls of ptrace(); with --long
# all of them.
# uses: native_attached.c native_attached_registers.c native_killer.c
# needs: seep
. "$SRC/lib.sh"
seep=${SEEP%% *}
ready() { grep -q ready out 2>/dev/null; }
begin() {
  rm -f out over attached
  "$BIN/$1" wait >out 2>errors &
  pid=$!
  wait_for ready
}
kill_at() {
  "$BIN/native_killer" "$1" "$seep" attach "$pid" --for=0 --record=no -q >told 2>err
}
watched() { grep -q "/native-amd64-linux.so" "/proc/$pid/maps"; }
if [ -n "$LONG" ]; then
  calls=$(seq 1 2000)
else
  calls="3 7 8 9 11 14 18 22 23 24 26 31 40 95 330 800 1400"
fi
for call in $calls; do
  begin native_attached_registers
  kill_at "$call"
  again=0
  if [ $((call % 3)) = 0 ]; then
    "$seep" attach "$pid" --for=0 --record=no -q 2>err || again=$?
  fi
  touch over
  wait "$pid" || fail "killed at call $call: $(cat out errors)"
  expect out "^0 wrong"
  [ "$again" = 0 ] || fail "killed at call $call, and not again: $(cat err)"
  [ "$(cat told)" = killed ] || break
done
[ "$call" -gt 300 ] || fail "only $call calls"

# One that waits in the kernel; and the next seep attach has the program to itself.
begin native_attached
kill_at 600
expect told killed
wait_for watched
"$seep" attach "$pid" --record=no --style=memcheck 2>err &
attaching=$!
attached() { grep -q "^seep: attached to process $pid " err 2>/dev/null; }
wait_for attached
touch attached
sleep 0.3
touch over
status 3 wait "$pid"
wait "$attaching" || fail "$(cat err)"
expect out "^0 wrong"
expect err "1,337 bytes in 1 blocks are definitely lost"
