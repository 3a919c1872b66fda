# SPDX-License-Identifier: GPL-2.0-or-later
# A malloc in front of the C library's runs as it does natively, and the blocks behind it are seen, whoever built it and
# how.
# needs: seep cc
. "$SRC/lib.sh"
cat >front.h <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#ifdef LIBCS
extern void *__libc_malloc(size_t size);
#define NEXT __libc_malloc
#else
static void *(*next)(size_t);
#define NEXT next
#endif
int mallocs;
static __attribute__((noinline)) void *find(const char *name)
{
  void *found = dlsym(RTLD_NEXT, name);
  if (!found)
    __builtin_abort();
  return found;
}
void *malloc(size_t size)
{
#ifdef HELPER
  if (!next)
    next = find("malloc");
#elif !defined LIBCS
  if (!next)
    next = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
#endif
  mallocs++;
  return size == 4242 ? NULL : NEXT(size);
}
END
cat >program.c <<'END'
#ifdef LIBRARY
extern int mallocs;
#else
#include "front.h"
#endif
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static __attribute__((noinline)) void lose(void)
{
  char *volatile block = malloc(1337);
  block = NULL;
}
int main(void)
{
  void *volatile refused = malloc(4242);
  printf("%s", refused ? "given" : "refused");
  free(malloc(10));
  free(realloc(malloc(10), 2000));
  free(strdup("text"));
  lose();
  printf(" %d\n", mallocs);
  return 0;
}
END
check() {
  ./program >native
  for engine in "" --engine=precise; do
    # shellcheck disable=SC2086
    checker $engine ./program >checked 2>report
    cmp native checked
    expect report "1,337 bytes in 1 blocks are definitely lost" "definitely lost: 1,337 bytes in 1 blocks" "by lose"
    reject report "Invalid"
  done
  sees 1 "" ./program
}
for options in -O0 -O2 "-O2 -no-pie" "-O1 -Wl,-z,now -fno-plt" "-O2 -DLIBCS" "-O0 -DHELPER" "-O2 -DHELPER"; do
  # shellcheck disable=SC2086
  cc -g -w -fno-builtin $options -o program program.c -ldl
  check
done
cat >library.c <<'END'
#include "front.h"
END
cc -g -w -fno-builtin -O2 -fPIC -shared -o libfront.so library.c -ldl
cc -g -w -fno-builtin -DLIBRARY -o program program.c -L. -lfront -Wl,-rpath,"$PWD"
check

# The user may have it replaced, or left alone.
cc -g -w -fno-builtin -o program program.c -ldl
checker --soname-synonyms=somalloc=NONE ./program >checked 2>report
expect checked "given 0"
expect report "1,337 bytes in 1 blocks are definitely lost"
sees 1 "" --soname-synonyms=somalloc=nouserintercepts ./program
expect seen.report "1,337 bytes in 1 blocks are definitely lost"

# As Memcheck does.
checker --personality=memcheck ./program >checked 2>report
expect checked "given 0"

# One that only says that it will call the next one.
cat >alone.c <<'END'
#include <stddef.h>
extern void *__libc_malloc(size_t size);
void *(*next)(size_t) = __libc_malloc;
static char arena[65536] __attribute__((aligned(16)));
static size_t used;
void *malloc(size_t size)
{
  used += (size + 15) / 16 * 16;
  return used < sizeof arena ? arena + used - size : next(size);
}
int main(void)
{
  char *volatile block = malloc(1337);
  block = NULL;
  return 0;
}
END
cc -g -w -fno-builtin -o alone alone.c
sees 3 "" ./alone

# One that keeps the size in front of each block: pointers behind it are pointers to blocks.
cat >counts.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
#include <stdio.h>
static void *(*next)(size_t);
static void (*next_free)(void *);
size_t bytes_in_use;
void *malloc(size_t size)
{
  if (!next) {
    next_free = (void (*)(void *))dlsym(RTLD_NEXT, "free");
    next = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
  }
  size_t *block = next(size + 16);
  *block = size;
  bytes_in_use += size;
  return block + 2;
}
void free(void *start)
{
  if (!start)
    return;
  size_t *block = (size_t *)start - 2;
  bytes_in_use -= *block;
  next_free(block);
}
static void *kept[10];
static __attribute__((noinline)) void lose(void)
{
  char *volatile block = malloc(1321);
  block = NULL;
}
int main(void)
{
  for (int i = 0; i < 10; i++)
    kept[i] = malloc(100);
  free(kept[3]);
  kept[3] = NULL;
  lose();
  printf("%zu\n", bytes_in_use);
  return 0;
}
END
cc -g -w -fno-builtin -O1 -o counts counts.c -ldl
checker --leak-check=full ./counts >checked 2>report
expect report "definitely lost: 1,337 bytes in 1 blocks" "possibly lost: 0 bytes in 0 blocks"
