// SPDX-License-Identifier: GPL-2.0-or-later
// A program that dies by a fault in one of two threads, with x87 and vector registers in use: core_file.sh looks at the
// core file.
// compare: no, core_file.sh runs it
// build: -O1 -mavx -pthread
#include <pthread.h>
#include <unistd.h>

static void *wait_here(void *unused)
{
  pause();
  return unused;
}

__attribute__((noinline)) static void die_here(void)
{
  static const float values[8] = {1, 2, 3, 4, 5.5f, 6.5f, 7.5f, 8.5f};
  const unsigned short control = 0xf7f; /* rounds toward zero */
  const unsigned modes = 0x3f80;
  __asm__ volatile("fldcw %0\n\tldmxcsr %1\n\tfldpi\n\tfldl2e\n\tvmovups %2, %%ymm3\n\tmovl $1, 0"
                   :
                   : "m"(control), "m"(modes), "m"(values)
                   : "xmm3", "memory");
}

int main(void)
{
  pthread_t thread;
  pthread_create(&thread, 0, wait_here, 0);
  usleep(50000);
  die_here();
  return 0;
}
