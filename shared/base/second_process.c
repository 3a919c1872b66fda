/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The program may wait for any of its children, so the new process must not be one. An intermediate process makes it
 * and ends, which leaves the new one to whoever adopts orphans. The intermediate one shares our memory while we wait
 * for it (vfork), so that page tables are copied only once. It sends no signal when it ends, so only __WALL or __WCLONE
 * would wait for it, and it is gone before the program goes on.
 *
 * This fails where the program adopts orphans itself, or where its next child would be the first of a new namespace. */
#include "shared/base/second_process.h"

#include <stddef.h>
#include <stdint.h>

#include "shared/base/raw_syscalls.h"

/* As the kernel numbers them. */
enum {
  CALL_OPEN = 2,
  CALL_CLOSE = 3,
  CALL_WRITE = 1,
  CALL_GETPID = 39,
  CALL_CLONE = 56,
  CALL_EXIT = 60,
  CALL_WAIT4 = 61,
  CALL_READLINK = 89,
  CALL_SETSID = 112,
  CALL_PRCTL = 157,
  CALL_EXIT_GROUP = 231,
  CALL_CLOSE_RANGE = 436,
  SHARES_MEMORY = 0x100, /* CLONE_VM */
  WAITS = 0x4000,        /* CLONE_VFORK */
  UNTRACED = 0x800000,   /* CLONE_UNTRACED */
  INTERRUPTED = -4,
  WRITE_ONLY = 1,
  LAST_DESCRIPTOR = 0x7fffffff,
  GET_CHILD_SUBREAPER = 37,
  SET_NAME = 15,
  KEEP_FROM_CHILDREN = 10, /* MADV_DONTFORK */
  CLEAR_IN_CHILDREN = 18,  /* MADV_WIPEONFORK */
  LINK_BYTES = 64,
  WAIT_FOR_ALL = 0x40000000, /* __WALL */
};

/* --- whether --- */

static long read_link(const char *path, char ret[LINK_BYTES])
{
  return raw_syscall(CALL_READLINK, (long)path, (long)ret, LINK_BYTES, 0, 0, 0);
}

static bool children_share_pids(void)
{
  char own[LINK_BYTES], childrens[LINK_BYTES];
  const long bytes = read_link("/proc/self/ns/pid", own);
  if (bytes <= 0 || bytes >= LINK_BYTES || read_link("/proc/self/ns/pid_for_children", childrens) != bytes)
    return false;
  for (long i = 0; i < bytes; i++)
    if (own[i] != childrens[i])
      return false;
  return true;
}

static bool takes_in_orphans(void)
{
  int is_reaper = 0;
  const long result = raw_syscall(CALL_PRCTL, GET_CHILD_SUBREAPER, (long)&is_reaper, 0, 0, 0, 0);
  return raw_syscall(CALL_GETPID, 0, 0, 0, 0, 0, 0) == 1 || result < 0 || is_reaper;
}

static bool can_close_ranges(void)
{
  return raw_syscall(CALL_CLOSE_RANGE, LAST_DESCRIPTOR, LAST_DESCRIPTOR, 0, 0, 0, 0) == 0;
}

bool second_process_is_possible(void)
{
  return !takes_in_orphans() && children_share_pids() && can_close_ranges();
}

bool second_process_lacks_memory(long advice)
{
  return advice == KEEP_FROM_CHILDREN || advice == CLEAR_IN_CHILDREN;
}

/* --- making it --- */

/* The intermediate process runs on our stack, which is safe only in assembler: it must not return or push anything. */
__attribute__((noinline)) long second_process_make(void)
{
  const long detached = UNTRACED;
  long result = CALL_CLONE, flags = SHARES_MEMORY | WAITS | UNTRACED, id = 0;
  register long r10 __asm__("r10") = 0;
  register long r8 __asm__("r8") = 0;
  __asm__ volatile("syscall\n\t"
                   "test %%rax, %%rax\n\t"
                   "jnz 1f\n\t"
                   "mov %[detached], %%rdi\n\t"
                   "mov %[clone], %%eax\n\t"
                   "syscall\n\t"
                   "test %%rax, %%rax\n\t"
                   "jz 1f\n\t"
                   "mov %%rax, (%[id])\n\t"
                   "xor %%edi, %%edi\n\t"
                   "mov %[exit], %%eax\n\t"
                   "syscall\n"
                   "1:"
                   : "+a"(result), "+D"(flags)
                   : "S"(0), "d"(0), "r"(r10), "r"(r8), [detached] "r"(detached), [id] "r"(&id),
                     [clone] "i"(CALL_CLONE), [exit] "i"(CALL_EXIT)
                   : "rcx", "r11", "memory", "cc");
  if (result <= 0)
    return result;
  while (raw_syscall(CALL_WAIT4, result, 0, WAIT_FOR_ALL, 0, 0, 0) == INTERRUPTED)
    continue;
  return id;
}

/* --- in it --- */

static void close_between(long first, long last)
{
  if (first <= last)
    (void)raw_syscall(CALL_CLOSE_RANGE, first, last, 0, 0, 0, 0);
}

static void close_others(int one, int other)
{
  const int low = one < other ? one : other, high = one < other ? other : one;
  close_between(0, low - 1);
  close_between(low < 0 ? 0 : low + 1, high - 1);
  close_between(high < 0 ? 0 : high + 1, LAST_DESCRIPTOR);
}

/* As long as this process lives, each page that the program changes exists twice. */
static void be_first_to_go(void)
{
  static const char most[] = "1000";
  const long fd = raw_syscall(CALL_OPEN, (long)"/proc/self/oom_score_adj", WRITE_ONLY, 0, 0, 0, 0);
  if (fd < 0)
    return;
  (void)raw_syscall(CALL_WRITE, fd, (long)most, sizeof most - 1, 0, 0, 0);
  (void)raw_syscall(CALL_CLOSE, fd, 0, 0, 0, 0, 0);
}

/* SIGKILL and SIGSTOP cannot be blocked; a session of its own keeps away those that are sent to the program's process
 * group. */
void second_process_isolate(int one, int other)
{
  close_others(one, other);
  (void)raw_syscall(CALL_SETSID, 0, 0, 0, 0, 0, 0);
  (void)raw_syscall(CALL_PRCTL, SET_NAME, (long)"seep-snapshot", 0, 0, 0, 0);
  be_first_to_go();
}

void second_process_exit(void)
{
  for (;;)
    (void)raw_syscall(CALL_EXIT_GROUP, 0, 0, 0, 0, 0, 0);
}
