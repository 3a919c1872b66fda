# SPDX-License-Identifier: GPL-2.0-or-later
# Host programs that are refused memory, at one allocation or another, end with status 125 and a line that says so, and
# nothing is taken for checked that was not: a gate is not green, a reporter's run has a gap, a suite is unfinished.
# needs: seep
. "$SRC/lib.sh"

# Fails the allocation of number $FAIL_AT of the process called $FAIL_IN, and all after it; there it says so.
cat > fail.c <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>
static long count;
static int fails(void)
{
  char name[16];
  const char *at = getenv("FAIL_AT"), *in = getenv("FAIL_IN");
  if (!at || !in || prctl(PR_GET_NAME, name) != 0 || strcmp(name, in) != 0 || ++count < atol(at))
    return 0;
  if (count == atol(at))
    close(open(getenv("FAIL_SEEN"), O_CREAT | O_WRONLY, 0600));
  errno = ENOMEM;
  return 1;
}
void *__libc_malloc(size_t), *__libc_calloc(size_t, size_t), *__libc_realloc(void *, size_t);
void *malloc(size_t size) { return fails() ? NULL : __libc_malloc(size); }
void *calloc(size_t count, size_t size) { return fails() ? NULL : __libc_calloc(count, size); }
void *realloc(void *block, size_t size) { return fails() ? NULL : __libc_realloc(block, size); }
C
cc -shared -fPIC -O1 -w -o fail.so fail.c
cat > clean.c <<'C'
int main(void) { return 0; }
C
cc -g -O0 -o clean clean.c

# refused PROCESS NUMBER COMMAND...: 0 if that allocation came, and then the exit status is in $got.
refused() {
  rm -rf seen
  process=$1 number=$2
  shift 2
  got=0
  (
    export FAIL_IN="$process" FAIL_AT="$number" FAIL_SEEN="$PWD/seen" LD_PRELOAD="$PWD/fail.so"
    "$@"
  ) >printed 2>said || got=$?
  [ -e seen ]
}
numbers="1 2 3 5 8 13 21 34 55 89 144 233 377 610 987 1597 2584 4181 6765 10946 17711 28657 46368"

status 0 checker -q --record=clean.run ./clean
status 0 checker gate clean.run >printed
for command in "report clean.run" "gate clean.run" "diff clean.run clean.run" "suppress clean.run" "dump clean.run"; do
  times=0
  for number in $numbers; do
    # shellcheck disable=SC2086
    refused seep $number checker $command || continue
    times=$((times + 1))
    [ $got = 125 ] || fail "$command, allocation $number: status $got"
    expect said "^seep( ${command%% *})?: out of memory"
  done
  [ $times -gt 4 ] || fail "$command allocates only $times of the numbers"
done

# The reporter: the program runs to its own end, and its record is whole, but the gate sees that the report was not.
times=0
for number in $numbers; do
  rm -rf run
  refused seep-reporter $number checker --error-exitcode=9 --record=run ./clean || continue
  wait_for flock -n run true
  # The last allocations of the C library may fail without harm: then the report is whole.
  [ -e run/reporter.fault ] || { expect said "ERROR SUMMARY: 0 errors"; continue; }
  times=$((times + 1))
  expect said "the report breaks off: out of memory"
  status 1 checker gate run >printed
  expect printed "the process that reports ran out of memory"
  status 0 checker report run >report 2>&1
  expect report "All heap blocks were freed|ERROR SUMMARY: 0 errors"
done
[ $times -gt 4 ] || fail "the reporter allocates only $times of the numbers"

# A suite, and the reporter of one.
times=0
for number in $numbers; do
  for process in seep seep-reporter; do
    rm -rf run
    refused $process $number checker suite --record=run ./clean || continue
    times=$((times + 1))
    [ $got = 125 ] || { cat said; fail "suite, $process, allocation $number: status $got"; }
    got=0
    checker gate run >printed 2>&1 || got=$?
    [ $got != 0 ] || { cat printed; fail "suite, $process, allocation $number: the gate is green"; }
    [ ! -e run/suite.socket ] || wait_for test ! -e run/suite.socket
  done
done
[ $times -gt 8 ] || fail "the suite allocates only $times of the numbers"

# What a checked program executes runs in any case.
cat > three.c <<'C'
int main(void) { return 3; }
C
cc -g -O0 -o three three.c
times=0
for number in 1 3 8 21 55 144; do
  rm -rf run seen
  status 3 checker -q --trace-children=yes --record=run \
    sh -c "FAIL_IN=seep FAIL_AT=$number FAIL_SEEN=$PWD/seen LD_PRELOAD=$PWD/fail.so exec ./three" 2>said
  [ -e seen ] || continue
  times=$((times + 1))
  expect said "seep: out of memory" "this child process runs unchecked"
  status 1 checker gate run >printed
done
[ $times -gt 1 ] || fail "the launcher of a child allocates only $times of the numbers"
