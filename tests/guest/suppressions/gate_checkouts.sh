# SPDX-License-Identifier: GPL-2.0-or-later
# Records of one program that was built in two folders, neither of which is here, have one identity and one owner.
# needs: seep gcc
. "$SRC/lib.sh"
for folder in a b; do
  mkdir -p "checkouts/$folder/project/src"
  cat >"checkouts/$folder/project/src/prog.c" <<C
#include <stdlib.h>
void *volatile lost;
static void lose_first(void)
{
  lost = malloc(1337);
  lost = NULL;
}
static void lose_second(void)
{
  lost = malloc(11);
  lost = NULL;
}
int main(void) { lose_first(); lose_second(); return 0; }
C
  (cd "checkouts/$folder/project" && gcc -g -o prog "$PWD/src/prog.c" &&
    XDG_CACHE_HOME="$WORK/home_$folder" checker suite -q --record="$WORK/$folder" -- ./prog)
  XDG_CACHE_HOME="$WORK/home_$folder" checker pack "$folder" >stdout
done
rm -r checkouts
export XDG_CACHE_HOME="$WORK/home"
status 0 checker gate a --baseline=a.json --update-baseline --force >gate.out
status 0 checker gate b --baseline=a.json >gate.out 2>&1
reject gate.out note
status 0 checker diff a b >diff.out 2>&1
expect diff.out "2 the same"
for own in 'src=project/src/*' 'obj=project/prog' 'src=prog.c'; do
  status 1 checker gate a b --own="$own" --own-only >gate.out 2>&1
  expect gate.out "definitely lost: 2,696 bytes" "2,674 bytes in 2 blocks"
done

# Judged in a third one, or in a folder for builds there, places are in its files, and --own may mean any of the three.
mkdir -p third/build
printf '%s\n' 'int prog;' >third/unrelated.c
mkdir third/src
printf '%s\n' 'int prog;' >third/src/prog.c
cd third
status 1 checker gate ../a ../b --format=github >gate.out 2>&1
expect gate.out '^::error file=src/prog\.c,line=5,' '^::error file=src/prog\.c,line=10,'
checker report ../b --format=gnu >gnu.out
expect gnu.out '^src/prog\.c:5: error: '
(cd build && checker report ../../b --format=gnu >../gnu.out)
expect gnu.out '^/.*/third/src/prog\.c:5: error: '
for own in "src=$WORK/checkouts/[ab]/project/src/*" "src=$WORK/third/src/*" "obj=$WORK/third/prog" \
  "obj=$WORK/checkouts/?/*"; do
  status 1 checker gate ../a ../b --own="$own" --own-only >gate.out 2>&1
  expect gate.out "definitely lost: 2,696 bytes"
done
status 1 checker gate ../a ../b --own="src=$WORK/fourth/*" --own-only >gate.out 2>&1
expect gate.out "no-own-code"
# No file of that path is taken for one of another.
mv src/prog.c src/other.c
checker report ../a --format=gnu >gnu.out
expect gnu.out "^$WORK/checkouts/a/project/src/prog\.c:5: error: "
