// SPDX-License-Identifier: GPL-2.0-or-later
// System calls of 32-bit programs that 64-bit code makes by `int $0x80` do what they do natively: a call that is made
// again after a signal, one that fails because of it, registers, and what filters are told. One that is not known here
// fails, and the log says so.
// compare: no, Memcheck ends at the instruction
// run: -q
// stdout: getpid 1, upper half of the number 1, unknown -38, bad pointer -14
// stdout: read again 4 bytes of 1337, 1 caught
// stdout: interrupted -4, 2 caught
// stdout: files 1 0 -22, memory below 4 GiB 1, child 7
// stdout: filter -77 and 1
// stdout: not known -38
// expect: Syscall param write(buf) points to unaddressable byte(s)
// expect: Warning: the program makes system call 13 of 32-bit programs (int $0x80), which fails with ENOSYS here
#define _GNU_SOURCE
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { EXIT = 1, FORK, READ, WRITE, OPEN, CLOSE, WAIT, TIME = 13, LSEEK = 19, GETPID = 20, MMAP = 192 };

static volatile sig_atomic_t caught;

static void on_alarm(int signal)
{
  caught++;
}

/* Other registers stay. */
static long call(long number, uintptr_t first, uintptr_t second, uintptr_t third)
{
  enum { KEPT = 1337 };
  long ret;
  register long r8 __asm__("r8") = KEPT, r9 __asm__("r9") = KEPT, r10 __asm__("r10") = KEPT, r11 __asm__("r11") = KEPT;
  uintptr_t fifth = UINT64_C(0xffffffff) << 32 | (unsigned)-1, fourth = 34; /* mmap() has no file, and is private */
  __asm__ volatile("int $0x80"
                   : "=a"(ret), "+D"(fifth), "+S"(fourth), "+r"(r8), "+r"(r9), "+r"(r10), "+r"(r11)
                   : "0"(number), "b"(first), "c"(second), "d"(third)
                   : "memory");
  if (r8 != KEPT || r9 != KEPT || r10 != KEPT || r11 != KEPT || fifth != ~UINT64_C(0) || fourth != 34)
    puts("registers are others");
  return ret;
}

static void catch(int flags)
{
  struct sigaction action = {.sa_handler = on_alarm, .sa_flags = flags};
  sigaction(SIGALRM, &action, NULL);
  ualarm(80000, 0);
}

static void be_interrupted(char *bytes)
{
  int ends[2];
  if (pipe(ends) != 0)
    return;
  const long child = call(FORK, 0, 0, 0);
  if (child == 0) {
    usleep(250000);
    (void)!write(ends[1], "1337", 4);
    call(EXIT, 0, 0, 0);
  }
  catch (SA_RESTART);
  const long got = call(READ, (unsigned)ends[0], (uintptr_t)bytes, 4);
  printf("read again %ld bytes of %.4s, %d caught\n", got, bytes, caught);
  call(WAIT, (uintptr_t)child, 0, 0);
  catch (0);
  const long failed = call(READ, (unsigned)ends[0], (uintptr_t)bytes, 4);
  printf("interrupted %ld, %d caught\n", failed, caught);
}

static void use_files(char *bytes)
{
  strcpy(bytes, "/dev/null");
  const long file = call(OPEN, (uintptr_t)bytes, 2, 0);
  printf("files %d %ld", file > 2, call(LSEEK, (uintptr_t)file, 0, 0));
  call(CLOSE, (uintptr_t)file, 0, 0);
  printf(" %ld", call(LSEEK, (unsigned)-1, 0, 77) == -9 ? -22L : 0);
  const long memory = call(MMAP, 0, 8192, PROT_READ | PROT_WRITE);
  *(char *)memory = 1;
  printf(", memory below 4 GiB %d", memory > 0 && memory < INT64_C(1) << 32);
  fflush(stdout);
  const long child = call(FORK, 0, 0, 0);
  if (child == 0)
    call(EXIT, 7, 0, 0);
  call(WAIT, (uintptr_t)child, (uintptr_t)bytes, 0);
  printf(", child %d\n", bytes[1]);
}

static void filter(void)
{
  struct sock_filter steps[] = {
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, arch)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, AUDIT_ARCH_I386, 0, 3),
    BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
    BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, GETPID, 0, 1),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | 77),
    BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
  };
  struct sock_fprog program = {sizeof steps / sizeof *steps, steps};
  prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
  prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program);
  printf("filter %ld and %d\n", call(GETPID, 0, 0, 0), getpid() > 0);
}

int main(void)
{
  char *bytes = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0);
  printf("getpid %d, upper half of the number %d, unknown %ld, bad pointer %ld\n", call(GETPID, 0, 0, 0) == getpid(),
         call(GETPID | INT64_C(1) << 32, 0, 0, 0) == getpid(), call(9999, 0, 0, 0),
         call(WRITE, 1, (uintptr_t)mmap(NULL, 4096, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0), 4));
  be_interrupted(bytes);
  use_files(bytes);
  filter();
  printf("not known %ld\n", call(TIME, 0, 0, 0) > 0 ? -38 : call(TIME, 0, 0, 0));
  fflush(stdout);
  call(EXIT, 0, 0, 0);
  return 1;
}
