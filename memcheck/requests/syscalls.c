/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the core or the kernel accesses memory and registers for the guest, no instrumented code runs. So the core
 * announces what it is going to read, which is checked like a load, and to write, which is checked like a store; and
 * what was written, which is defined from then on. Each parameter makes one error at most, at its first bad byte.
 *
 * For signal frames the core copies registers to memory and back together with their shadows; nothing need be done for
 * that. */
#include "memcheck/requests/syscalls.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/base/tool_settings.h"
#include "memcheck/pure/engine/engine.h"
#include "memcheck/pure/engine/undefined_registers.h"
#include "memcheck/errors/errors.h"
#include "memcheck/runtime/accesses.h"
#include "memcheck/runtime/checks.h"
#include "memcheck/runtime/followed_pointers.h"
#include "memcheck/runtime/memory_states.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"

enum { REGISTER_BYTES_MAX = 32 };

/* --- errors --- */

static void report_parameter(ThreadId tid, const HChar *parameter, enum record_param what, Addr address,
                             origin_tag origin)
{
  struct record_error error = {
    .kind = RECORD_ERROR_SYSCALL_PARAM, .text = core_string(parameter), .address = address, .auxiliary = what};
  if (what != RECORD_PARAM_UNADDRESSABLE)
    checks_set_origin(&error, origin);
  errors_report(tid, &error, what != RECORD_PARAM_REGISTER);
}

/* `bad`: the first bad byte. */
static void report_memory(CorePart part, ThreadId tid, const HChar *what, Addr bad, bool is_addressable)
{
  if (part == Vg_CoreTranslate)
    errors_report_at(tid, RECORD_ERROR_INVALID_JUMP, bad);
  else if (part == Vg_CoreSignal)
    errors_report(tid, &(struct record_error){.kind = RECORD_ERROR_COREMEM, .text = core_string(what), .address = bad},
                  false);
  else if (is_addressable)
    report_parameter(tid, what, RECORD_PARAM_UNDEFINED, bad, checks_origin_of_memory(tid, bad));
  else {
    report_parameter(tid, what, RECORD_PARAM_UNADDRESSABLE, bad, 0);
    (void)first_stack_settle_fault(bad); /* the kernel would make it grow there */
  }
}

/* --- memory --- */

/* What is read must be addressable, and defined. Its first byte that is not. */
static bool find_unreadable(Addr start, SizeT bytes, uint64_t *ret_bad, bool *ret_addressable)
{
  if (settings.undef_value_errors && !follow_is_on)
    return shadow_find_undefined(guest.shadow, start, bytes, ret_bad, ret_addressable);
  *ret_addressable = false;
  return shadow_find_unaddressable(guest.shadow, start, bytes, ret_bad);
}

static bool find_unwritable(Addr start, SizeT bytes, uint64_t *ret_bad, bool *ret_addressable)
{
  *ret_addressable = false;
  return shadow_find_unaddressable(guest.shadow, start, bytes, ret_bad);
}

/* As `find` does, but leave out what the kernel does not use. */
static bool find_bad(CorePart part, ThreadId tid, const HChar *what, Addr start, SizeT bytes,
                     bool (*find)(Addr start, SizeT bytes, uint64_t *ret_bad, bool *ret_addressable), uint64_t *ret_bad,
                     bool *ret_addressable)
{
  Addr unused_end;
  while (bytes > 0 && find(start, bytes, ret_bad, ret_addressable)) {
    if (memory_is_languages(*ret_bad, start + bytes - *ret_bad))
      continue;
    const enum bytes_use use = part == Vg_CoreSysCall ? bytes_use_at(tid, what, *ret_bad, &unused_end) : BYTES_USED;
    if (use == BYTES_USED || (use == BYTES_COPIED && !*ret_addressable))
      return true;
    const SizeT rest = start + bytes - *ret_bad, unused = unused_end - *ret_bad < rest ? unused_end - *ret_bad : rest;
    start = *ret_bad + unused;
    bytes = rest - unused;
    if (use == BYTES_COPIED && find_unwritable(*ret_bad, unused, ret_bad, ret_addressable))
      return true;
  }
  return false;
}

/* --heap-access counts what system calls access. */
static bool is_counted(CorePart part)
{
  return part == Vg_CoreSysCall && accesses_are_counted();
}

static void before_read(CorePart part, ThreadId tid, const HChar *what, Addr start, SizeT bytes)
{
  uint64_t bad;
  bool is_addressable;
  if (part == Vg_CoreTranslate && block_in_work.kind == CODE_PRECISE_AT_ALIAS)
    return; /* reported when it was made speculative code */
  if (find_bad(part, tid, what, start, bytes, find_unreadable, &bad, &is_addressable))
    report_memory(part, tid, what, bad, is_addressable);
  if (is_counted(part))
    accesses_read(start, bytes);
}

/* The end of a string is found by reading it, as far as there is memory at all: it may be inaccessible and have kept
 * its values (memory_states.c). A string that has no end in that is bad where the memory ends, unless an earlier byte
 * of it is. */
static void before_read_string(CorePart part, ThreadId tid, const HChar *what, Addr start)
{
  Addr end;
  uint64_t bad;
  SizeT known_bytes;
  bool is_addressable;
  if (part == Vg_CoreSysCall && bytes_of_text(tid, what, start, &known_bytes)) {
    before_read(part, tid, what, start, known_bytes);
    return;
  }
  const bool has_end = core_find_string_end(start, &end);
  const SizeT bytes = end - start + has_end;
  if (find_bad(part, tid, what, start, bytes, find_unreadable, &bad, &is_addressable))
    report_memory(part, tid, what, bad, is_addressable);
  else if (!has_end)
    report_memory(part, tid, what, end, false);
  if (is_counted(part))
    accesses_read(start, bytes);
}

/* A negative number of groups looks like a huge one to the core, but the kernel refuses it before it looks at the
 * list. */
static bool is_refused(CorePart part, ThreadId tid, const HChar *what)
{
  Int count;
  if (part != Vg_CoreSysCall || VG_(strcmp)(what, "getgroups(list)") != 0)
    return false;
  VG_(get_shadow_regs_area)(tid, (UChar *)&count, 0, offsetof(VexGuestAMD64State, guest_RDI), sizeof count);
  return count < 0;
}

static void before_write(CorePart part, ThreadId tid, const HChar *what, Addr start, SizeT bytes)
{
  uint64_t bad;
  bool is_addressable;
  if (is_refused(part, tid, what))
    return;
  if (find_bad(part, tid, what, start, bytes, find_unwritable, &bad, &is_addressable))
    report_memory(part, tid, what, bad, false);
  if (part == Vg_CoreSysCall)
    watched_pages_begin_call(tid, start, bytes);
}

static void after_write(CorePart part, ThreadId tid, Addr start, SizeT bytes)
{
  memory_make_defined(start, bytes);
  if (follow_is_on)
    follow_stored(start, bytes);
  if (is_counted(part))
    accesses_written(start, bytes);
}

/* --- registers --- */

static void before_register_read(CorePart part, ThreadId tid, const HChar *what, PtrdiffT offset, SizeT bytes)
{
  UChar v_bits[REGISTER_BYTES_MAX], undefined = 0;
  if (bytes > sizeof v_bits)
    bytes = sizeof v_bits;
  VG_(get_shadow_regs_area)(tid, v_bits, 1, offset, bytes);
  for (SizeT i = 0; i < bytes; i++)
    undefined |= v_bits[i];
  if (undefined)
    report_parameter(tid, what, RECORD_PARAM_REGISTER, 0, checks_origin_of_register(tid, offset, bytes));
}

/* --- what speculative code finds in the guest state --- */

static void set_engine_word(ThreadId tid, int place, ULong value)
{
  VG_(set_shadow_regs_area)
  (tid, 2, place - ENGINE_IN_TAGS(guest_RAX) + offsetof(VexGuestAMD64State, guest_RAX), sizeof value,
   (const UChar *)&value);
}

static ULong get_engine_word(ThreadId tid, int place)
{
  ULong value;
  VG_(get_shadow_regs_area)(tid, (UChar *)&value, 2,
                            place - ENGINE_IN_TAGS(guest_RAX) + offsetof(VexGuestAMD64State, guest_RAX), sizeof value);
  return value;
}

/* The engine finds these constants in the guest state. Other threads begin with a copy of it. */
static void prepare_first_thread(ThreadId tid)
{
  set_engine_word(tid, ENGINE_V_EIGHTH, SHADOW_V_OFFSET / 8);
  set_engine_word(tid, ENGINE_A_EIGHTH, SHADOW_A_OFFSET / 8);
}

void syscalls_registers_changed(ThreadId tid)
{
  VexGuestAMD64State v_bits;
  VG_(get_shadow_regs_area)(tid, (UChar *)&v_bits, 1, 0, sizeof v_bits);
  set_engine_word(tid, ENGINE_UNDEFINED, undefined_registers_in(&v_bits));
}

/* Precise code says what is undefined where it has an exit. */
void syscalls_left_code(ThreadId tid)
{
  syscalls_registers_changed(tid);
  set_engine_word(tid, ENGINE_IS_PRECISE, 0);
}

/* A signal may interrupt precise code; its handler begins in speculative code, which must know what is undefined. */
static void before_signal(ThreadId tid, Int signal, Bool on_other_stack)
{
  syscalls_left_code(tid);
}

/* Of any size, up to all of the guest state. */
static void after_register_write(CorePart part, ThreadId tid, PtrdiffT offset, SizeT bytes)
{
  static const UChar defined[sizeof(VexGuestAMD64State)];
  VG_(set_shadow_regs_area)(tid, 1, offset, bytes, defined);
  if (part == Vg_CoreStartup)
    prepare_first_thread(tid);
  set_engine_word(tid, ENGINE_UNDEFINED,
                  get_engine_word(tid, ENGINE_UNDEFINED) & ~undefined_registers_covered((int)offset, (int)bytes));
}

/* What malloc and its like returned, and client requests. */
static void after_request(ThreadId tid, PtrdiffT offset, SizeT bytes, Addr function)
{
  after_register_write(Vg_CoreClientReq, tid, offset, bytes);
  ULong result;
  VG_(get_shadow_regs_area)(tid, (UChar *)&result, 0, offset, sizeof result);
  if (bytes == sizeof result && follow_means(result))
    follow_register(tid, offset);
}

/* --- system calls that the core does not know --- */

void syscalls_check_register(ThreadId tid, const HChar *what, PtrdiffT offset, SizeT bytes)
{
  if (settings.undef_value_errors && !follow_is_on)
    before_register_read(Vg_CoreSysCall, tid, what, offset, bytes);
}

void syscalls_check_read(ThreadId tid, const HChar *what, Addr start, SizeT bytes)
{
  before_read(Vg_CoreSysCall, tid, what, start, bytes);
}

void syscalls_check_text(ThreadId tid, const HChar *what, Addr start)
{
  before_read_string(Vg_CoreSysCall, tid, what, start);
}

void syscalls_check_write(ThreadId tid, const HChar *what, Addr start, SizeT bytes)
{
  before_write(Vg_CoreSysCall, tid, what, start, bytes);
}

void syscalls_tell_unaddressable(ThreadId tid, const HChar *what, Addr address)
{
  report_parameter(tid, what, RECORD_PARAM_UNADDRESSABLE, address, 0);
}

void syscalls_note_written(ThreadId tid, Addr start, SizeT bytes)
{
  after_write(Vg_CoreSysCall, tid, start, bytes);
}

void syscalls_init(void)
{
  VG_(track_pre_mem_read)(before_read);
  VG_(track_pre_mem_read_asciiz)(before_read_string);
  VG_(track_pre_mem_write)(before_write);
  VG_(track_post_mem_write)(after_write);
  VG_(track_post_reg_write)(after_register_write);
  VG_(track_post_reg_write_clientcall_return)(after_request);
  VG_(track_pre_deliver_signal)(before_signal);
}

void syscalls_begin(void)
{
  if (settings.undef_value_errors && !follow_is_on)
    VG_(track_pre_reg_read)(before_register_read);
}
