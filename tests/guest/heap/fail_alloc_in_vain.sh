# SPDX-License-Identifier: GPL-2.0-or-later
# A place or number that --fail-alloc or --explain names and that never comes is said in every style, whatever is quiet,
# is the status of --error-exitcode, and a gap for the gate and all formats. What another process of the run meets is
# met.
# needs: seep
# uses: fail_alloc_number.c lose_without_memory.c
. "$SRC/lib.sh"
export XDG_STATE_HOME="$WORK/state"
program=$BIN/lose_without_memory

# says TEXT OPTION...: it is said, fails, and is a gap.
says() {
  text=$1
  shift
  rm -rf run
  status 9 checker --record=run --error-exitcode=9 "$@" "$program" >out 2>err
  expect err "$text"
  status 1 checker gate --allow=killed run >gate.out
  expect gate.out "$text"
  for format in text markdown github junit sarif json; do
    checker report --format=$format run >"$format.out"
    expect "$format.out" "no allocation failed|was followed"
  done
}

says "no allocation failed: none was made where --fail-alloc=nosuch says" --fail-alloc=nosuch
says "no allocation failed: none was made where --fail-alloc=nosuch says" --fail-alloc=nosuch -q --style=people
says "no allocation failed: no process made as many as --fail-alloc=99999 says" --fail-alloc=99999 --style=memcheck
says "nothing of --explain=nosuch was followed: no block was allocated there" --explain=nosuch -q
says "nothing of --explain=nosuch,deadbeef was followed" --explain=nosuch,main,deadbeef,put_joined
says "none was made where --fail-alloc=nosuch says.*; nothing of --explain=never.c:1 was followed" \
  --fail-alloc=nosuch --explain=never.c:1
checker --xml=yes --xml-file=xml --fail-alloc=nosuch "$program" >out 2>err
expect err "no allocation failed"
checker --style=people --fail-alloc=nosuch "$program" >out 2>err
expect err "^seep: no errors, no leaks, but no allocation failed$"

# The report says what was meant, or where blocks are allocated.
hints() {
  hint=$1
  shift
  checker -q "$@" "$program" >out 2>err || true
  expect err "$hint"
}
hints "no allocation failed: none was made where --fail-alloc=put_joind says; did you mean put_joined\?$" \
  --fail-alloc=put_joind
hints "nothing of --explain=put_joind was followed: no block was allocated there; did you mean put_joined\?$" \
  --explain=put_joind
hints "no block was allocated there; blocks are allocated in .*put_joined" --explain=nosuch
hints "none was made where --fail-alloc=nosuch says; blocks are allocated in .*put_joined" --fail-alloc=nosuch

# Without --error-exitcode the program's own status remains; with what was there nothing is said.
status 0 checker --fail-alloc=nosuch "$program" >out 2>err
status 0 checker --record=met --error-exitcode=9 --explain=main,put_joined "$program" >out 2>err
reject err "was followed"
status 0 checker gate met >gate.out

# One process of several is enough, whichever it is; with none the last one says so.
status 0 checker --record=tree --trace-children=yes --fail-alloc=parse --error-exitcode=9 \
  sh -c "$BIN/fail_alloc_number; $program; exit 0" >out 2>err
status 0 checker gate tree >gate.out
reject err "no allocation failed:"
status 9 checker --trace-children=yes --fail-alloc=nosuch --error-exitcode=9 sh -c "$program; exit 0" >out 2>err
[ "$(grep -c "no allocation failed:" err)" = 1 ] || fail "it is not said once: $(cat err)"

# In a suite some programs have the place and others do not; that none has it is a gap.
cp "$program" "$BIN/fail_alloc_number" .
status 0 checker suite --record=suite --fail-alloc=parse sh -c "./fail_alloc_number; ./lose_without_memory" >out 2>err
status 0 checker gate suite >gate.out
reject gate.out "no allocation failed"
rm -rf suite
status 0 checker suite --record=suite --fail-alloc=nosuch sh -c "./fail_alloc_number; ./lose_without_memory" >out 2>err
expect err "An option asked for what was not there: no allocation failed: none was made where --fail-alloc=nosuch says"
status 1 checker gate suite >gate.out
expect gate.out "no allocation failed: none was made where --fail-alloc=nosuch says"

status 125 checker --fail-alloc=0 "$program" >out 2>err
expect err "allocations count from 1"
status 125 checker --fail-alloc= -q "$program" >out 2>err
expect err "expected a number, a place, or each"
status 125 checker suite --fail-alloc= ./lose_without_memory >out 2>err
expect err "expected a number or a place"
status 125 checker suite --fail-alloc=each ./lose_without_memory >out 2>err
expect err "in a suite, name a place"
