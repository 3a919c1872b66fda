/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Limits that the guest sets itself.
 *
 * The limit of its address space (RLIMIT_AS) is enforced here. The kernel would count the tool's memory and the shadow,
 * too, and end the tool where the guest should get ENOMEM. The kernel is told of the limit when another program is
 * executed.
 *
 * What the kernel has refused to the guest's heap is not asked for again at each allocation, which takes minutes where
 * a program goes on without memory: only when something may have become free, and now and then, since other processes
 * end.
 *
 * The hard limit of descriptors is lowered in the core, which would not change it. Descriptors above it are the
 * tool's. */
#include "coregrind-glue/syscalls/guest_limits.h"

#include "coregrind-glue/memory/address_space.h"
#include "coregrind-glue/syscalls/code_denial.h"
#include "coregrind-glue/syscalls/remapping.h"
#include "coregrind-glue/syscalls/syscall_wraps.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum {
  SEGMENTS_MAX = 30000,     /* of the core's list */
  RLIMIT_ADDRESS_SPACE = 9, /* RLIMIT_AS, which the core does not name */
  REFUSALS_BEFORE_ASKING = 256,
};

extern Int VG_(fd_hard_limit);

static struct vki_rlimit memory_limit;
static Bool memory_is_limited;

/* --- what the guest has --- */

static ULong common_bytes(Addr start, Addr end, Addr other_start, Addr other_end)
{
  Addr first = start > other_start ? start : other_start, last = end < other_end ? end : other_end;
  return first < last ? last - first : 0;
}

/* Of all its memory in [start, end). */
static ULong bytes_mapped(Addr start, Addr end)
{
  static Addr starts[SEGMENTS_MAX];
  Int count = VG_(am_get_segment_starts)(SkFileC | SkAnonC | SkShmC, starts, SEGMENTS_MAX);
  ULong bytes = 0;
  for (Int i = 0; i < count; i++)
    bytes += common_bytes(start, end, starts[i], VG_(am_find_nsegment)(starts[i])->end + 1);
  return bytes;
}

/* May it have so many bytes more? `start` is where they replace what is there; 0: they replace nothing. */
static Bool is_allowed(Addr start, SizeT bytes)
{
  if (!memory_is_limited || memory_limit.rlim_cur == (UWord)VKI_RLIM_INFINITY)
    return True;
  ULong remains = bytes_mapped(0, ~(Addr)0) - (start == 0 ? 0 : bytes_mapped(start, start + bytes));
  return remains <= memory_limit.rlim_cur && bytes <= memory_limit.rlim_cur - remains;
}

static const SysRes no_memory = {._isError = True, ._val = VKI_ENOMEM}, denied = {._isError = True, ._val = VKI_EACCES};

SysRes __wrap_vgModuleLocal_generic_PRE_sys_mmap(ThreadId tid, UWord start, UWord bytes, UWord protection, UWord flags,
                                                 UWord descriptor, Off64T offset)
{
  const Bool is_demand = (flags & VKI_MAP_FIXED) != 0, has_file = (flags & VKI_MAP_ANONYMOUS) == 0;
  if (code_denial_of_mapping(protection) && bytes != 0 && (!has_file || VG_(fcntl)((Int)descriptor, VKI_F_GETFD, 0) >= 0))
    return denied;
  if (!is_allowed(is_demand ? start : 0, bytes))
    return no_memory;
  const SysRes result = __real_vgModuleLocal_generic_PRE_sys_mmap(tid, start, bytes, protection, flags, descriptor, offset);
  const Bool is_valid_demand = is_demand && bytes != 0 && start % VKI_PAGE_SIZE == 0;
  return sr_isError(result) && is_valid_demand && !address_space_has(start, bytes) ? no_memory : result;
}

/* --- what was refused to its heap --- */

static struct {
  SizeT bytes; /* the smallest such request; 0: none */
  UInt times;
} refused;

static void forget_refusal(void)
{
  refused.bytes = 0;
}

static Bool is_refused(SizeT bytes)
{
  return refused.bytes != 0 && bytes >= refused.bytes && ++refused.times < REFUSALS_BEFORE_ASKING;
}

static void note_refusal(SizeT bytes)
{
  refused.bytes = bytes;
  refused.times = 0;
}

SysRes __wrap_vgPlain_am_mmap_client_heap(SizeT bytes, Int protection)
{
  if (is_refused(bytes) || !is_allowed(0, bytes))
    return no_memory;
  const SysRes result = __real_vgPlain_am_mmap_client_heap(bytes, protection);
  if (sr_isError(result))
    note_refusal(bytes);
  return result;
}

SysRes __wrap_vgPlain_am_munmap_client(Bool *ret_discard, Addr start, SizeT bytes)
{
  forget_refusal();
  return __real_vgPlain_am_munmap_client(ret_discard, start, bytes);
}

Bool __wrap_vgPlain_am_notify_munmap(Addr start, SizeT bytes)
{
  forget_refusal();
  return __real_vgPlain_am_notify_munmap(start, bytes);
}

WRAP_SYSCALL_BEFORE(generic_sys_mremap)
{
  forget_refusal();
  const SizeT bytes = remapping_growth(arguments);
  if (bytes > 0 && !is_allowed(0, bytes))
    syscall_complete(status, VKI_ENOMEM);
  else
    remapping_before(tid, layout, arguments, status, flags);
}

/* --- its limits --- */

static Bool is_valid(Addr limit, UInt protection)
{
  return limit == 0 || VG_(am_is_valid_for_client)(limit, sizeof(struct vki_rlimit), protection);
}

/* An errno value, or 0. */
static UWord change_memory(struct vki_rlimit *limit, const struct vki_rlimit *wanted)
{
  if (wanted->rlim_cur > wanted->rlim_max)
    return VKI_EINVAL;
  if (wanted->rlim_max > limit->rlim_max && VG_(geteuid)() != 0)
    return VKI_EPERM;
  *limit = *wanted;
  return 0;
}

/* The same. Either address may be 0. */
static UWord exchange_memory(Addr wanted, Addr ret_before)
{
  if (!is_valid(wanted, VKI_PROT_READ) || !is_valid(ret_before, VKI_PROT_WRITE))
    return VKI_EFAULT;
  if (!memory_is_limited && VG_(getrlimit)(RLIMIT_ADDRESS_SPACE, &memory_limit) != 0)
    return VKI_EINVAL;
  const struct vki_rlimit before = memory_limit;
  UWord error = wanted == 0 ? 0 : change_memory(&memory_limit, (const struct vki_rlimit *)wanted);
  memory_is_limited |= wanted != 0 && error == 0;
  if (error == 0 && ret_before != 0)
    *(struct vki_rlimit *)ret_before = before;
  return error;
}

/* Lower the hard limit; it cannot be raised. */
static void lower_descriptors(Addr wanted)
{
  if (wanted == 0 || !is_valid(wanted, VKI_PROT_READ))
    return;
  const struct vki_rlimit *limit = (const struct vki_rlimit *)wanted;
  if (limit->rlim_cur <= limit->rlim_max && limit->rlim_max < (UWord)VG_(fd_hard_limit))
    VG_(fd_hard_limit) = (Int)limit->rlim_max;
}

WRAP_SYSCALL_BEFORE(generic_sys_setrlimit)
{
  forget_refusal();
  if (arguments->first == VKI_RLIMIT_NOFILE)
    lower_descriptors(arguments->second);
  __real_vgSysWrap_generic_sys_setrlimit_before(tid, layout, arguments, status, flags);
  if (arguments->first == RLIMIT_ADDRESS_SPACE && status->what == SYSCALL_FOR_KERNEL)
    syscall_complete(status, exchange_memory(arguments->second, 0));
}

WRAP_SYSCALL_AFTER(generic_sys_getrlimit)
{
  __real_vgSysWrap_generic_sys_getrlimit_after(tid, arguments, status);
  if (arguments->first == RLIMIT_ADDRESS_SPACE && memory_is_limited)
    *(struct vki_rlimit *)arguments->second = memory_limit;
}

WRAP_SYSCALL_BEFORE(linux_sys_prlimit64)
{
  forget_refusal();
  const Bool is_own = arguments->first == 0 || arguments->first == (UWord)VG_(getpid)();
  const Int hard_before = VG_(fd_hard_limit);
  if (is_own && arguments->second == VKI_RLIMIT_NOFILE)
    lower_descriptors(arguments->third);
  __real_vgSysWrap_linux_sys_prlimit64_before(tid, layout, arguments, status, flags);
  if (VG_(fd_hard_limit) != hard_before && arguments->fourth != 0)
    ((struct vki_rlimit *)arguments->fourth)->rlim_max = (UWord)hard_before;
  if (is_own && arguments->second == RLIMIT_ADDRESS_SPACE && status->what == SYSCALL_FOR_KERNEL)
    syscall_complete(status, exchange_memory(arguments->third, arguments->fourth));
}

/* --- what other programs get of them --- */

struct vki_rlimit guest_limits_give_to_kernel(void)
{
  struct vki_rlimit before = {~(UWord)0, ~(UWord)0}, now = memory_limit;
  VG_(getrlimit)(RLIMIT_ADDRESS_SPACE, &before);
  now.rlim_max = before.rlim_max;
  if (memory_is_limited)
    VG_(setrlimit)(RLIMIT_ADDRESS_SPACE, &now);
  return before;
}

void guest_limits_take_back(const struct vki_rlimit *before)
{
  if (memory_is_limited)
    VG_(setrlimit)(RLIMIT_ADDRESS_SPACE, before);
}
