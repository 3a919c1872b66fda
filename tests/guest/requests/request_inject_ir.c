// SPDX-License-Identifier: GPL-2.0-or-later
// VEX_INJECT_IR: an operation that the program hands to VEX is checked like any other; bits that cannot matter are defined. VEX's
// header says how it is handed over, so the program is built with the core's.
// build: -DVGA_amd64=1
// run:
// stdout: result 0000005a, undefined 0000000f
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdio.h>
#include <stdlib.h>
#include <valgrind/libvex.h>
#include <valgrind/memcheck.h>
#if __VALGRIND_MINOR__ < 26
#define OPERATION(...) {__VA_ARGS__}
#else
#define OPERATION(...) {.kind = IRICB_vbit, .vbit = {__VA_ARGS__}}
#endif
static char output[4096];
int main(void)
{
  setvbuf(stdout, output, _IOFBF, sizeof output);
  unsigned *value = calloc(4, sizeof *value), bits = 0xffffff0f, result_bits = 0;
  value[0] = 0x1234565a;
  value[1] = 0x000000ff;
  VALGRIND_SET_VBITS(&value[0], &bits, 4);
  IRICB operation = OPERATION(
    .op = Iop_And32,
    .result = (HWord)&value[2],
    .opnd1 = (HWord)&value[0],
    .opnd2 = (HWord)&value[1],
    .t_result = Ity_I32,
    .t_opnd1 = Ity_I32,
    .t_opnd2 = Ity_I32,
    .rounding_mode = NO_ROUNDING_MODE,
    .num_operands = 2);
  VALGRIND_DO_CLIENT_REQUEST_STMT(VG_USERREQ__VEX_INIT_FOR_IRI, &operation, 0, 0, 0, 0);
  VALGRIND_VEX_INJECT_IR();
  VALGRIND_GET_VBITS(&value[2], &result_bits, 4);
  VALGRIND_MAKE_MEM_DEFINED(value, 16);
  printf("result %08x, undefined %08x\n", value[2], result_bits);
  free(value);
}
