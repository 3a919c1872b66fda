# SPDX-License-Identifier: GPL-2.0-or-later
# Each place that allocates is left without memory once: what its error path loses or breaks is in one report, with the place.
# needs: seep
# uses: lose_without_memory.c
# limit: 120
. "$SRC/lib.sh"
export XDG_STATE_HOME="$WORK/state"

# The output of the program as it is comes once, whatever the other runs print. Standard input is there for each.
echo input | status 0 checker --record=run --fail-alloc=each "$BIN/lose_without_memory" >out 2>err
[ "$(grep -c '^twoone$' out)" = 1 ] || fail "the program's output is not there once"
expect err "allocations failed once in each of 4 places"
expect out "null pointer: (read|write) of 1 byte" "hit by 1 test: without memory for put_joined \(lose_without_memory.c:29\)" \
  "leak: " "hit by 1 test: without memory for add \(lose_without_memory.c:20\)" "killed by a signal: SIGSEGV"
reject out "without memory for main"

# Other formats find it again, and a gate fails on it.
checker report --format=junit run >junit.xml
expect junit.xml "without memory for add"
status 1 checker gate run --definitely-lost=0 >gate.out 2>&1

status 9 checker --fail-alloc=each --error-exitcode=9 --leak-check=full "$BIN/lose_without_memory" >out 2>err
status 125 checker --fail-alloc=each --record=no "$BIN/lose_without_memory" >out 2>err
expect err "omit --record=no"
