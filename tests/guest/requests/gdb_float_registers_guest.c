// SPDX-License-Identifier: GPL-2.0-or-later
// Stops where gdb_float_registers.sh looks at x87 registers and modes, and sets them.
// compare: no, Memcheck computes with doubles
// run:
// stdout: 3.1415926535897932386, b7f 3f80
#include <immintrin.h>
#include <stdint.h>
#include <stdio.h>
int main(void)
{
  uint16_t control = 0xb7f;
  long double top;
  _mm_setcsr(0x3f80);
  __asm__ volatile("fninit; fldcw %0; fldl2e; fldpi; stop_here: nop; fstpt %1; fstp %%st; fnstcw %0" : "+m"(control), "=m"(top));
  const unsigned modes = _mm_getcsr();
  _mm_setcsr(0x1f80);
  printf("%.20Lg, %x %x\n", top, control, modes);
}
