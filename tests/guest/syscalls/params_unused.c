// SPDX-License-Identifier: GPL-2.0-or-later
// What system calls copy and do not use may be undefined: padding, members that a flag switches off, what lies behind a text, room
// for results. What is not even copied need not be there.
// build: -Wno-maybe-uninitialized -Wno-uninitialized -lrt -lpthread
// needs: seep
// compare: no, Memcheck reports most of these
// run: --leak-check=no
// stdout: done
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/aio_abi.h>
#include <linux/fiemap.h>
#include <linux/filter.h>
#include <linux/fs.h>
#include <linux/if_packet.h>
#include <linux/userfaultfd.h>
#include <mqueue.h>
#include <net/if.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/prctl.h>
#include <sys/sem.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>
#ifndef SO_ATTACH_REUSEPORT_CBPF
#define SO_ATTACH_REUSEPORT_CBPF 51
#endif

static int sink;

/* Undefined in all its bytes, and in a block of exactly its size. */
#define NEW(type) ((type *)malloc(sizeof(type)))

static void use(int is)
{
  if (is)
    sink++;
}

static void control_messages(int descriptor)
{
  struct {
    char bytes[CMSG_SPACE(sizeof(int)) + CMSG_SPACE(3 * sizeof(int)) + 5];
  } *control = NEW(__typeof__(*control));
  char byte = 'x';
  struct iovec vector = {&byte, 1};
  struct mmsghdr messages[2] = {{{.msg_iov = &vector, .msg_iovlen = 1}}, {{.msg_iov = &vector, .msg_iovlen = 1}}};
  struct msghdr *message = &messages[1].msg_hdr;
  message->msg_control = control->bytes;
  message->msg_controllen = sizeof control->bytes;
  struct cmsghdr *header = CMSG_FIRSTHDR(message);
  header->cmsg_len = CMSG_LEN(sizeof(int));
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  memset(CMSG_DATA(header), 0, sizeof(int));
  header = (void *)(control->bytes + CMSG_SPACE(sizeof(int)));
  header->cmsg_len = CMSG_LEN(3 * sizeof(int));
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  memset(CMSG_DATA(header), 0, 3 * sizeof(int));
  int ends[2];
  socketpair(AF_UNIX, SOCK_DGRAM, 0, ends);
  sendmsg(ends[0], message, 0);
  sendmmsg(ends[0], messages, 2, 0);
  struct in_pktinfo {
    int interface;
    struct in_addr source, received_at;
  } *packet = (void *)CMSG_DATA(CMSG_FIRSTHDR(message));
  header = CMSG_FIRSTHDR(message);
  header->cmsg_len = CMSG_LEN(sizeof *packet);
  header->cmsg_level = IPPROTO_IP;
  header->cmsg_type = 8;
  packet->interface = 0;
  packet->source.s_addr = htonl(INADDR_LOOPBACK);
  struct sockaddr_in *address = NEW(struct sockaddr_in);
  address->sin_family = AF_INET;
  address->sin_port = htons(9);
  address->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  message->msg_name = address;
  message->msg_namelen = sizeof *address;
  message->msg_controllen = CMSG_SPACE(sizeof *packet);
  sendmsg(descriptor, message, 0);
}

static void addresses(int datagrams)
{
  struct sockaddr_un *name = NEW(struct sockaddr_un);
  name->sun_family = AF_UNIX;
  strcpy(name->sun_path, "/nowhere/socket");
  struct msghdr message = {.msg_name = name, .msg_namelen = sizeof *name};
  int local = socket(AF_UNIX, SOCK_DGRAM, 0);
  sendmsg(local, &message, 0);
  connect(local, (void *)name, sizeof *name);
  struct sockaddr_un *unterminated = malloc(offsetof(struct sockaddr_un, sun_path) + 4);
  unterminated->sun_family = AF_UNIX;
  memcpy(unterminated->sun_path, "/no/", 4);
  connect(local, (void *)unterminated, offsetof(struct sockaddr_un, sun_path) + 4);
  sa_family_t *family = NEW(sa_family_t);
  *family = AF_UNIX;
  bind(local, (void *)family, sizeof *family);
  struct sockaddr_in6 *address = NEW(struct sockaddr_in6);
  address->sin6_family = AF_INET6;
  address->sin6_port = htons(9);
  address->sin6_addr = in6addr_loopback;
  connect(socket(AF_INET6, SOCK_DGRAM, 0), (void *)address, sizeof *address);
  struct sockaddr_ll *link = NEW(struct sockaddr_ll);
  link->sll_family = AF_PACKET;
  link->sll_protocol = 0;
  link->sll_ifindex = 1;
  bind(datagrams, (void *)link, sizeof *link);
}

static void options(int datagrams)
{
  static struct sock_filter accept_all = {6, 0, 0, 0xffff};
  struct sock_fprog *program = NEW(struct sock_fprog);
  program->len = 1;
  program->filter = &accept_all;
  setsockopt(datagrams, SOL_SOCKET, SO_ATTACH_REUSEPORT_CBPF, program, sizeof *program);
  setsockopt(datagrams, SOL_SOCKET, SO_ATTACH_FILTER, program, sizeof *program);
  struct linger *linger = NEW(struct linger);
  linger->l_onoff = 0;
  setsockopt(datagrams, SOL_SOCKET, SO_LINGER, linger, sizeof *linger);
  struct ifreq *interface = NEW(struct ifreq);
  strcpy(interface->ifr_name, "lo");
  setsockopt(datagrams, SOL_SOCKET, SO_BINDTODEVICE, interface, sizeof *interface);
  setsockopt(datagrams, IPPROTO_TCP, TCP_CONGESTION, interface, sizeof *interface);
  struct group_req *group = NEW(struct group_req);
  group->gr_interface = 1;
  struct sockaddr_in *address = (void *)&group->gr_group;
  address->sin_family = AF_INET;
  address->sin_addr.s_addr = htonl(0xe0000001);
  setsockopt(datagrams, IPPROTO_IP, MCAST_JOIN_GROUP, group, sizeof *group);
  struct ip_mreqn *membership = NEW(struct ip_mreqn);
  membership->imr_multiaddr.s_addr = htonl(0xe0000001);
  membership->imr_ifindex = 1;
  setsockopt(datagrams, IPPROTO_IP, IP_ADD_MEMBERSHIP, membership, sizeof *membership);
}

static void called(union sigval value)
{
}

static void notifications(void)
{
  struct sigevent *event = NEW(struct sigevent);
  timer_t timer;
  event->sigev_notify = SIGEV_NONE;
  syscall(SYS_timer_create, CLOCK_MONOTONIC, event, &timer);
  event->sigev_notify = SIGEV_SIGNAL;
  event->sigev_signo = SIGUSR1;
  event->sigev_value.sival_int = 1337;
  syscall(SYS_timer_create, CLOCK_MONOTONIC, event, &timer);
  struct sigevent *of_queue = NEW(struct sigevent);
  of_queue->sigev_notify = SIGEV_SIGNAL;
  of_queue->sigev_signo = SIGUSR1;
  mqd_t queue = mq_open("/seep-params-unused", O_CREAT | O_RDWR, 0600, NULL);
  mq_unlink("/seep-params-unused");
  mq_notify(queue, of_queue);
  mq_notify(queue, NULL);
  of_queue = NEW(struct sigevent);
  of_queue->sigev_notify = SIGEV_NONE;
  mq_notify(queue, of_queue);
  mq_notify(queue, NULL);
  of_queue = NEW(struct sigevent);
  of_queue->sigev_notify = SIGEV_THREAD;
  of_queue->sigev_notify_function = called;
  of_queue->sigev_notify_attributes = NULL;
  of_queue->sigev_value.sival_int = 1337;
  mq_notify(queue, of_queue);
  stack_t *stack = NEW(stack_t);
  stack->ss_flags = SS_DISABLE;
  sigaltstack(stack, NULL);
  signal(SIGUSR2, SIG_IGN);
  siginfo_t *info = NEW(siginfo_t);
  info->si_signo = SIGUSR2;
  info->si_errno = 0;
  info->si_code = SI_QUEUE;
  info->si_pid = getpid();
  info->si_uid = getuid();
  info->si_value.sival_int = 1337;
  syscall(SYS_rt_sigqueueinfo, getpid(), SIGUSR2, info);
}

static void queues(void)
{
  int queue = msgget(IPC_PRIVATE, IPC_CREAT | 0600);
  struct msqid_ds *description = NEW(struct msqid_ds);
  description->msg_perm.uid = getuid();
  description->msg_perm.gid = getgid();
  description->msg_perm.mode = 0600;
  description->msg_qbytes = 1337;
  msgctl(queue, IPC_SET, description);
  msgctl(queue, IPC_RMID, NULL);
  struct pollfd *descriptors = malloc(2 * sizeof *descriptors);
  descriptors[0].fd = -1;
  descriptors[1].fd = 1;
  descriptors[1].events = POLLOUT;
  poll(descriptors, 2, 0);
  use(descriptors[0].revents);
}

static void requests(void)
{
  int file = open("/proc/self/exe", O_RDONLY), *flags = NEW(int);
  struct fiemap *map = malloc(sizeof *map + 4 * sizeof(struct fiemap_extent));
  map->fm_start = 0;
  map->fm_length = ~0ULL;
  map->fm_flags = 0;
  map->fm_extent_count = 4;
  if (ioctl(file, FS_IOC_FIEMAP, map) == 0 && map->fm_mapped_extents > 0)
    use(map->fm_extents[0].fe_length == 1337);
  if (ioctl(file, FS_IOC_GETFLAGS, flags) == 0)
    use(*flags == 1337);
  *flags = 0;
  ioctl(-1, FS_IOC_SETFLAGS, flags);
  struct uffdio_register *range = NEW(struct uffdio_register);
  range->range.start = range->range.len = range->mode = 0;
  ioctl(-1, UFFDIO_REGISTER, range);
}

static void results(void)
{
  int *value = NEW(int);
  prctl(PR_GET_CHILD_SUBREAPER, value, 0, 0, 0);
  use(*value);
  char *name = malloc(15);
  memset(name, 'n', 15);
  prctl(PR_SET_NAME, name, 0, 0, 0);
  int file = open("lock", O_RDWR | O_CREAT, 0600);
  struct flock *lock = NEW(struct flock);
  lock->l_type = F_WRLCK;
  lock->l_whence = SEEK_SET;
  lock->l_start = lock->l_len = 0;
  fcntl(file, F_GETLK, lock);
  use(lock->l_type == F_UNLCK);
}

/* Whether something is mapped there. */
static void probes(void)
{
  char *block = malloc(20000), *pages = mmap(NULL, 8192, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  msync((void *)(((uintptr_t)block + 5000) & ~4095UL), 1, MS_ASYNC);
  munmap(pages + 4096, 4096);
  msync(pages + 4096, 1, MS_ASYNC);
  syscall(SYS_rt_sigprocmask, ~0, pages + 4096, NULL, 8);
  syscall(SYS_rt_sigprocmask, ~0, block + 5000, NULL, 8);
}

static void operations(void)
{
  struct iocb *operation = calloc(1, sizeof *operation), **list = NEW(struct iocb *);
  aio_context_t context = 0;
  if (syscall(SYS_io_setup, 1, &context) < 0)
    return;
  *list = malloc(sizeof **list);
  (*list)->aio_data = 1337;
  (*list)->aio_rw_flags = 0;
  (*list)->aio_lio_opcode = IOCB_CMD_PWRITE;
  (*list)->aio_fildes = open("lock", O_RDWR | O_CREAT, 0600);
  (*list)->aio_buf = (uintptr_t) "1337";
  (*list)->aio_nbytes = 4;
  (*list)->aio_offset = 0;
  (*list)->aio_reserved2 = 0;
  (*list)->aio_flags = 0;
  if (syscall(SYS_io_submit, context, 1, list) == 1)
    syscall(SYS_io_cancel, context, *list, operation);
  syscall(SYS_io_destroy, context);
}

int main(void)
{
  int datagrams = socket(AF_INET, SOCK_DGRAM, 0);
  control_messages(datagrams);
  addresses(datagrams);
  options(datagrams);
  notifications();
  queues();
  requests();
  results();
  probes();
  operations();
  puts("done");
}
