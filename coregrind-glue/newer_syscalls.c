/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The call goes to the kernel as it is; what goes in and out is checked by a table. */
#include "coregrind-glue/newer_syscalls.h"

#include "coregrind-glue/core.h"
#include "memcheck/syscalls.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"

enum { PARAMETERS_MAX = 6, NAME_BYTES = 64 };
enum { MAY_BLOCK = SYSCALL_MAY_BLOCK }; /* other threads run meanwhile */
enum { READS, READS_TEXT, WRITES };
enum { RESULT = -1 };

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
#include "coregrind-glue/newer_syscalls.def"
};

static const struct memory memories[] = {
#define MEMORY(number, what, parameter, unit_bytes, count) {number, what, parameter, unit_bytes, count},
#include "coregrind-glue/newer_syscalls.def"
};

static const struct call *find(UInt number)
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
    syscalls_check_register(tid, name_of(call, i, name), registers[i], sizeof(UInt));
}

static SizeT bytes_of(const struct memory *memory, const struct syscall_arguments *arguments)
{
  return memory->count > 0 ? memory->unit_bytes * (UInt)arguments->at[memory->count - 1] : memory->unit_bytes;
}

static void check_memory(ThreadId tid, const struct call *call, const struct memory *memory, const struct syscall_arguments *arguments)
{
  HChar text[NAME_BYTES];
  const HChar *name = name_of(call, memory->parameter - 1, text);
  const Addr start = arguments->at[memory->parameter - 1];
  if (start == 0 || memory->count == RESULT)
    return;
  if (memory->what == READS)
    syscalls_check_read(tid, name, start, bytes_of(memory, arguments));
  else if (memory->what == READS_TEXT)
    syscalls_check_text(tid, name, start);
  else
    syscalls_check_write(tid, name, start, bytes_of(memory, arguments));
}

static void before(ThreadId tid, void *layout, struct syscall_arguments *arguments, struct syscall_status *status, UWord *flags)
{
  const struct call *call = find((UInt)arguments->number);
  check_registers(tid, call);
  for (UInt i = 0; i < sizeof memories / sizeof *memories; i++)
    if (memories[i].number == call->number)
      check_memory(tid, call, &memories[i], arguments);
  *flags |= call->flags;
}

/* Called when it succeeded. What says how much it wrote counts. */
static void after(ThreadId tid, struct syscall_arguments *arguments, struct syscall_status *status)
{
  Bool is_told = False;
  for (UInt i = 0; i < sizeof memories / sizeof *memories; i++)
    is_told |= memories[i].number == (UInt)arguments->number && memories[i].count == RESULT;
  for (UInt i = 0; i < sizeof memories / sizeof *memories; i++) {
    const struct memory *memory = &memories[i];
    const Addr start = memory->number == (UInt)arguments->number ? arguments->at[memory->parameter - 1] : 0;
    if (start == 0 || memory->what != WRITES || is_told != (memory->count == RESULT))
      continue;
    syscalls_note_written(tid, start, is_told ? memory->unit_bytes * sr_Res(status->result) : bytes_of(memory, arguments));
  }
}

const struct syscall_handlers *newer_syscalls_handlers(UInt number)
{
  static const struct syscall_handlers ours = {before, after};
  return find(number) ? &ours : NULL;
}
