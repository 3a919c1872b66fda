/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The call is passed to the kernel unchanged. Tables say which memory it reads and writes. */
#include "coregrind-glue/syscalls/newer_syscalls.h"

#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/syscalls/more_memory.h"
#include "coregrind-glue/syscalls/new_descriptors.h"
#include "coregrind-glue/syscalls/own_mappings.h"
#include "coregrind-glue/syscalls/self_restrictions.h"
#include "coregrind-glue/tool.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum { PARAMETERS_MAX = 6, NAME_BYTES = 64, TEXT_BYTES_MAX = 4096 };
enum {
  MAY_BLOCK = SYSCALL_MAY_BLOCK, /* other threads run meanwhile */
  SIGNALS = SYSCALL_LOOKS_FOR_SIGNALS,
};
enum { READS, READS_TEXT, WRITES, READS_VALUE, WRITES_VALUE };
enum { RESULT = -1, OPENAT2 = 437 };
#define TOLD(parameter) (RESULT - (parameter))

struct call {
  UInt number;
  const HChar *name;
  UWord flags;
  const HChar *parameters[PARAMETERS_MAX];
};

struct memory {
  UInt number;
  UInt what;
  UInt parameter;
  SizeT unit_bytes;
  Int count;
};

static const struct call calls[] = {
#define NEWER_CALL(number, name, flags, ...) {number, #name, flags, {__VA_ARGS__}},
#include "coregrind-glue/syscalls/newer_syscalls.def"
};

static const struct memory memories[] = {
#define MEMORY(number, what, parameter, unit_bytes, count) {number, what, parameter, unit_bytes, count},
#include "coregrind-glue/syscalls/newer_syscalls.def"
};

static const struct call *find_call(UInt number)
{
  for (UInt i = 0; i < sizeof calls / sizeof *calls; i++)
    if (calls[i].number == number)
      return &calls[i];
  return NULL;
}

/* "name(parameter)", as errors name it. */
static const HChar *name_of(const struct call *call, UInt parameter, HChar name[static NAME_BYTES])
{
  VG_(snprintf)(name, NAME_BYTES, "%s(%s)", call->name, call->parameters[parameter]);
  return name;
}

static void check_registers(ThreadId tid, const struct call *call)
{
  static const PtrdiffT registers[PARAMETERS_MAX] = {
    offsetof(VexGuestAMD64State, guest_RDI), offsetof(VexGuestAMD64State, guest_RSI),
    offsetof(VexGuestAMD64State, guest_RDX), offsetof(VexGuestAMD64State, guest_R10),
    offsetof(VexGuestAMD64State, guest_R8),  offsetof(VexGuestAMD64State, guest_R9)};
  HChar name[NAME_BYTES];
  for (UInt i = 0; i < PARAMETERS_MAX && call->parameters[i]; i++)
    tool.syscall_reads_register(tid, name_of(call, i, name), registers[i], sizeof(UInt));
}

static Bool has_value(const struct memory *memory)
{
  return memory->what == READS_VALUE || memory->what == WRITES_VALUE;
}

/* What a parameter points to, directly or by the kernel's struct xattr_args. False: nothing, or it cannot be known. */
static Bool find_memory(const struct memory *memory, const struct syscall_arguments *arguments, Addr *ret_start,
                        SizeT *ret_bytes)
{
  struct {
    ULong value;
    UInt bytes, flags;
  } attribute;
  *ret_start = arguments->at[memory->parameter - 1];
  *ret_bytes = memory->count > 0 ? memory->unit_bytes * (UInt)arguments->at[memory->count - 1] : memory->unit_bytes;
  if (has_value(memory) && *ret_start != 0) {
    if (guarded_copy(&attribute, (const void *)*ret_start, sizeof attribute) < sizeof attribute)
      return False;
    *ret_start = attribute.value;
    *ret_bytes = attribute.bytes;
  }
  return *ret_start != 0;
}

static void check_memory(ThreadId tid, const struct call *call, const struct memory *memory,
                         const struct syscall_arguments *arguments)
{
  HChar text[NAME_BYTES];
  const HChar *name = name_of(call, memory->parameter - 1, text);
  Addr start;
  SizeT bytes;
  if (memory->count < 0 || !find_memory(memory, arguments, &start, &bytes))
    return;
  if (memory->what == READS || memory->what == READS_VALUE)
    tool.syscall_reads(tid, name, start, bytes);
  else if (memory->what == READS_TEXT)
    tool.syscall_reads_text(tid, name, start);
  else
    tool.syscall_writes(tid, name, start, bytes);
}

static void before_call(ThreadId tid, void *layout, struct syscall_arguments *arguments, struct syscall_status *status,
                        UWord *flags)
{
  const struct call *call = find_call((UInt)arguments->number);
  check_registers(tid, call);
  for (UInt i = 0; i < sizeof memories / sizeof *memories; i++)
    if (memories[i].number == call->number)
      check_memory(tid, call, &memories[i], arguments);
  more_memory_before(tid, arguments);
  *flags |= call->flags;
  if (call->number == __NR_restart_syscall) /* there is nothing to begin again but what the core has begun for itself */
    syscall_complete(status, VKI_EINTR);
  new_descriptors_before(arguments, status);
  self_restrictions_before(tid, arguments, status, flags);
}

static Bool is_written(const struct memory *memory, const struct syscall_arguments *arguments)
{
  return memory->number == (UInt)arguments->number && (memory->what == WRITES || memory->what == WRITES_VALUE);
}

/* How much room the caller gave: a call with too little of it returns how much it would have needed. */
static SizeT room_for(const struct memory *told, const struct syscall_arguments *arguments)
{
  Addr start;
  SizeT bytes;
  for (UInt i = 0; i < sizeof memories / sizeof *memories; i++) {
    const struct memory *memory = &memories[i];
    if (is_written(memory, arguments) && memory->parameter == told->parameter && memory->count >= 0 &&
        find_memory(memory, arguments, &start, &bytes))
      return bytes;
  }
  return ~(SizeT)0;
}

static SizeT bytes_told(const struct memory *memory, const struct syscall_arguments *arguments, SysRes result)
{
  const SizeT room = room_for(memory, arguments);
  UInt told = 0;
  if (memory->count != RESULT)
    (void)guarded_copy(&told, (const void *)arguments->at[RESULT - memory->count - 1], sizeof told);
  const SizeT bytes = memory->unit_bytes * (memory->count == RESULT ? sr_Res(result) : told);
  return bytes < room ? bytes : room;
}

static Bool makes_descriptor(UInt number)
{
  static const UInt makers[] = {
#define NEW_DESCRIPTOR(number) number,
#include "coregrind-glue/syscalls/newer_syscalls.def"
  };
  for (UInt i = 0; i < sizeof makers / sizeof *makers; i++)
    if (makers[i] == number)
      return True;
  return False;
}

/* Called when the call has succeeded. If a line tells how much was written, lines that tell how much may be are not
 * used. */
static void after_call(ThreadId tid, struct syscall_arguments *arguments, struct syscall_status *status)
{
  Bool is_told = False;
  if (makes_descriptor((UInt)arguments->number) && new_descriptors_refuse((Int)sr_Res(status->result), status))
    return;
  for (UInt i = 0; i < sizeof memories / sizeof *memories; i++)
    is_told |= is_written(&memories[i], arguments) && memories[i].count < 0;
  for (UInt i = 0; i < sizeof memories / sizeof *memories; i++) {
    const struct memory *memory = &memories[i];
    Addr start;
    SizeT bytes;
    if (!is_written(memory, arguments) || is_told != (memory->count < 0) ||
        !find_memory(memory, arguments, &start, &bytes))
      continue;
    tool.syscall_wrote(tid, start, is_told ? bytes_told(memory, arguments, status->result) : bytes);
  }
  if (arguments->number == OPENAT2)
    own_mappings_opened(arguments->second, (Int)sr_Res(status->result));
  if (more_memory_after((UInt)arguments->number))
    more_memory_after((UInt)arguments->number)(tid, arguments, sr_Res(status->result));
}

Bool newer_syscalls_replace(UInt number)
{
  static const UInt replaced[] = {
#define INSTEAD(number) number,
#include "coregrind-glue/syscalls/newer_syscalls.def"
  };
  for (UInt i = 0; i < sizeof replaced / sizeof *replaced; i++)
    if (replaced[i] == number)
      return True;
  return False;
}

/* Up to its end, or as much of it as a path may have. */
static Bool can_be_read(Addr text)
{
  HChar byte = '.';
  for (Addr at = text; at < text + TEXT_BYTES_MAX && byte != '\0'; at++)
    if (!guarded_read(&byte, at, 1))
      return False;
  return True;
}

Bool newer_syscalls_text_fails(ThreadId tid, const struct syscall_arguments *arguments)
{
  static const struct {
    Word number;
    const HChar *name;
    UInt parameter;
  } texts[] = {
#define TEXT_FIRST(number, name, parameter) {number, name, parameter},
#include "coregrind-glue/syscalls/newer_syscalls.def"
  };
  for (UInt i = 0; i < sizeof texts / sizeof *texts; i++) {
    const Addr text = arguments->at[texts[i].parameter - 1];
    if (texts[i].number != arguments->number || !VG_(am_is_valid_for_client)(text, 1, VKI_PROT_READ) ||
        can_be_read(text))
      continue;
    tool.syscall_reads_text(tid, texts[i].name, text);
    return True;
  }
  return False;
}

const struct syscall_handlers *newer_syscalls_handlers(UInt number)
{
  static const struct syscall_handlers ours = {before_call, after_call};
  return find_call(number) ? &ours : NULL;
}
