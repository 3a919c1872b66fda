/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Limits that the guest sets itself.
 *
 * The limit of its address space (RLIMIT_AS) is enforced here. The kernel would count the tool's memory and the shadow,
 * too, and end the tool where the guest should get ENOMEM. The kernel is told of the limit when another program is
 * executed.
 *
 * What was refused to the guest's heap, here or by the kernel, is not asked for again at each allocation, which takes
 * minutes where a program goes on without memory: only when something may have become free, and now and then, since
 * other processes end.
 *
 * Those of descriptors are the guest's, too, while the kernel's leave room for the tool's (descriptor_limits.h). */
#include "coregrind-glue/syscalls/guest_limits.h"

#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/descriptor_limits.h"
#include "coregrind-glue/memory/address_space.h"
#include "coregrind-glue/syscalls/capabilities.h"
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
  PATIENCE_FIRST = 256, /* refusals before it is asked for again: each time twice as many */
  PATIENCE_MAX = 1 << 16,
};

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

Bool guest_limits_allow(SizeT bytes)
{
  return is_allowed(0, bytes);
}

static const SysRes no_memory = {._isError = True, ._val = VKI_ENOMEM}, denied = {._isError = True, ._val = VKI_EACCES};

static Bool is_free_and_low(Addr start, SizeT bytes)
{
  const Addr end = (Addr)1 << 31;
  return start != 0 && start < end && bytes <= end - start && address_space_is_free(start, bytes);
}

SysRes __wrap_vgModuleLocal_generic_PRE_sys_mmap(ThreadId tid, UWord start, UWord bytes, UWord protection, UWord flags,
                                                 UWord descriptor, Off64T offset)
{
  const Bool is_demand = (flags & VKI_MAP_FIXED) != 0, has_file = (flags & VKI_MAP_ANONYMOUS) == 0;
  if (code_denial_of_mapping(protection) && bytes != 0 &&
      (!has_file || VG_(fcntl)((Int)descriptor, VKI_F_GETFD, 0) >= 0))
    return denied;
  if (!is_allowed(is_demand ? start : 0, bytes))
    return no_memory;
  const Bool is_low = (flags & VKI_MAP_32BIT) && !is_demand;
  if (is_low && !is_free_and_low(start, bytes) && (start = address_space_place_low(VG_PGROUNDUP(bytes))) == 0)
    return no_memory;
  const SysRes result =
    __real_vgModuleLocal_generic_PRE_sys_mmap(tid, start, bytes, protection, flags, descriptor, offset);
  const Bool is_valid_demand = is_demand && bytes != 0 && start % VKI_PAGE_SIZE == 0;
  return sr_isError(result) && is_valid_demand && !address_space_has(start, bytes) ? no_memory : result;
}

/* --- what was refused to its heap --- */

static struct {
  SizeT bytes; /* the smallest such request; 0: none */
  UInt times, patience;
} refused;

static void forget_refusal(void)
{
  refused.bytes = 0;
}

static Bool is_refused(SizeT bytes)
{
  return refused.bytes != 0 && bytes >= refused.bytes && ++refused.times < refused.patience;
}

static void note_refusal(SizeT bytes)
{
  const Bool is_again = refused.bytes != 0;
  refused.patience = !is_again ? PATIENCE_FIRST : refused.patience < PATIENCE_MAX ? 2 * refused.patience : PATIENCE_MAX;
  refused.bytes = bytes;
  refused.times = 0;
}

SysRes __wrap_vgPlain_am_mmap_client_heap(SizeT bytes, Int protection)
{
  if (is_refused(bytes))
    return no_memory;
  const SysRes result = is_allowed(0, bytes) ? __real_vgPlain_am_mmap_client_heap(bytes, protection) : no_memory;
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
static UWord change_limit(struct vki_rlimit *limit, const struct vki_rlimit *wanted)
{
  if (wanted->rlim_cur > wanted->rlim_max)
    return VKI_EINVAL;
  if (wanted->rlim_max > limit->rlim_max && !capabilities_have(CAPABILITY_SYS_RESOURCE))
    return VKI_EPERM;
  *limit = *wanted;
  return 0;
}

static struct vki_rlimit limit_of_memory(void)
{
  if (!memory_is_limited)
    VG_(getrlimit)(RLIMIT_ADDRESS_SPACE, &memory_limit);
  return memory_limit;
}

static UWord change_memory(const struct vki_rlimit *wanted)
{
  const UWord error = change_limit(&memory_limit, wanted);
  memory_is_limited |= error == 0;
  return error;
}

Bool guest_limits_of_memory(struct vki_rlimit *ret)
{
  *ret = memory_limit;
  return memory_is_limited;
}

/* What the kernel would give at most; 0: not known. */
static ULong most_descriptors(void)
{
  HChar text[32];
  core_read_text("/proc/sys/fs/nr_open", text, sizeof text);
  return VG_(strtoull10)(text, NULL);
}

static UWord change_descriptors(const struct vki_rlimit *wanted)
{
  struct vki_rlimit limits = descriptor_limits();
  const ULong most = wanted->rlim_max > limits.rlim_max ? most_descriptors() : 0;
  const UWord error = most != 0 && wanted->rlim_max > most ? VKI_EPERM : change_limit(&limits, wanted);
  if (error == 0)
    descriptor_limits_set(&limits);
  return error;
}

/* Either address may be 0. */
static UWord exchange_own(UWord resource, Addr wanted, Addr ret_before)
{
  const Bool is_memory = resource == RLIMIT_ADDRESS_SPACE;
  if (!is_valid(wanted, VKI_PROT_READ) || !is_valid(ret_before, VKI_PROT_WRITE))
    return VKI_EFAULT;
  const struct vki_rlimit before = is_memory ? limit_of_memory() : descriptor_limits();
  const struct vki_rlimit *const limit = (const struct vki_rlimit *)wanted;
  const UWord error = wanted == 0 ? 0 : is_memory ? change_memory(limit) : change_descriptors(limit);
  if (error == 0 && ret_before != 0)
    *(struct vki_rlimit *)ret_before = before;
  return error;
}

/* Complete the call, unless that is another limit. */
static void exchange(UWord resource, Addr wanted, Addr ret_before, struct syscall_status *status)
{
  if (status->what == SYSCALL_FOR_KERNEL && (resource == RLIMIT_ADDRESS_SPACE || resource == VKI_RLIMIT_NOFILE))
    syscall_complete(status, exchange_own(resource, wanted, ret_before));
}

/* The core has its own idea of descriptors, and none of memory. */
static UWord hide_from_core(UWord resource)
{
  return resource == VKI_RLIMIT_NOFILE ? RLIMIT_ADDRESS_SPACE : resource;
}

WRAP_SYSCALL_BEFORE(generic_sys_setrlimit)
{
  const UWord resource = arguments->first;
  forget_refusal();
  arguments->first = hide_from_core(resource);
  __real_vgSysWrap_generic_sys_setrlimit_before(tid, layout, arguments, status, flags);
  arguments->first = resource;
  exchange(resource, arguments->second, 0, status);
}

WRAP_SYSCALL_AFTER(generic_sys_getrlimit)
{
  __real_vgSysWrap_generic_sys_getrlimit_after(tid, arguments, status);
  if (arguments->first == RLIMIT_ADDRESS_SPACE && memory_is_limited)
    *(struct vki_rlimit *)arguments->second = memory_limit;
  if (arguments->first == VKI_RLIMIT_NOFILE)
    *(struct vki_rlimit *)arguments->second = descriptor_limits();
}

WRAP_SYSCALL_BEFORE(linux_sys_prlimit64)
{
  const UWord resource = arguments->second;
  const Bool is_own = arguments->first == 0 || arguments->first == (UWord)VG_(getpid)();
  forget_refusal();
  if (is_own)
    arguments->second = hide_from_core(resource);
  __real_vgSysWrap_linux_sys_prlimit64_before(tid, layout, arguments, status, flags);
  arguments->second = resource;
  if (is_own)
    exchange(resource, arguments->third, arguments->fourth, status);
}

/* --- what other programs get of them --- */

/* An exec that fails leaves a hard limit lowered, unless it may be raised again. */
static void give_descriptors(Bool is_sure, struct guest_limits_before *before)
{
  struct vki_rlimit limits = descriptor_limits();
  if (VG_(getrlimit)(VKI_RLIMIT_NOFILE, &before->descriptors) != 0)
    return;
  if (!is_sure && limits.rlim_max < before->descriptors.rlim_max && !capabilities_have(CAPABILITY_SYS_RESOURCE))
    limits.rlim_max = before->descriptors.rlim_max;
  before->has_descriptors = VG_(setrlimit)(VKI_RLIMIT_NOFILE, &limits) == 0;
}

struct guest_limits_before guest_limits_give_to_kernel(Bool is_checked, Bool is_sure)
{
  struct guest_limits_before before = {.memory = {~(UWord)0, ~(UWord)0}};
  struct vki_rlimit now = memory_limit;
  VG_(getrlimit)(RLIMIT_ADDRESS_SPACE, &before.memory);
  now.rlim_max = before.memory.rlim_max;
  if (memory_is_limited)
    VG_(setrlimit)(RLIMIT_ADDRESS_SPACE, &now);
  if (!is_checked)
    give_descriptors(is_sure, &before);
  return before;
}

void guest_limits_take_back(const struct guest_limits_before *before)
{
  if (memory_is_limited)
    VG_(setrlimit)(RLIMIT_ADDRESS_SPACE, &before->memory);
  if (before->has_descriptors)
    VG_(setrlimit)(VKI_RLIMIT_NOFILE, &before->descriptors);
}
