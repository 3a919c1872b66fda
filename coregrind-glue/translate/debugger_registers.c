/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers of x87 and the modes of SSE as a debugger sees and sets them; all others are the core's business, which
 * takes these for doubles and knows of modes only which way is rounded. */
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/vex/sse_exact.h"
#include "coregrind-glue/vex/sse_modes.h"
#include "coregrind-glue/vex/x87_state.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"

/* The order of gdb's descriptions of these registers. */
enum { ST0 = 24, FCTRL = 32, FSTAT, FTAG, FISEG, FIOFF, FOSEG, FOOFF, FOP, MXCSR = 56 };
enum { TO_DEBUGGER = 0 };

/* The beginning of what the core's gdbserver knows of its target, the same in all versions. */
typedef void transfer(ThreadId tid, Int number, void *buffer, UInt direction, Int bytes, Bool *ret_is_changed);
struct target_operations {
  Int registers;
  void *descriptions;
  Int stack_pointer;
  transfer *transfer;
};

static transfer *transfer_of_core;
static Int registers_of_core;

struct registers {
  VexGuestAMD64State now, v_bits;
};

static void get_registers(ThreadId tid, struct registers *ret)
{
  VG_(get_shadow_regs_area)(tid, (UChar *)&ret->now, 0, 0, sizeof ret->now);
  VG_(get_shadow_regs_area)(tid, (UChar *)&ret->v_bits, 1, 0, sizeof ret->v_bits);
}

static void set_registers(ThreadId tid, const struct registers *registers)
{
  VG_(set_shadow_regs_area)(tid, 0, 0, sizeof registers->now, (const UChar *)&registers->now);
  VG_(set_shadow_regs_area)(tid, 1, 0, sizeof registers->v_bits, (const UChar *)&registers->v_bits);
}

/* --- tags: two bits for each register, by its number --- */

enum { VALID, ZERO, SPECIAL, EMPTY };

static UInt kind_of(const UChar *number)
{
  enum { EXPONENT = 0x7fff };
  ULong significand;
  UShort exponent;
  VG_(memcpy)(&significand, number, sizeof significand);
  VG_(memcpy)(&exponent, number + sizeof significand, sizeof exponent);
  exponent &= EXPONENT;
  if (exponent == 0)
    return significand == 0 ? ZERO : SPECIAL;
  return exponent == EXPONENT || significand >> 63 == 0 ? SPECIAL : VALID;
}

static UInt long_tags(const struct x87_area *area)
{
  UInt tags = 0;
  for (UInt place = 0; place < X87_REGISTERS; place++) {
    const UInt number = (place + (area->status >> 11 & 7u)) % X87_REGISTERS;
    tags |= (area->tags >> number & 1 ? kind_of(area->registers[place]) : EMPTY) << 2 * number;
  }
  return tags;
}

static UChar short_tags(UInt tags)
{
  UInt used = 0;
  for (UInt number = 0; number < X87_REGISTERS; number++)
    used |= (UInt)((tags >> 2 * number & EMPTY) != EMPTY) << number;
  return (UChar)used;
}

/* --- one register --- */

static UInt word_of(const struct x87_area *area, UInt modes, Int number)
{
  switch (number) {
  case FCTRL:
    return area->control;
  case FSTAT:
    return area->status;
  case FTAG:
    return long_tags(area);
  case FISEG:
    return (UInt)(area->ip >> 32);
  case FIOFF:
    return (UInt)area->ip;
  case FOSEG:
    return (UInt)(area->operand >> 32);
  case FOOFF:
    return (UInt)area->operand;
  case FOP:
    return area->opcode;
  default:
    return modes;
  }
}

/* The top of the stack is told by the status, and decides which register is st. Addresses are not set. */
static void set_word(struct x87_area *area, UInt *modes, Int number, UInt word)
{
  switch (number) {
  case FCTRL:
    area->control = (UShort)word;
    break;
  case FSTAT:
    area->status = (UShort)word;
    break;
  case FTAG:
    area->tags = short_tags(word);
    break;
  case MXCSR:
    *modes = word & SSE_MODES_ALL;
    break;
  default:
    break;
  }
}

static Bool is_ours(Int number, Int bytes)
{
  if (number >= ST0 && number < FCTRL)
    return bytes == X87_REGISTER_BYTES;
  return ((number >= FCTRL && number <= FOP) || number == MXCSR) && bytes == sizeof(UInt);
}

static void transfer_register(ThreadId tid, Int number, void *buffer, UInt direction, Int bytes, Bool *ret_is_changed)
{
  if (!is_ours(number, bytes) || number >= registers_of_core) {
    transfer_of_core(tid, number, buffer, direction, bytes, ret_is_changed);
    return;
  }
  static struct registers registers;
  struct x87_area area = {0};
  get_registers(tid, &registers);
  x87_state_to_area(&registers.now, &area);
  UInt modes = sse_modes_of(&registers.now), word = word_of(&area, modes, number);
  void *const kept = number < FCTRL ? (void *)area.registers[number - ST0] : (void *)&word;
  *ret_is_changed = VG_(memcmp)(kept, buffer, (SizeT)bytes) != 0;
  if (direction == TO_DEBUGGER) {
    VG_(memcpy)(buffer, kept, (SizeT)bytes);
    return;
  }
  VG_(memcpy)(kept, buffer, (SizeT)bytes);
  if (number >= FCTRL)
    set_word(&area, &modes, number, word);
  x87_state_from_area(&registers.now, &area);
  sse_modes_set(&registers.now, modes);
  sse_exact_note_modes(modes);
  set_registers(tid, &registers);
}

void __wrap_amd64_init_architecture(struct target_operations *target)
{
  __real_amd64_init_architecture(target);
  transfer_of_core = target->transfer;
  registers_of_core = target->registers;
  target->transfer = transfer_register;
}
