// SPDX-License-Identifier: GPL-2.0-or-later
// seccomp() and prctl(PR_SET_SECCOMP) refuse what the kernel refuses, with its errors.
// needs: seep
// compare: no, under Memcheck filters judge its own calls
// run:
// stdout: as natively
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include "seccomp.h"

#include <sys/mman.h>
#include <sys/wait.h>

static struct sock_filter code[4097];

static int install(unsigned long flags, unsigned short count, void *steps)
{
  struct sock_fprog program = {count, steps};
  return syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, flags, &program) == 0 ? 0 : errno;
}

static void fill(void)
{
  for (int i = 0; i < 4097; i++)
    code[i] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
}

static void without_rights(void)
{
  if (geteuid() == 0 && setuid(65534) != 0)
    _exit(1);
  int result = install(0, 1, code) != EACCES || install(0, 0, code) != EINVAL || install(0, 1, NULL) != EACCES;
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  _exit(result || install(0, 1, code) != 0 || prctl(PR_GET_SECCOMP, 0, 0, 0, 0) != 2);
}

static void gets_no_room(void)
{
  int count = 0, error = 0;
  for (; error == 0 && count < 40; count++)
    error = install(0, 4000, code);
  _exit(error != ENOMEM || count < 3);
}

static void strict_then_filter(void)
{
  if (set_filter(SYS_getpgid, SECCOMP_RET_ALLOW, 0) != 0)
    _exit(1);
  _exit(prctl(PR_SET_SECCOMP, SECCOMP_MODE_STRICT, 0, 0, 0) == 0 || errno != EINVAL || prctl(PR_GET_SECCOMP, 0, 0, 0, 0) != 2);
}

int main(void)
{
  if (prctl(PR_GET_SECCOMP, 0, 0, 0, 0) != 0)
    return 77;
  fill();
  EXPECT(status_of(without_rights) == 0);
  EXPECT(status_of(strict_then_filter) == 0);
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  EXPECT(status_of(gets_no_room) == 0);
  EXPECT(install(0, 0, code) == EINVAL);
  EXPECT(install(0, 4097, code) == EINVAL);
  EXPECT(install(0, 1, NULL) == EINVAL);
  EXPECT(install(1u << 20, 1, code) == EINVAL);
  EXPECT(install(1u << 20, 0, NULL) == EINVAL);
  char *const closed = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(closed + 4096, 4096, PROT_NONE);
  *(struct sock_filter *)(closed + 4088) = code[0];
  EXPECT(syscall(SYS_seccomp, 99, 0, NULL) == -1 && errno == EINVAL);
  EXPECT(syscall(SYS_seccomp, SECCOMP_SET_MODE_STRICT, 1, NULL) == -1 && errno == EINVAL);
  EXPECT(syscall(SYS_seccomp, SECCOMP_SET_MODE_STRICT, 0, code) == -1 && errno == EINVAL);
  EXPECT(prctl(PR_SET_SECCOMP, 3, 0, 0, 0) == -1 && errno == EINVAL);
  EXPECT(prctl(PR_SET_SECCOMP, 0, 0, 0, 0) == -1 && errno == EINVAL);
  static const struct sock_filter bad[][2] = {
    {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 64), BPF_STMT(BPF_RET | BPF_K, 0)}, // behind the data
    {BPF_STMT(BPF_LD | BPF_W | BPF_ABS, 2), BPF_STMT(BPF_RET | BPF_K, 0)},
    {BPF_STMT(BPF_LD | BPF_B | BPF_ABS, 0), BPF_STMT(BPF_RET | BPF_K, 0)},
    {BPF_STMT(BPF_LD | BPF_MEM, 1), BPF_STMT(BPF_RET | BPF_K, 0)}, // not written
    {BPF_STMT(BPF_ALU | BPF_DIV | BPF_K, 0), BPF_STMT(BPF_RET | BPF_K, 0)},
    {BPF_STMT(BPF_ALU | BPF_MOD | BPF_K, 3), BPF_STMT(BPF_RET | BPF_K, 0)},
    {BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0), BPF_STMT(BPF_RET | BPF_K, 0)},
    {BPF_STMT(BPF_RET | BPF_K, 0), BPF_STMT(BPF_LD | BPF_IMM, 0)}, // does not end
  };
  for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
    EXPECT(install(0, 2, (void *)(size_t)bad[i]) == EINVAL);
  unsigned action = SECCOMP_RET_TRAP;
  EXPECT(syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == 0);
  action = 0x12340000;
  EXPECT(syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 0, &action) == -1 && errno == EOPNOTSUPP);
  EXPECT(syscall(SYS_seccomp, SECCOMP_GET_ACTION_AVAIL, 1, &action) == -1 && errno == EINVAL);
  struct seccomp_notif_sizes sizes = {0, 0, 0};
  EXPECT(syscall(SYS_seccomp, SECCOMP_GET_NOTIF_SIZES, 0, &sizes) == 0 && sizes.seccomp_notif >= 80 && sizes.seccomp_data == 64);
  EXPECT(prctl(PR_GET_SECCOMP, 0, 0, 0, 0) == 0);
  EXPECT(install(SECCOMP_FILTER_FLAG_LOG | SECCOMP_FILTER_FLAG_SPEC_ALLOW, 4089, code) == 0);
  EXPECT(install(0, 2, closed + 4088) == EFAULT);
  puts(failures == 0 ? "as natively" : "not as natively");
  return 0;
}
