// SPDX-License-Identifier: GPL-2.0-or-later
// A signal that arrives while the stack pointer is nowhere: there is no room for the handler's frame.
// run:
// expect: Can't extend stack to
// next: no stack segment
// expect: Process terminating with default action of signal 11 (SIGSEGV)
// exit: SIGSEGV
#include <signal.h>
#include <sys/syscall.h>
#include <unistd.h>
static void handler(int signal)
{
}
int main(void)
{
  signal(SIGUSR1, handler);
  long result;
  __asm__ volatile("mov %%rsp, %%rbx; mov $0x7000000, %%rsp; syscall; mov %%rbx, %%rsp"
                   : "=a"(result)
                   : "a"(SYS_kill), "D"((long)getpid()), "S"((long)SIGUSR1)
                   : "rbx", "rcx", "r11", "memory");
}
