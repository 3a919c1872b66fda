# SPDX-License-Identifier: GPL-2.0-or-later
# Once a program is gone or rebuilt and nobody has kept its names, gate, baselines, reports, suppress and diff say so.
# needs: seep gcc
. "$SRC/lib.sh"
export XDG_CACHE_HOME="$WORK/home"
cat >prog.c <<C
#include <stdlib.h>
void *volatile lost;
int main(void) { lost = malloc(1337); lost = NULL; return 0; }
C
gcc -g -o prog prog.c
gcc -g -O1 -o rebuilt prog.c
checker -q --record=run ./prog >stdout 2>err
status 0 checker gate run --baseline=b.json --update-baseline --force >gate.out
cp b.json before.json

nameless() {
  status 1 checker gate run >gate.out 2>err
  expect gate.out "function names are no longer available" "seep pack right after a run keeps the names"
  expect err "prog.*; no names are taken from it"
  status 1 checker gate run --baseline=b.json --update-baseline >gate.out 2>err
  status 1 checker gate run --baseline=b.json --update-baseline --force >gate.out 2>err
  cmp b.json before.json || fail "the baseline has changed"
  status 2 checker suppress run >supp 2>err
  [ ! -s supp ] || fail "suppressions for what has no name"
  expect err "no longer available" "seep pack"
  status 2 checker suppress --audit run prog.supp >supp 2>err
  status 2 checker diff run run >diff.out 2>err
  for format in text markdown html json junit sarif github gitlab; do
    checker report run --format=$format >report.out 2>err || true
    grep -q "no longer available" report.out || fail "$format says nothing"
  done
}
printf '{\n  prog\n  Memcheck:Leak\n  fun:malloc\n  fun:main\n}\n' >prog.supp
# Names that were looked up are there still.
mv prog kept
status 1 checker gate run >gate.out 2>err
expect gate.out "main \(prog.c:3\)"
reject gate.out "no longer"
rm -r "$XDG_CACHE_HOME/seep/symbols"
nameless
mv rebuilt prog
rm -r "$XDG_CACHE_HOME/seep/symbols"
nameless
# With the names of the run nothing is missing.
mv kept prog
checker pack run >stdout
rm -r "$XDG_CACHE_HOME/seep/symbols"
rm prog
status 0 checker gate run --baseline=b.json >gate.out 2>err
reject gate.out "no longer"
status 0 checker suppress run >supp 2>err
# A copy of the run, packed or not, is the same run.
cp -r run copy
gunzip -c run/p*.rec >unpacked
cp unpacked "$(echo copy/p*.rec)"
status 1 checker gate run copy >gate.out 2>err
expect gate.out "1,337 bytes in 1 block lost" "count once"
