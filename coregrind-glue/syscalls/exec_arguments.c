/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Path, arguments and environment are read by the tool, which copies them, so it must be known before that they can
 * be. */
#include "coregrind-glue/syscalls/exec_arguments.h"

#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/tool.h"

#include "libvex_guest_amd64.h"

/* As errors name them. */
struct list_names {
  const HChar *list, *first, *others;
};
static const struct {
  const HChar *path;
  struct list_names arguments, environment;
} names[] = {
  [EXEC_ARGUMENTS_EXECVE] = {"execve(filename)",
                             {"execve(argv)", "execve(argv[0])", "execve(argv[i])"},
                             {"execve(envp)", "execve(envp[i])", "execve(envp[i])"}},
  [EXEC_ARGUMENTS_EXECVEAT] = {"execveat(filename)",
                               {"execveat(argv)", "execveat(argv[0])", "execveat(argv[i])"},
                               {"execveat(envp)", "execveat(envp[i])", "execveat(envp[i])"}},
};

static const HChar *name_of_bad(Addr list, enum core_list state, const struct list_names *list_names)
{
  if (state == CORE_LIST_HAS_NO_END)
    return list_names->list;
  return core_is_guest_string(*(const Addr *)list) ? list_names->others : list_names->first;
}

/* NULL is an empty list. */
static enum core_list check_list(Addr list, Addr *ret_bad)
{
  return list == 0 ? CORE_LIST_READABLE : core_guest_list(list, ret_bad);
}

static Bool is_readable_list(Addr list)
{
  Addr bad;
  return check_list(list, &bad) == CORE_LIST_READABLE;
}

static void tell_list(ThreadId tid, Addr list, const struct list_names *list_names)
{
  Addr bad;
  const enum core_list state = check_list(list, &bad);
  if (state != CORE_LIST_READABLE)
    tool.syscall_meets_unaddressable(tid, name_of_bad(list, state, list_names), bad);
}

static void check_registers(ThreadId tid, enum exec_arguments_call call)
{
  static const PtrdiffT registers[] = {offsetof(VexGuestAMD64State, guest_RDI), offsetof(VexGuestAMD64State, guest_RSI),
                                       offsetof(VexGuestAMD64State, guest_RDX),
                                       offsetof(VexGuestAMD64State, guest_R10)};
  const UInt first = call == EXEC_ARGUMENTS_EXECVEAT;
  tool.syscall_reads_register(tid, names[call].path, registers[first], sizeof(UWord));
  tool.syscall_reads_register(tid, names[call].arguments.list, registers[first + 1], sizeof(UWord));
  tool.syscall_reads_register(tid, names[call].environment.list, registers[first + 2], sizeof(UWord));
}

static void check_values(ThreadId tid, Addr list, const struct list_names *list_names)
{
  for (const HChar *name = list_names->first; list != 0; list += sizeof(Addr), name = list_names->others) {
    tool.syscall_reads(tid, list_names->list, list, sizeof(Addr));
    if (*(const Addr *)list == 0)
      return;
    tool.syscall_reads_text(tid, name, *(const Addr *)list);
  }
}

Bool exec_arguments_check(ThreadId tid, enum exec_arguments_call call, const UWord at[static 3])
{
  check_registers(tid, call);
  const Bool has_path = at[0] == 0 || core_is_guest_string(at[0]);
  if (!has_path || !is_readable_list(at[1]) || !is_readable_list(at[2])) {
    tool.syscall_reads_text(tid, names[call].path, at[0]);
    tell_list(tid, at[1], &names[call].arguments);
    tell_list(tid, at[2], &names[call].environment);
    return False;
  }
  tool.syscall_reads_text(tid, names[call].path, at[0]);
  check_values(tid, at[1], &names[call].arguments);
  check_values(tid, at[2], &names[call].environment);
  return True;
}
