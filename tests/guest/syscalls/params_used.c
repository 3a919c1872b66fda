// SPDX-License-Identifier: GPL-2.0-or-later
// Beside what system calls do not use (params_unused.c) is what they do: it is reported, and so is what structures point to.
// build: -Wno-maybe-uninitialized -Wno-uninitialized
// needs: seep
// compare: no, Memcheck does not check half of this
// run: --leak-check=no
// stdout: done
// expect: Syscall param sendmsg(msg.msg_control) points to uninitialised byte(s)
// next: at
// expect: Syscall param sendmsg(msg.msg_control) points to uninitialised byte(s)
// next: at
// expect: Syscall param socketcall.sendto(msg) points to uninitialised byte(s)
// next: at
// expect: Syscall param socketcall.connect(serv_addr.sun_path) points to uninitialised byte(s)
// next: at
// expect: Syscall param socketcall.connect(serv_addr.sin6_scope_id) points to uninitialised byte(s)
// next: at
// expect: Syscall param socketcall.setsockopt(optval) points to uninitialised byte(s)
// next: at
// expect: Syscall param setsockopt(optval.filter) points to uninitialised byte(s)
// next: at
// expect: Syscall param prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, filter) points to uninitialised byte(s)
// next: at
// expect: Syscall param timer_create(evp.sigev_value) points to uninitialised byte(s)
// next: at
// expect: Syscall param sigaltstack(ss) points to uninitialised byte(s)
// next: at
// expect: Syscall param poll(ufds.events) points to uninitialised byte(s)
// next: at
// expect: Syscall param sendfile(offset) points to uninitialised byte(s)
// next: at
// expect: Syscall param fcntl(lock->l_pid) points to uninitialised byte(s)
// next: at
// expect: Syscall param io_setup(ctxp) points to uninitialised byte(s)
// next: at
// expect: Syscall param landlock_add_rule(rule_attr) points to uninitialised byte(s)
// next: at
// expect: Syscall param ioctl(FS_IOC_FIEMAP) points to unaddressable byte(s)
// next: at
// expect: Syscall param ioctl(generic) points to uninitialised byte(s)
// next: at
// expect: ERROR SUMMARY: 17 errors from 17 contexts
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/fiemap.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <netinet/in.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* Undefined in all its bytes, and in a block of exactly its size. */
#define NEW(type) ((type *)malloc(sizeof(type)))

static void control_messages(void)
{
  int ends[2];
  socketpair(AF_UNIX, SOCK_DGRAM, 0, ends);
  size_t size = CMSG_SPACE(sizeof(int));
  struct msghdr message = {.msg_control = malloc(size), .msg_controllen = size};
  struct cmsghdr *header = CMSG_FIRSTHDR(&message);
  header->cmsg_len = CMSG_LEN(sizeof(int));
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  sendmsg(ends[0], &message, 0);
  message.msg_control = malloc(size);
  header = CMSG_FIRSTHDR(&message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  memset(CMSG_DATA(header), 0, sizeof(int));
  sendmsg(ends[0], &message, 0);
}

/* The data begin where the address ends. */
static void addresses(void)
{
  struct {
    struct sockaddr_in address;
    char data[4];
  } *packet = NEW(__typeof__(*packet));
  packet->address.sin_family = AF_INET;
  packet->address.sin_port = htons(9);
  packet->address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  sendto(socket(AF_INET, SOCK_DGRAM, 0), packet->data, 4, 0, (void *)&packet->address, sizeof packet->address);
  struct sockaddr_un *name = NEW(struct sockaddr_un);
  name->sun_family = AF_UNIX;
  memcpy(name->sun_path, "\0nowhere", 8);
  connect(socket(AF_UNIX, SOCK_DGRAM, 0), (void *)name, offsetof(struct sockaddr_un, sun_path) + 8);
  connect(socket(AF_UNIX, SOCK_DGRAM, 0), (void *)name, offsetof(struct sockaddr_un, sun_path) + 9);
  struct sockaddr_in6 *link = NEW(struct sockaddr_in6);
  link->sin6_family = AF_INET6;
  link->sin6_port = htons(9);
  memcpy(&link->sin6_addr, "\xFE\x80\0\0\0\0\0\0\0\0\0\0\0\0\0\1", 16);
  connect(socket(AF_INET6, SOCK_DGRAM, 0), (void *)link, sizeof *link);
}

static void programs(void)
{
  int descriptor = socket(AF_INET, SOCK_DGRAM, 0);
  struct linger *linger = NEW(struct linger);
  linger->l_onoff = 1;
  setsockopt(descriptor, SOL_SOCKET, SO_LINGER, linger, sizeof *linger);
  struct sock_filter *instruction = NEW(struct sock_filter);
  struct sock_fprog program = {1, instruction};
  *instruction = (struct sock_filter){.code = 6, .k = 0x7fff0000};
  char *undefined = malloc(1);
  instruction->jt = *undefined;
  setsockopt(descriptor, SOL_SOCKET, 51, &program, sizeof program);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, 2, &program, 0, 0);
}

static void signals(void)
{
  struct sigevent *event = NEW(struct sigevent);
  timer_t timer;
  event->sigev_notify = SIGEV_SIGNAL;
  event->sigev_signo = SIGUSR1;
  syscall(SYS_timer_create, CLOCK_MONOTONIC, event, &timer);
  stack_t *stack = NEW(stack_t);
  stack->ss_flags = 0;
  stack->ss_sp = malloc(65536);
  sigaltstack(stack, NULL);
  struct pollfd *descriptor = NEW(struct pollfd);
  descriptor->fd = 0;
  poll(descriptor, 1, 0);
}

static void files(void)
{
  int file = open("file", O_RDWR | O_CREAT, 0600);
  off_t *offset = NEW(off_t);
  sendfile(file, file, offset, 0);
  struct flock *lock = NEW(struct flock);
  lock->l_type = F_RDLCK;
  lock->l_whence = SEEK_SET;
  lock->l_start = lock->l_len = 0;
  fcntl(file, F_OFD_SETLK, lock);
  long *context = NEW(long);
  syscall(SYS_io_setup, 1, context);
  long *rule = malloc(12);
  syscall(445, -1, 1, rule, 0);
  struct fiemap *map = malloc(sizeof *map + sizeof(struct fiemap_extent));
  map->fm_start = 0;
  map->fm_length = ~0ULL;
  map->fm_flags = 0;
  map->fm_extent_count = 2;
  ioctl(file, FS_IOC_FIEMAP, map);
  int *flags = NEW(int);
  ioctl(-1, FS_IOC_SETFLAGS, flags);
}

int main(void)
{
  control_messages();
  addresses();
  programs();
  signals();
  files();
  puts("done");
}
