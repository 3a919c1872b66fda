// SPDX-License-Identifier: GPL-2.0-or-later
// Debug sections that are compressed with zstd are read, and stacks are whole, though the core knows neither.
// build: -O1 -fomit-frame-pointer
// after: objcopy --compress-debug-sections=zstd symbols_compressed_zstd 2>/dev/null || true
// needs: seep
// compare: no, Memcheck 3.19 reads nothing of such a file
// run:
// expect: Invalid read of size 1
// next: at overrun (symbols_compressed_zstd.c:@overrun)
// next: by main (symbols_compressed_zstd.c:@main)
// expect: 1,337 bytes in 1 blocks are definitely lost
// next: at malloc
// next: by lose_one (symbols_compressed_zstd.c:@lose)
// next: by overrun (symbols_compressed_zstd.c
// next: by main (symbols_compressed_zstd.c:@main)
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
