# SPDX-License-Identifier: GPL-2.0-or-later
# seep attach comes to a program that runs already, reports what it loses from then on, and lets it go as it was: its
# output, its end status, and what its threads wait for are as without Seep. What cannot be watched is refused.
# uses: native_attached.c native_attached_threads.c native_waits.c native_busy.c native_unattachable.c
# needs: seep
. "$SRC/lib.sh"
seep=${SEEP%% *}
ready() { grep -q ready out 2>/dev/null; }
begin() {
  rm -f out over attached err
  "$BIN/$@" >out 2>errors &
  pid=$!
  wait_for ready
}
attached() { grep -q "^seep: attached to process $pid " err 2>/dev/null; }

# Until the program ends. Blocks from before are no losses, nor is what they hold.
begin native_attached wait
"$seep" attach "$pid" --record=run --style=memcheck 2>err &
attaching=$!
wait_for attached
"$seep" snapshot "$pid" >told || fail "$(cat told)"
touch attached
sleep 0.3
touch over
status 3 wait "$pid"
wait "$attaching" || fail "$(cat err)"
expect out "^0 wrong"
test ! -s errors || fail "$(cat errors)"
expect err "1,337 bytes in 1 blocks are definitely lost" "at malloc" "by lose_later" \
  "2,672 bytes in 2 blocks are definitely lost" "possibly lost: 0 bytes" \
  "indirectly lost: 0 bytes" "had allocated before Seep came sizes and contents are known" \
  "definitely lost: 4,011 bytes in 5 blocks" "The program ran before Seep came \\(seep attach\\)"
"$seep" heap run >heap
expect heap "1,337|snapshot"

# It goes on afterwards, and Seep comes again. Nothing allocated meanwhile says nothing of before.
begin native_attached wait unchanged
"$seep" attach --for=0 "$pid" --record=no --style=memcheck 2>err || fail "$(cat err)"
expect err "^seep: detached: program stopped for [0-9]* ms" "definitely lost: 0 bytes" \
  "still reachable: [1-9]"
reject err "no leaks are possible"
rm -f err
"$seep" attach "$pid" --record=no --style=memcheck 2>err &
attaching=$!
wait_for attached
touch attached
sleep 0.3
kill -INT "$attaching"
wait "$attaching" || fail "$(cat err)"
expect err "1,337 bytes in 1 blocks are definitely lost" "definitely lost: 4,011 bytes in 5 blocks"
touch over
status 3 wait "$pid"
expect out "^0 wrong"
reject out "has changed"

# Threads that wait in every way, that never wait, and that do nothing but allocate.
begin native_waits
"$seep" attach "$pid" --for=0.2 --record=no 2>err || fail "$(cat err)"
"$seep" attach "$pid" --record=no 2>err || fail "$(cat err)"
wait "$pid"
expect out "^22 waits, 0 wrong; 2 signals"
begin native_busy
for round in 1 2 3; do
  "$seep" attach "$pid" --for=0 --record=no 2>err || fail "$round: $(cat err)"
done
touch over
wait "$pid"
expect out "^0 wrong"
begin native_attached_threads wait
for round in 1 2 3 4 5 6 7 8; do
  "$seep" attach "$pid" --for=0.02 --record=no --style=memcheck 2>err || fail "$round: $(cat err)"
  reject err "definitely lost: [1-9]" "no leaks are possible"
done
touch over
wait "$pid"
expect out "^0 wrong"

# Refusals name the cause.
refuse() {
  rm -f err
  status 2 "$seep" attach "$pid" --record=no "$@" 2>err
}
begin native_attached wait
kill -STOP "$pid"
stopped() { grep -q "^State:.*T" "/proc/$pid/status"; }
wait_for stopped
refuse
expect err "process $pid is stopped; continue it first"
kill -CONT "$pid"
refuse --exit-on-first-error=yes --error-exitcode=9
expect err "would end a program that runs already"
refuse --for=x
expect err "not a number of seconds"
"$seep" attach "$pid" --record=no 2>err &
attaching=$!
wait_for attached
status 2 "$seep" attach "$pid" --record=no 2>refused
expect refused "process $pid runs under Seep already"
touch attached over
status 3 wait "$pid"
wait "$attaching"
refuse
expect err "there is no process $pid"
rm -f out attached over
"$seep" --record=no "$BIN/native_attached" wait >out 2>errors &
pid=$!
wait_for ready
refuse
expect err "runs under Valgrind or Seep already"
touch attached over
wait "$pid" || :

# What cannot be watched goes on.
refuse_all() {
  reason=$1
  shift
  begin "$@"
  refuse
  expect err "$reason"
  touch over
  wait "$pid"
  expect out "^over"
  test ! -s errors || fail "$(cat errors)"
}
refuse_all "is linked statically or does not use glibc" native_unattachable_static wait
refuse_all "it has a malloc\(\) of its own" native_unattachable_own wait
refuse_all "restricts its system calls \(seccomp\)" native_unattachable restricted
refuse_all "none of its threads was where it can be used" native_unattachable handler
