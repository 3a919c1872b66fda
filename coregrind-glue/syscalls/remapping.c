/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core moves and resizes one mapping. Here is what it refuses: a second view of shared memory (a size of 0),
 * MREMAP_DONTUNMAP, and what shrinks or stays over several mappings. A large mapping that has to move gets a place
 * where the shadow's pages can move along. And what is not mapped as a whole is EFAULT to the kernel, where the core
 * says EINVAL. */
#include "coregrind-glue/syscalls/remapping.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/memory/address_space.h"
#include "coregrind-glue/tool.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum {
  MAY_MOVE = 1,
  FIXED = 2,
  KEEP_MAPPED = 4,
  FLAGS = MAY_MOVE | FIXED | KEEP_MAPPED
}; /* MREMAP_DONTUNMAP: the core does not name it */
enum { LARGE_BYTES = 64 << 20 };
#define PLACE_ALIGNMENT \
  ((Addr)SHADOW_GRANULE_BYTES * VKI_PAGE_SIZE) /* addresses alike in it have A bits alike in their pages */

/* The core's own. */
void vgModuleLocal_notify_core_and_tool_of_mmap(Addr start, SizeT bytes, UInt protection, UInt flags, Int fd,
                                                Off64T offset);
void vgModuleLocal_notify_core_and_tool_of_mprotect(Addr start, SizeT bytes, Int protection);
void vgModuleLocal_notify_core_and_tool_of_munmap(Addr start, SizeT bytes);
Bool VG_(am_relocate_nooverlap_client)(Bool *ret_discard, Addr from, SizeT bytes, Addr to, SizeT to_bytes);
Addr VG_(am_get_advisory_client_simple)(Addr start, SizeT bytes, Bool *ok);

struct request {
  Addr from, to;
  SizeT bytes, to_bytes;
  UWord flags;
};

static SizeT whole_pages(SizeT bytes)
{
  return (bytes + VKI_PAGE_SIZE - 1) & ~(SizeT)(VKI_PAGE_SIZE - 1);
}

static struct request request_of(const struct syscall_arguments *arguments)
{
  return (struct request){.from = arguments->first,
                          .bytes = whole_pages(arguments->second),
                          .to_bytes = whole_pages(arguments->third),
                          .flags = arguments->fourth,
                          .to = arguments->fifth};
}

SizeT remapping_growth(const struct syscall_arguments *arguments)
{
  const struct request request = request_of(arguments);
  if (request.flags & KEEP_MAPPED)
    return request.to_bytes;
  return request.to_bytes > request.bytes ? request.to_bytes - request.bytes : 0;
}

static Bool overlaps(const struct request *request)
{
  return request->to < request->from + request->bytes && request->from < request->to + request->to_bytes;
}

/* By the kernel's rules, which look at no mapping yet. */
static Bool is_valid(const struct request *request)
{
  if ((request->flags & ~(UWord)FLAGS) || request->from % VKI_PAGE_SIZE != 0 || request->to_bytes == 0 ||
      request->from + request->bytes < request->from)
    return False;
  if ((request->flags & (FIXED | KEEP_MAPPED)) && !(request->flags & MAY_MOVE))
    return False;
  if ((request->flags & KEEP_MAPPED) && request->bytes != request->to_bytes)
    return False;
  return !(request->flags & FIXED) ||
         (request->to % VKI_PAGE_SIZE == 0 && request->to + request->to_bytes >= request->to && request->to != 0 &&
          !overlaps(request));
}

static void succeed(struct syscall_status *status, Addr start)
{
  *status = (struct syscall_status){SYSCALL_COMPLETE, {._isError = False, ._val = start}};
}

static Bool is_mapped(Addr start, SizeT bytes)
{
  return VG_(am_is_valid_for_client)(start, bytes, VKI_PROT_NONE);
}

static UInt protection_of(const NSegment *segment)
{
  return (segment->hasR ? VKI_PROT_READ : 0) | (segment->hasW ? VKI_PROT_WRITE : 0) |
         (segment->hasX ? VKI_PROT_EXEC : 0);
}

/* --- where to --- */

/* Alike to where it is now; 0: there is no room. */
static Addr place_alike(const struct request *request)
{
  Addr place;
  if (!address_space_place(request->to_bytes + PLACE_ALIGNMENT, &place))
    return 0;
  return place + (request->from - place) % PLACE_ALIGNMENT;
}

static Addr place_for(const struct request *request)
{
  Bool ok = False;
  if (!(request->flags & FIXED))
    return place_alike(request);
  const Addr place = VG_(am_get_advisory_client_simple)(request->to, request->to_bytes, &ok);
  return ok && place == request->to ? place : 0;
}

/* --- views, and contents that leave their mapping --- */

/* What is at both places now has no file to the core, which knows files by descriptors. */
static void note_mapping(Addr start, SizeT bytes, UInt protection)
{
  vgModuleLocal_notify_core_and_tool_of_mmap(start, bytes, protection, VKI_MAP_SHARED | VKI_MAP_ANONYMOUS, -1, 0);
}

static void leave_mapped(const struct request *request, struct syscall_status *status)
{
  const NSegment *segment = VG_(am_find_nsegment)(request->from);
  if (segment == NULL || !is_mapped(request->from, request->bytes == 0 ? 1 : request->bytes)) {
    syscall_complete(status, VKI_EFAULT);
    return;
  }
  const UInt protection = protection_of(segment);
  const Bool is_file = segment->kind == SkFileC;
  const Addr place = request->flags & MAY_MOVE ? place_for(request) : 0;
  if (place == 0) {
    syscall_complete(status, VKI_ENOMEM);
    return;
  }
  const long result = raw_syscall(__NR_mremap, (long)request->from, (long)request->bytes, (long)request->to_bytes,
                                  (long)request->flags | FIXED, (long)place, 0);
  if (result != (long)place) {
    syscall_complete(status, (UWord)-result);
    return;
  }
  note_mapping(place, request->to_bytes, protection);
  if (request->bytes > 0) {
    tool.memory_moved(place, request->from, request->bytes);
    if (is_file)
      vgModuleLocal_notify_core_and_tool_of_mprotect(request->from, request->bytes, (Int)protection);
    else
      note_mapping(request->from, request->bytes, protection);
  }
  succeed(status, place);
}

/* --- what moves as it is --- */

static void move(const struct request *request, struct syscall_status *status)
{
  const NSegment *segment = VG_(am_find_nsegment)(request->from);
  const Addr place = place_alike(request);
  Bool is_code;
  const UInt protection = segment == NULL ? 0 : protection_of(segment);
  if (place == 0 ||
      !VG_(am_relocate_nooverlap_client)(&is_code, request->from, request->bytes, place, request->to_bytes))
    return;
  tool.memory_moved(place, request->from, request->bytes);
  vgModuleLocal_notify_core_and_tool_of_mprotect(place + request->bytes, request->to_bytes - request->bytes,
                                                 (Int)protection);
  vgModuleLocal_notify_core_and_tool_of_munmap(request->from, request->bytes);
  succeed(status, place);
}

/* In place as far as the kernel allows, which has several mappings there. */
static void shrink(const struct request *request, struct syscall_status *status)
{
  const Addr end = request->from + request->to_bytes;
  const SizeT bytes = request->bytes - request->to_bytes;
  if (bytes > 0) {
    if (raw_syscall(__NR_munmap, (long)end, (long)bytes, 0, 0, 0, 0) != 0)
      return;
    vgModuleLocal_notify_core_and_tool_of_munmap(end, bytes);
  }
  succeed(status, request->from);
}

static Bool has_failed(const struct syscall_status *status, UWord error)
{
  return status->what == SYSCALL_COMPLETE && sr_isError(status->result) && sr_Err(status->result) == error;
}

static void mend_refusal(const struct request *request, struct syscall_status *status)
{
  if (!(request->flags & FIXED) && request->to_bytes <= request->bytes && is_mapped(request->from, request->bytes))
    shrink(request, status);
  else
    syscall_complete(status, VKI_EFAULT);
}

static void check_registers(ThreadId tid, const struct request *request)
{
  static const struct {
    const HChar *name;
    PtrdiffT at;
  } registers[] = {{"mremap(old_addr)", offsetof(VexGuestAMD64State, guest_RDI)},
                   {"mremap(old_size)", offsetof(VexGuestAMD64State, guest_RSI)},
                   {"mremap(new_size)", offsetof(VexGuestAMD64State, guest_RDX)},
                   {"mremap(flags)", offsetof(VexGuestAMD64State, guest_R10)},
                   {"mremap(new_addr)", offsetof(VexGuestAMD64State, guest_R8)}};
  for (UInt i = 0; i < (request->flags & FIXED ? 5 : 4); i++)
    tool.syscall_reads_register(tid, registers[i].name, registers[i].at, sizeof(UWord));
}

void remapping_before(ThreadId tid, void *layout, struct syscall_arguments *arguments, struct syscall_status *status,
                      UWord *flags)
{
  const struct request request = request_of(arguments);
  const Bool valid = is_valid(&request);
  if (valid && (request.bytes == 0 || (request.flags & KEEP_MAPPED))) {
    check_registers(tid, &request);
    leave_mapped(&request, status);
    return;
  }
  const Bool may_be_placed =
    valid && request.flags == MAY_MOVE && request.bytes >= LARGE_BYTES && request.to_bytes > request.bytes;
  if (may_be_placed)
    arguments->fourth = 0; /* the core is to grow it in place, or not at all */
  __real_vgSysWrap_generic_sys_mremap_before(tid, layout, arguments, status, flags);
  arguments->fourth = request.flags;
  if (valid && has_failed(status, VKI_EINVAL))
    mend_refusal(&request, status);
  else if (may_be_placed && has_failed(status, VKI_ENOMEM))
    move(&request, status);
}
