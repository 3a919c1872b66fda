# SPDX-License-Identifier: GPL-2.0-or-later
# seep top shows a running program's heap by place and its errors so far, whatever the checks are. Without a terminal it
# prints one screen.
# uses: heap_top_program.c
# needs: seep
# limit: 120
. "$SRC/lib.sh"
seep=${SEEP%% *}
trap 'touch over' EXIT
ready() { grep -q ready out; } 2>/dev/null

# begin RUN OPTIONS...
begin() {
  run=$1
  shift
  rm -f over out err
  checker --record="$run" "$@" "$BIN/heap_top_program" >out 2>err &
  wait_for ready
  pid=$(sed -n 's/ready //p' out)
}
end() {
  touch over
  wait
}
# census RUN: how many the record has; none of them is a sample.
census() { "$seep" dump "$1" | grep -c ' CENSUS ' || true; }

begin full
"$seep" top "$pid" --every=0.3 >told 2>&1 || fail "$(cat told)"
expect told "^heap_top_program, pid $pid, after 0:[0-9]*$" \
  "bytes\) in [0-9]* blocks; \+[0-9].* in the 0:0. that it was watched$" \
  "^[0-9,]* allocations so far, [0-9,]* a second, " "^31.3 kB +1 +0 +0/s +0.00 +main \(heap_top_program.c:[0-9]*\)$" \
  "^[0-9.]+ kB +[0-9]+ +\+[0-9.,]+( kB)? +[0-9.,]+( kB)?/s +[0-9.]+ +grow \(heap_top_program.c:[0-9]*\)$" \
  "^0 +0 +0 +0/s +[0-9]+ +churn \(heap_top_program.c:[0-9]*\)$"
[ "$(census full)" -ge 2 ] || fail "the record has no CENSUS"
"$seep" top "$pid" --every=0.3 >told # again: what was told before is known
expect told "31.3 kB +1 +0 +0/s +0.00 +main " "in the 0:00 that it was watched$"
errors() { "$seep" top "$pid" --every=0.1 >told && grep -q "^1 use after free" told; }
wait_for errors
end
expect err "no leaks"

# Nobody counts what places make: all else is known.
begin plain --growth=no
"$seep" top "$pid" --every=0.3 >told
expect told "^31.3 kB +1 +0 +0/s +main " "grow \(heap_top_program.c:[0-9]*\)$"
reject told "churn"
end

# Natively, asked again and again; without and with --growth=yes.
for growth in no yes; do
  begin "native.$growth" --checks=leaks --growth=$growth
  "$seep" top "$pid" --every=0.3 >told 2>&1 || fail "$(cat told)"
  expect told "^errors are not looked for" "^31.3 kB +1 +0 +0/s( +0.00)? +main " "grow \(heap_top_program.c:[0-9]*\)$"
  end
  "$seep" report "native.$growth" >report
  expect report "no leaks"
done

# The end of it, and what is no program of Seep's.
status 2 "$seep" top "$pid" 2>told
expect told "there is no process $pid"
status 2 "$seep" top $$ 2>told
expect told "does not run under Seep: it is .*; seep attach $$ watches"
status 2 "$seep" top --every=x 2>told
expect told "expected seconds"
begin none --record=no
status 2 "$seep" top "$pid" 2>told
expect told "keeps no record \(--record=no\)"
end
