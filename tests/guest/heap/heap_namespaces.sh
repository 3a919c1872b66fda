# SPDX-License-Identifier: GPL-2.0-or-later
# Libraries that dlmopen() loads have a C library of their own, with a heap that is seen like the first one; audit
# libraries likewise.
# needs: seep cc
. "$SRC/lib.sh"
cat >library.c <<'END'
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
static char *volatile kept;
__attribute__((noinline)) static void lose(size_t size)
{
  char *volatile block = malloc(size);
  block = NULL;
}
int go(int size)
{
  char text[32];
  char *copy = strdup("copied");
  kept = realloc(calloc(3, 4), 50);
  lose((size_t)size);
  snprintf(text, sizeof text, "%s %d\n", copy, size);
  write(1, text, strlen(text));
  free(copy);
  free(kept);
  return kept != NULL;
}
int overrun(void)
{
  char *block = malloc(13);
  const int last = block[13];
  free(block);
  return last;
}
END
cat >program.c <<'END'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
static void *load(int size)
{
  void *library = dlmopen(LM_ID_NEWLM, "./library.so", RTLD_NOW);
  if (!library)
    exit(3);
  ((int (*)(int))dlsym(library, "go"))(size);
  return library;
}
int main(void)
{
  void *first = load(1337), *second = load(337);
  ((int (*)(void))dlsym(second, "overrun"))();
  dlclose(first);
  for (int i = 0; i < 20; i++)
    dlclose(load(7));
  dlclose(second);
  free(malloc(5));
  return 0;
}
END
cc -g -w -fno-builtin -fPIC -shared -o library.so library.c
cc -g -w -o program program.c -ldl
./program >native
for engine in "" --engine=precise; do
  # shellcheck disable=SC2086
  checker $engine ./program >checked 2>report
  cmp native checked
  expect report "1,337 bytes in 1 blocks are definitely lost" "337 bytes in 1 blocks are definitely lost" \
    "by lose \(library.c:8\)" "Invalid read of size 1" \
    "Address .* is 0 bytes after a block of size 13 alloc'd" "definitely lost: 1,814 bytes in 22 blocks"
  reject report "Invalid free" "Mismatched"
done

cat >audit.c <<'END'
#define _GNU_SOURCE
#include <link.h>
#include <stdlib.h>
unsigned la_version(unsigned version)
{
  char *volatile block = malloc(1337);
  block = NULL;
  return version;
}
END
cat >audited.c <<'END'
#include <stdlib.h>
int main(void)
{
  char *volatile block = malloc(7331);
  block = NULL;
  return 0;
}
END
cc -g -w -fno-builtin -fPIC -shared -o audit.so audit.c
cc -g -w -fno-builtin -o audited audited.c
LD_AUDIT=./audit.so checker ./audited 2>report
expect report "7,331 bytes in 1 blocks are definitely lost"
