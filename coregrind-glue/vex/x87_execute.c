/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The registers are loaded, the instruction is called, of which there is a copy for each form, and the registers are
 * stored. Neither the core nor VEX's code leaves anything in the processor's, but for the control word. */
#include "coregrind-glue/vex/x87_execute.h"

#include "coregrind-glue/vex/sse_modes.h"
#include "coregrind-glue/vex/x87_state.h"

#include "pub_tool_basics.h"

struct outcome {
  ULong status; /* as fnstsw gives it */
  ULong flags;
};
/* `carry`: 1, or 0: the carry flag. */
struct outcome x87_run(ULong operand, struct x87_area *area, const void *code, ULong carry);

enum { CODE_BYTES = 4, FORMS = 8, DIGITS = 8, REGISTER_FORMS = 64 };
extern const UChar x87_code_of_registers[FORMS][REGISTER_FORMS][CODE_BYTES],
  x87_code_of_memory[FORMS][DIGITS][CODE_BYTES], x87_code_of_short_memory[FORMS][DIGITS][CODE_BYTES],
  x87_code_of_wait[CODE_BYTES];

/* The operand is where %rdi points to. */
__asm__(".pushsection .text\n"
        "x87_run:\n"
        "  addl $-1, %ecx\n"
        "  fxrstor64 (%rsi)\n"
        "  call *%rdx\n"
        "  pushfq\n"
        "  fxsave64 (%rsi)\n"
        "  testb $0x80, 2(%rsi)\n" /* an exception waits */
        "  jz 1f\n"
        "  fnclex\n"
        "1:\n"
        "  emms\n"
        "  fldcw x87_control_of_vex\n"
        "  popq %rdx\n"
        "  ret\n"
        ".balign 4\n"
        "x87_code_of_registers:\n"
        ".set x87_form, 0\n"
        ".rept 512\n"
        "  .byte 0xd8 + x87_form / 64, 0xc0 + x87_form % 64, 0xc3, 0x90\n"
        "  .set x87_form, x87_form + 1\n"
        ".endr\n"
        "x87_code_of_memory:\n"
        ".set x87_form, 0\n"
        ".rept 64\n"
        "  .byte 0xd8 + x87_form / 8, x87_form % 8 * 8 + 7, 0xc3, 0x90\n"
        "  .set x87_form, x87_form + 1\n"
        ".endr\n"
        "x87_code_of_short_memory:\n"
        ".set x87_form, 0\n"
        ".rept 64\n"
        "  .byte 0x66, 0xd8 + x87_form / 8, x87_form % 8 * 8 + 7, 0xc3\n"
        "  .set x87_form, x87_form + 1\n"
        ".endr\n"
        "x87_code_of_wait: .byte 0x9b, 0xc3, 0x90, 0x90\n"
        "x87_control_of_vex: .word 0x27f\n"
        ".popsection\n");

static const UChar *code_of(ULong what)
{
  const UInt opcode = what >> X87_OPCODE_AT & 0xff, modrm = what & 0xff;
  if (opcode == 0x9b)
    return x87_code_of_wait;
  if (what & X87_MOVE_IF)
    return x87_code_of_registers[0xda - 0xd8][modrm & 7]; /* fcmovb */
  if (opcode == 0xdd && modrm < 0xc0 && (modrm >> 3) % 8 == 7)
    return x87_code_of_registers[0xdf - 0xd8][0xe0 - 0xc0]; /* fnstsw to memory, which is not for us to write */
  if (modrm >= 0xc0)
    return x87_code_of_registers[opcode - 0xd8][modrm - 0xc0];
  return (what & X87_SHORT ? x87_code_of_short_memory : x87_code_of_memory)[opcode - 0xd8][modrm >> 3 & 7];
}

static ULong significand(const VexGuestAMD64State *state, UInt number)
{
  return state->guest_FPREG[number % X87_REGISTERS];
}

static ULong second;

/* Vectors are loaded with the others; nobody waits for what is in them. */
static struct x87_area work = {.modes = SSE_MODES_USUAL};

/* What is held back until memory has been written. */
static struct {
  struct x87_area area;
  ULong what, ip;
} held = {.area.modes = SSE_MODES_USUAL};

/* The last instruction was the guest's, not ours; newer processors have its opcode only behind an exception, or
 * never. */
static void note(VexGuestAMD64State *state, ULong what, ULong ip, struct x87_area *area)
{
  enum { OPCODE = 0x7ff };
  if (area->ip == (Addr)code_of(what)) {
    area->ip = ip;
    area->opcode = area->opcode ? what & OPCODE : 0;
  }
  x87_state_from_area(state, area);
}

static ULong hold(VexGuestAMD64State *state, ULong what, ULong ip, ULong operand)
{
  static const ULong never_stored = 0x7ff0000000000001; /* a NaN that signals */
  ULong stored = never_stored;
  x87_state_to_area(state, &held.area);
  held.what = what;
  held.ip = ip;
  x87_run((ULong)(Addr)&stored, &held.area, code_of(what), 0);
  if (held.area.operand == (Addr)&stored)
    held.area.operand = operand;
  second = stored != never_stored;
  return stored;
}

void x87_execute_held(VexGuestAMD64State *state)
{
  note(state, held.what, held.ip, &held.area);
}

ULong x87_execute(VexGuestAMD64State *state, ULong what, ULong ip, ULong operand, ULong a, ULong b)
{
  if (what & X87_HOLDS)
    return hold(state, what, ip, operand) ^ a;
  const UInt top = state->guest_FTOP;
  x87_state_to_area(state, &work);
  const struct outcome outcome = x87_run(operand, &work, code_of(what), what & X87_MOVE_IF ? b & 1 : 0);
  note(state, what, ip, &work);
  if (what & X87_GIVES_STATUS)
    return second = outcome.status & 0xffff;
  if (what & X87_GIVES_FLAGS)
    return outcome.flags;
  const Bool is_change = (what & X87_GIVES_CHANGE) != 0;
  second = significand(state, top + (what >> X87_SECOND_AT & 7)) ^ (is_change ? b : 0);
  return significand(state, top + (what >> X87_GIVES_REGISTER_AT & 7)) ^ (is_change ? a : 0);
}

ULong x87_execute_second(ULong a)
{
  return second;
}
