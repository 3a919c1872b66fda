/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Calls and returns are taken to keep no flags, as the ABI has it. Each call is looked at before it is made for the first time, whoever
 * makes its code: when what it returns to reads flags, all direct code is made anew, and keeps them. This is for calls that VEX makes. */
#include "coregrind-glue/direct/direct_private.h"

#include "coregrind-glue/core/guarded.h"

#include "pub_tool_libcprint.h"

/* Not all instructions are known, so some bytes that are taken for a call may be none. */
static Bool may_be_call(const UChar *end)
{
  enum { CALL = 0xe8, GROUP = 0xff, BYTES_MIN = 2, BYTES_MAX = 7 };
  if (end[-5] == CALL)
    return True;
  for (Int bytes = BYTES_MIN; bytes <= BYTES_MAX; bytes++)
    if (end[-bytes] == GROUP && (end[-bytes + 1] >> 3 & 7) == 2)
      return True;
  return False;
}

static void keep_flags(void)
{
  guest_view_keep_flags();
  direct_code_changed(0, ~(SizeT)0);
}

void returns_note_called(Addr target)
{
  const struct direct_guest *guest = guest_view(0);
  if (guest->keeps_flags || !guest_view_is_code(target) || !direct_reads_flags_at(guest, target))
    return;
  VG_(umsg)("Warning: the code at %#lx reads flags of the processor that its caller has set, which were lost this time;\n", target);
  VG_(umsg)("  they are kept from now on. If the program goes wrong, use --engine=speculative.\n");
  keep_flags();
}

/* A range ends behind a call, if VEX follows it or not. */
void direct_note_code(const VexGuestExtents *extents)
{
  enum { LOOKED_AT = 8 };
  for (Int i = 0; direct_policy.is_on && !guest_view(0)->keeps_flags && i < extents->n_used; i++) {
    const Addr end = extents->base[i] + extents->len[i];
    UChar bytes[LOOKED_AT];
    if (guarded_copy(bytes, (const void *)(end - sizeof bytes), sizeof bytes) != sizeof bytes || !may_be_call(bytes + sizeof bytes))
      continue;
    if (guest_view_is_code(end) && direct_reads_flags_at(guest_view(0), end))
      keep_flags();
  }
}
