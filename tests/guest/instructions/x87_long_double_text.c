// SPDX-License-Identifier: GPL-2.0-or-later
// Long doubles as programs have them: printed, read, in the functions of the C library, at the ends of their range.
// build: -O1 -fno-builtin -Wl,--no-as-needed -lm
// compare: no, Memcheck computes with doubles
// run:
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <complex.h>
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void show(const char *name, long double value)
{
  printf("%s: %.21Lg %La\n", name, value, value);
}

static void show_functions(long double x)
{
#define FUNCTION(name) show(#name, name(x));
  FUNCTION(expl) FUNCTION(exp2l) FUNCTION(expm1l) FUNCTION(logl) FUNCTION(log2l) FUNCTION(log10l) FUNCTION(log1pl) FUNCTION(sqrtl)
  FUNCTION(cbrtl) FUNCTION(sinl) FUNCTION(cosl) FUNCTION(tanl) FUNCTION(asinl) FUNCTION(acosl) FUNCTION(atanl) FUNCTION(sinhl)
  FUNCTION(coshl) FUNCTION(tanhl) FUNCTION(asinhl) FUNCTION(tgammal) FUNCTION(lgammal) FUNCTION(erfl) FUNCTION(floorl) FUNCTION(ceill)
  FUNCTION(rintl) FUNCTION(nearbyintl) FUNCTION(roundl) FUNCTION(truncl) FUNCTION(logbl) FUNCTION(fabsl)
  show("powl", powl(fabsl(x), 1.7L));
  show("fmodl", fmodl(x, 0.3L));
  show("remainderl", remainderl(x, 0.3L));
  show("atan2l", atan2l(x, -2));
  show("hypotl", hypotl(x, 3));
  show("scalbnl", scalbnl(x, 9000));
  show("nextafterl", nextafterl(x, 9));
  show("fmal", fmal(x, x, 1));
  show("csqrtl", creall(csqrtl(x + 1.0L * I)));
  printf("%ld %lld %d %d %d\n", lrintl(x), llroundl(x), ilogbl(x), !!signbit(x), fpclassify(x));
}

int main(void)
{
  static const char *const texts[] = {"0.1", "-2.5", "1e-4940", "1e4930", "3.3621e-4932", "1e-4950", "12345678901234567890.5",
                                      "0x1.23456789abcdef12p-77", "inf", "nan", "-0"};
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
    show(texts[i], strtold(texts[i], NULL));
    show_functions(strtold(texts[i], NULL));
  }
  volatile long double one = 1, max = LDBL_MAX, min = LDBL_MIN;
  long double epsilon = 1;
  while (1 + epsilon / 2 * one != 1)
    epsilon /= 2;
  show("epsilon", epsilon);
  show("largest", max);
  show("smallest", min / 1e18L);
  show("infinite", max * 2);
  const int roundings[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  for (unsigned i = 0; i < 4; i++) {
    fesetround(roundings[i]);
    show("third", one / 3);
    show("minus third", -one / 3);
    printf("%ld %ld %La\n", lrintl(one * 2.5L), lrintl(one * -3.5L), (long double)(float)(one / 3));
  }
  fesetround(FE_TONEAREST);
  feclearexcept(FE_ALL_EXCEPT);
  show("by zero", one / (one - 1));
  printf("%x\n", fetestexcept(FE_ALL_EXCEPT));
  fenv_t environment;
  feholdexcept(&environment);
  show("inexact", one / 3);
  printf("%x\n", fetestexcept(FE_ALL_EXCEPT));
  feupdateenv(&environment);
  printf("%x\n", fetestexcept(FE_ALL_EXCEPT));
  unsigned long long large = 0xfffffffffffffffb;
  volatile long double exact = large;
  printf("%d %llx\n", (unsigned long long)exact == large, (unsigned long long)exact);
}
