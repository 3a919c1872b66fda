/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest may wait for any of its children, so the new process must not be one. An intermediate process makes it and
 * ends, which leaves the new one to whoever adopts orphans. The intermediate one shares our memory while we wait for it
 * (vfork), so that page tables are copied only once. It sends no signal when it ends, so only __WALL or __WCLONE would
 * wait for it, and it is gone before the guest goes on.
 *
 * This fails where the guest adopts orphans itself, or where its next child would be the first of a new namespace. And
 * if the guest has kept memory from its children (madvise), the new process would not have all of it. */
#include "coregrind-glue/core/detached_process.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/core_basics.h"
#include "memcheck/pure/base/env.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_libcproc.h" // needs vki types

enum {
  DESCRIPTORS = 6,
  DESCRIPTORS_OF_GUEST_MIN = 256,
  CLOSE_RANGE = 436, /* __NR_close_range, which the core does not name */
  LAST_DESCRIPTOR = 0x7fffffff,
  UNIX_SOCKET = 1,
  CLOSED_BY_EXEC = 02000000, /* SOCK_CLOEXEC */
  SEQPACKET = 5,
  NO_SIGNAL = 0x4000, /* MSG_NOSIGNAL */
  GET_CHILD_SUBREAPER = 37,
  SET_NAME = 15,
  MADV_KEEP_FROM_CHILDREN = 10, /* MADV_DONTFORK */
  MADV_CLEAR_IN_CHILDREN = 18,  /* MADV_WIPEONFORK */
  LINK_BYTES = 64,
  PROCESSORS_MAX = 8192,
  WAIT_FOR_ALL = 0x40000000, /* __WALL */
};

#define WAIT_FOR_CLONES 0x80000000u /* __WCLONE */

extern Int VG_(fd_hard_limit); /* the guest's descriptors are below */

static bool would_be_noticed;

/* --- room --- */

/* The core reserves few descriptors for itself, and nearly all are in use. If the system grants no more, the guest gets
 * fewer. */
void detached_init(void)
{
  struct vki_rlimit limit;
  if (VG_(getrlimit)(VKI_RLIMIT_NOFILE, &limit) != 0)
    return;
  if (limit.rlim_max - limit.rlim_cur >= DESCRIPTORS) {
    limit.rlim_cur += DESCRIPTORS;
    VG_(setrlimit)(VKI_RLIMIT_NOFILE, &limit);
  } else if (VG_(fd_hard_limit) >= DESCRIPTORS_OF_GUEST_MIN) {
    VG_(fd_hard_limit) -= DESCRIPTORS;
  }
}

/* --- whether --- */

static bool waits_for_clones(UWord options)
{
  return options & (WAIT_FOR_ALL | WAIT_FOR_CLONES);
}

void detached_note_syscall(UInt number, const UWord *arguments)
{
  switch (number) {
  case __NR_wait4:
    would_be_noticed |= waits_for_clones(arguments[2]);
    break;
  case __NR_waitid:
    would_be_noticed |= waits_for_clones(arguments[3]);
    break;
  case __NR_madvise:
    would_be_noticed |= arguments[2] == MADV_KEEP_FROM_CHILDREN || arguments[2] == MADV_CLEAR_IN_CHILDREN;
    break;
  default:
    break;
  }
}

static bool read_link(const HChar *path, HChar ret[LINK_BYTES])
{
  const long size = raw_syscall(__NR_readlink, (long)path, (long)ret, LINK_BYTES - 1, 0, 0, 0);
  ret[size > 0 ? size : 0] = '\0';
  return size > 0;
}

static bool children_share_pids(void)
{
  HChar own[LINK_BYTES], childrens[LINK_BYTES];
  return read_link("/proc/self/ns/pid", own) && read_link("/proc/self/ns/pid_for_children", childrens) &&
         VG_(strcmp)(own, childrens) == 0;
}

static bool takes_in_orphans(void)
{
  Int is_reaper = 0;
  const long result = raw_syscall(__NR_prctl, GET_CHILD_SUBREAPER, (long)&is_reaper, 0, 0, 0, 0);
  return VG_(getpid)() == 1 || result < 0 || is_reaper;
}

static bool can_close_ranges(void)
{
  return raw_syscall(CLOSE_RANGE, LAST_DESCRIPTOR, LAST_DESCRIPTOR, 0, 0, 0, 0) == 0;
}

/* --- making it --- */

/* The intermediate process runs on our stack, which is safe only in assembler: it must not return or push anything.
 * Returns the new process's id, 0 in that process, or the kernel's error. */
static __attribute__((noinline)) long clone_by_another(void)
{
  const long in_between = VKI_CLONE_VM | VKI_CLONE_VFORK | VKI_CLONE_UNTRACED, detached = VKI_CLONE_UNTRACED;
  long result = __NR_clone, flags = in_between, id = 0;
  register long r10 __asm__("r10") = 0;
  register long r8 __asm__("r8") = 0;
  __asm__ volatile(
    "syscall\n\t"
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
      [clone] "i"(__NR_clone), [exit] "i"(__NR_exit)
    : "rcx", "r11", "memory", "cc");
  if (result <= 0)
    return result;
  while (raw_syscall(__NR_wait4, result, 0, WAIT_FOR_ALL, 0, 0, 0) == -VKI_EINTR)
    continue;
  return id;
}

static void close_descriptor(int fd)
{
  raw_syscall(__NR_close, fd, 0, 0, 0, 0, 0);
}

/* ends[0] stays here, out of the guest's reach; ends[1] is for the new process, and closed here before the guest goes
 * on. */
static bool make_channel(int ends[2])
{
  if (raw_syscall(__NR_socketpair, UNIX_SOCKET, SEQPACKET | CLOSED_BY_EXEC, 0, (long)ends, 0, 0) != 0)
    return false;
  ends[0] = core_out_of_reach(ends[0], CORE_CLOSED_ON_EXEC);
  if (ends[0] < 0)
    close_descriptor(ends[1]);
  return ends[0] >= 0;
}

/* --- the detached process --- */

static void close_between(long first, long last)
{
  if (first <= last)
    raw_syscall(CLOSE_RANGE, first, last, 0, 0, 0, 0);
}

static void close_others(int one, int other)
{
  const int low = one < other ? one : other, high = one < other ? other : one;
  close_between(0, low - 1);
  close_between(low + 1, high - 1);
  close_between(high + 1, LAST_DESCRIPTOR);
}

/* As long as this process lives, each page that the guest changes exists twice. So when memory runs out it is to be
 * killed first. */
static void be_first_to_go(void)
{
  static const HChar most[] = "1000";
  const long fd = raw_syscall(__NR_open, (long)"/proc/self/oom_score_adj", VKI_O_WRONLY, 0, 0, 0, 0);
  if (fd < 0)
    return;
  raw_syscall(__NR_write, fd, (long)most, sizeof most - 1, 0, 0, 0);
  close_descriptor((int)fd);
}

/* Signals are blocked, as they always are while the tool's code runs. SIGKILL and SIGSTOP cannot be; a session of its
 * own keeps away those that are sent to the guest's process group. */
static void isolate_process(int kept_fd, int channel)
{
  close_others(kept_fd, channel);
  raw_syscall(__NR_setsid, 0, 0, 0, 0, 0, 0);
  raw_syscall(__NR_prctl, SET_NAME, (long)"seep-snapshot", 0, 0, 0, 0);
  be_first_to_go();
}

enum detached_side detached_start(int kept_fd, int *ret_channel)
{
  int ends[2];
  if (would_be_noticed || takes_in_orphans() || !children_share_pids() || !can_close_ranges() || !make_channel(ends))
    return DETACHED_FAILED;
  const long pid = clone_by_another();
  if (pid == 0) {
    isolate_process(kept_fd, ends[1]);
    *ret_channel = ends[1];
    return DETACHED_COPY;
  }
  close_descriptor(ends[1]);
  if (pid < 0) {
    close_descriptor(ends[0]);
    return DETACHED_FAILED;
  }
  *ret_channel = ends[0];
  return DETACHED_ORIGINAL;
}

unsigned detached_worker_count(void)
{
  unsigned long set[PROCESSORS_MAX / 64] = {0};
  unsigned count = 0;
  const long bytes = raw_syscall(__NR_sched_getaffinity, 0, sizeof set, (long)set, 0, 0, 0);
  for (long i = 0; i < bytes / (long)sizeof set[0]; i++)
    count += (unsigned)__builtin_popcountl(set[i]);
  return count < 1 ? 1 : count < ENV_WORKERS_MAX ? count : ENV_WORKERS_MAX;
}

void detached_close(int channel)
{
  close_descriptor(channel);
}

void detached_exit(void)
{
  for (;;)
    raw_syscall(__NR_exit_group, 0, 0, 0, 0, 0, 0);
}

/* --- talking --- */

bool detached_send(int channel, const void *message, size_t size)
{
  long sent;
  do
    sent = raw_syscall(__NR_sendto, channel, (long)message, (long)size, NO_SIGNAL, 0, 0);
  while (sent == -VKI_EINTR);
  return sent == (long)size;
}

enum detached_answer detached_receive(int channel, void *ret_message, size_t size, int timeout_ms)
{
  struct vki_pollfd wait_for = {.fd = channel, .events = VKI_POLLIN};
  if (raw_syscall(__NR_poll, (long)&wait_for, 1, timeout_ms, 0, 0, 0) <= 0)
    return DETACHED_SILENT;
  const long received = raw_syscall(__NR_recvfrom, channel, (long)ret_message, (long)size, 0, 0, 0);
  if (received == -VKI_EINTR)
    return DETACHED_SILENT;
  return received == (long)size ? DETACHED_MESSAGE : DETACHED_GONE;
}
