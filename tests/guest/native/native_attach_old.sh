# SPDX-License-Identifier: GPL-2.0-or-later
# seep attach knows the blocks that a program had before by what the C library notes of them: which are lost, however it
# keeps others for soon, what holds the rest, and their sizes. A heap that is damaged tells nothing.
# uses: native_attached_old.c native_attached_damaged.c
# needs: seep
. "$SRC/lib.sh"
seep=${SEEP%% *}
ready() { grep -q ready out 2>/dev/null; }
attached() { grep -q "^seep: attached to process $pid " err 2>/dev/null; }
begin() {
  rm -rf out over attached run err
  "$BIN/$1" wait >out 2>errors &
  pid=$!
  wait_for ready
  "$seep" attach "$pid" --record=run --style=memcheck --show-leak-kinds=all --snapshot-contents=64 2>err &
  attaching=$!
  wait_for attached
}
finish() {
  touch attached
  sleep 0.3
  touch over
  wait "$pid"
  wait "$attaching" || fail "$(cat err)"
  expect out "^0 wrong"
}

# What malloc_usable_size() says of each: 1,352, 2,344, 307,184 and 3,352 bytes.
begin native_attached_old
"$seep" snapshot "$pid" >told || fail "$(cat told)"
"$seep" heap run sizes >sizes
expect sizes "=307184$"
finish
expect err "314,232 bytes in 4 blocks are definitely lost" "allocated_before_seep_was_attached" \
  "definitely lost: 314,232 bytes in 4 blocks" "indirectly lost: 0 bytes" "possibly lost: 0 bytes"
"$seep" gate run >gate 2>&1 && fail "no loss: $(cat gate)"
expect gate "allocated_before_seep_was_attached"

begin native_attached_damaged
finish
expect err "nothing is told; they count as used" "definitely lost: 1,337 bytes in 1 blocks" "possibly lost: 0 bytes"
