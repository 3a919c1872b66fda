// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: the main thread does nothing but keep its registers, in which it finds what it has put there when
// another one says so, whatever seep attach has done with it meanwhile. See native_attach_killed.sh.
// compare: no, it is Seep's own
// build: -pthread -mavx2
// run: --checks=leaks
// stdout: ready
// stdout: 0 wrong
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

enum { VECTORS = 16, VECTOR_BYTES = 32, NUMBERS = 6, TENTHS = 6000 };

static volatile int is_over;
static unsigned char vectors[2][VECTORS * VECTOR_BYTES] __attribute__((aligned(VECTOR_BYTES)));
static uint64_t numbers[2][NUMBERS];
static int may_wait;

static void *wait_for_end(void *unused)
{
  const struct timespec tenth = {0, 10000000};
  for (int i = 0; i < (may_wait ? TENTHS : 3) && access("over", F_OK) != 0; i++)
    nanosleep(&tenth, NULL);
  is_over = 1;
  return unused;
}

#define LOAD(n)  "vmovdqa " #n "*32(%[from]), %%ymm" #n "\n\t"
#define STORE(n) "vmovdqa %%ymm" #n ", " #n "*32(%[to])\n\t"
#define ALL(DO)  DO(0) DO(1) DO(2) DO(3) DO(4) DO(5) DO(6) DO(7) DO(8) DO(9) DO(10) DO(11) DO(12) DO(13) DO(14) DO(15)

static void keep_registers(void)
{
  __asm__ volatile(
    ALL(
      LOAD) "movq 0(%[in]), %%r10; movq 8(%[in]), %%r11; movq 16(%[in]), %%r12; movq 24(%[in]), %%r13\n\t"
            "movq 32(%[in]), %%r14; movq 40(%[in]), %%r15\n\t"
            "1: pause; cmpl $0, %[is_over]; je 1b\n\t" ALL(
              STORE) "movq %%r10, 0(%[out]); movq %%r11, 8(%[out]); movq %%r12, 16(%[out]); movq %%r13, 24(%[out])\n\t"
                     "movq %%r14, 32(%[out]); movq %%r15, 40(%[out])\n\t"
    :
    : [from] "r"(vectors[0]), [to] "r"(vectors[1]), [in] "r"(numbers[0]), [out] "r"(numbers[1]), [is_over] "m"(is_over)
    : "r10", "r11", "r12", "r13", "r14", "r15", "memory", "cc", "xmm0", "xmm1", "xmm2", "xmm3", "xmm4", "xmm5", "xmm6",
      "xmm7", "xmm8", "xmm9", "xmm10", "xmm11", "xmm12", "xmm13", "xmm14", "xmm15");
}

int main(int count, char **arguments)
{
  pthread_t other;
  may_wait = count > 1;
  for (unsigned i = 0; i < sizeof vectors[0]; i++)
    vectors[0][i] = (unsigned char)(i * 7 + 1);
  for (unsigned i = 0; i < NUMBERS; i++)
    numbers[0][i] = UINT64_C(0x1234567890abcdef) * (i + 1);
  puts("ready");
  fflush(stdout);
  pthread_create(&other, NULL, wait_for_end, NULL);
  keep_registers();
  pthread_join(other, NULL);
  printf("%d wrong\n", (memcmp(vectors[0], vectors[1], sizeof vectors[0]) != 0) +
                         (memcmp(numbers[0], numbers[1], sizeof numbers[0]) != 0));
  return 0;
}
