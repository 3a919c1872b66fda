// SPDX-License-Identifier: GPL-2.0-or-later
// Calls each system call with arguments that make no sense, and prints the errors: errno_everywhere.sh compares them
// with those that come natively.
// compare: no, errno_everywhere.sh runs it
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { ARGUMENTS = 6, NOBODY = 65534, NOT_OPEN = 77, NOT_AN_ADDRESS = 16, OUTPUT = 200, UPROBE = 336, URETPROBE = 335 };
enum { ZEROS, ONES, MINUS_ONES, SMALL, FEW, POINTERS, PATTERNS };

static long *memory;

/* Those that wait, end something, change who the process is or what it is connected to, or have no errors. */
static const int left_out[] = {
  SYS_close, SYS_rt_sigprocmask, SYS_rt_sigreturn, SYS_select, SYS_dup, SYS_dup2, SYS_pause, SYS_clone, SYS_fork,
  SYS_vfork, SYS_exit, SYS_wait4, SYS_kill, SYS_brk, SYS_munmap, SYS_mmap, SYS_ptrace, SYS_syslog, SYS_setuid,
  SYS_setreuid, SYS_setresuid, SYS_rt_sigsuspend, SYS_rt_sigqueueinfo, SYS_personality, SYS_setpriority,
  SYS_sched_setscheduler, SYS_setsid, SYS_mlockall, SYS_vhangup, SYS_arch_prctl, SYS_sync, SYS_reboot, SYS_tkill,
  SYS_tgkill, SYS_exit_group, SYS_waitid, SYS_pselect6, SYS_ppoll, SYS_seccomp, SYS_pidfd_send_signal, SYS_clone3,
  SYS_close_range, SYS_uselib, UPROBE, URETPROBE, SYS_rseq, SYS_umask, SYS_shmat, SYS_shmget, SYS_semget, SYS_msgget,
  SYS_io_setup, SYS_epoll_create, SYS_epoll_create1, SYS_fcntl, SYS_setrlimit, SYS_prlimit64, SYS_mremap, SYS_setpgid,
  SYS_sigaltstack,
};

static int is_left_out(int number)
{
  for (size_t i = 0; i < sizeof left_out / sizeof *left_out; i++)
    if (left_out[i] == number)
      return 1;
  return 0;
}

static long argument(int pattern, int index)
{
  const long by_pattern[PATTERNS] = {0, 1, -1, NOT_AN_ADDRESS, index == 0 ? NOT_OPEN : 8, (long)memory};
  return pattern == FEW && index == 1 ? (long)memory : by_pattern[pattern];
}

static void call(int number, int pattern)
{
  long arguments[ARGUMENTS];
  memset(memory, 0, 4096);
  for (int i = 0; i < ARGUMENTS; i++)
    arguments[i] = argument(pattern, i);
  errno = 0;
  const long result =
    syscall(number, arguments[0], arguments[1], arguments[2], arguments[3], arguments[4], arguments[5]);
  dprintf(OUTPUT, "%d/%d %s\n", number, pattern, result == -1 && errno != 0 ? strerrorname_np(errno) : "ok");
}

int main(void)
{
  const int nothing = open("/dev/null", O_RDWR);
  if (dup2(1, OUTPUT) < 0 || dup2(nothing, 0) < 0 || dup2(nothing, 1) < 0 || dup2(nothing, 2) < 0)
    return 1;
  close(nothing);
  memory = mmap((void *)0x30000000, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  if (getuid() == 0 && (setgroups(0, NULL) != 0 || setgid(NOBODY) != 0 || setuid(NOBODY) != 0))
    return 2;
  for (int number = 0; number <= 470; number++)
    for (int pattern = 0; pattern < PATTERNS && !is_left_out(number); pattern++)
      call(number, pattern);
  return 0;
}
