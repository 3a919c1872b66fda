// SPDX-License-Identifier: GPL-2.0-or-later
// While one thread waits for io_uring, the others go on; and the program may look into the ring of io_setup(). Where the system has
// none of the two, it is left out.
// build: -pthread
// run:
// limit: 20
// stdout: waited, read 1337 bytes
// expect: ERROR SUMMARY: 0 errors
// compare: no, with Valgrind 3.19 the program hangs
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <linux/io_uring.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

static struct io_uring_params params;
static int ring;

static void *wait_for_one(void *unused)
{
  syscall(SYS_io_uring_enter, ring, 0, 1, IORING_ENTER_GETEVENTS, NULL, 0);
  return unused;
}

/* Entries are zero, which is an operation that does nothing. */
static void submit_one(void)
{
  size_t bytes = params.sq_off.array + params.sq_entries * sizeof(unsigned);
  char *queue = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, ring, IORING_OFF_SQ_RING);
  ++*(unsigned *)(queue + params.sq_off.tail);
  syscall(SYS_io_uring_enter, ring, 1, 0, 0, NULL, 0);
}

static void wait_and_submit(void)
{
  pthread_t waiting;
  ring = (int)syscall(SYS_io_uring_setup, 4, &params);
  if (ring < 0)
    return;
  pthread_create(&waiting, NULL, wait_for_one, NULL);
  usleep(100000);
  submit_one();
  pthread_join(waiting, NULL);
}

static long read_asynchronously(void)
{
  static char text[1337];
  aio_context_t context = 0;
  int file = open("/dev/zero", 0);
  if (syscall(SYS_io_setup, 3, &context) != 0)
    return sizeof text;
  struct iocb request = {.aio_fildes = (unsigned)file, .aio_lio_opcode = IOCB_CMD_PREAD,
                         .aio_buf = (unsigned long)text, .aio_nbytes = sizeof text}, *requests = &request;
  struct io_event event = {0};
  const unsigned *header = (const unsigned *)context;
  if (header[1] < 3 || syscall(SYS_io_submit, context, 1, &requests) != 1)
    return -1;
  while (((volatile const unsigned *)header)[3] == ((volatile const unsigned *)header)[2])
    usleep(1000);
  syscall(SYS_io_getevents, context, 1, 1, &event, NULL);
  return syscall(SYS_io_destroy, context) == 0 ? (long)event.res : -1;
}

int main(void)
{
  wait_and_submit();
  printf("waited, read %ld bytes\n", read_asynchronously());
}
