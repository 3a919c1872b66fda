/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers of x87 in direct code: loaded when the first instruction needs them, put back when direct code is left for
 * VEX's. Nothing else uses them meanwhile. */
#include "coregrind-glue/direct/direct_private.h"

#include "coregrind-glue/vex/sse_modes.h"
#include "coregrind-glue/vex/x87_state.h"
#include "memcheck/pure/engine/engine.h"

static struct x87_area area = {.modes = SSE_MODES_USUAL};

/* V bits of the registers, and of how numbers compare. What is left in empty registers is forgotten: code that is to
 * come fills them. */
static Bool has_undefined_bits(VexGuestAMD64State *state)
{
  VexGuestAMD64State *const v_bits = (void *)((Addr)state + ENGINE_V_BITS_OFFSET);
  ULong any = *(const ULong *)((Addr)v_bits + X87_CONDITIONS_AT);
  for (UInt i = 0; i < X87_REGISTERS; i++) {
    if (!(state->guest_FPTAG[i] & X87_TAG_USED))
      v_bits->guest_FPREG[i] = 0;
    any |= v_bits->guest_FPREG[i];
  }
  return any != 0;
}

void x87_registers_load(VexGuestAMD64State *state)
{
  if (has_undefined_bits(state)) {
    direct_state.resume = direct_state.store_leave;
    return;
  }
  x87_state_to_area(state, &area);
  x87_state_load(&area);
  direct_state.x87_is_away = 0;
}

/* Where the guest has the instruction that the processor has executed last; where code is gone, that is not known. */
static Addr place_in_guest(Addr ip)
{
  code_offset ignored;
  const struct code_block *block = code_blocks_find_by_host(ip);
  if (!block)
    return code_space_find(ip, &ignored) ? 0 : ip;
  return direct_places_find(block->places, block->start, (UInt)(ip - code_space_runs_at(block->code))).address;
}

void x87_registers_put_back(VexGuestAMD64State *state)
{
  if (direct_state.x87_is_away)
    return;
  x87_state_store(&area);
  direct_state.x87_is_away = 1;
  area.ip = place_in_guest(area.ip);
  x87_state_from_area(state, &area);
}
