// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: memory with blocks or pointers in it cannot be read any more when the heap is searched: guards,
// closed pages, a file that was cut off, memory that another thread would have to fill. The program ends as without
// Seep, what is there still is searched, and what was lost is found.
// compare: no, it is Seep's own
// run: --checks=leaks -- guards
// exit: 3
// limit: 20
// stdout: ready
// stdout: done
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: definitely lost: 1,337 bytes in 1 blocks
// run: --checks=leaks -- heads
// exit: 3
// limit: 20
// stdout: ready
// stdout: done
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: definitely lost: 1,337 bytes in 1 blocks
// run: --checks=leaks -- roots
// exit: 3
// limit: 20
// stdout: ready
// stdout: done
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: definitely lost: 1,337 bytes in 1 blocks
// run: --checks=leaks -- file
// exit: 3
// limit: 20
// stdout: ready
// stdout: done
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: definitely lost: 1,337 bytes in 1 blocks
// run: --checks=leaks -- awaited
// exit: 3
// limit: 20
// stdout: ready
// stdout: done
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: definitely lost: 1,337 bytes in 1 blocks
// run: --checks=leaks -- awaited shared
// exit: 3
// limit: 20
// stdout: ready
// stdout: done
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: definitely lost: 1,337 bytes in 1 blocks
// run: --checks=leaks --snapshot=exit -- awaited block
// exit: 3
// limit: 20
// stdout: ready
// stdout: done
// expect: 1,337 bytes in 1 blocks are definitely lost
// expect: definitely lost: 1,337 bytes in 1 blocks
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/userfaultfd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { PAGE = 4096, PAGES = 256, BLOCKS = 1000, GUARD_INSTALL = 102 };

static char *blocks[BLOCKS], *area;

static char *page_of(const char *address)
{
  return (char *)((size_t)address & ~(size_t)(PAGE - 1));
}

static char *keep(size_t bytes)
{
  char *const block = malloc(bytes);
  memset(block, 1, bytes);
  return block;
}

static char *map(int flags, int fd)
{
  return mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, flags, fd, 0);
}

/* Over small blocks, which hold nothing. */
static void put_guards(void)
{
  for (int i = 0; i < BLOCKS; i++)
    blocks[i] = keep(100);
  madvise(page_of(blocks[BLOCKS / 2]), PAGE, GUARD_INSTALL);
}

/* With what the C library notes in front of the blocks. */
static void close_heads(void)
{
  for (int i = 0; i < 10; i++)
    blocks[i] = keep(300000);
  mprotect(page_of(blocks[5]), PAGE, PROT_NONE);
  madvise(page_of(blocks[6]), PAGE, GUARD_INSTALL);
}

static void put_guards_into_roots(void)
{
  area = map(MAP_PRIVATE | MAP_ANONYMOUS, -1);
  memset(area, 1, PAGES * PAGE);
  for (int i = 0; i < PAGES; i += 3)
    madvise(area + i * PAGE, PAGE, GUARD_INSTALL);
  *(char **)(area + PAGE + 16) = keep(51);
  *(char **)(area + (PAGES - 2) * PAGE - 8) = keep(53);
}

static void cut_file_off(void)
{
  const int fd = open("file", O_RDWR | O_CREAT, 0600);
  ftruncate(fd, PAGES * PAGE);
  area = map(MAP_SHARED, fd);
  char *const copy = map(MAP_PRIVATE, fd);
  memset(area, 1, PAGES * PAGE);
  *(char **)(copy + 16) = keep(51);
  *(char **)(area + 24) = keep(53);
  ftruncate(fd, PAGE);
}

/* Nobody will. */
static void await_memory(const char *kind)
{
  struct uffdio_api api = {.api = UFFD_API};
  const int faults = (int)syscall(SYS_userfaultfd, O_CLOEXEC), fd = memfd_create("awaited", 0);
  if (faults < 0 || ioctl(faults, UFFDIO_API, &api) != 0 || ftruncate(fd, PAGES * PAGE) != 0)
    return;
  area = strcmp(kind, "shared") == 0  ? map(MAP_SHARED, fd)
         : strcmp(kind, "block") == 0 ? aligned_alloc(PAGE, PAGES * PAGE)
                                      : map(MAP_PRIVATE | MAP_ANONYMOUS, -1);
  *(char **)(area + 8 * PAGE) = keep(51);
  struct uffdio_register all = {.range = {(size_t)area, PAGES * PAGE}, .mode = UFFDIO_REGISTER_MODE_MISSING};
  if (ioctl(faults, UFFDIO_REGISTER, &all) != 0)
    puts("not registered");
}

static __attribute__((noinline)) void lose(void)
{
  memset(malloc(1337), 1, 1337);
}

int main(int count, char **arguments)
{
  const char *const what = count > 1 ? arguments[1] : "";
  if (strcmp(what, "guards") == 0)
    put_guards();
  else if (strcmp(what, "heads") == 0)
    close_heads();
  else if (strcmp(what, "roots") == 0)
    put_guards_into_roots();
  else if (strcmp(what, "file") == 0)
    cut_file_off();
  else
    await_memory(count > 2 ? arguments[2] : "");
  puts("ready");
  fflush(stdout);
  for (int i = 0; i < 3000 && getenv("WAIT") && access("over", F_OK) != 0; i++)
    usleep(10000);
  lose();
  puts("done");
  fflush(stdout);
  _exit(3);
}
