# SPDX-License-Identifier: GPL-2.0-or-later
# A program built with a sanitizer would not start: that is said before it is tried, with the remedy, and in a child's
# record.
# needs: seep cc strip
. "$SRC/lib.sh"
cat >lose.c <<'END'
#include <stdlib.h>
int main(void)
{
  char *volatile block = malloc(1337);
  block = NULL;
  return 0;
}
END
tried=0
# refused NAME FLAGS...
refused() {
  name=$1
  shift
  "$@" -g -o lose lose.c 2>/dev/null || return 0
  tried=$((tried + 1))
  status 126 checker --record=refused.run ./lose >stdout 2>report
  expect report "lose: was built with $name.*; build it without -fsanitize="
  if [ -e refused.run ]; then fail "there is a record of a program that did not run"; fi
}
refused AddressSanitizer cc -fsanitize=address
refused AddressSanitizer cc -fsanitize=address -static-libasan
refused ThreadSanitizer cc -fsanitize=thread
refused LeakSanitizer cc -fsanitize=leak
refused AddressSanitizer clang -fsanitize=address
refused MemorySanitizer clang -fsanitize=memory
refused ThreadSanitizer clang -fsanitize=thread

# Without names, too, unless the compiler exports none.
if cc -fsanitize=address -static-libasan -o lose lose.c 2>/dev/null && strip lose && nm -D lose |
  grep -q __sanitizer_malloc_hook; then
  status 126 checker ./lose >stdout 2>report
  expect report "lose: was built with a sanitizer"
fi

# What has no heap of its own runs, and so does what merely asks for one.
if cc -g -fsanitize=undefined -o lose lose.c 2>/dev/null; then
  sees 1 "" ./lose
  expect seen.report "1,337 bytes in 1 blocks are definitely lost"
fi
cat >asks.c <<'END'
extern void __asan_init(void) __attribute__((weak));
int main(void)
{
  return __asan_init ? 1 : 0;
}
END
cc -o asks asks.c
sees 1 "" ./asks

# A plain program may be given one with a library, or by LD_PRELOAD.
printf 'int value(void) { return 3; }\n' >library.c
printf 'int value(void);\nint main(void) { return value(); }\n' >plain.c
if mkdir lib && cc -g -fsanitize=address -shared -fPIC -o lib/libvalue.so library.c 2>/dev/null; then
  cc -g -o plain plain.c -Llib -lvalue -Wl,-rpath,'$ORIGIN/lib' 2>/dev/null ||
    cc -g -o plain plain.c -Llib -lvalue -Wl,-rpath,'$ORIGIN/lib' -Wl,--allow-shlib-undefined
  status 126 checker ./plain >stdout 2>report
  expect report "plain: its library ./lib/libvalue.so was built with a sanitizer"
  cc -g -o plain plain.c -Llib -lvalue -Wl,--allow-shlib-undefined
  LD_LIBRARY_PATH=other:$WORK/lib status 126 checker ./plain >stdout 2>report
  expect report "plain: its library .*/lib/libvalue.so was built with a sanitizer"
  cc -g -o plain plain.c library.c
  LD_PRELOAD=$(cc -print-file-name=libasan.so) status 126 checker ./plain >stdout 2>report
  expect report "LD_PRELOAD has .*libasan.so, a sanitizer's"
  cc -g -shared -fPIC -o lib/libvalue.so library.c
  LD_LIBRARY_PATH=$WORK/lib status 3 checker ./plain >stdout 2>report
fi

# In a tree its record tells.
if cc -g -fsanitize=address -o lose lose.c 2>/dev/null; then
  checker --trace-children=yes --record=tree.run sh -c './lose; exit 0' >stdout 2>report
  expect report "child process [0-9]*: ./lose: was built with AddressSanitizer"
  checker dump tree.run >dump
  grep -q 'HEAP_VIEW view=4 allocator="AddressSanitizer"' dump || fail "the record does not tell"
fi
[ $tried -gt 0 ] || skip "no compiler has sanitizers"
