// SPDX-License-Identifier: GPL-2.0-or-later
// What filters of system calls answer holds for the program as natively, and not for the checker.
// needs: seep
// compare: no, under Memcheck filters judge its own calls
// run:
// stdout: as natively
// reject: invalid|Warning
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "seccomp.h"

#include <time.h>

static siginfo_t told;

static void on_trap(int signal, siginfo_t *info, void *context)
{
  (void)signal;
  (void)context;
  told = *info;
}

static long call_getpgid(unsigned long *ret_behind)
{
  long result = SYS_getpgid;
  __asm__ volatile("lea 1f(%%rip), %1\n\tsyscall\n1:" : "+a"(result), "=&r"(*ret_behind) : "D"(0) : "rcx", "r11", "memory");
  return result;
}

static void is_killed(void)
{
  signal(SIGSYS, SIG_IGN);
  if (set_filter(SYS_getpgid, SECCOMP_RET_KILL_PROCESS, 0) == 0)
    getpgid(0);
}

static void is_killed_as_thread(void)
{
  if (set_filter(SYS_getpgid, SECCOMP_RET_KILL_THREAD, 0) == 0)
    getpgid(0);
}

static void traps_blocked(void)
{
  sigset_t set;
  sigemptyset(&set);
  sigaddset(&set, SIGSYS);
  sigprocmask(SIG_BLOCK, &set, NULL);
  if (set_filter(SYS_getpgid, SECCOMP_RET_TRAP, 0) == 0)
    getpgid(0);
}

static void gets_unknown_answer(void)
{
  if (set_filter(SYS_getpgid, 0x00020000, 0) == 0)
    getpgid(0);
}

static void is_strict(void)
{
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT, 0, 0, 0) == 0 && write(1, "", 0) == 0)
    syscall(SYS_getpgid, 0);
}

static void ends_strictly(void)
{
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT, 0, 0, 0) == 0)
    syscall(SYS_exit, 5);
}

// The first filter that is met does not decide, the weightier answer does.
static void has_several(void)
{
  EXPECT(set_filter(SYS_getpgid, SECCOMP_RET_ERRNO | 7, 0) == 0);
  EXPECT(set_filter(SYS_getpgid, SECCOMP_RET_LOG, 0) == 0);
  EXPECT(getpgid(0) == -1 && errno == 7);
  EXPECT(set_filter(SYS_getpgid, SECCOMP_RET_ERRNO | 9, 0) == 0);
  EXPECT(getpgid(0) == -1 && errno == 9); // of equals the newest
  EXPECT(set_filter(SYS_getpgid, SECCOMP_RET_KILL_PROCESS, 0) == 0);
  _exit(failures == 0 ? (getpgid(0), 1) : 2);
}

static int is_told(int mode, int filters)
{
  char line[256];
  int found[2] = {-1, -1};
  FILE *const file = fopen("/proc/self/status", "r");
  while (file && fgets(line, sizeof line, file)) {
    sscanf(line, "Seccomp: %d", &found[0]);
    sscanf(line, "Seccomp_filters: %d", &found[1]);
  }
  if (file)
    fclose(file);
  return found[0] == mode && (found[1] == filters || found[1] == -1);
}

static void check_trap(void)
{
  struct sigaction action = {.sa_sigaction = on_trap, .sa_flags = SA_SIGINFO};
  unsigned long behind;
  sigaction(SIGSYS, &action, NULL);
  EXPECT(set_filter(SYS_getpgid, SECCOMP_RET_TRAP | 1337, 0) == 0);
  EXPECT(call_getpgid(&behind) == SYS_getpgid); // what the register had
  EXPECT(told.si_signo == SIGSYS && told.si_code == 1 && told.si_errno == 1337);
  EXPECT(told.si_syscall == SYS_getpgid && told.si_arch == 0xc000003eu && (unsigned long)told.si_call_addr == behind);
}

int main(void)
{
  if (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) != 0)
    return 77;
  EXPECT(is_told(0, 0));
  int status = status_of(is_strict);
  EXPECT(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  status = status_of(ends_strictly);
  EXPECT(WIFEXITED(status) && WEXITSTATUS(status) == 5);
  status = status_of(traps_blocked);
  EXPECT(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS);
  EXPECT(set_filter(SYS_getsid, SECCOMP_RET_ERRNO | 1337, 0) == 0);
  EXPECT(prctl(PR_GET_SECCOMP, 0, 0, 0, 0) == 2);
  EXPECT(getsid(0) == -1 && errno == 1337);
  EXPECT(is_told(2, 1));
  EXPECT(set_filter(SYS_umask, SECCOMP_RET_ERRNO | 5000, 0) == 0);
  EXPECT(is_told(2, 2));
  EXPECT(syscall(SYS_umask, 0) == -1 && errno == 4095);
  EXPECT(set_filter(SYS_sync, SECCOMP_RET_ERRNO, 0) == 0);
  EXPECT(syscall(SYS_sync) == 0);
  EXPECT(set_filter(SYS_getpriority, SECCOMP_RET_TRACE, 0) == 0);
  EXPECT(syscall(SYS_getpriority, 0, 0) == -1 && errno == ENOSYS);
  EXPECT(set_filter(SYS_getgroups, SECCOMP_RET_USER_NOTIF, 0) == 0);
  EXPECT(syscall(SYS_getgroups, 0, 0) == -1 && errno == ENOSYS);
  EXPECT(set_filter(SYS_getuid, SECCOMP_RET_LOG, 0) == 0);
  EXPECT(syscall(SYS_getuid) == (long)geteuid());
  EXPECT(set_filter(SYS_clock_gettime, SECCOMP_RET_ERRNO | 13, 0) == 0);
  struct timespec now;
  EXPECT(clock_gettime(CLOCK_MONOTONIC, &now) == 0); // does not ask the kernel
  EXPECT(syscall(SYS_clock_gettime, CLOCK_MONOTONIC, &now) == -1 && errno == 13);
  EXPECT(clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now) == -1 && errno == 13); // does
  // Nothing of this is for the checker.
  const unsigned checkers[] = {SYS_mmap, SYS_open, SYS_openat, SYS_gettid, SYS_readlink, SYS_sendmsg, SYS_poll, SYS_pread64};
  for (size_t i = 0; i < sizeof checkers / sizeof *checkers; i++)
    EXPECT(set_filter(checkers[i], SECCOMP_RET_KILL_PROCESS, 0) == 0);
  status = status_of(is_killed);
  EXPECT(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS);
  status = status_of(is_killed_as_thread);
  EXPECT(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS);
  status = status_of(gets_unknown_answer);
  EXPECT(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS);
  status = status_of(has_several);
  EXPECT(WIFSIGNALED(status) && WTERMSIG(status) == SIGSYS);
  check_trap();
  puts(failures == 0 ? "as natively" : "not as natively");
  return 0;
}
