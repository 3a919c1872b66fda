# SPDX-License-Identifier: GPL-2.0-or-later
# A program without a build-id that was built anew, with the same size and time: each run has the names of its own
# build.
# needs: seep gcc
. "$SRC/lib.sh"
export XDG_CACHE_HOME="$WORK/home"
build() {
  cat >prog.c <<C
#include <stdlib.h>
void *volatile lost;
__attribute__((noinline)) void $1(void) { lost = malloc(1337); lost = NULL; }
int main(void) { $1(); return 0; }
C
  gcc -g -Wl,--build-id=none -o prog prog.c
  touch -d 2020-01-02 prog
}
build lose_one
size=$(wc -c <prog)
checker --record=one ./prog >stdout 2>one.err
expect one.err 'by lose_one \(prog\.c:3\)'
build lose_two
[ "$(wc -c <prog)" = "$size" ] || fail "the second build has another size"
checker --record=two ./prog >stdout 2>two.err
expect two.err 'by lose_two \(prog\.c:3\)'
reject two.err lose_one
checker report one >one.again
expect one.again 'by lose_one \(prog\.c:3\)'
rm -r "$XDG_CACHE_HOME/seep/symbols"
checker report one >one.nameless 2>warnings
reject one.nameless lose_one lose_two 'prog\.c'
expect warnings 'prog has changed since the program ran'
checker report two >two.again
expect two.again 'by lose_two \(prog\.c:3\)'
# What only looks different is the same file.
touch prog
mv prog moved && mv moved prog
rm -r "$XDG_CACHE_HOME/seep/symbols"
checker report two >two.touched
expect two.touched 'by lose_two \(prog\.c:3\)'
