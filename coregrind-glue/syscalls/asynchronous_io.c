/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Input and output that goes on while the guest runs.
 *
 * The memory of io_uring operations is checked when they are submitted (io_uring.h). The core does not know that
 * io_uring_enter() may block; without the flag no other thread would run meanwhile.
 *
 * What io_submit() accesses depends on the operations. The core knows some of these, and reads pointers to them that
 * the kernel, which looks at the context first, may never follow. It may block: a pipe is read, and a file written,
 * before it returns.
 *
 * The kernel puts the ring of io_setup() where there can be no shadow, but the guest may read it. So it is moved; the
 * kernel follows, and knows the ring by its new address. */
#include "coregrind-glue/syscalls/asynchronous_io.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/memory/address_space.h"
#include "coregrind-glue/syscalls/io_uring.h"
#include "coregrind-glue/syscalls/syscall_wraps.h"
#include "coregrind-glue/tool.h"

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

struct event {
  ULong data;
  Addr operation;
  Long result, more_result;
};

_Static_assert(sizeof(struct ring) == 32, "the kernel's");

static SizeT ring_bytes(const struct ring *ring)
{
  return VG_PGROUNDUP(sizeof *ring + (SizeT)ring->events * sizeof(struct event));
}

static const struct ring *moved_ring(const struct ring *ring)
{
  long flags = VKI_MREMAP_MAYMOVE | VKI_MREMAP_FIXED, bytes = (long)ring_bytes(ring);
  Addr place;
  if (!address_space_place(ring_bytes(ring), &place))
    return ring;
  return raw_syscall(__NR_mremap, (long)ring, bytes, bytes, flags, (long)place, 0) == (long)place ? (void *)place
                                                                                                  : ring;
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

/* The kernel's struct iocb. */
struct operation {
  ULong data;
  UInt key, flags;
  UShort code, priority;
  Int descriptor;
  ULong buffer, count;
  Long offset;
  ULong reserved;
  UInt options;
  Int event_descriptor;
};
_Static_assert(sizeof(struct operation) == 64, "the kernel's");

struct piece {
  Addr start;
  SizeT bytes;
};

enum access { READS, WRITES };
enum { READ = 0, WRITE = 1, READ_PIECES = 7, WRITE_PIECES = 8, PIECES_MAX = 1024 };

static void check_access(ThreadId tid, enum access access, const HChar *name, Addr start, SizeT bytes)
{
  if (access == READS)
    tool.syscall_reads(tid, name, start, bytes);
  else
    tool.syscall_writes(tid, name, start, bytes);
}

static void check_pieces(ThreadId tid, enum access access, const HChar *name, const struct operation *operation)
{
  struct piece piece;
  if (operation->count > PIECES_MAX)
    return;
  tool.syscall_reads(tid, name, operation->buffer, operation->count * sizeof piece);
  for (UWord i = 0; i < operation->count; i++)
    if (guarded_read(&piece, operation->buffer + i * sizeof piece, sizeof piece))
      check_access(tid, access, name, piece.start, piece.bytes);
}

/* Those that are not listed access no memory. */
static void check_operation(ThreadId tid, const struct operation *operation)
{
  static const struct {
    UShort code;
    enum access access;
    Bool has_pieces;
    const HChar *name;
  } kinds[] = {
    {READ, WRITES, False, "io_submit(PREAD)"},
    {WRITE, READS, False, "io_submit(PWRITE)"},
    {READ_PIECES, WRITES, True, "io_submit(PREADV(iov[i]))"},
    {WRITE_PIECES, READS, True, "io_submit(PWRITEV(iov[i]))"},
  };
  for (UInt i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if (kinds[i].code == operation->code && kinds[i].has_pieces)
      check_pieces(tid, kinds[i].access, kinds[i].name, operation);
    else if (kinds[i].code == operation->code)
      check_access(tid, kinds[i].access, kinds[i].name, operation->buffer, operation->count);
}

/* The kernel takes no more at once than the ring has room for, and none after one that it cannot read. */
void asynchronous_io_submits(ThreadId tid, Addr context, Word count, Addr operations)
{
  struct ring ring;
  if (!guarded_read(&ring, context, sizeof ring))
    return;
  for (Word i = 0; i < count && i < (Word)ring.events; i++) {
    const Addr place = operations + (UWord)i * sizeof place;
    struct operation operation;
    Addr start;
    tool.syscall_reads(tid, "io_submit(iocbpp)", place, sizeof place);
    if (!guarded_read(&start, place, sizeof start))
      return;
    tool.syscall_reads(tid, "io_submit(iocb)", start, sizeof operation);
    if (!guarded_read(&operation, start, sizeof operation))
      return;
    check_operation(tid, &operation);
  }
}

static void wrote_pieces(ThreadId tid, const struct operation *operation, SizeT bytes)
{
  struct piece piece;
  for (UWord i = 0; i < operation->count && i < PIECES_MAX && bytes > 0; i++) {
    if (!guarded_read(&piece, operation->buffer + i * sizeof piece, sizeof piece))
      return;
    const SizeT written = piece.bytes < bytes ? piece.bytes : bytes;
    tool.syscall_wrote(tid, piece.start, written);
    bytes -= written;
  }
}

/* An operation must be where it was until it has ended. */
void asynchronous_io_done(ThreadId tid, Addr events, UWord count)
{
  for (UWord i = 0; i < count; i++) {
    struct event event;
    struct operation operation;
    if (!guarded_read(&event, events + i * sizeof event, sizeof event) ||
        !guarded_read(&operation, event.operation, sizeof operation) || event.result <= 0)
      continue;
    if (operation.code == READ)
      tool.syscall_wrote(tid, operation.buffer, (SizeT)event.result);
    else if (operation.code == READ_PIECES)
      wrote_pieces(tid, &operation, (SizeT)event.result);
  }
}
