// SPDX-License-Identifier: GPL-2.0-or-later
// A ring of io_uring for programs that try one operation after the other. Where io_uring is forbidden, begin() returns
// 0.
#ifndef SEEP_TESTS_GUEST_IO_URING_H
#define SEEP_TESTS_GUEST_IO_URING_H

#include <linux/io_uring.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct io_uring_params params;
static int ring;
static char *queue;
static struct io_uring_sqe *operations;

static long __attribute__((noinline)) enter(void)
{
  long result;
  register long r10 __asm__("r10") = IORING_ENTER_GETEVENTS, r8 __asm__("r8") = 0, r9 __asm__("r9") = 0;
  __asm__ volatile("syscall" : "=a"(result) : "a"(SYS_io_uring_enter), "D"((long)ring), "S"(1L), "d"(1L), "r"(r10), "r"(r8), "r"(r9)
                   : "rcx", "r11", "memory");
  return result;
}

// Done when it returns.
static void submit(struct io_uring_sqe operation)
{
  unsigned *tail = (unsigned *)(queue + params.sq_off.tail), index = *tail & (params.sq_entries - 1);
  operations[index] = operation;
  ((unsigned *)(queue + params.sq_off.array))[index] = index;
  ++*tail;
  enter();
  *(unsigned *)(queue + params.cq_off.head) = *(unsigned *)(queue + params.cq_off.tail);
}

static int begin(void)
{
  ring = (int)syscall(SYS_io_uring_setup, 4, &params);
  if (ring < 0)
    return 0;
  size_t results = params.cq_off.cqes + params.cq_entries * sizeof(struct io_uring_cqe);
  size_t bytes = params.sq_off.array + params.sq_entries * sizeof(unsigned);
  queue = mmap(NULL, bytes > results ? bytes : results, PROT_READ | PROT_WRITE, MAP_SHARED, ring, IORING_OFF_SQ_RING);
  operations = mmap(NULL, params.sq_entries * sizeof *operations, PROT_READ | PROT_WRITE, MAP_SHARED, ring, IORING_OFF_SQES);
  return 1;
}

#endif
