// SPDX-License-Identifier: GPL-2.0-or-later
// Filters of system calls for tests: one call is answered in some way, all others are allowed.
#ifndef SEEP_TESTS_GUEST_SECCOMP_H
#define SEEP_TESTS_GUEST_SECCOMP_H
#include "expect.h"
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static inline int set_filter(unsigned number, unsigned answer, unsigned long flags)
{
  struct sock_filter code[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, answer),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof code / sizeof *code, code};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  return (int)syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}

// The status of a child that calls this.
static inline int status_of(void (*function)(void))
{
  int status = 0;
  const pid_t pid = fork();
  if (pid == 0) {
    function();
    _exit(77);
  }
  waitpid(pid, &status, 0);
  return status;
}
#endif
