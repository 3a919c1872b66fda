/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What routine_code.S has to know of C: where fields lie, and the values of constants. This file is compiled to
 * assembly, in which each line below leaves "->NAME VALUE"; make turns these into the macros of routine_offsets.h. */
#include "coregrind-glue/direct/direct_private.h"

#include "coregrind-glue/vex/sse_modes.h"
#include "memcheck/pure/base/redzone.h"
#include "memcheck/pure/direct/emit.h"
#include "memcheck/pure/shadow/origins.h"
#include "memcheck/pure/shadow/shadow.h"

#define VALUE(name, value) __asm__ volatile("\n->" #name " %0" : : "i"((long)(value)))
#define GUEST(name) VALUE(GUEST_##name, offsetof(VexGuestAMD64State, guest_##name))
#define WORD(name, variable, field) \
  __asm__ volatile("\n->" name " " #variable "+%0" : : "i"(offsetof(struct variable, field)))
#define STATE(field) WORD("direct_state_" #field, direct_state, field)
#define CROSSING(field) WORD("direct_crossing_" #field, direct_crossing, field)

static void registers(void)
{
  GUEST(RAX);
  GUEST(RCX);
  GUEST(RDX);
  GUEST(RBX);
  GUEST(RSP);
  GUEST(RBP);
  GUEST(RSI);
  GUEST(RDI);
  GUEST(R8);
  GUEST(R9);
  GUEST(R10);
  GUEST(R11);
  GUEST(R12);
  GUEST(R13);
  GUEST(R14);
  GUEST(R15);
  GUEST(YMM0);
  VALUE(GUEST_YMM_BYTES, offsetof(VexGuestAMD64State, guest_YMM1) - offsetof(VexGuestAMD64State, guest_YMM0));
}

static void words(void)
{
  WORD("KEPT_RCX", direct_state, borrowed[0]);
  WORD("KEPT_RAX", direct_state, borrowed[1]);
  WORD("KEPT_RDX", direct_state, borrowed[2]);
  STATE(flags);
  STATE(go_on_at);
  STATE(target);
  STATE(store_address);
  STATE(store_leave);
  STATE(resume);
  STATE(turns);
  STATE(redzone_used);
  STATE(given_up);
  STATE(jump_missed);
  STATE(jump_over);
  STATE(modes);
  STATE(probe_start);
  STATE(probe_last);
  CROSSING(guest);
  CROSSING(host_sp);
  CROSSING(code);
  CROSSING(flags);
  CROSSING(sp_on_entry);
  CROSSING(may_enter);
  CROSSING(was_left);
  CROSSING(visits);
  CROSSING(watched_tags);
}

static void constants(void)
{
  VALUE(LEAVES_PRECISE, WAY_PRECISE);
  VALUE(LEAVES_PLAIN, WAY_PLAIN);
  VALUE(LEAVES_LINK, WAY_LINK);
  VALUE(VISITS_REQUEST, VISIT_REQUEST);
  VALUE(VISITS_RETURN, VISIT_RETURN);
  VALUE(VISITS_JUMP, VISIT_JUMP);
  VALUE(VISITS_X87, VISIT_X87);
  VALUE(VISITS_PROBE, VISIT_PROBE);
  VALUE(USUAL_MODES, SSE_MODES_USUAL);
  VALUE(RED_ZONE, REDZONE_BYTES);
  VALUE(V_BIAS, DIRECT_V_BIAS);
  VALUE(A_BITS, SHADOW_A_OFFSET);
  VALUE(V_BITS, SHADOW_V_OFFSET);
  VALUE(TAGS_LINE_BITS, ORIGINS_LINE_BITS);
  VALUE(TAGS_LINE_LAST, (SHADOW_NEAR_LIMIT >> ORIGINS_LINE_BITS) - 1);
  VALUE(WAY_HOST, offsetof(struct direct_way, host));
}

/* The routines work out the index of a way by shifts. */
_Static_assert(sizeof *direct_table == 16 && DIRECT_TABLE_WAYS == 1 << 16, "as routine_code.S has it");

void routine_offsets(void);
void routine_offsets(void)
{
  registers();
  words();
  constants();
}
