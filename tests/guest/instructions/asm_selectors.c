// SPDX-License-Identifier: GPL-2.0-or-later
// Selectors of %fs and %gs can be loaded, with the base that comes with them, and read again; what may not be loaded
// faults as natively. The libraries of the program still find their variables by %fs.
// compare: no, Memcheck ends at these instructions
// run: -q
// build: -pthread
// stdout: mov: 2b base 0, 23 base 0, 33 base 0, 0
// stdout: base of before is given up: 0, selector is given up: 0 base 1337
// stdout: memory 2b, pop 2b moves by 8, short pop 2b by 2, push 2b
// stdout: lgs 2b with 7331, lss 2b with 13371337, lfs 0 with 33373337
// stdout: 1234: signal 11 error 1234, 7: signal 11 error 4, pop: signal 11 error 1238
// stdout: lgs: signal 11 error 1234 leaves 5
// stdout: other thread 0 and 2b, here 0
#define _GNU_SOURCE
#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <ucontext.h>
#include <unistd.h>

static sigjmp_buf back;
static volatile int caught;
static volatile long error;

static void on_fault(int signal, siginfo_t *info, void *context)
{
  caught = signal;
  error = ((ucontext_t *)context)->uc_mcontext.gregs[REG_ERR];
  siglongjmp(back, 1);
}

static void load(unsigned selector)
{
  __asm__ volatile("mov %0, %%gs" : : "r"(selector));
}

static unsigned loaded(void)
{
  unsigned selector;
  __asm__ volatile("mov %%gs, %0" : "=r"(selector));
  return selector;
}

static unsigned long base(void)
{
  unsigned long ret = 1;
  syscall(SYS_arch_prctl, 0x1004, &ret); /* ARCH_GET_GS */
  return ret;
}

static void set_base(unsigned long to)
{
  syscall(SYS_arch_prctl, 0x1001, to); /* ARCH_SET_GS */
}

static void move(void)
{
  load(0x2b);
  printf("mov: %x base %lx", loaded(), base());
  load(0x23);
  printf(", %x base %lx", loaded(), base());
  load(0x33);
  printf(", %x base %lx", loaded(), base());
  load(0);
  printf(", %x\n", loaded());
  set_base(0x1337);
  load(0x2b);
  printf("base of before is given up: %lx", base());
  set_base(0x1337);
  printf(", selector is given up: %x base %lx\n", loaded(), base());
}

static void by_stack(void)
{
  static const unsigned short selector = 0x2b;
  unsigned long moved, pushed;
  load(0);
  __asm__ volatile("mov %0, %%gs" : : "m"(selector));
  printf("memory %x", loaded());
  load(0);
  __asm__ volatile("push $0x2b\n\tmov %%rsp, %0\n\tpop %%gs\n\tsub %%rsp, %0\n\tneg %0" : "=&r"(moved) : : "memory");
  printf(", pop %x moves by %ld", loaded(), moved);
  load(0);
  __asm__ volatile("pushw $0x2b\n\tmov %%rsp, %0\n\tpopw %%gs\n\tsub %%rsp, %0\n\tneg %0" : "=&r"(moved) : : "memory");
  printf(", short pop %x by %ld", loaded(), moved);
  __asm__ volatile("push %%gs\n\tpop %0" : "=r"(pushed) : : "memory");
  printf(", push %lx\n", pushed);
}

struct pointer {
  unsigned offset;
  unsigned short selector;
} __attribute__((packed));

static void far(void)
{
  static const struct pointer for_gs = {7331, 0x2b}, for_ss = {0x13371337, 0x2b}, for_fs = {0x33373337, 0};
  unsigned long offset, ss, fs, fs_offset, thread;
  load(0);
  __asm__ volatile("lgs %1, %k0" : "=r"(offset) : "m"(for_gs));
  printf("lgs %x with %lu", loaded(), offset);
  __asm__ volatile("lss %2, %k0\n\tmov %%ss, %k1" : "=&r"(offset), "=r"(ss) : "m"(for_ss));
  printf(", lss %lx with %lx", ss, offset);
  __asm__ volatile("mov %%fs:0, %2\n\tlfs %3, %k0\n\tmov %%fs, %k1\n\t"
                   "mov %2, %%rsi\n\tmov $0x1002, %%edi\n\tmov $158, %%eax\n\tsyscall" /* ARCH_SET_FS */
                   : "=&r"(fs_offset), "=&r"(fs), "=&r"(thread)
                   : "m"(for_fs)
                   : "rax", "rcx", "rdx", "rdi", "rsi", "r11", "memory");
  printf(", lfs %lx with %lx\n", fs, fs_offset);
}

static void faults(void)
{
  static const struct pointer bad = {7, 0x1234};
  unsigned value = 5;
  if (sigsetjmp(back, 1) == 0)
    load(0x1234);
  printf("1234: signal %d error %lx", caught, error);
  if (sigsetjmp(back, 1) == 0)
    load(7);
  printf(", 7: signal %d error %lx", caught, error);
  if (sigsetjmp(back, 1) == 0)
    __asm__ volatile("push $0x1238\n\tpop %%gs" : : : "memory");
  printf(", pop: signal %d error %lx\n", caught, error);
  if (sigsetjmp(back, 1) == 0)
    __asm__ volatile("lgs %1, %k0" : "+r"(value) : "m"(bad));
  printf("lgs: signal %d error %lx leaves %u\n", caught, error, value);
}

static void *run(void *unused)
{
  const unsigned first = loaded();
  load(0x2b);
  printf("other thread %x and %x", first, loaded());
  return NULL;
}

int main(void)
{
  const struct sigaction action = {.sa_sigaction = on_fault, .sa_flags = SA_SIGINFO};
  pthread_t thread;
  sigaction(SIGSEGV, &action, NULL);
  move();
  by_stack();
  far();
  faults();
  load(0);
  pthread_create(&thread, NULL, run, NULL);
  pthread_join(thread, NULL);
  printf(", here %x\n", loaded());
  return 0;
}
