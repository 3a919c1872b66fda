// SPDX-License-Identifier: GPL-2.0-or-later
// Debug sections that are compressed with zstd are read, and stacks are whole, though the core knows neither: in the
// program, and in a file of their own.
// build: -O1 -fomit-frame-pointer
// again: debuglink -Wl,--build-id=none
// after: test ! -e symbols_zstd || objcopy --compress-debug-sections=zstd symbols_zstd 2>/dev/null || true
// after: test -e symbols_zstd || objcopy --only-keep-debug symbols_zstd_debuglink symbols_zstd.debug
// after: test -e symbols_zstd || objcopy --compress-debug-sections=zstd symbols_zstd.debug 2>/dev/null || true
// after: test -e symbols_zstd || { strip symbols_zstd_debuglink && objcopy --add-gnu-debuglink=symbols_zstd.debug symbols_zstd_debuglink; }
// needs: seep
// compare: no, Memcheck 3.19 reads nothing of such a file
// run:
// expect: Invalid read of size 1
// next: at overrun (symbols_zstd.c:@overrun)
// next: by main (symbols_zstd.c:@main)
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by lose_one (symbols_zstd.c:@lose)
// next: by overrun (symbols_zstd.c
// next: by main (symbols_zstd.c:@main)
#include <stdlib.h>
static __attribute__((noipa)) volatile char *lose_one(size_t size)
{
  volatile char *block = malloc(size); // @lose
  block[0] = 1;
  return block;
}
static __attribute__((noipa)) int overrun(size_t size)
{
  volatile char *block = lose_one(size);
  return block[size]; // @overrun
}
int main(void)
{
  int sum = overrun(1337); // @main
  return sum == 1337;
}
