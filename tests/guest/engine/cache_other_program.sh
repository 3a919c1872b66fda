# SPDX-License-Identifier: GPL-2.0-or-later
# Programs and libraries that take the place of others, at the same addresses, even with the same build-id: their own
# code runs.
# needs: seep cc
# limit: 200
. "$SRC/lib.sh"
. "$SRC/cache_lib.sh"
cat >program.c <<'C'
extern int printf(const char *, ...);
extern int library(void);
int main(void) { printf("%d %d\n", NUMBER, library()); }
C
echo 'int library(void) { return NUMBER; }' >library.c
mkdir lib
build() {
  cc -DNUMBER="$2" -shared -fPIC -Wl,--build-id="$3" -o lib/libnumber.so library.c
  cc -DNUMBER="$1" -Wl,--build-id="$3" -o program program.c -Llib -lnumber -Wl,-rpath,"$WORK/lib"
}
check() {
  for run in 1 2; do
    cached "run" ./program
    grep -qx "$1" run.out || fail "$(cat run.out), not $1"
  done
  warm run
}
build 100 7 0x1234
check "100 7"
build 200 7 0x1234
check "200 7"
build 200 8 0x1234
check "200 8"
build 100 7 none
check "100 7"
build 300 9 none
touch -d 2020-01-01 program lib/libnumber.so
check "300 9"
