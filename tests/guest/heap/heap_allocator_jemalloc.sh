# SPDX-License-Identifier: GPL-2.0-or-later
# jemalloc's functions with flags go with those of malloc and its like, linked in or not; mallctl() works.
# needs: seep cc
. "$SRC/lib.sh"
cat >program.c <<'END'
#include <jemalloc/jemalloc.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
static void contents(void)
{
  char *block = mallocx(100, MALLOCX_ALIGN(4096) | MALLOCX_ZERO);
  printf("%d %d %d\n", (uintptr_t)block % 4096 == 0, block[99] == 0, sallocx(block, 0) >= 100);
  block[0] = 3;
  block[99] = 7;
  block = rallocx(block, 300, MALLOCX_ZERO);
  printf("%d %d %d\n", block[0] == 3, block[99] == 7, block[299] == 0);
  block = rallocx(block, 600, MALLOCX_ALIGN(64));
  printf("%d %d\n", block[99] == 7, (uintptr_t)block % 64 == 0);
  const size_t size = xallocx(block, 600, 0, 0);
  printf("%d %d\n", size >= 600, nallocx(size, 0) == size);
  sdallocx(block, sallocx(block, 0), 0);
}
static void mixed(void)
{
  dallocx(malloc(50), 0);
  free(mallocx(50, 0));
  dallocx(realloc(mallocx(50, MALLOCX_TCACHE_NONE), 100), MALLOCX_TCACHE_NONE);
  free(rallocx(calloc(3, 4), 5, 0));
  sdallocx(malloc(nallocx(70, 0)), nallocx(70, 0), 0);
}
static void control(void)
{
  uint64_t epoch = 1;
  unsigned arena, bins;
  const char *version = "";
  char name[64];
  size_t size = sizeof epoch, allocated, mib[4], length = 4;
  printf("%d\n", mallctl("epoch", &epoch, &size, &epoch, size));
  size = sizeof allocated;
  printf("%d\n", mallctl("stats.allocated", &allocated, &size, NULL, 0));
  void *block = mallocx(100000, 0);
  size_t now;
  mallctl("epoch", &epoch, &size, &epoch, size);
  mallctl("stats.allocated", &now, &size, NULL, 0);
  printf("%d\n", now >= allocated + 100000);
  dallocx(block, 0);
  size = sizeof version;
  int failed = mallctl("version", &version, &size, NULL, 0);
  printf("%d %s\n", failed, version);
  size = sizeof arena;
  printf("%d\n", mallctl("arenas.create", &arena, &size, NULL, 0));
  dallocx(mallocx(10, MALLOCX_ARENA(arena)), MALLOCX_ARENA(arena) | MALLOCX_TCACHE_NONE);
  snprintf(name, sizeof name, "arena.%u.purge", arena);
  printf("%d\n", mallctl(name, NULL, NULL, NULL, 0));
  printf("%d\n", mallctlnametomib("arenas.nbins", mib, &length));
  size = sizeof bins;
  printf("%d\n", mallctlbymib(mib, length, &bins, &size, NULL, 0));
}
static void ignore(void *context, const char *text)
{
}
int main(void)
{
  contents();
  mixed();
  control();
  malloc_stats_print(ignore, NULL, "g");
  char *volatile block = mallocx(1337, 0);
  block = NULL;
  return 0;
}
END
tried=0
for how in -ljemalloc -l:libjemalloc.a; do
  cc -w -g -fno-builtin -o program program.c $how -lstdc++ -lm -lpthread 2>/dev/null || continue
  tried=$((tried + 1))
  ./program >native
  checker ./program >checked 2>report
  cmp native checked
  expect report "1,337 bytes in 1 blocks are definitely lost"
  reject report "Invalid" "Mismatched" "uninitialised"
  sees 1 "" ./program
  sees 1 "" --engine=precise ./program

  # What is told of a block that is freed must be right.
  cat >wrong.c <<'END'
#include <jemalloc/jemalloc.h>
int main(void)
{
  sdallocx(mallocx(1337, 0), 42, 0);
  char *block = mallocx(13, 0);
  dallocx(block, 0);
  return block[12];
}
END
  cc -w -g -o wrong wrong.c $how -lstdc++ -lm -lpthread
  checker ./wrong >checked 2>report || true
  expect report "Mismatched .* size value: 42" "Invalid read of size 1" \
    "Address .* is 12 bytes inside a block of size 13 free'd"
done
[ $tried -gt 0 ] || skip "jemalloc is not installed"
