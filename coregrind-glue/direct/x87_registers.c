/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Registers of x87 in direct code: loaded when the first instruction needs them, put back when direct code is left for VEX's. Nothing
 * else uses them meanwhile. */
#include "coregrind-glue/direct/direct_private.h"

#include "coregrind-glue/vex/x87_state.h"
#include "memcheck/engine/engine.h"
#include "memcheck/engine/undefined_registers.h"

static struct x87_image loaded;

/* The registers, and what the status says of numbers (x87_made.c). */
static uint64_t bits_of_x87(void)
{
  return undefined_registers_touched(offsetof(VexGuestAMD64State, guest_FPREG), sizeof(ULong[X87_REGISTERS])) |
         undefined_registers_touched(offsetof(VexGuestAMD64State, guest_YMM16), sizeof(U256));
}

void x87_registers_load(VexGuestAMD64State *state)
{
  if (*(const ULong *)((Addr)state + ENGINE_UNDEFINED) & bits_of_x87()) {
    direct_state.resume = direct_state.store_leave;
    return;
  }
  x87_state_to_image(state, &loaded);
  __asm__ volatile("frstor %0" : : "m"(loaded));
  direct_state.x87_is_away = 0;
}

/* Where the guest has the instruction that the processor has executed last, which tells half of its address; 0: that is not known any
 * more. */
static Addr place_in_guest(UInt ip)
{
  const Addr start = code_space_runs_at(0), host = start + (UInt)(ip - (UInt)start);
  const struct code_block *block = code_blocks_find_by_host(host);
  if (!block)
    return 0;
  return direct_places_find(block->places, block->start, (UInt)(host - code_space_runs_at(block->code))).address;
}

void x87_registers_put_back(VexGuestAMD64State *state)
{
  static const UShort control_of_vex = 0x27f;
  struct x87_image image;
  if (direct_state.x87_is_away)
    return;
  __asm__ volatile("fnsave %0\n\tfldcw %1" : "=m"(image) : "m"(control_of_vex));
  direct_state.x87_is_away = 1;
  const Addr place = image.ip != loaded.ip ? place_in_guest(image.ip) : 0;
  image.ip = place != 0 ? (UInt)place : loaded.ip;
  x87_state_from_image(state, &image, &loaded);
  if (place != 0)
    x87_state_set_last(state, place, image.opcode, image.operand);
}
