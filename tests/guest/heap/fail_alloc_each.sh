# SPDX-License-Identifier: GPL-2.0-or-later
# Each place that allocates is left without memory once. What its failure adds to what the program does anyway is told
# by place: a crash, a hang, errors, leaks; any of them is the status of --error-exitcode. The report goes where and as
# options say.
# needs: seep
# uses: lose_without_memory.c cope_without_memory.c
# limit: 120
. "$SRC/lib.sh"
export XDG_STATE_HOME="$WORK/state"
unset SEEP_OPTS
loser=$BIN/lose_without_memory copes=$BIN/cope_without_memory

# The output of the program as it is comes once, whatever the other runs print. Standard input is there for each.
echo input | status 0 checker --record=run --fail-alloc=each "$loser" >out 2>err
[ "$(cat out)" = twoone ] || fail "the program's output is not there once, or not alone"
expect err "^when the allocation in put_joined \(lose_without_memory.c:29\) fails:$" \
  "lose_without_memory: killed by SIGSEGV" \
  "null pointer: (read|write) of 1 byte" \
    "^when the allocation in add \(lose_without_memory.c:20\), called by main \(lose_without_memory.c:49\), fails:$" \
  "leak: 16 bytes in 1 block lost" \
  "^seep: allocations failed once in each of 5 places: 1 crash, 1 place adds errors, 2 places add leaks$"
reject err "when the allocation in main" "when the allocation in add .lose_without_memory.c:17" "hit by"

# Code that allocates for its callers in several lines fails line by line, and caller by caller; by name as well.
checker --fail-alloc=lose_without_memory.c:20@lose_without_memory.c:49 --style=memcheck "$loser" >out 2>named
[ "$(grep -c "An allocation of .* fails" named)" = 1 ] || fail "not one allocation: $(cat named)"
expect named "by add \(lose_without_memory.c:20\)" "16 bytes in 1 blocks are definitely lost"
checker --fail-alloc=add@main --style=memcheck "$loser" >out 2>named
expect named "An allocation of 16 bytes fails"

# Other formats find it again, and a gate fails on it. A record of earlier runs in the same folder is not counted.
checker report --format=junit run >junit.xml
expect junit.xml "when the allocation in add"
status 1 checker gate run --definitely-lost=0 >gate.out 2>&1
checker --record=run --fail-alloc=each "$loser" >out 2>again
diff err again || fail "records from before change the report"

# one STATUS VERDICT ARGUMENT: what one place of `copes` comes to.
one() {
  status "$1" checker --fail-alloc=each --error-exitcode=9 --leak-check=full "$copes" "$3" >out 2>err
  expect err "^seep: allocations failed once in .*: $2$"
}
one 9 "1 crash" a
expect err "cope_without_memory: killed by SIGABRT"
one 3 "failure adds nothing" e
one 9 "1 crash, 1 place adds errors" c
expect err "when the allocation in crash_in_child_without"
one 9 "1 crash, 1 place adds errors" x # in what it was before it became another program
expect err "when the allocation in execute_without"
one 134 "failure adds nothing" aA # it aborts anyway
one 9 "1 place adds leaks" lm     # the plain run has a leak, too
expect err "^without a failure:" "leak: 1,337 bytes in 1 block lost" "^when the allocation in lose_more_without" \
  "leak: 2,674 bytes in 2 blocks lost" "\(of these, 1 block is lost without a failure, too\)"
status 3 checker --fail-alloc=each "$copes" lm >out 2>err
one 9 "failure adds nothing" le # that leak alone
[ "$(grep -c "^[0-9a-f]*  leak:" err)" = 1 ] || fail "the leak is not told once"
reject err "when the allocation in"

# Nothing was tried.
status 9 checker -q --fail-alloc=each --error-exitcode=9 "$copes" >out 2>err
expect err "no allocation failed: the program allocates in no place of your own code"

# Where and how it is written.
checker -q --fail-alloc=each "$copes" e >out 2>err || true
[ ! -s err ] || fail "-q: $(cat err)"
checker -q --fail-alloc=each "$copes" a >out 2>err || true
expect err "when the allocation in abort_without"
reject err "allocations failed once"
checker --fail-alloc=each --style=people --log-file=log.%p "$copes" ae >out 2>err || true
[ ! -s err ] || fail "--log-file: $(cat err)"
expect "$(echo log.*)" "^when the allocation in abort_without" \
  "^seep: allocations failed once in each of 2 places: 1 crash"
checker --fail-alloc=each --log-fd=7 --style=people "$copes" a 7>log >out 2>err || true
expect log "^seep: allocations failed once in 1 place: 1 crash"
checker --fail-alloc=each --style=memcheck "$copes" la >out 2>err || true
expect err "An allocation of 133 bytes fails, as --fail-alloc=cope_without_memory.c" \
  "1,337 bytes in 1 blocks are definitely lost" \
  "ERROR SUMMARY: 1 errors from 1 contexts"
grep -q "^==[0-9]*== when the allocation in abort_without" err || fail "no summary in Memcheck's style: $(cat err)"
checker --fail-alloc=each --xml=yes --xml-file=doc.%p "$copes" c >out 2>err || true
[ "$(grep -l "<kind>InvalidWrite</kind>" doc.* | wc -l)" = 1 ] || fail "no XML document of the process that crashed"
expect err "^seep: allocations failed once in 1 place: 1 crash, 1 place adds errors"
status 125 checker --fail-alloc=each --log-file=/nosuch/log "$copes" >out 2>err
status 125 checker --fail-alloc=each --record=no "$loser" >out 2>err
expect err "omit --record=no"
