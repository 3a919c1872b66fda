/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/requests/requests_memory.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/errors/errors.h"
#include "memcheck/runtime/checks.h"
#include "memcheck/runtime/followed_pointers.h"
#include "memcheck/runtime/memory_states.h"
#include "memcheck/runtime/stack_tags.h"
#include "memcheck/stacks/traces.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_vki.h"

/* What GET_VBITS and SET_VBITS return; 2 was for alignment once. */
enum { V_BITS_DONE = 1, V_BITS_NOT_ADDRESSABLE = 3 };

/* What the requests that set a state return. */
#define STATE_IS_SET ((UWord)-1)

/* --- setting states --- */

UWord requests_make_noaccess(ThreadId tid, const UWord *argument)
{
  memory_make_noaccess(argument[1], argument[2]);
  return STATE_IS_SET;
}

/* This request is the origin of what is undefined in [start, start + bytes). */
static void note_origin(ThreadId tid, Addr start, SizeT bytes)
{
  if (guest.origins)
    stack_tags_set_range(start, bytes, 4 * traces_of_thread(tid) + RECORD_ORIGIN_CLIENT);
}

void requests_undefine_range(ThreadId tid, Addr start, SizeT bytes)
{
  memory_make_undefined(start, bytes);
  note_origin(tid, start, bytes);
}

UWord requests_make_undefined(ThreadId tid, const UWord *argument)
{
  requests_undefine_range(tid, argument[1], argument[2]);
  return STATE_IS_SET;
}

UWord requests_make_defined(ThreadId tid, const UWord *argument)
{
  memory_make_defined(argument[1], argument[2]);
  return STATE_IS_SET;
}

UWord requests_make_defined_if_addressable(ThreadId tid, const UWord *argument)
{
  shadow_make_defined_if_addressable(guest.shadow, argument[1], argument[2]);
  return STATE_IS_SET;
}

/* --- checking --- */

static void report_check(ThreadId tid, enum record_param what, Addr bad, origin_tag origin)
{
  struct record_error error = {.kind = RECORD_ERROR_CLIENT_CHECK, .address = bad, .auxiliary = what};
  checks_set_origin(&error, origin);
  errors_report(tid, &error, true);
}

UWord requests_check_addressable(ThreadId tid, const UWord *argument)
{
  uint64_t bad;
  if (!shadow_find_unaddressable(guest.shadow, argument[1], argument[2], &bad))
    return 0;
  report_check(tid, RECORD_PARAM_UNADDRESSABLE, bad, 0);
  return bad;
}

/* What is followed counts as undefined, and is not (followed_pointers.h). */
static bool is_followed(Addr address)
{
  return follow_is_on && origins_get(guest.origins, address) == CHECKS_FOLLOWED;
}

static bool find_undefined(Addr start, SizeT bytes, uint64_t *ret)
{
  bool is_addressable;
  const Addr end = start + bytes;
  while (start < end && shadow_find_undefined(guest.shadow, start, end - start, ret, &is_addressable)) {
    if (!is_followed(*ret))
      return true;
    start = *ret + 1;
  }
  return false;
}

/* A range may first have undefined bytes and then leave addressable memory: both are reported. */
UWord requests_check_defined(ThreadId tid, const UWord *argument)
{
  uint64_t undefined, unaddressable;
  Addr start = argument[1];
  bool strays = shadow_find_unaddressable(guest.shadow, start, argument[2], &unaddressable);
  SizeT bytes = strays ? unaddressable - start : argument[2];
  bool has_undefined = settings.undef_value_errors && find_undefined(start, bytes, &undefined);
  if (has_undefined)
    report_check(tid, RECORD_PARAM_UNDEFINED, undefined, checks_origin_of_memory(tid, undefined));
  if (strays)
    report_check(tid, RECORD_PARAM_UNADDRESSABLE, unaddressable, 0);
  return has_undefined ? undefined : strays ? unaddressable : 0;
}

/* --- V bits as data --- */

/* The tool itself reads or writes the guest's array of V bits, so it is not enough that it is addressable. */
static bool v_bits_are_accessible(Addr start, Addr v_bits, SizeT bytes, UInt protection)
{
  uint64_t bad;
  bool (*const can_access)(uintptr_t, size_t) = protection == VKI_PROT_WRITE ? guarded_can_write : guarded_can_read;
  return !shadow_find_unaddressable(guest.shadow, start, bytes, &bad) &&
         !shadow_find_unaddressable(guest.shadow, v_bits, bytes, &bad) &&
         (bytes == 0 || (VG_(am_is_valid_for_client)(v_bits, bytes, protection) && can_access(v_bits, bytes)));
}

UWord requests_get_v_bits(ThreadId tid, const UWord *argument)
{
  Addr start = argument[1], v_bits = argument[2];
  SizeT bytes = argument[3];
  if (!v_bits_are_accessible(start, v_bits, bytes, VKI_PROT_WRITE))
    return V_BITS_NOT_ADDRESSABLE;
  for (SizeT i = 0; i < bytes; i++)
    ((UChar *)v_bits)[i] = is_followed(start + i) ? SHADOW_DEFINED : shadow_value(guest.shadow, start + i);
  memory_make_defined(v_bits, bytes);
  return V_BITS_DONE;
}

UWord requests_set_v_bits(ThreadId tid, const UWord *argument)
{
  Addr start = argument[1], v_bits = argument[2];
  SizeT bytes = argument[3];
  if (!v_bits_are_accessible(start, v_bits, bytes, VKI_PROT_READ))
    return V_BITS_NOT_ADDRESSABLE;
  for (SizeT i = 0; i < bytes; i++)
    shadow_set_value(guest.shadow, start + i, ((const UChar *)v_bits)[i]);
  note_origin(tid, start, bytes);
  return V_BITS_DONE;
}

/* --- address errors --- */

UWord requests_disable_address_errors(ThreadId tid, const UWord *argument)
{
  if (argument[2] == 0)
    return 0;
  checks_disable_address_errors(argument[1], argument[2]);
  return 1;
}

/* As Memcheck does, returns 1 even when nothing was disabled. */
UWord requests_enable_address_errors(ThreadId tid, const UWord *argument)
{
  if (argument[2] == 0)
    return 0;
  checks_enable_address_errors(argument[1], argument[2]);
  return 1;
}

/* --- results --- */

void requests_store_result(Addr variable, UWord value)
{
  if (!VG_(am_is_valid_for_client)(variable, sizeof value, VKI_PROT_WRITE) ||
      guarded_copy((void *)variable, &value, sizeof value) != sizeof value)
    return;
  shadow_make_defined_if_addressable(guest.shadow, variable, sizeof value);
}

void requests_store_text(Addr buffer, SizeT buffer_bytes, const HChar *text)
{
  const SizeT length = VG_(strlen)(text), copied = length < buffer_bytes ? length : buffer_bytes - 1;
  if (buffer_bytes == 0 || !VG_(am_is_valid_for_client)(buffer, copied + 1, VKI_PROT_WRITE))
    return;
  VG_(memcpy)((void *)buffer, text, copied);
  *(HChar *)(buffer + copied) = '\0';
  shadow_make_defined_if_addressable(guest.shadow, buffer, copied + 1);
}
