// SPDX-License-Identifier: GPL-2.0-or-later
// Memory of which the kernel refuses the place that was chosen for it: huge pages, which nobody has reserved (so they are not
// touched), and a ring of io_uring, which lies where the kernel wants. Where io_uring is forbidden, it is left out.
// run:
// stdout: 1 1 1
// expect: ERROR SUMMARY: 0 errors
#define _GNU_SOURCE
#include <errno.h>
#include <linux/io_uring.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static int huge_pages_are_mapped(size_t bytes)
{
  int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB | MAP_NORESERVE;
  void *pages = mmap(NULL, bytes, PROT_READ | PROT_WRITE, flags, -1, 0);
  if (pages == MAP_FAILED)
    return errno == ENOMEM || errno == EINVAL; /* as outside: not all kernels have them */
  return ((size_t)pages & 0x1fffff) == 0 && munmap(pages, (bytes + 0x1fffff) & ~0x1fffffUL) == 0;
}

static int ring_is_usable(void)
{
  struct io_uring_params params = {0};
  int ring = (int)syscall(SYS_io_uring_setup, 4, &params);
  if (ring < 0)
    return 1;
  size_t bytes = params.sq_off.array + params.sq_entries * sizeof(unsigned);
  char *queue = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_POPULATE, ring, IORING_OFF_SQ_RING);
  return queue != MAP_FAILED && *(unsigned *)(queue + params.sq_off.ring_entries) == params.sq_entries &&
         munmap(queue, bytes) == 0;
}

int main(void)
{
  printf("%d %d %d\n", huge_pages_are_mapped(4 << 20), huge_pages_are_mapped(1337), ring_is_usable());
}
