# SPDX-License-Identifier: GPL-2.0-or-later
# mimalloc's functions go with those of malloc and its like. Blocks of a heap are freed with it, or live on.
# needs: seep cc
. "$SRC/lib.sh"
cat >program.c <<'END'
#include <mimalloc.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static volatile size_t much = SIZE_MAX / 2;
static void contents(void)
{
  char *block = mi_zalloc(100);
  printf("%d %d\n", block[99] == 0, mi_usable_size(block) >= 100);
  block[9] = 1;
  block = mi_rezalloc(block, 300);
  printf("%d %d\n", block[9], block[299]);
  free(block);
  mi_free(malloc(10));
  block = mi_malloc_aligned(100, 128);
  printf("%d\n", (uintptr_t)block % 128 == 0);
  mi_free_aligned(block, 128);
  block = mi_strdup("hello");
  char *start = mi_strndup(block, 2);
  printf("%s %s\n", block, start);
  mi_free(block);
  mi_free(start);
  block = mi_realpath("/usr/bin/../bin/.", NULL);
  printf("%d\n", block && block[0] == '/');
  mi_free(block);
  block = mi_recalloc(mi_calloc(3, 4), 10, 10);
  printf("%d\n", block[99]);
  mi_free_size(block, 100);
}
static void others(void)
{
  void *block;
  mi_free(mi_new(3));
  mi_free(mi_new_n(3, 4));
  mi_free(mi_new_aligned(64, 64));
  int failed = mi_posix_memalign(&block, 64, 100);
  printf("%d %d\n", failed, (uintptr_t)block % 64 == 0);
  block = mi_reallocf(mi_reallocn(block, 5, 6), 100);
  printf("%d %d %d\n", mi_is_in_heap_region(block), mi_check_owned(block), mi_good_size(100) >= 100);
  printf("%d %d\n", mi_expand(block, 50) == block, mi_mallocn(much, 4) == NULL);
  mi_free(block);
}
static void heaps(void)
{
  mi_heap_t *heap = mi_heap_new();
  char *block;
  for (int i = 0; i < 1000; i++) {
    block = mi_heap_malloc(heap, 100);
    memset(block, i, 100);
    if (i % 3 == 0)
      mi_free(block);
    else if (i % 7 == 1)
      mi_free(mi_realloc(block, 1000));
  }
  block = mi_heap_realloc(heap, mi_heap_zalloc(heap, 10), 50);
  block = mi_heap_strdup(heap, "of a heap");
  printf("%s %d\n", block, mi_heap_contains_block(heap, block));
  mi_heap_destroy(heap);
  heap = mi_heap_new();
  block = mi_heap_malloc(heap, 11);
  mi_heap_delete(heap);
  block[10] = 1;
  printf("%d\n", block[10]);
  mi_free(block);
  mi_free(mi_heap_malloc(mi_heap_get_default(), 100));
  mi_collect(1);
}
int main(void)
{
  contents();
  others();
  heaps();
  char *volatile block = mi_malloc_small(537);
  block = mi_zalloc(800);
  block = NULL;
  return 0;
}
END
cc -w -g -fno-builtin -o program program.c -lmimalloc 2>/dev/null || skip "mimalloc is not installed"
./program >native
checker ./program >checked 2>report
cmp native checked
expect report "definitely lost: 1,337 bytes in 2 blocks" "indirectly lost: 0 bytes" "possibly lost: 0 bytes"
reject report "Invalid" "Mismatched" "uninitialised"
sees 1 "" ./program
sees 1 "" --engine=precise ./program

cat >wrong.c <<'END'
#include <mimalloc.h>
int main(void)
{
  mi_heap_t *heap = mi_heap_new();
  char *block = mi_heap_malloc(heap, 13);
  *block = 0;
  mi_heap_destroy(heap);
  return *block;
}
END
cc -w -g -o wrong wrong.c -lmimalloc
checker ./wrong >checked 2>report
expect report "Invalid read of size 1" "Address .* is 0 bytes inside a block of size 13 free'd" "by main \(wrong.c:7\)"
