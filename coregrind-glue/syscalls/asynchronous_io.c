/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Input and output that goes on while the guest runs.
 *
 * The memory of io_uring operations is checked when they are submitted (io_uring.h). The core does not know that
 * io_uring_enter() may block; without the flag no other thread would run meanwhile.
 *
 * The kernel puts the ring of io_setup() where there can be no shadow, but the guest may read it. So it is moved; the
 * kernel follows, and knows the ring by its new address. */
#include "base/freestanding/raw_syscalls.h"
#include "coregrind-glue/memory/address_space.h"
#include "coregrind-glue/syscalls/io_uring.h"
#include "coregrind-glue/syscalls/syscall_wraps.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

WRAP_SYSCALL_AFTER(linux_sys_io_uring_setup)
{
  __real_vgSysWrap_linux_sys_io_uring_setup_after(tid, arguments, status);
  if (!sr_isError(status->result))
    io_uring_begins((Int)sr_Res(status->result), arguments->second);
}

WRAP_SYSCALL_AFTER(linux_sys_io_uring_register)
{
  __real_vgSysWrap_linux_sys_io_uring_register_after(tid, arguments, status);
  io_uring_registered((Int)arguments->first, (UInt)arguments->second, arguments->third);
}

WRAP_SYSCALL_BEFORE(linux_sys_io_uring_enter)
{
  io_uring_enters(tid, (Int)arguments->first, (UInt)arguments->second, (UInt)arguments->fourth);
  __real_vgSysWrap_linux_sys_io_uring_enter_before(tid, layout, arguments, status, flags);
  *flags |= SYSCALL_MAY_BLOCK;
}

/* The kernel's; as many events as it has room for follow. */
struct ring {
  UInt id, events, others[6];
};

enum { EVENT_BYTES = 32 };
_Static_assert(sizeof(struct ring) == 32, "the kernel's");

static SizeT ring_bytes(const struct ring *ring)
{
  return VG_PGROUNDUP(sizeof *ring + (SizeT)ring->events * EVENT_BYTES);
}

static const struct ring *moved_ring(const struct ring *ring)
{
  long flags = VKI_MREMAP_MAYMOVE | VKI_MREMAP_FIXED, bytes = (long)ring_bytes(ring);
  Addr place;
  if (!address_space_place(ring_bytes(ring), &place))
    return ring;
  return raw_syscall(__NR_mremap, (long)ring, bytes, bytes, flags, (long)place, 0) == (long)place ? (void *)place : ring;
}

/* The core computes the ring's size from the number of events that were asked for; there may be more. */
WRAP_SYSCALL_AFTER(linux_sys_io_setup)
{
  const struct ring **place = (const struct ring **)arguments->second;
  struct syscall_arguments changed = *arguments;
  *place = moved_ring(*place);
  changed.first = (*place)->events;
  __real_vgSysWrap_linux_sys_io_setup_after(tid, &changed, status);
}
