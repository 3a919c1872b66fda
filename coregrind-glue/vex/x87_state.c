/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Between the places where a thread's x87 registers are kept and the processor's formats. */
#include "coregrind-glue/vex/x87_state.h"

#include "coregrind-glue/core/wraps.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcbase.h"

enum { TOP_AT = 11, TOP = 7 << TOP_AT, ROUNDING_AT = 10, ROUNDING = 3 << ROUNDING_AT };

_Static_assert(sizeof(struct x87_area) == 512 && offsetof(struct x87_area, vectors) == 160, "the processor's format");

/* --- places --- */

static void *v_bits_of(const VexGuestAMD64State *state, SizeT offset)
{
  return (UChar *)state + sizeof *state + offset;
}
#define V_BITS_OF(state, field) v_bits_of(state, offsetof(VexGuestAMD64State, guest_##field))

_Static_assert(offsetof(VexGuestAMD64State, guest_CMLEN) == offsetof(VexGuestAMD64State, guest_CMSTART) + 8,
               "sixteen bytes");
static UShort *exponents(const VexGuestAMD64State *state)
{
  return V_BITS_OF(state, CMSTART);
}

static ULong *last_ip(const VexGuestAMD64State *state)
{
  return V_BITS_OF(state, SC_CLASS);
}

static ULong *last_operand(const VexGuestAMD64State *state)
{
  return V_BITS_OF(state, IP_AT_SYSCALL);
}

static UShort *last_opcode(const VexGuestAMD64State *state)
{
  return V_BITS_OF(state, FTOP);
}

static UInt top_of(const VexGuestAMD64State *state)
{
  return state->guest_FTOP & (X87_REGISTERS - 1);
}

/* --- modes --- */

static UShort control_of(const VexGuestAMD64State *state)
{
  return (UShort)(X87_USUAL_CONTROL ^ (state->guest_FPROUND >> 32) ^ (state->guest_FPROUND & 3) << ROUNDING_AT);
}

static void set_control(VexGuestAMD64State *state, UShort control)
{
  const ULong other = (control ^ X87_USUAL_CONTROL) & 0xffff & ~ROUNDING;
  state->guest_FPROUND = other << 32 | (control & ROUNDING) >> ROUNDING_AT;
}

static UShort status_of(const VexGuestAMD64State *state)
{
  return (UShort)(state->guest_FC3210 | top_of(state) << TOP_AT);
}

static void set_status(VexGuestAMD64State *state, UShort status)
{
  state->guest_FC3210 = status & ~(UInt)TOP;
  state->guest_FTOP = (status & TOP) >> TOP_AT;
}

/* --- registers: by their place in the stack --- */

static void to_register(const VexGuestAMD64State *state, UInt place, UChar *to)
{
  const UInt number = (top_of(state) + place) % X87_REGISTERS;
  const UShort exponent = state->guest_FPTAG[number] & X87_TAG_OF_MMX ? 0xffff : exponents(state)[number];
  __builtin_memcpy(to, &state->guest_FPREG[number], sizeof(ULong));
  __builtin_memcpy(to + sizeof(ULong), &exponent, sizeof exponent);
}

static void from_register(VexGuestAMD64State *state, UInt place, const UChar *from)
{
  const UInt number = (top_of(state) + place) % X87_REGISTERS;
  __builtin_memcpy(&state->guest_FPREG[number], from, sizeof(ULong));
  __builtin_memcpy(&exponents(state)[number], from + sizeof(ULong), sizeof(UShort));
}

/* --- areas --- */

void x87_state_to_area(const VexGuestAMD64State *state, struct x87_area *area)
{
  area->control = control_of(state);
  area->status = status_of(state);
  area->tags = 0;
  area->opcode = *last_opcode(state);
  area->ip = *last_ip(state);
  area->operand = *last_operand(state);
  for (UInt i = 0; i < X87_REGISTERS; i++) {
    area->tags |= (UChar)((state->guest_FPTAG[i] & X87_TAG_USED) << i);
    to_register(state, i, area->registers[i]);
  }
}

void x87_state_from_area(VexGuestAMD64State *state, const struct x87_area *area)
{
  set_control(state, area->control);
  set_status(state, area->status);
  *last_ip(state) = area->ip;
  *last_operand(state) = area->operand;
  *last_opcode(state) = area->opcode;
  for (UInt i = 0; i < X87_REGISTERS; i++) {
    state->guest_FPTAG[i] = area->tags >> i & X87_TAG_USED;
    from_register(state, i, area->registers[i]);
  }
}

void x87_state_begin(VexGuestAMD64State *state)
{
  const struct x87_area area = {.control = X87_USUAL_CONTROL};
  x87_state_from_area(state, &area);
}

/* --- VEX's helpers for fxsave, xsave and their counterparts: of the area all but the modes of SSE --- */

enum { HEAD_BYTES = offsetof(struct x87_area, modes), REGISTERS_AT = offsetof(struct x87_area, registers) };

void __wrap_amd64g_dirtyhelper_XSAVE_COMPONENT_0(VexGuestAMD64State *state, HWord address)
{
  struct x87_area area = {0};
  x87_state_to_area(state, &area);
  VG_(memcpy)((void *)address, &area, HEAD_BYTES);
  VG_(memcpy)((void *)(address + REGISTERS_AT), area.registers, sizeof area.registers);
}

/* The processor decides anew whether an exception waits: one that happened and is not masked. */
static UShort settled_status(UShort status, UShort control)
{
  enum { EXCEPTIONS = 0x3f, WAITS = 0x8080 };
  const Bool waits = (status & ~control & EXCEPTIONS) != 0;
  return (UShort)((status & ~WAITS) | (waits ? WAITS : 0));
}

VexEmNote __wrap_amd64g_dirtyhelper_XRSTOR_COMPONENT_0(VexGuestAMD64State *state, HWord address)
{
  enum { RESERVED = 0xe0c0, ALWAYS_SET = 0x40, OPCODE = 0x7ff };
  struct x87_area area;
  VG_(memcpy)(&area, (const void *)address, offsetof(struct x87_area, vectors));
  area.control = (UShort)((area.control & ~RESERVED) | ALWAYS_SET);
  area.status = settled_status(area.status, area.control);
  area.opcode &= OPCODE;
  x87_state_from_area(state, &area);
  return EmNote_NONE;
}
