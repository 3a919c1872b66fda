/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "shared/base/direct_machine.h"

#include <cpuid.h>
#include <stdbool.h>
#include <stddef.h>

static bool processor_has_it(void)
{
  enum { OSXSAVE = 1 << 27, AVX = 1 << 28, BMI2 = 1 << 8, VECTORS_ARE_KEPT = 6 };
  unsigned eax, ebx, ecx, edx, low, high;
  if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || (ecx & OSXSAVE) == 0 || (ecx & AVX) == 0)
    return false;
  __asm__ volatile("xgetbv" : "=a"(low), "=d"(high) : "c"(0));
  return (low & VECTORS_ARE_KEPT) == VECTORS_ARE_KEPT && __get_cpuid_count(7, 0, &eax, &ebx, &ecx, &edx) &&
         (ebx & BMI2) != 0;
}

const char *direct_machine_lacks(unsigned long hwcap2)
{
  enum { FSGSBASE = 2 };
  if (!processor_has_it())
    return "AVX and BMI2";
  return hwcap2 & FSGSBASE ? NULL : "instructions for segments (FSGSBASE)";
}
