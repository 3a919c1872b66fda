/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "coregrind-glue/syscalls/code_denial.h"

#include "shared/base/raw_syscalls.h"
#include "shared/base/restrictions.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum { SET_MDWE = 65, GET_MDWE = 66, EXECUTABLE_SHM = 0100000 /* SHM_EXEC */, READ_ONLY_SHM = 010000 /* SHM_RDONLY */ };

static UInt denied;

static void in_child(ThreadId tid)
{
  denied = code_denial_beyond();
}

static Word set(UWord wanted, Bool has_more)
{
  static Bool is_watched;
  const Bool is_nothing = (wanted & DENY_CODE) == 0 && wanted != 0;
  if (has_more || is_nothing || (wanted & ~(UWord)(DENY_CODE | DENY_CODE_NOT_BEYOND)) != 0)
    return -VKI_EINVAL;
  if (denied != 0 && denied != wanted)
    return -VKI_EPERM;
  if (!is_watched)
    VG_(atfork)(NULL, NULL, in_child);
  is_watched = True;
  denied = (UInt)wanted;
  return 0;
}

Bool code_denial_answer(const struct syscall_arguments *arguments, Word *ret)
{
  const Bool has_more = (arguments->third | arguments->fourth | arguments->fifth) != 0;
  const UInt option = (UInt)arguments->first;
  if ((option != SET_MDWE && option != GET_MDWE) || raw_syscall(__NR_prctl, GET_MDWE, 0, 0, 0, 0, 0) != 0)
    return False; /* or the kernel does not know it, or has something else to say */
  if (option == SET_MDWE)
    *ret = set(arguments->second, has_more);
  else
    *ret = has_more || arguments->second != 0 ? -VKI_EINVAL : (Word)denied;
  return True;
}

Bool code_denial_of_mapping(UWord protection)
{
  return denied != 0 && (protection & VKI_PROT_EXEC) != 0 && (protection & VKI_PROT_WRITE) != 0;
}

/* What is executable may stay so, but not become writable. Nothing is changed where a part is denied. */
static Bool is_change_denied(Addr start, SizeT bytes, UWord protection)
{
  if ((protection & VKI_PROT_EXEC) == 0)
    return False;
  for (Addr at = start; at < start + bytes;) {
    const NSegment *const segment = VG_(am_find_nsegment)(at);
    if (!segment || segment->kind == SkFree || segment->kind == SkResvn)
      return False; /* the kernel finds nothing there */
    if ((protection & VKI_PROT_WRITE) != 0 || !segment->hasX)
      return True;
    at = segment->end + 1;
  }
  return False;
}

/* Of what is there, as the kernel says first what is not. */
static Bool is_attaching_denied(UWord segment, UWord flags)
{
  enum { STAT = 2 /* IPC_STAT */, STAT_BYTES = 112 };
  ULong stat[STAT_BYTES / sizeof(ULong)];
  const long found = raw_syscall(__NR_shmctl, (long)segment, STAT, (long)stat, 0, 0, 0);
  return (flags & EXECUTABLE_SHM) != 0 && (flags & READ_ONLY_SHM) == 0 && (found == 0 || found == -VKI_EACCES);
}

Bool code_denial_of_call(const struct syscall_arguments *arguments)
{
  if (denied == 0)
    return False;
  if (arguments->number == __NR_shmat)
    return is_attaching_denied(arguments->first, arguments->third);
  const Bool is_change = arguments->number == __NR_mprotect || arguments->number == __NR_pkey_mprotect;
  return is_change && arguments->first % VKI_PAGE_SIZE == 0 &&
         is_change_denied(arguments->first, arguments->second, arguments->third);
}

UInt code_denial_beyond(void)
{
  return denied & DENY_CODE_NOT_BEYOND ? 0 : denied;
}

void code_denial_begin(UInt denial)
{
  denied = 0;
  if (denial != 0)
    set(denial, False);
}
