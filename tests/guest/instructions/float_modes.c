// SPDX-License-Identifier: GPL-2.0-or-later
// Rounding, denormals and exceptions of SSE and AVX, as float_processor.sh compares them with the processor's.
// build: -O1 -frounding-math -Wl,--no-as-needed -lm
// compare: no, Memcheck knows no exceptions and few modes
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#define _GNU_SOURCE
#include <fenv.h>
#include <immintrin.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <ucontext.h>

static volatile double one = 1, three = 3, zero, large = 1e308, tiny = 1e-308, denormal = 1e-310, nan_of_none = NAN;
static volatile float short_one = 1, short_three = 3;
static volatile long odd = 9007199254740993;
static volatile double result;
static volatile float short_result;
static volatile int whole;

static void show_exceptions(const char *name)
{
  printf("%s: %x, %x\n", name, fetestexcept(FE_ALL_EXCEPT), _mm_getcsr());
  feclearexcept(FE_ALL_EXCEPT);
}

static void exceptions(void)
{
  feclearexcept(FE_ALL_EXCEPT);
  result = one / three;
  show_exceptions("inexact");
  result = one / zero;
  show_exceptions("by zero");
  result = large * 10;
  show_exceptions("overflow");
  result = tiny / 3;
  show_exceptions("underflow");
  result = zero / zero;
  show_exceptions("invalid");
  result = sqrt(-one);
  show_exceptions("root");
  short_result = (float)(one / three);
  show_exceptions("shorter");
  whole = (int)(one / three);
  show_exceptions("cut");
  whole = (int)large;
  show_exceptions("too large");
  result = (double)odd;
  show_exceptions("integer");
  whole = nan_of_none < one;
  show_exceptions("ordered");
  whole = nan_of_none == one;
  show_exceptions("unordered");
  result = denormal * 2;
  show_exceptions("denormal");
}

__attribute__((target("avx2,fma"))) static void show_vectors(void)
{
  const __m256d a = _mm256_set_pd(one, three, tiny, large), b = _mm256_set_pd(three, one, three, three);
  const __m256d all[] = {_mm256_div_pd(a, b), _mm256_fmadd_pd(a, b, _mm256_div_pd(a, b)), _mm256_sqrt_pd(b), _mm256_hadd_pd(a, b),
                         _mm256_round_pd(_mm256_div_pd(b, a), _MM_FROUND_CUR_DIRECTION), _mm256_cmp_pd(a, b, _CMP_LT_OS)};
  for (unsigned i = 0; i < sizeof all / sizeof *all; i++) {
    double values[4];
    _mm256_storeu_pd(values, all[i]);
    printf("%a %a %a %a\n", values[0], values[1], values[2], values[3]);
  }
  show_exceptions("vectors");
}

static void roundings(void)
{
  static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  for (unsigned i = 0; i < 4; i++) {
    fesetround(modes[i]);
    printf("%a %a %a %ld %a\n", one / three, -one / three, (double)(short_one / short_three), lrint(2.5 * one), sqrt(three));
    printf("%a %a %a %a\n", one + 0x1p-60, (double)odd, rint(one * 2.5), (double)(float)(one / three));
    if (__builtin_cpu_supports("fma") && __builtin_cpu_supports("avx2"))
      show_vectors();
    show_exceptions("rounded");
  }
  fesetround(FE_TONEAREST);
}

static void denormals(void)
{
  enum { TO_ZERO = 0x8000, ARE_ZEROS = 0x40 };
  _mm_setcsr(_mm_getcsr() | TO_ZERO | ARE_ZEROS);
  printf("%a %a\n", denormal * 2, tiny * 0.1);
  _mm_setcsr(_mm_getcsr() & ~(unsigned)(TO_ZERO | ARE_ZEROS));
  printf("%a %a\n", denormal * 2, tiny * 0.1);
}

static sigjmp_buf before;
static volatile int code;
static volatile long distance;

static void on_exception(int signal, siginfo_t *info, void *context)
{
  code = info->si_code;
  distance = (long)info->si_addr - ((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  siglongjmp(before, 1);
}

static void divide(double by)
{
  result = 7;
  if (!sigsetjmp(before, 1)) {
    result = by == 0 ? one / by : zero / zero;
    printf("none: %a\n", result);
  } else {
    printf("exception %d, %ld: %a, %x\n", code, distance, result, _mm_getcsr());
  }
}

int main(void)
{
  const struct sigaction action = {.sa_sigaction = on_exception, .sa_flags = SA_SIGINFO};
  sigaction(SIGFPE, &action, NULL);
  for (unsigned i = 0; i < 3; i++) {
    exceptions();
    roundings();
    denormals();
    for (unsigned k = 0; k < 2; k++) {
      feclearexcept(FE_ALL_EXCEPT);
      feenableexcept(FE_DIVBYZERO | FE_INVALID);
      divide(k);
    }
    divide(0); /* the handler began with the usual modes, and has not returned */
    fedisableexcept(FE_ALL_EXCEPT);
  }
}
