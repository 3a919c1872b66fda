// SPDX-License-Identifier: GPL-2.0-or-later
// The same in a file of its own.
// build: -O1 -fomit-frame-pointer -Wl,--build-id=none
// after: objcopy --only-keep-debug symbols_debuglink_zstd symbols_debuglink_zstd.debug && { objcopy --compress-debug-sections=zstd symbols_debuglink_zstd.debug 2>/dev/null || true; }
// after: strip symbols_debuglink_zstd && objcopy --add-gnu-debuglink=symbols_debuglink_zstd.debug symbols_debuglink_zstd
// needs: seep
// compare: no, Memcheck 3.19 reads nothing of such a file
// run:
// expect: Invalid read of size 1
// next: at overrun (symbols_debuglink_zstd.c:@overrun)
// next: by main (symbols_debuglink_zstd.c:@main)
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by lose_one (symbols_debuglink_zstd.c:@lose)
// next: by overrun (symbols_debuglink_zstd.c
// next: by main (symbols_debuglink_zstd.c:@main)
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
