/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Commands that show, set and check the state of memory. */
#include "memcheck/requests/monitor.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/errors/describe_address.h"
#include "memcheck/requests/requests_memory.h"
#include "memcheck/runtime/checks.h"
#include "memcheck/runtime/memory_states.h"
#include "memcheck/runtime/value_paths.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_gdbserver.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"

enum { GROUP_BYTES = 4, LINE_BYTES = 32, XB_LINE_BYTES = 8 };

/* --- showing --- */

static void tell_unaddressable(Addr start, SizeT bytes, SizeT count)
{
  if (count > 0)
    debugger_printf("Address %p len %lu has %lu bytes unaddressable\n", (void *)start, bytes, count);
}

/* Returns 1 for a byte that is not addressable, to be counted. */
static SizeT put_v_bits(const HChar *lead, Addr address)
{
  if (!shadow_is_addressable(guest.shadow, address)) {
    debugger_printf("%s__", lead);
    return 1;
  }
  debugger_printf("%s%02x", lead, shadow_value(guest.shadow, address));
  return 0;
}

void monitor_get_vbits(ThreadId tid, HChar **words)
{
  Addr start;
  SizeT bytes = 1, unaddressable = 0;
  if (!VG_(strtok_get_address_and_size)(&start, &bytes, words))
    return;
  for (SizeT i = 0; i < bytes; i++) {
    const HChar *lead = i == 0 ? "" : i % LINE_BYTES == 0 ? "\n" : i % GROUP_BYTES == 0 ? " " : "";
    unaddressable += put_v_bits(lead, start + i);
  }
  debugger_printf("\n");
  tell_unaddressable(start, bytes, unaddressable);
}

static void put_byte(Addr address)
{
  if (shadow_is_addressable(guest.shadow, address) && core_page_is_readable(address))
    debugger_printf("\t0x%02x", *(const UChar *)address);
  else
    debugger_printf("\t0x?" "?");
}

/* A line of validity bits, and one of bytes. */
static SizeT put_xb_lines(Addr start, SizeT bytes)
{
  SizeT unaddressable = 0;
  debugger_printf("\t");
  for (SizeT i = 0; i < bytes; i++)
    unaddressable += put_v_bits("\t  ", start + i);
  debugger_printf("\n%p:", (void *)start);
  for (SizeT i = 0; i < bytes; i++)
    put_byte(start + i);
  debugger_printf("\n");
  return unaddressable;
}

void monitor_xb(ThreadId tid, HChar **words)
{
  Addr start;
  SizeT bytes = 1, unaddressable = 0;
  if (!VG_(strtok_get_address_and_size)(&start, &bytes, words))
    return;
  for (SizeT i = 0; i < bytes; i += XB_LINE_BYTES)
    unaddressable += put_xb_lines(start + i, bytes - i < XB_LINE_BYTES ? bytes - i : XB_LINE_BYTES);
  tell_unaddressable(start, bytes, unaddressable);
}

/* --- setting --- */

static void make_noaccess(ThreadId tid, Addr start, SizeT bytes)
{
  memory_make_noaccess(start, bytes);
}

static void make_defined(ThreadId tid, Addr start, SizeT bytes)
{
  memory_make_defined(start, bytes);
}

static void make_defined_if_addressable(ThreadId tid, Addr start, SizeT bytes)
{
  shadow_make_defined_if_addressable(guest.shadow, start, bytes);
}

void monitor_make_memory(ThreadId tid, HChar **words)
{
  static void (*const states[])(ThreadId, Addr, SizeT) = {make_noaccess, requests_undefine_range, make_defined,
                                                          make_defined_if_addressable};
  Addr start;
  SizeT bytes = 1;
  Int state = VG_(keyword_id)("noaccess undefined defined Definedifaddressable", VG_(strtok_r)(NULL, " ", words),
                              kwd_report_all);
  if (VG_(strtok_get_address_and_size)(&start, &bytes, words) && state >= 0)
    states[state](tid, start, bytes);
}

/* --- checking --- */

void monitor_tell_place(Addr address)
{
  struct record_error place = {.kind = RECORD_ERROR_NONE, .address = address};
  debugger_begin_answer();
  describe_address(&place);
  channel_send_error(&place);
  debugger_end_answer();
}

static void tell_origin_stack(origin_tag tag)
{
  debugger_begin_answer();
  traces_send(tag / 4);
  channel_send_message(&(struct record_message){.class = RECORD_MESSAGE_CORE, .stack_id = tag / 4});
  debugger_end_answer();
}

static void tell_undefined(ThreadId tid, Addr start, SizeT bytes, Addr bad)
{
  static const HChar *const origins[] = {
    [RECORD_ORIGIN_NONE] = "",
    [RECORD_ORIGIN_HEAP] = " was created by a heap allocation",
    [RECORD_ORIGIN_STACK] = " was created by a stack allocation",
    [RECORD_ORIGIN_CLIENT] = " was created by a client request",
  };
  const origin_tag tag = value_paths_origin(checks_origin_of_memory(tid, bad));
  debugger_printf("Address %p len %lu not defined:\nUninitialised value at %p%s\n", (void *)start, bytes, (void *)bad,
                  origins[tag % 4]);
  if (tag / 4 != 0)
    tell_origin_stack(tag);
}

static void tell_unaddressable_range(Addr start, SizeT bytes, Addr bad)
{
  debugger_printf("Address %p len %lu not addressable:\nbad address %p\n", (void *)start, bytes, (void *)bad);
}

static void check_addressable(ThreadId tid, Addr start, SizeT bytes)
{
  uint64_t bad;
  if (shadow_find_unaddressable(guest.shadow, start, bytes, &bad))
    tell_unaddressable_range(start, bytes, bad);
  else
    debugger_printf("Address %p len %lu addressable\n", (void *)start, bytes);
}

static void check_defined(ThreadId tid, Addr start, SizeT bytes)
{
  uint64_t bad;
  bool is_addressable;
  bool is_bad = shadow_find_undefined(guest.shadow, start, bytes, &bad, &is_addressable);
  if (is_bad && !is_addressable)
    tell_unaddressable_range(start, bytes, bad);
  else if (is_bad && settings.undef_value_errors)
    tell_undefined(tid, start, bytes, bad);
  else
    debugger_printf("Address %p len %lu defined\n", (void *)start, bytes);
}

void monitor_check_memory(ThreadId tid, HChar **words)
{
  static void (*const checks[])(ThreadId, Addr, SizeT) = {check_addressable, check_defined};
  Addr start;
  SizeT bytes = 1;
  Int check = VG_(keyword_id)("addressable defined", VG_(strtok_r)(NULL, " ", words), kwd_report_all);
  if (!VG_(strtok_get_address_and_size)(&start, &bytes, words) || check < 0)
    return;
  checks[check](tid, start, bytes);
  monitor_tell_place(start);
}
