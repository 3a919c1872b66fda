/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A call may have several mistakes, of which the kernel tells the one that it meets first. The core often meets
 * another. What is refused changes nothing, so the kernel can be asked. */
#include "coregrind-glue/syscalls/refused_calls.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/descriptor_limits.h"

#include <cpuid.h>

#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum { PKEY_MPROTECT = 329, PKEY_ALLOC = 330, ARGUMENTS = 6 };

extern Int VG_(fd_hard_limit); /* the tool's own descriptors begin there */

struct list {
  UInt number, parameter, most;
};

static Bool is_longer(const struct list *list, const struct syscall_arguments *arguments)
{
  return arguments->number == (Word)list->number && (UInt)arguments->at[list->parameter - 1] > list->most;
}

static Bool has_long_list(struct syscall_arguments *arguments)
{
  static const struct list refused[] = {
#define LIST(number, parameter, most) {number, parameter, most},
#include "coregrind-glue/syscalls/refused_calls.def"
  };
  static const struct list shortened[] = {
#define SHORTENED(number, parameter, most) {number, parameter, most},
#include "coregrind-glue/syscalls/refused_calls.def"
  };
  for (UInt i = 0; i < sizeof shortened / sizeof *shortened; i++)
    if (is_longer(&shortened[i], arguments))
      arguments->at[shortened[i].parameter - 1] = shortened[i].most;
  for (UInt i = 0; i < sizeof refused / sizeof *refused; i++)
    if (is_longer(&refused[i], arguments))
      return True;
  return False;
}

/* --- keys of memory protection --- */

static Bool processor_has_keys(void)
{
  enum { FEATURES = 7, SYSTEM_USES_KEYS = 1 << 4 /* in %ecx */ };
  UInt eax, ebx, ecx = 0, edx;
  return __get_cpuid_count(FEATURES, 0, &eax, &ebx, &ecx, &edx) && (ecx & SYSTEM_USES_KEYS) != 0;
}

/* A key could close memory of the guest to the tool, so there are none. Without a processor that has them, the kernel
 * says so. Key 0 is that of all memory. */
static Bool is_refused_key(struct syscall_arguments *arguments)
{
  enum { ANY_KEY = -1 };
  if (arguments->number == PKEY_MPROTECT && (Int)arguments->fourth == 0)
    arguments->fourth = (UWord)ANY_KEY;
  return arguments->number == PKEY_ALLOC && !processor_has_keys();
}

/* --- what else --- */

static Bool are_refused_rights(const struct syscall_arguments *arguments)
{
  enum { RIGHTS = 0xf | VKI_PROT_GROWSDOWN | VKI_PROT_GROWSUP };
  const Bool sets_rights = arguments->number == __NR_mprotect || arguments->number == PKEY_MPROTECT;
  return sets_rights && (arguments->first % VKI_PAGE_SIZE != 0 || (arguments->third & ~(UWord)RIGHTS) != 0);
}

static Bool is_refused_action(const struct syscall_arguments *arguments)
{
  enum { LAST_SIGNAL = 64 };
  const Bool is_signal = (Int)arguments->first >= 1 && (Int)arguments->first <= LAST_SIGNAL;
  return arguments->number == __NR_rt_sigaction && (!is_signal || arguments->fourth != sizeof(vki_sigset_t));
}

Bool refused_calls_before(struct syscall_arguments *arguments)
{
  return has_long_list(arguments) || is_refused_key(arguments) || are_refused_rights(arguments) ||
         is_refused_action(arguments);
}

/* --- after the core --- */

Bool refused_calls_unreadable(UInt number)
{
  static const UInt numbers[] = {
#define UNREADABLE(number) number,
#include "coregrind-glue/syscalls/refused_calls.def"
  };
  for (UInt i = 0; i < sizeof numbers / sizeof *numbers; i++)
    if (numbers[i] == number)
      return True;
  return False;
}

/* One of the tool's own, or beyond the guest's limit, which the kernel does not know. */
static Bool may_name_hidden_descriptor(const struct syscall_arguments *arguments)
{
  struct {
    ULong soft, hard;
  } limit = {0, ~0ULL};
  raw_syscall(__NR_prlimit64, 0, VKI_RLIMIT_NOFILE, 0, (long)&limit, 0, 0);
  const ULong of_guest = descriptor_limits().rlim_cur;
  const ULong first = of_guest < (ULong)VG_(fd_hard_limit) ? of_guest : (ULong)VG_(fd_hard_limit);
  for (UInt i = 0; i < ARGUMENTS; i++)
    if ((Int)arguments->at[i] >= 0 && (UInt)arguments->at[i] >= first && (UInt)arguments->at[i] < limit.hard)
      return True;
  return False;
}

void refused_calls_after(const struct syscall_arguments *arguments, struct syscall_status *status)
{
  const Bool is_bad_descriptor =
    status->what == SYSCALL_COMPLETE && sr_isError(status->result) && sr_Err(status->result) == VKI_EBADF;
  if (is_bad_descriptor && arguments->number != __NR_mmap && !may_name_hidden_descriptor(arguments))
    status->what = SYSCALL_FOR_KERNEL;
}
