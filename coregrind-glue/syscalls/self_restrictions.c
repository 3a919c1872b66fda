/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the guest forbids itself is kept in the tool (call_filters.h, code_denial.h). When another program is executed
 * it goes on to hold: one that is checked is handed it in a file. Of one that is not, the kernel is told, which then
 * judges the tool's calls as well; as it may fail the exec after all, filters given to it allow whatever is called from
 * the tool's code. */
#include "coregrind-glue/syscalls/self_restrictions.h"

#include "shared/base/file_limit.h"
#include "shared/base/raw_syscalls.h"
#include "shared/base/restrictions.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/syscalls/call_filters.h"
#include "coregrind-glue/syscalls/code_denial.h"
#include "coregrind-glue/syscalls/sharing_processes.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum { USER_DISPATCH = 59 /* PR_SET_SYSCALL_USER_DISPATCH */ };
enum {
  SET_SECCOMP = 22,
  GET_SECCOMP = 21,
  MODE_STRICT = 1,
  MODE_FILTER = 2,
  SET_FILTER = 1,
  SECCOMP = 317,
  MAIN_THREAD = 1
};

extern const char __executable_start[], etext[]; /* the tool's code, by the linker */

/* --- calls --- */

static Bool prctl_answer(ThreadId tid, const struct syscall_arguments *arguments, Word *ret)
{
  const UInt mode = (UInt)arguments->second;
  switch ((UInt)arguments->first) {
  case GET_SECCOMP:
    *ret = (Word)call_filters_of(tid)->mode;
    return call_filters_are_set(tid);
  case SET_SECCOMP:
    if (mode != MODE_STRICT && mode != MODE_FILTER)
      return False;
    return call_filters_answer(tid, mode == MODE_FILTER ? SET_FILTER : 0, 0, mode == MODE_FILTER ? arguments->third : 0,
                               ret);
  case USER_DISPATCH: /* the kernel would hand the tool's calls to the guest; before 5.11 it says the same */
    *ret = -VKI_EINVAL;
    return True;
  default:
    return code_denial_answer(arguments, ret);
  }
}

static Bool answer(ThreadId tid, const struct syscall_arguments *arguments, Word *ret)
{
  if (arguments->number == __NR_prctl)
    return prctl_answer(tid, arguments, ret);
  if (arguments->number == SECCOMP)
    return call_filters_answer(tid, arguments->first, arguments->second, arguments->third, ret);
  *ret = -VKI_EACCES;
  return code_denial_of_call(arguments);
}

void self_restrictions_before(ThreadId tid, struct syscall_arguments *arguments, struct syscall_status *status,
                              UWord *flags)
{
  Word result;
  if (!answer(tid, arguments, &result))
    return;
  if (arguments->number == __NR_shmat) /* the core has put an address there */
    VG_(get_shadow_regs_area)
    (tid, (UChar *)&arguments->second, 0, offsetof(VexGuestAMD64State, guest_RSI), sizeof arguments->second);
  *flags = 0;
  *status =
    (struct syscall_status){SYSCALL_COMPLETE, {._isError = result < 0, ._val = (UWord)(result < 0 ? -result : result)}};
}

/* --- filters, the oldest first --- */

static const struct guest_filter *filter_at(ThreadId tid, UInt count, UInt index)
{
  const struct guest_filter *filter = call_filters_of(tid)->newest;
  for (UInt i = index + 1; i < count; i++)
    filter = filter->before;
  return filter;
}

Bool self_restrictions_go_on(ThreadId tid)
{
  return code_denial_beyond() != 0 || call_filters_count(tid, NULL) > 0;
}

/* --- a program that is checked --- */

static Bool write_all(long file, const void *bytes, SizeT count)
{
  return raw_syscall(__NR_write, file, (long)bytes, (long)count, 0, 0, 0) == (long)count;
}

static Bool write_filters(ThreadId tid, long file)
{
  const UInt count = call_filters_count(tid, NULL);
  struct restrictions header = {RESTRICTIONS_MAGIC, code_denial_beyond(), count, sizeof header};
  for (UInt i = 0; i < count; i++)
    header.bytes += (UInt)restrictions_filter_bytes(filter_at(tid, count, i)->count);
  Bool is_written = file_may_reach(header.bytes) && write_all(file, &header, sizeof header);
  for (UInt i = 0; i < count && is_written; i++) {
    const struct guest_filter *const filter = filter_at(tid, count, i);
    const struct restrictions_filter head = {.step_count = filter->count};
    is_written =
      write_all(file, &head, sizeof head) && write_all(file, filter->steps, filter->count * sizeof *filter->steps);
  }
  return is_written;
}

Int self_restrictions_store(ThreadId tid)
{
  const long file = raw_syscall(__NR_memfd_create, (long)"seep-restrictions", 0, 0, 0, 0, 0);
  if (file < 0)
    return -1;
  if (write_filters(tid, file))
    return core_out_of_reach(file, CORE_OPEN_ON_EXEC);
  raw_syscall(__NR_close, file, 0, 0, 0, 0, 0);
  return -1;
}

void self_restrictions_take(const HChar *descriptor)
{
  const Int file = (Int)VG_(strtoll10)(descriptor, NULL);
  const struct restrictions *const taken = restrictions_map(file);
  raw_syscall(__NR_close, file, 0, 0, 0, 0, 0);
  if (!taken)
    return;
  const ULong bytes = taken->bytes;
  code_denial_begin(taken->code_denial);
  struct thread_filters *const own = call_filters_of(MAIN_THREAD);
  for (const struct restrictions_filter *at = restrictions_next(taken, NULL); at; at = restrictions_next(taken, at)) {
    struct guest_filter *const filter =
      VG_(malloc)("seep.restrictions", sizeof *filter + at->step_count * sizeof *at->steps);
    filter->count = at->step_count;
    filter->before = own->newest;
    VG_(memcpy)(filter->steps, at->steps, at->step_count * sizeof *at->steps);
    own->newest = filter;
    own->mode = CALL_FILTERS_SET;
  }
  raw_syscall(__NR_munmap, (long)taken, (long)bytes, 0, 0, 0, 0);
}

/* --- one that is not --- */

static UWord tell_filters(ThreadId tid)
{
  struct thread_filters *const own = call_filters_of(tid);
  const UInt count = call_filters_count(tid, NULL), new_ones = call_filters_count(tid, own->in_kernel);
  for (UInt i = count - new_ones; i < count; i++) {
    const struct guest_filter *const filter = filter_at(tid, count, i);
    const long result =
      restrictions_filter_by_kernel(filter->steps, filter->count, (UWord)__executable_start, (UWord)etext);
    if (result != 0)
      return result < 0 ? (UWord)-result : VKI_EACCES;
    own->in_kernel = filter;
  }
  return 0;
}

/* The kernel denies code to all who share the memory, and for ever. So where others do, or it may be no program, a
 * filter does it. */
static UWord tell_denial(ThreadId tid, Bool is_sure)
{
  enum { NUMBER = 0, MACHINE = 4, THIRD = 32, EXECUTE = VKI_PROT_EXEC, BOTH = VKI_PROT_EXEC | VKI_PROT_WRITE };
  static const struct call_filter_step filter[] = {
    {0x20, 0, 0, MACHINE}, {0x15, 0, 11, (UInt)CALL_FILTER_X86_64},
    {0x20, 0, 0, NUMBER}, {0x15, 5, 0, __NR_mmap}, {0x15, 1, 0, __NR_mprotect}, {0x15, 0, 7, __NR_pkey_mprotect},
    {0x20, 0, 0, THIRD}, {0x45, 4, 5, EXECUTE}, {0x06, 0, 0, CALL_FILTER_ALLOW},
    {0x20, 0, 0, THIRD}, {0x54, 0, 0, BOTH}, {0x15, 0, 1, BOTH},
    {0x06, 0, 0, CALL_FILTER_ERRNO | VKI_EACCES}, {0x06, 0, 0, CALL_FILTER_ALLOW},
  };
  struct thread_filters *const own = call_filters_of(tid);
  if (code_denial_beyond() == 0 || own->denies_code_in_kernel)
    return 0;
  if (is_sure && !sharing_is_other(tid))
    return (UWord)-restrictions_deny_code_by_kernel(code_denial_beyond());
  own->denies_code_in_kernel = True;
  return (UWord)-restrictions_filter_by_kernel(filter, sizeof filter / sizeof *filter, (UWord)__executable_start,
                                               (UWord)etext);
}

UWord self_restrictions_tell_kernel(ThreadId tid, Bool is_sure)
{
  const UWord error = call_filters_are_set(tid) ? tell_filters(tid) : 0;
  return error != 0 ? error : tell_denial(tid, is_sure);
}
