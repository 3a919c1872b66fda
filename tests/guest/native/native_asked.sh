# SPDX-License-Identifier: GPL-2.0-or-later
# seep snapshot asks a program that runs natively, again and again, whatever its threads are waiting for: the program
# does not notice. A snapshot that is asked for has the registers of all threads.
# uses: native_waits.c native_busy.c
# needs: seep
. "$SRC/lib.sh"
seep=${SEEP%% *}
ready() { grep -q ready out && grep -q '^==[0-9]*==' err; } 2>/dev/null # the banner may come later
begin() {
  rm -f out err
  checker --record="$1" --checks=leaks "$BIN/$2" >out 2>err &
  wait_for ready
  pid=$(sed -n 's/^==\([0-9]*\)==.*/\1/p' err | head -1)
}

begin waits native_waits
for label in one "two words" three four five six seven eight; do
  "$seep" snapshot "$pid" "$label" >told || fail "$(cat told)"
  expect told "^Snapshot [0-9]: [0-9,]* blocks, [0-9,]* bytes, [0-9,]* pointers, program stopped for [0-9]* ms" \
    "^in .*/waits/p$pid\.s[0-9]\.heap"
done
wait
expect out "^22 waits, 0 wrong; 2 signals"
expect err 'Snapshot 2 \(asked for: two words\): [0-9,]* blocks, [0-9,]* bytes, program stopped for [0-9]* ms'
"$seep" heap waits --at=3 >out
expect out 'snapshot 3 "three"'
status 2 "$seep" snapshot "$pid" 2>told
expect told "there is no process $pid"

# Threads that never wait, and one that forks: five requests at once, several times.
begin busy native_busy
for round in 1 2 3; do
  for asker in 1 2 3 4 5; do
    "$seep" snapshot "$pid" >"told.$asker" 2>&1 &
    askers="$askers $!"
  done
  for asker in $askers; do
    wait "$asker" || fail "round $round: $(cat told.*)"
  done
  askers=
done
touch over
wait
expect out "^0 wrong"
"$seep" heap busy --at=1 why =777 >out
expect out "777 bytes, held by"
