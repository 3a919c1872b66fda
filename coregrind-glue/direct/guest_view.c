/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What may become direct code: instructions that stay, and those that are watched. What may change otherwise is VEX's,
 * which checks it. So are instructions about which there is something special: watched, wrapped, requests to Valgrind,
 * and what speculation keeps failing at. */
#include "coregrind-glue/direct/direct_private.h"

#include "coregrind-glue/code/changing_code.h"
#include "coregrind-glue/code/watched_pages.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/modules/watched_functions.h"
#include "coregrind-glue/preload/preload_requests.h"
#include "coregrind-glue/tool.h"
#include "memcheck/pure/shadow/shadow.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"

extern void VG_(am_set_segment_hasT)(Addr address); /* of libcoregrind: so that the core discards code that vanishes */

static struct direct_guest guest;
static Addr start_of_block; /* of the one that is made */

/* The memory that was asked about last. */
static struct {
  Addr start, end;
} code;

static struct guest_seen seen;

/* Of memory that can be written to, only the page where the block starts and the next one are looked at, as these are
 * watched then. */
static Bool is_watched(Addr address, Addr *ret_end)
{
  const Addr first = start_of_block / WATCHED_PAGE_BYTES, number = address / WATCHED_PAGE_BYTES;
  if ((number != first && number != first + 1) || !watched_pages_watch(address, address + 1))
    return False;
  const Addr end = (number + 1) * WATCHED_PAGE_BYTES;
  if (end < *ret_end)
    *ret_end = end;
  return True;
}

static Bool is_code(Addr address)
{
  if (address >= code.start && address < code.end)
    return True;
  const NSegment *found = VG_(am_find_nsegment)(address);
  Addr end;
  if (!found || !found->hasR)
    return False;
  const enum code_change change = changing_code_at(address, &end);
  if (change != CODE_STAYS && (change != CODE_IS_WRITABLE || !is_watched(address, &end)))
    return False;
  code.start = address;
  code.end = end;
  VG_(am_set_segment_hasT)(address);
  return True;
}

/* How much there is, up to an instruction's length; it may lie in two pages that are looked at one by one. */
static size_t code_from(Addr address)
{
  if (!is_code(address))
    return 0;
  if (code.end - address < DIRECT_INSTRUCTION_BYTES_MAX && !is_code(code.end))
    return code.end - address;
  return code.end - address < DIRECT_INSTRUCTION_BYTES_MAX ? code.end - address : DIRECT_INSTRUCTION_BYTES_MAX;
}

static void note_region(Addr region)
{
  for (UInt i = 0; i < seen.count && i < CODE_REGIONS_MAX; i++)
    if (seen.regions[i] == region)
      return;
  if (seen.count < CODE_REGIONS_MAX)
    seen.regions[seen.count] = region;
  if (seen.count <= CODE_REGIONS_MAX)
    seen.count++;
}

static void note_seen(Addr start, Addr end)
{
  note_region(start >> CODE_REGION_BITS);
  note_region((end - 1) >> CODE_REGION_BITS);
  if (start < seen.start)
    seen.start = start;
  if (end > seen.end)
    seen.end = end;
}

/* Where there should be no code, in freed blocks and among bytes that were never set, the core makes it, and tells. */
static size_t defined_from(Addr address, size_t bytes)
{
  uint64_t bad;
  bool is_addressable;
  if (direct_counts())
    return bytes;
  return shadow_find_undefined(tool.shadow(), address, bytes, &bad, &is_addressable) ? bad - address : bytes;
}

/* The file may have become shorter. */
static size_t read_code(void *context, uint64_t address, uint8_t bytes[static DIRECT_INSTRUCTION_BYTES_MAX])
{
  const size_t most = defined_from(address, code_from(address));
  if (most == 0)
    return 0;
  note_seen(address, address + most);
  return guarded_copy(bytes, (const void *)address, most);
}

/* It begins with `rol $3, %rdi`. */
static bool is_client_request(const uint8_t *bytes, unsigned count)
{
  static const UChar start[] = {0x48, 0xc1, 0xc7, 0x03};
  return count == sizeof start && VG_(memcmp)(bytes, start, sizeof start) == 0;
}

static unsigned request_of(void *context, const uint8_t *bytes, unsigned count)
{
  const unsigned request = preload_quick_request(bytes, count);
  return request == PRELOAD_QUICK_REQUESTS ? DIRECT_NO_REQUEST : request;
}

Addr guest_view_redirected(Addr address)
{
  Bool is_wrap = False;
  const Addr target = __real_vgPlain_redir_do_lookup(address, &is_wrap);
  return is_wrap ? 0 : target;
}

static bool may_copy(void *context, uint64_t address, const uint8_t *bytes, unsigned count)
{
  UWord meaning;
  return !is_client_request(bytes, count) && direct_policy.may_copy(address) &&
         !watched_functions_find(address, &meaning) &&
         (address == start_of_block || guest_view_redirected(address) == address);
}

static bool is_made(void *context, uint64_t address)
{
  const NSegment *const segment = VG_(am_find_nsegment)(address);
  return segment && segment->kind == SkAnonC;
}

static uint32_t counter_of(void *context, uint64_t address, const uint8_t *bytes, unsigned instructions)
{
  return direct_policy.counter_of(address, bytes, instructions) * (uint32_t)sizeof(int64_t);
}

const struct guest_seen *guest_view_seen(void)
{
  return &seen;
}

const struct direct_guest *guest_view(Addr block_start)
{
  code.start = code.end = 0;
  seen = (struct guest_seen){.start = block_start, .end = block_start + 1};
  start_of_block = block_start;
  guest.read = read_code;
  guest.may_copy = may_copy;
  guest.is_made = is_made;
  guest.request_of = request_of;
  guest.state = (UInt)(Addr)&direct_state;
  guest.jump = routines_jump;
  guest.is_stressed = direct_policy.stress != 0;
  guest.counter_of = direct_counts() ? counter_of : NULL;
  guest.watches_tags = direct_policy.watched_tags != NULL;
  return &guest;
}

void guest_view_uncount(const struct code_block *block, Addr from)
{
  UChar bytes[DIRECT_STEPS_MAX], text[DIRECT_INSTRUCTION_BYTES_MAX];
  struct direct_instruction instruction = {.kind = DIRECT_PLAIN};
  const Addr end = block->start + block->guest_bytes;
  UInt count = 0;
  const struct direct_guest *const view = guest_view(block->start);
  for (Addr at = from; at < end && count < DIRECT_STEPS_MAX && instruction.kind != DIRECT_BRANCH;
       at += instruction.bytes) {
    if (!direct_decode(text, view->read(view->context, at, text), at, &instruction))
      return;
    bytes[count++] = instruction.bytes;
  }
  direct_policy.counters[direct_policy.counter_of(from, bytes, count)]--;
}
