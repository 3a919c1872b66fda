// SPDX-License-Identifier: GPL-2.0-or-later
// What the newest system calls write is defined, as far as they write it. Those that the kernel does not know are left out.
// needs: seep
// compare: no, Valgrind 3.19 knows none of these
// run: --leak-check=no
// stdout: done
// reject: unhandled
// reject: Conditional jump
// expect: Syscall param setxattrat(uargs) points to uninitialised byte(s)
// next: at
// expect: Syscall param file_getattr(ufattr) points to unaddressable byte(s)
// next: at
// expect: ERROR SUMMARY: 3 errors from 3 contexts
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <valgrind/memcheck.h>

static int any;

static void use(const void *data, long size)
{
  for (long i = 0; i < size; i++)
    if (((const char *)data)[i])
      any++;
}

struct attribute {
  uint64_t value;
  uint32_t size, flags;
};

static void attributes(const char *path)
{
  char *buffer = malloc(1337);
  struct attribute *attribute = malloc(sizeof *attribute);
  *attribute = (struct attribute){(uintptr_t) "1337", 4, 0};
  if (syscall(463, AT_FDCWD, path, 0, "user.seep", attribute, sizeof *attribute) == 0) {
    attribute->value = (uintptr_t)buffer;
    attribute->size = 1337;
    use(buffer, syscall(464, AT_FDCWD, path, 0, "user.seep", attribute, sizeof *attribute));
    use(buffer, syscall(465, AT_FDCWD, path, 0, buffer, 1337));
    syscall(466, AT_FDCWD, path, 0, "user.seep");
  }
  char *text = malloc(13);
  *attribute = (struct attribute){(uintptr_t)text, 13, 0};
  syscall(463, AT_FDCWD, path, 0, "user.seep", attribute, sizeof *attribute);
  attribute->size = 0;
  attribute->value = (uintptr_t)text;
  syscall(464, AT_FDCWD, path, 0, "user.seep", attribute, sizeof *attribute);
  syscall(465, AT_FDCWD, path, 0, text, 0);
  if (VALGRIND_CHECK_MEM_IS_DEFINED(text, 1) != (uintptr_t)text)
    any = -1;
}

static void mounts(void)
{
  struct {
    uint32_t size, spare;
    uint64_t mount, what;
  } request = {24, 0, ~0ULL, 0};
  uint64_t *mounts = malloc(1337 * sizeof *mounts);
  char *told = malloc(4096);
  long count = syscall(458, &request, mounts, 1337L, 0);
  use(mounts, count * (long)sizeof *mounts);
  if (count <= 0)
    return;
  request.mount = mounts[0];
  request.what = 1 | 2 | 32;
  if (syscall(457, &request, told, 4096, 0) == 0)
    use(told, *(uint32_t *)told);
}

static void modules(void)
{
  uint64_t *ids = malloc(100 * sizeof *ids);
  uint32_t *size = malloc(sizeof *size);
  *size = 100 * sizeof *ids;
  use(ids, syscall(461, ids, size, 0) * (long)sizeof *ids);
  use(size, sizeof *size);
}

int main(void)
{
  const char *path = "attributes";
  char *small = malloc(13), *file = malloc(24);
  close(open(path, O_CREAT | O_WRONLY, 0600));
  attributes(path);
  mounts();
  modules();
  if (syscall(468, AT_FDCWD, path, file, 24, 0) == 0)
    use(file, 24);
  syscall(468, AT_FDCWD, path, small, 24, 0);
  uint32_t word = 1;
  struct timespec {
    long seconds, nanoseconds;
  } soon = {0, 1000};
  syscall(455, &word, 1, ~0U, 2 /* 32 bits */, &soon, 1);
  syscall(454, &word, ~0U, 1, 2);
  puts(any >= 0 ? "done" : "value defined that nobody wrote");
  return 0;
}
