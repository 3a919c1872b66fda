// SPDX-License-Identifier: GPL-2.0-or-later
// seccomp WAY: a program restricts its system calls, in one of many ways, and goes on.
#include "attack.h"
#include <errno.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

/* All calls but these: what a program that only computes and writes needs. */
static const unsigned allowed[] = {SYS_write, SYS_exit,       SYS_exit_group, SYS_brk,
                                   SYS_mmap,  SYS_munmap,     SYS_futex,      SYS_rt_sigreturn,
                                   SYS_fstat, SYS_newfstatat, SYS_madvise,    SYS_rt_sigprocmask};
enum { ALLOWED = sizeof allowed / sizeof *allowed };

static int restrict_to(unsigned otherwise, unsigned flags)
{
  struct sock_filter filter[ALLOWED + 3] = {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr))};
  for (unsigned i = 0; i < ALLOWED; i++)
    filter[i + 1] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, allowed[i], ALLOWED - i, 0);
  filter[ALLOWED + 1] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, otherwise);
  filter[ALLOWED + 2] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
  const struct sock_fprog program = {.len = ALLOWED + 3, .filter = filter};
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
    return -1;
  return flags == 0 ? prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0)
                    : (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

static void *in_thread(void *way)
{
  const int done =
    *(const char *)way == 's' ? prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT) : restrict_to(SECCOMP_RET_KILL_THREAD, 0);
  free(malloc(300));
  if (*(const char *)way == 's')
    syscall(SYS_exit, done);
  return (void *)(long)done;
}

int main(int count, char **arguments)
{
  const char *way = count > 1 ? arguments[1] : "kill";
  pthread_t thread;
  lose(1337);
  tell();
  printf("%s\n", way);
  fflush(stdout);
  if (strcmp(way, "errno") == 0)
    restrict_to(SECCOMP_RET_ERRNO | EPERM, 0);
  else if (strcmp(way, "kill") == 0)
    restrict_to(SECCOMP_RET_KILL_PROCESS, 0);
  else if (strcmp(way, "all") == 0)
    restrict_to(SECCOMP_RET_KILL_PROCESS, SECCOMP_FILTER_FLAG_TSYNC);
  else if (pthread_create(&thread, NULL, in_thread, (void *)way) != 0 || pthread_join(thread, NULL) != 0)
    return 94;
  for (int i = 0; i < 1000; i++)
    free(malloc(1 + (size_t)i));
  puts("restricted");
  fflush(stdout);
  forget();
  return 5;
}
