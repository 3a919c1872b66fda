/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the rest of the tool needs to know of the routines of direct code (routine_code.S): where they are, where they
 * go on after a fault, and what they expect to find in direct_state. */
#include "coregrind-glue/direct/direct_private.h"

#include "coregrind-glue/vex/sse_modes.h"
#include "memcheck/pure/base/redzone.h"
#include "memcheck/pure/shadow/shadow.h"

#include "pub_tool_libcbase.h"

struct direct_crossing direct_crossing;
struct direct_state direct_state __attribute__((aligned(64))); /* what is used most lies in one cache line */
struct direct_way direct_table[DIRECT_TABLE_WAYS];
struct direct_policy direct_policy;

extern const UChar direct_leave_precise[], direct_leave_plain[], direct_leave_link[], direct_make_request[],
  direct_load_x87[], direct_probe[], direct_return_to[], direct_return_to_counting[],
  direct_jump_missed[], direct_jump_over[],
  direct_make_defined_1[], direct_make_defined_2[], direct_make_defined_4[], direct_make_defined_8[],
  direct_make_defined_16[], direct_make_defined_32[], direct_make_defined_10[], direct_make_defined_watching_1[],
  direct_make_defined_watching_2[], direct_make_defined_watching_4[], direct_make_defined_watching_8[],
  direct_make_defined_watching_16[], direct_make_defined_watching_32[], direct_make_defined_watching_10[];

/* Direct code sets V bits alone. */
void routines_note_stack(Addr sp)
{
  const Addr from = direct_crossing.sp_on_entry;
  if (sp < from)
    VG_(memset)(shadow_a_bits(sp - REDZONE_BYTES), 0, (from - sp) / SHADOW_GRANULE_BYTES);
  else if (sp > from)
    VG_(memset)(shadow_a_bits(from - REDZONE_BYTES), 0xff, (sp - from) / SHADOW_GRANULE_BYTES);
  direct_crossing.sp_on_entry = sp;
}

extern const UChar direct_store_fails[], direct_return_puts[], direct_return_leaves[], direct_return_puts_counting[],
  direct_return_leaves_counting[];

/* Where a store goes there may be no A bits; and a stack that is returned on may be one that cannot be written to. */
Addr routines_after_fault(Addr at)
{
  if (at >= (Addr)direct_make_defined_1 && at < (Addr)direct_store_fails)
    return (Addr)direct_store_fails;
  if (at == (Addr)direct_return_puts)
    return (Addr)direct_return_leaves;
  if (at == (Addr)direct_return_puts_counting)
    return (Addr)direct_return_leaves_counting;
  return 0;
}

extern const UChar direct_jump[], direct_jump_end[];

const struct direct_snippet routines_jump = {direct_jump, direct_jump_end};

#define ROUTINES_OF_SIZES(name) \
  {(Addr)name##1, (Addr)name##2, (Addr)name##4, (Addr)name##8, (Addr)name##16, (Addr)name##32, (Addr)name##10}

void routines_begin(const uint64_t *watched_tags)
{
  static const uint64_t watching[DIRECT_STORE_SIZES] = ROUTINES_OF_SIZES(direct_make_defined_watching_);
  direct_state = (struct direct_state){
    .v_offset = SHADOW_V_OFFSET,
    .leave_precise = (Addr)direct_leave_precise,
    .leave_plain = (Addr)direct_leave_plain,
    .link = (Addr)direct_leave_link,
    .make_request = (Addr)direct_make_request,
    .return_to = (Addr)direct_return_to,
    .jump_missed = (Addr)direct_jump_missed,
    .jump_over = (Addr)direct_jump_over,
    .load_x87 = (Addr)direct_load_x87,
    .probe = (Addr)direct_probe,
    .probe_start = ~(Addr)0,
    .x87_is_away = 1,
    .modes = SSE_MODES_USUAL,
    .make_defined = ROUTINES_OF_SIZES(direct_make_defined_),
  };
  direct_crossing.watched_tags = watched_tags;
  for (unsigned i = 0; watched_tags && i < DIRECT_STORE_SIZES; i++)
    direct_state.make_defined[i] = watching[i];
}

void routines_count(void)
{
  direct_state.return_to = (Addr)direct_return_to_counting;
}
