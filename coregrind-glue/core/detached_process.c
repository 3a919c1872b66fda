/* SPDX-License-Identifier: GPL-2.0-or-later */
/* shared/base/second_process.h, and messages between both. If the guest has kept memory from its children (madvise),
 * the new process would not have all of it; and the guest may wait for all children, the intermediate one, too. */
#include "coregrind-glue/core/detached_process.h"

#include "shared/base/raw_syscalls.h"
#include "shared/base/second_process.h"
#include "coregrind-glue/core/core_basics.h"
#include "memcheck/pure/base/env.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_libcproc.h" // needs vki types

enum {
  DESCRIPTORS = 6,
  DESCRIPTORS_OF_GUEST_MIN = 256,
  UNIX_SOCKET = 1,
  CLOSED_BY_EXEC = 02000000, /* SOCK_CLOEXEC */
  SEQPACKET = 5,
  NO_SIGNAL = 0x4000, /* MSG_NOSIGNAL */
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
    would_be_noticed |= second_process_lacks_memory((long)arguments[2]);
    break;
  default:
    break;
  }
}

/* --- making it --- */

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

enum detached_side detached_start(int kept_fd, int *ret_channel)
{
  int ends[2];
  if (would_be_noticed || !second_process_is_possible() || !make_channel(ends))
    return DETACHED_FAILED;
  const long pid = second_process_make();
  if (pid == 0) {
    second_process_isolate(kept_fd, ends[1]);
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
  second_process_exit();
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
