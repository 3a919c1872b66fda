// SPDX-License-Identifier: GPL-2.0-or-later
// What less common requests write is defined, as far as they write it, and nothing is said of their numbers.
// build: -Wno-maybe-uninitialized -Wno-uninitialized -lutil
// needs: seep
// compare: no, Memcheck does not know these
// run: --leak-check=no
// stdout: done
// reject: unhandled
// reject: unimplemented
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/fs.h>
#include <linux/netlink.h>
#include <net/if.h>
#include <net/route.h>
#include <netinet/in.h>
#include <pty.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

static int sink;

/* Undefined in all its bytes, and in a block of exactly its size. */
#define NEW(type) ((type *)malloc(sizeof(type)))

static void use(const void *data, long size)
{
  for (long i = 0; i < size; i++)
    if (((const char *)data)[i])
      sink++;
}

static void files(void)
{
  int file = open("file", O_RDWR | O_CREAT, 0600), *size = NEW(int), *mark = NEW(int), *owner = NEW(int);
  unsigned long *hint = NEW(unsigned long);
  if (fcntl(file, 1035 /* F_GET_RW_HINT */, hint) == 0)
    use(hint, sizeof *hint);
  if (ioctl(file, FIGETBSZ, size) == 0)
    use(size, sizeof *size);
  int stream = socket(AF_INET, SOCK_STREAM, 0);
  if (ioctl(stream, 0x8905 /* SIOCATMARK */, mark) == 0)
    use(mark, sizeof *mark);
  if (ioctl(stream, 0x8903 /* FIOGETOWN */, owner) == 0)
    use(owner, sizeof *owner);
}

static void terminals(void)
{
  int master, slave, *number = NEW(int);
  if (openpty(&master, &slave, NULL, NULL, NULL) < 0)
    return;
  if (ioctl(slave, 0x5424 /* TIOCGETD */, number) == 0)
    use(number, sizeof *number);
  close(ioctl(master, 0x5441 /* TIOCGPTPEER */, O_RDWR));
  mount(NULL, "nowhere", NULL, MS_REMOUNT, NULL);
}

static void processes(void)
{
  struct {
    unsigned version;
    int process;
  } *head = malloc(sizeof *head);
  unsigned *data = malloc(24);
  head->version = 0x20080522;
  head->process = 0;
  if (syscall(SYS_capget, head, data) == 0)
    use(data, 24);
  char *from = malloc(10), *to = malloc(10);
  memset(from, 1, 10);
  struct iovec local = {from, 10}, other[2] = {{to, 3}, {to + 3, 7}};
  long moved = syscall(SYS_process_vm_writev, getpid(), &local, 1, other, 2, 0);
  if (moved > 0)
    use(to, moved);
  char *vector = malloc(400);
  int size = prctl(0x41555856 /* PR_GET_AUXV */, vector, 400, 0, 0);
  if (size > 0)
    use(vector, size < 400 ? size : 400);
  unsigned *policy = malloc(56);
  if (syscall(SYS_sched_getattr, 0, policy, 56, 0) == 0)
    use(policy, policy[0]);
}

static void traced(void)
{
  pid_t child = fork();
  if (child == 0) {
    for (;;)
      pause();
  }
  unsigned long *mask = NEW(unsigned long);
  if (ptrace(PTRACE_SEIZE, child, 0, 0) == 0 && ptrace(PTRACE_INTERRUPT, child, 0, 0) == 0) {
    waitpid(child, NULL, __WALL);
    if (ptrace(PTRACE_GETSIGMASK, child, sizeof *mask, mask) == 0)
      use(mask, sizeof *mask);
  }
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
}

static void set_address(struct sockaddr *ret)
{
  struct sockaddr_in *address = (void *)ret;
  address->sin_family = AF_INET;
  address->sin_port = 0;
  address->sin_addr.s_addr = 0;
}

static void networks(void)
{
  int datagrams = socket(AF_INET, SOCK_DGRAM, 0), *one = malloc(8);
  *one = 1;
  setsockopt(datagrams, SOL_SOCKET, SO_REUSEADDR, one, 8);
  struct ifreq *interface = NEW(struct ifreq);
  strcpy(interface->ifr_name, "none");
  set_address(&interface->ifr_addr);
  ioctl(datagrams, 0x8916 /* SIOCSIFADDR */, interface);
  unsigned *command = malloc(8);
  *command = 10; /* ETHTOOL_GLINK */
  interface = NEW(struct ifreq);
  strcpy(interface->ifr_name, "lo");
  interface->ifr_data = (void *)command;
  if (ioctl(datagrams, 0x8946 /* SIOCETHTOOL */, interface) == 0)
    use(command, 8);
  struct rtentry *route = NEW(struct rtentry);
  set_address(&route->rt_dst);
  set_address(&route->rt_gateway);
  set_address(&route->rt_genmask);
  route->rt_flags = route->rt_metric = 0;
  route->rt_dev = "none";
  route->rt_mtu = route->rt_window = route->rt_irtt = 0;
  ioctl(datagrams, 0x890B /* SIOCADDRT */, route);
  struct sockaddr_nl *kernel = NEW(struct sockaddr_nl);
  kernel->nl_family = AF_NETLINK;
  kernel->nl_pid = kernel->nl_groups = 0;
  struct msghdr message = {.msg_name = kernel, .msg_namelen = sizeof *kernel};
  sendmsg(socket(AF_NETLINK, SOCK_RAW, 0), &message, 0);
}

int main(void)
{
  files();
  terminals();
  processes();
  traced();
  networks();
  puts("done");
}
