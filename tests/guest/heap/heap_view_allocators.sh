# SPDX-License-Identifier: GPL-2.0-or-later
# Allocators whose malloc is replaced are seen through; one is foreign as soon as code of its own runs, whatever its
# name is for it.
# needs: seep cc
# uses: heap_own_malloc.c heap_weak_malloc.c
. "$SRC/lib.sh"
sees 1 "" "$BIN/heap_own_malloc"
sees 1 "" "$BIN/heap_weak_malloc"
sees 3 "" --soname-synonyms=somalloc=nouserintercepts "$BIN/heap_own_malloc"

# allocator NAME RELEASE FLAGS...: a program that loses 1,337 bytes of malloc and free, which go by these names in the
# file.
allocator() {
  name=$1
  release=$2
  shift 2
  cat >$name.c <<END
static char arena[4096];
static unsigned long used;
__attribute__((noinline, used VISIBILITY)) void *$name(unsigned long size)
{
  void *block = arena + used;
  used += size;
  return block;
}
__attribute__((noinline, used VISIBILITY)) void $release(void *block)
{
}
int main(void)
{
  char *volatile block = $name(1337);
  block = 0;
  return 0;
}
END
  cc -w -g -fno-builtin "$@" -o $name $name.c
}
hidden='-DVISIBILITY=,visibility("hidden")'
allocator malloc free -DVISIBILITY=
sees 1 "" ./malloc
expect seen.report "1,337 bytes in 1 blocks are definitely lost"
allocator malloc free "$hidden"
sees 3 "" ./malloc
allocator malloc free -DVISIBILITY= -O2 -flto -Wl,--version-script=/dev/stdin <<'END'
{ local: *; };
END
sees 3 "" ./malloc
allocator je_malloc je_free -DVISIBILITY=
sees 3 jemalloc ./je_malloc
allocator _rjem_malloc _rjem_free -DVISIBILITY=
sees 3 jemalloc ./_rjem_malloc
allocator mi_malloc mi_free "$hidden"
sees 3 mimalloc ./mi_malloc

# One name alone is anybody's.
allocator mallocx anything -DVISIBILITY=
sees 1 "" ./mallocx

# A function that nobody calls says nothing, nor does a variable.
cat >unused.c <<'END'
#include <stdlib.h>
int mi_malloc = 7, mi_free;
__attribute__((used)) void *je_malloc(unsigned long size)
{
  return malloc(size);
}
__attribute__((used)) void je_free(void *block)
{
  free(block);
}
int main(void)
{
  char *volatile block = malloc(1337);
  block = NULL;
  return mi_malloc - 7;
}
END
cc -g -o unused unused.c
sees 1 "" ./unused

# A label that is called like a function, and that the core takes for none.
cat >label.S <<'END'
.globl main, malloc
main:
  mov $1337, %edi
  call malloc
  xor %eax, %eax
  ret
malloc:
  lea arena(%rip), %rax
  ret
.bss
arena:
  .skip 4096
.section .note.GNU-stack,"",@progbits
END
cc -o label label.S
sees 3 "" ./label

# malloc chosen when its library is loaded, and a malloc that hands on to the C library's.
cat >library.c <<'END'
static char arena[4096];
static void *mine(unsigned long size)
{
  return arena + size;
}
static void *(*choose(void))(unsigned long)
{
  return mine;
}
void *malloc(unsigned long size) __attribute__((ifunc("choose")));
END
cat >ifunc.c <<'END'
#include <stdlib.h>
int main(void)
{
  char *volatile block = malloc(1337);
  block = NULL;
  return 0;
}
END
cc -w -g -fno-builtin -fPIC -shared -o libchoose.so library.c
cc -g -fno-builtin -o ifunc ifunc.c -Wl,--no-as-needed -L. -lchoose -Wl,-rpath,"$PWD"
sees 1 "" ./ifunc
expect seen.report "1,337 bytes in 1 blocks are definitely lost"
cat >forwards.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stddef.h>
void *malloc(size_t size)
{
  void *(*next)(size_t) = (void *(*)(size_t))dlsym(RTLD_NEXT, "malloc");
  return next(size);
}
int main(void)
{
  char *volatile block = malloc(1337);
  block = NULL;
  return 0;
}
END
cc -g -fno-builtin -o forwards forwards.c -ldl
sees 1 "" ./forwards
expect seen.report "1,337 bytes in 1 blocks are definitely lost"
