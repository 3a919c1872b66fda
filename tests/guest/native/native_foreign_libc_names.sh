# SPDX-License-Identifier: GPL-2.0-or-later
# --checks=leaks: a library that replaces malloc() brings __libc_malloc() and its like as well, as tcmalloc does. Blocks
# are the C library's own all the same, whose place and heads are known.
# needs: seep
. "$SRC/lib.sh"
cat > other.c <<'C'
#include <stddef.h>
static _Alignas(16) char memory[1 << 22];
static size_t used;
static void *take(size_t bytes)
{
  char *block = memory + used;
  used += (bytes + 15) & ~(size_t)15;
  return block;
}
void *__libc_malloc(size_t bytes) { return take(bytes); }
void *__libc_calloc(size_t count, size_t bytes) { return take(count * bytes); }
void *__libc_realloc(void *block, size_t bytes) { return take(bytes); }
void *__libc_memalign(size_t alignment, size_t bytes) { return take(bytes); }
void __libc_free(void *block) { (void)block; }
void *malloc(size_t bytes) { return take(bytes); }
void *calloc(size_t count, size_t bytes) { return take(count * bytes); }
void *realloc(void *block, size_t bytes) { return take(bytes); }
void free(void *block) { (void)block; }
int is_here(const void *block) { return (const char *)block >= memory && (const char *)block < memory + sizeof memory; }
C
cat > program.c <<'C'
#include <stdio.h>
#include <stdlib.h>
int is_here(const void *block);
int main(void)
{
  int count = 0;
  for (int i = 1; i < 400; i++) {
    char *block = malloc(i % 77 + 1);
    count += is_here(block);
    free(block);
  }
  void *volatile lost = malloc(1337);
  lost = NULL;
  printf("%d elsewhere\n", count);
  return lost != NULL;
}
C
cc -shared -fPIC -fno-builtin -o libother.so other.c
cc -g -o program program.c -L. -lother -Wl,-rpath,"$PWD"
status 0 checker --checks=leaks ./program >told 2>report
expect told "^0 elsewhere"
expect report "1,337 bytes in 1 blocks are definitely lost"
