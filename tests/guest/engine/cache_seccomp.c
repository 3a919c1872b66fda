// SPDX-License-Identifier: GPL-2.0-or-later
// A program that forbids itself to open and lock files ends as it should; the translation cache is written all the
// same.
// needs: seep
// compare: no, it is about the cache
// run: --translation-cache=$WORK/translations
// stdout: locked up
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#define REFUSE(number) \
  BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, number, 0, 1), BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL)
int main(void)
{
  struct sock_filter code[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    REFUSE(__NR_openat), REFUSE(__NR_open), REFUSE(__NR_flock), REFUSE(__NR_renameat2),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof code / sizeof *code, code};
  puts("locked up");
  fflush(stdout);
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 || prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
    return 1;
}
