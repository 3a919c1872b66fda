// SPDX-License-Identifier: GPL-2.0-or-later
// An instruction of AVX-512 is reported as such, with what helps, whether it works on %zmm registers or on masks.
// run:
// only: seep
// exit: SIGILL
// expect: 62 f1 7c 48 ...) is one of AVX-512, which Valgrind's core does not know.
// next: Build the program for less (-march=x86-64-v3, or -mno-avx512f).
// next: GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX512F,-AVX512VL
// run: -- mask
// only: seep
// exit: SIGILL
// expect: c5 f8 92 c8 ...) is one of AVX-512
int main(int argc, char **argv)
{
  if (argc > 1)
    __asm__ volatile(".byte 0xc5, 0xf8, 0x92, 0xc8"); // kmovw %eax, %k1
  __asm__ volatile(".byte 0x62, 0xf1, 0x7c, 0x48, 0x58, 0xc1"); // vaddps %zmm1, %zmm0, %zmm0
}
