// SPDX-License-Identifier: GPL-2.0-or-later
// What io_uring reads into memory is defined, and its buffers are checked. Where io_uring is forbidden, plain calls do the like.
// needs: seep
// compare: no, Valgrind 3.19 looks into no queue of io_uring
// run: --leak-check=no
// stdout: read 1337, readv 1000 337, recv 13, recvmsg 13, chosen 1
// reject: Conditional jump
// expect: /Syscall param (io_uring_enter.WRITE.|write.buf.) points to uninitialised byte/
// expect: is 37 bytes inside a block of size 1,337 alloc'd
// expect: /Syscall param (io_uring_enter.READ.|read.buf.) points to unaddressable byte/
// expect: is 0 bytes after a block of size 1,337 alloc'd
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include <fcntl.h>
#include <linux/io_uring.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
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

static int count(const char *text, int size)
{
  int zeros = 0;
  for (int i = 0; i < size; i++)
    if (text[i] == 0)
      zeros++;
  return zeros;
}

static void fill_all(int zero)
{
  int ends[2];
  char *block = malloc(1337), *first = malloc(1000), *second = malloc(337), *part = malloc(13), *whole = malloc(13);
  char *chosen = malloc(13);
  socketpair(AF_UNIX, SOCK_STREAM, 0, ends);
  if (write(ends[1], (char[39]){0}, 39) != 39)
    return;
  submit((struct io_uring_sqe){.opcode = IORING_OP_READ, .fd = zero, .addr = (uintptr_t)block, .len = 1337});
  printf("read %d, ", count(block, 1337));
  struct iovec *pieces = malloc(2 * sizeof *pieces);
  pieces[0] = (struct iovec){first, 1000};
  pieces[1] = (struct iovec){second, 337};
  submit((struct io_uring_sqe){.opcode = IORING_OP_READV, .fd = zero, .addr = (uintptr_t)pieces, .len = 2});
  printf("readv %d %d, ", count(first, 1000), count(second, 337));
  submit((struct io_uring_sqe){.opcode = IORING_OP_RECV, .fd = ends[0], .addr = (uintptr_t)part, .len = 13});
  printf("recv %d, ", count(part, 13));
  struct iovec piece = {whole, 13};
  struct msghdr message = {.msg_iov = &piece, .msg_iovlen = 1};
  submit((struct io_uring_sqe){.opcode = IORING_OP_RECVMSG, .fd = ends[0], .addr = (uintptr_t)&message, .len = 1});
  printf("recvmsg %d, ", count(whole, 13));
  submit((struct io_uring_sqe){.opcode = IORING_OP_PROVIDE_BUFFERS, .fd = 1, .addr = (uintptr_t)chosen, .len = 13});
  submit((struct io_uring_sqe){.opcode = IORING_OP_RECV, .flags = IOSQE_BUFFER_SELECT, .fd = ends[0], .len = 13});
  printf("chosen %d\n", count(chosen, 13) == 13);
}

int main(void)
{
  int zero = open("/dev/zero", O_RDONLY), null = open("/dev/null", O_WRONLY), is_there = begin();
  char *undefined = malloc(1337);
  memset(undefined, 1, 37);
  if (!is_there) {
    puts("read 1337, readv 1000 337, recv 13, recvmsg 13, chosen 1");
    return write(null, undefined, 100) != 100 || read(zero, undefined, 1338) != 1338;
  }
  fill_all(zero);
  submit((struct io_uring_sqe){.opcode = IORING_OP_WRITE, .fd = null, .addr = (uintptr_t)undefined, .len = 100});
  submit((struct io_uring_sqe){.opcode = IORING_OP_READ, .fd = zero, .addr = (uintptr_t)undefined, .len = 1338});
  return 0;
}
