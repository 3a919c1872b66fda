# SPDX-License-Identifier: GPL-2.0-or-later
# seep attach does not come to 32-bit programs, nor to those that are stopped or have ended, and says why.
# needs: seep
. "$SRC/lib.sh"
seep=${SEEP%% *}
refused() {
  status 2 "$seep" attach "$pid" --record=no 2>err
  expect err "$1"
}
end() {
  kill -KILL "$pid"
  wait "$pid" || :
}

sleep 60 &
pid=$!
kill -STOP "$pid"
wait_for grep -q "^State:.*T" "/proc/$pid/status"
refused "process $pid is stopped; continue it first: kill -CONT $pid"
end
refused "there is no process $pid"
sh -c 'sleep 0.5 & echo $!; exec sleep 60' >child &
parent=$!
wait_for test -s child
pid=$(cat child)
wait_for grep -q "^State:.*Z" "/proc/$pid/status"
refused "process $pid has ended"
pid=$parent
end

cat >waits.S <<'END'
.globl _start
_start:
  mov $29, %eax # pause()
  int $0x80
  jmp _start
END
cc -m32 -nostdlib -static -o waits waits.S 2>/dev/null || skip "no 32-bit programs can be made here"
./waits 2>/dev/null &
pid=$!
sleep 0.2
kill -0 "$pid" 2>/dev/null && ! grep -q "^State:.*Z" "/proc/$pid/status" || skip "no 32-bit programs run here"
refused "process $pid .*/waits. is a 32-bit program; Seep checks x86-64 programs"
end
