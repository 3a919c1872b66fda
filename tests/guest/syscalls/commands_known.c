// SPDX-License-Identifier: GPL-2.0-or-later
// Requests and calls that only few programs make are known: the log says nothing of them, what they give is defined,
// and what the kernel refuses before it looks at it is not asked for.
// needs: seep
// compare: no, Valgrind 3.19 knows few of these
// run: --leak-check=no
// stdout: done
// reject: unhandled
// reject: unimplemented
// reject: Conditional jump
// expect: Syscall param sysfs(fsname) points to uninitialised byte(s)
// next: at
// expect: Syscall param migrate_pages(nodes) points to uninitialised byte(s)
// next: at
// expect: Syscall param ioctl(TIOCSLCKTRMIOS) points to uninitialised byte(s)
// next: at
// expect: Syscall param ioctl(FIDEDUPERANGE) points to unaddressable byte(s)
// next: at
// expect: ERROR SUMMARY: 6 errors from 4 contexts
#define _GNU_SOURCE
#include <fcntl.h>
#include <linux/fs.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/sem.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

enum { OWNERS = 17, GET_LOCKED = 0x5456, SET_LOCKED, GET_NAMESPACE = 0x894C, GET_NAMESPACE_OF_TUN = 0x54E3, GET_TSC = 0xAEA3, LOCKED_BYTES = 36 };

static int any;

static void use(const char *data, size_t size)
{
  for (size_t i = 0; i < size; i++)
    any += data[i] ? 1 : 0;
}

/* A name of the first file system that the kernel has, if it tells. */
static void file_systems(void)
{
  char *name = malloc(300);
  if (syscall(SYS_sysfs, 2, 0, name) == 0)
    use(name, strlen(name));
  syscall(SYS_sysfs, 1, malloc(7));
}

static void nodes(void)
{
  unsigned long *set = malloc(sizeof *set), no_nodes = 0;
  syscall(SYS_migrate_pages, 0, 64 + 1, &no_nodes, &no_nodes);
  syscall(SYS_migrate_pages, -1, 3, &no_nodes, set);
}

static void requests(void)
{
  int terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY);
  char *locked = malloc(LOCKED_BYTES);
  ioctl(-1, SET_LOCKED, locked);
  if (ioctl(terminal, GET_LOCKED, locked) == 0)
    use(locked, LOCKED_BYTES);
  ioctl(terminal, GET_TSC, 0);
  ioctl(-1, GET_NAMESPACE, 0);
  ioctl(-1, GET_NAMESPACE_OF_TUN, 0);
  unsigned *owners = malloc(2 * sizeof *owners);
  if (fcntl(terminal, OWNERS, owners) == 0)
    use((char *)owners, 2 * sizeof *owners);
}

/* With so many files the structure would exceed a page. */
static void ranges(void)
{
  struct file_dedupe_range *range = calloc(1, sizeof *range + sizeof *range->info);
  range->dest_count = 0xFFFF;
  ioctl(open("file", O_RDWR | O_CREAT, 0600), FIDEDUPERANGE, range);
  range->dest_count = 2;
  ioctl(-1, FIDEDUPERANGE, range);
}

/* There is no such set of semaphores, and no system allows so many operations. */
static void semaphores(void)
{
  struct sembuf *operation = malloc(sizeof *operation);
  struct timespec limit = {0, 1};
  semop(-1, operation, 1);
  semtimedop(0, operation, 1u << 31, &limit);
}

int main(void)
{
  semaphores();
  file_systems();
  nodes();
  requests();
  ranges();
  syscall(SYS_get_thread_area, 0);
  syscall(SYS_kexec_file_load, -1, -1, 0, 0, -1L);
  syscall(SYS_reboot, 0, 0, 0, 0);
  puts("done");
}
