/* SPDX-License-Identifier: GPL-2.0-or-later */
/* They go to the kernel unchanged. */
#include "coregrind-glue/syscalls/known_commands.h"

#include "coregrind-glue/tool.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum what { NOT_USED, NUMBER, READS, WRITES };

struct command {
  Word call;
  UInt command;
  const HChar *name;
  enum what what;
  SizeT bytes;
};

static const struct command *find_command(const struct syscall_arguments *arguments)
{
  static const struct command commands[] = {
#define COMMAND(...) {__VA_ARGS__},
#include "coregrind-glue/syscalls/known_commands.def"
  };
  for (UInt i = 0; i < sizeof commands / sizeof *commands; i++)
    if (commands[i].call == arguments->number && commands[i].command == (UInt)arguments->second)
      return &commands[i];
  return NULL;
}

static void check_registers(ThreadId tid, const struct command *command)
{
  tool.syscall_reads_register(tid, command->name, offsetof(VexGuestAMD64State, guest_RDI), sizeof(UInt));
  tool.syscall_reads_register(tid, command->name, offsetof(VexGuestAMD64State, guest_RSI), sizeof(UInt));
  if (command->what != NOT_USED)
    tool.syscall_reads_register(tid, command->name, offsetof(VexGuestAMD64State, guest_RDX), sizeof(UWord));
}

static Bool check_option(ThreadId tid, const struct syscall_arguments *arguments)
{
  static const struct {
    UInt option, parameters;
  } options[] = {
#define OPTION(...) {__VA_ARGS__},
#include "coregrind-glue/syscalls/known_commands.def"
  };
  for (UInt i = 0; i < sizeof options / sizeof *options; i++) {
    if (arguments->number != __NR_prctl || (UInt)arguments->first != options[i].option)
      continue;
    tool.syscall_reads_register(tid, "prctl(option)", offsetof(VexGuestAMD64State, guest_RDI), sizeof(UInt));
    if (options[i].parameters > 0)
      tool.syscall_reads_register(tid, "prctl(arg2)", offsetof(VexGuestAMD64State, guest_RSI), sizeof(UWord));
    return True;
  }
  return False;
}

Bool known_commands_before(ThreadId tid, const struct syscall_arguments *arguments, UWord *flags)
{
  const struct command *command = find_command(arguments);
  if (!command)
    return check_option(tid, arguments);
  *flags |= SYSCALL_MAY_BLOCK;
  check_registers(tid, command);
  if (command->what == READS)
    tool.syscall_reads(tid, command->name, arguments->third, command->bytes);
  else if (command->what == WRITES)
    tool.syscall_writes(tid, command->name, arguments->third, command->bytes);
  return True;
}

void known_commands_after(ThreadId tid, const struct syscall_arguments *arguments)
{
  const struct command *command = find_command(arguments);
  if (command && command->what == WRITES)
    tool.syscall_wrote(tid, arguments->third, command->bytes);
}
