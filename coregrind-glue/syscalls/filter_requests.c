/* SPDX-License-Identifier: GPL-2.0-or-later */
/* seccomp(): what the kernel checks, in its order. It is asked itself only which actions it knows. */
#include "coregrind-glue/syscalls/call_filters.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/syscalls/capabilities.h"
#include "coregrind-glue/syscalls/sharing_processes.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum { SET_STRICT, SET_FILTER, IS_ACTION_AVAILABLE }; /* operations */
enum {
  FOR_ALL_THREADS = 1,
  LOG = 2,
  SPECULATE = 4,
  FOR_ALL_OR_ESRCH = 16,
  FLAGS = FOR_ALL_THREADS | LOG | SPECULATE | FOR_ALL_OR_ESRCH
};
enum {
  STEPS_OF_ALL_MAX = 32768, STEPS_FOR_EACH = 4, /* what the kernel counts beside its own */
  NOT_SUPPORTED = 95, /* EOPNOTSUPP */
  GET_NO_NEW_PRIVILEGES = 39,
};

/* --- may it? --- */

static Bool has_given_up_privileges(void)
{
  return raw_syscall(__NR_prctl, GET_NO_NEW_PRIVILEGES, 0, 0, 0, 0, 0) == 1;
}

static UInt steps_in(const struct guest_filter *newest)
{
  UInt count = 0;
  for (const struct guest_filter *filter = newest; filter; filter = filter->before)
    count += filter->count + STEPS_FOR_EACH;
  return count;
}

/* --- a filter of the guest --- */

/* An errno value, or 0. */
static UWord copy_steps(Addr from, UInt count, struct guest_filter **ret)
{
  const SizeT bytes = count * sizeof(struct call_filter_step);
  struct guest_filter *const filter = VG_(malloc)("seep.filter_requests", sizeof *filter + bytes);
  const UWord error = !guarded_read(filter->steps, from, bytes)     ? VKI_EFAULT
                      : !call_filter_is_valid(filter->steps, count) ? VKI_EINVAL
                                                                    : 0;
  filter->count = count;
  if (error != 0)
    VG_(free)(filter);
  else
    *ret = filter;
  return error;
}

static UWord read_filter(Addr from, struct guest_filter **ret)
{
  struct {
    UShort count;
    Addr steps;
  } program;
  if (!guarded_read(&program, from, sizeof program))
    return VKI_EFAULT;
  if (program.count == 0 || program.count > CALL_FILTER_STEPS_MAX)
    return VKI_EINVAL;
  if (!has_given_up_privileges() && !capabilities_have(CAPABILITY_SYS_ADMIN))
    return VKI_EACCES;
  return program.steps == 0 ? VKI_EINVAL : copy_steps(program.steps, program.count, ret);
}

/* --- all threads --- */

static Bool is_ancestor(const struct guest_filter *ancestor, const struct guest_filter *filter)
{
  while (filter && filter != ancestor)
    filter = filter->before;
  return ancestor == filter;
}

/* The kernel's number of a thread; 0: not found. */
static Int kernel_id(ThreadId tid)
{
  enum { NUMBERS = 1 << 16 }; /* in which those of a process usually are */
  const Int first = (Int)raw_syscall(__NR_getpid, 0, 0, 0, 0, 0, 0);
  if (call_filters_of(tid)->kernel_id != 0)
    return call_filters_of(tid)->kernel_id;
  for (Int id = first; id < first + NUMBERS; id++)
    if (VG_(lwpid_to_vgtid)(id) == tid)
      return id;
  return 0;
}

/* A thread that has filters of its own; 0: there is none. */
static ThreadId find_other_way(ThreadId tid)
{
  for (ThreadId other = 1; other < VG_N_THREADS; other++) {
    const struct thread_filters *const filters = call_filters_of(other);
    if (sharing_is_sibling(tid, other) && filters->mode != CALL_FILTERS_NONE &&
        (filters->mode != CALL_FILTERS_SET || !is_ancestor(filters->newest, call_filters_of(tid)->newest)))
      return other;
  }
  return 0;
}

static void give_to_others(ThreadId tid)
{
  const struct thread_filters *const own = call_filters_of(tid);
  for (ThreadId other = 1; other < VG_N_THREADS; other++) {
    if (!sharing_is_sibling(tid, other))
      continue;
    struct thread_filters *const filters = call_filters_of(other);
    filters->mode = own->mode;
    filters->newest = own->newest;
    filters->gives_up_privileges = has_given_up_privileges();
  }
}

/* --- requests --- */

static Int own_id(void)
{
  return (Int)raw_syscall(__NR_gettid, 0, 0, 0, 0, 0, 0);
}

static Word set_strict(ThreadId tid, UWord flags, Addr argument)
{
  struct thread_filters *const own = call_filters_of(tid);
  if (flags != 0 || argument != 0 || own->mode == CALL_FILTERS_SET)
    return -VKI_EINVAL;
  own->mode = CALL_FILTERS_STRICT;
  own->kernel_id = own_id();
  return 0;
}

static Word set_filter(ThreadId tid, UWord flags, Addr argument)
{
  struct thread_filters *const own = call_filters_of(tid);
  struct guest_filter *filter;
  if ((UInt)flags & ~(UInt)FLAGS)
    return -VKI_EINVAL;
  const UWord error = read_filter(argument, &filter);
  if (error != 0)
    return -(Word)error;
  const ThreadId differs = flags & FOR_ALL_THREADS ? find_other_way(tid) : 0;
  const Bool is_too_much = filter->count + steps_in(own->newest) > STEPS_OF_ALL_MAX;
  if (is_too_much || differs != 0) {
    const Int id = differs && !(flags & FOR_ALL_OR_ESRCH) && !is_too_much ? kernel_id(differs) : 0;
    VG_(free)(filter);
    return is_too_much ? -VKI_ENOMEM : id != 0 ? id : -VKI_ESRCH;
  }
  filter->before = own->newest;
  own->newest = filter;
  own->mode = CALL_FILTERS_SET;
  own->kernel_id = own_id();
  if (flags & FOR_ALL_THREADS)
    give_to_others(tid);
  return 0;
}

/* Nobody can be asked by the tool what becomes of a call. */
static Bool is_notification(Addr argument)
{
  UInt action;
  return guarded_read(&action, argument, sizeof action) && action == CALL_FILTER_USER_NOTIF;
}

Bool call_filters_answer(ThreadId tid, UWord operation, UWord flags, Addr argument, Word *ret)
{
  switch ((UInt)operation) {
  case SET_STRICT:
    *ret = set_strict(tid, flags, argument);
    return True;
  case SET_FILTER:
    *ret = set_filter(tid, flags, argument);
    return True;
  case IS_ACTION_AVAILABLE:
    *ret = -NOT_SUPPORTED;
    return (UInt)flags == 0 && is_notification(argument);
  default:
    return False;
  }
}
