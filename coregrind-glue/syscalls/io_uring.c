/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The guest writes operations into a queue that it shares with the kernel, and takes results from another one without
 * any call. So when it calls io_uring_enter(), the operations that wait in the queue are gone through: memory that they
 * read is checked, and memory that they fill is checked and made defined at once, although the kernel fills it later,
 * as nothing tells when.
 *
 * Buffers may also be registered in advance, one by one (PROVIDE_BUFFERS) or in a ring of their own, of which new
 * entries are looked for each time. Where the kernel polls the queue (SQPOLL), it is gone through when the guest has to
 * wake the kernel.
 *
 * All of this is memory of the guest, so it may be unreadable, and hold anything. */
#include "coregrind-glue/syscalls/io_uring.h"

#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/syscalls/unused_bytes.h"
#include "coregrind-glue/tool.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

/* --- the kernel's --- */

/* Offsets in the ring of a queue; `place` is the address of the ring, if the guest has chosen it. */
struct ring_offsets {
  UInt head, tail, mask, entries, others[2], array, reserved;
  ULong place;
};
struct parameters {
  UInt operations, results, flags, others[2], features, more[4];
  struct ring_offsets submitted;
  UInt results_offsets[8];
  ULong results_place;
};
_Static_assert(sizeof(struct parameters) == 120, "the kernel's");

struct operation {
  UChar code, flags;
  UShort priority;
  Int descriptor;
  ULong other_address, address;
  UInt length, others[9];
};
_Static_assert(sizeof(struct operation) == 64, "the kernel's");

struct buffer_ring {
  ULong place;
  UInt entries;
  UShort group, flags;
};
struct buffer {
  ULong address;
  UInt length;
  UShort id, tail; /* the tail is the ring's, in its first buffer */
};

enum { FEATURE_ONE_MAPPING = 1, SETUP_LARGE_OPERATIONS = 1 << 10, SETUP_OWN_PLACE = 1 << 14, SETUP_NO_ARRAY = 1 << 16 };
enum { ENTER_BY_NUMBER = 1 << 4, CHOOSES_BUFFER = 1 << 5, PROVIDE_BUFFERS = 31 };
enum { REGISTER_BUFFER_RING = 22, UNREGISTER_BUFFER_RING = 23 };
enum { PIECES_MAX = 1024, NAME_BYTES = 64 };
static const ULong place_of_operations = 0x10000000, place_of_results = 0x8000000;

/* --- what is known --- */

struct ring {
  Int descriptor;
  struct parameters parameters;
  Addr queue, operations; /* 0: not mapped yet */
};

struct registered_ring {
  Int descriptor;
  struct buffer_ring ring;
  UShort seen; /* of its buffers, modulo 2^16 */
};

static XArray *rings;  /* struct ring */
static XArray *registered_rings; /* struct given */

static struct ring *ring_at(Word index)
{
  return VG_(indexXA)(rings, index);
}

static Word find_ring(Int descriptor)
{
  for (Word i = rings ? VG_(sizeXA)(rings) - 1 : -1; i >= 0; i--)
    if (ring_at(i)->descriptor == descriptor)
      return i;
  return -1;
}

enum { ALL_GROUPS = -1 };

static void forget_given(Int descriptor, Int group)
{
  for (Word i = registered_rings ? VG_(sizeXA)(registered_rings) - 1 : -1; i >= 0; i--) {
    const struct registered_ring *given = VG_(indexXA)(registered_rings, i);
    if (given->descriptor == descriptor && (group == ALL_GROUPS || given->ring.group == group))
      VG_(removeIndexXA)(registered_rings, i);
  }
}

void io_uring_closes(Int descriptor)
{
  const Word index = find_ring(descriptor);
  if (index < 0)
    return;
  VG_(removeIndexXA)(rings, index);
  forget_given(descriptor, ALL_GROUPS);
}

static void add_item(XArray **array, SizeT bytes, const void *item)
{
  if (!*array)
    *array = VG_(newXA)(VG_(malloc), "seep.io_uring", VG_(free), (Word)bytes);
  VG_(addToXA)(*array, item);
}

void io_uring_begins(Int descriptor, Addr parameters)
{
  struct ring ring = {.descriptor = descriptor};
  io_uring_closes(descriptor);
  if (!guarded_read(&ring.parameters, parameters, sizeof ring.parameters))
    return;
  if (ring.parameters.flags & SETUP_OWN_PLACE) {
    ring.operations = ring.parameters.submitted.place;
    ring.queue = ring.parameters.results_place;
  }
  add_item(&rings, sizeof ring, &ring);
}

void io_uring_mapped(Int descriptor, ULong offset, Addr start)
{
  const Word index = find_ring(descriptor);
  struct ring *ring = index < 0 ? NULL : ring_at(index);
  if (!ring)
    return;
  if (offset == place_of_operations)
    ring->operations = start;
  else if (offset == 0 || (offset == place_of_results && (ring->parameters.features & FEATURE_ONE_MAPPING)))
    ring->queue = start;
}

void io_uring_registered(Int descriptor, UInt operation, Addr argument)
{
  struct registered_ring given = {.descriptor = descriptor};
  const Bool is_given = operation == REGISTER_BUFFER_RING;
  if ((!is_given && operation != UNREGISTER_BUFFER_RING) || !guarded_read(&given.ring, argument, sizeof given.ring))
    return;
  forget_given(descriptor, given.ring.group);
  if (is_given && given.ring.place != 0)
    add_item(&registered_rings, sizeof given, &given);
}

/* --- memory --- */

enum what { READS, FILLS };
enum where { RANGE = -1, VECTOR = -2, MESSAGE = -3, OTHER_RANGE = -4, TIME = -5, SOCKET_ADDRESS = -6 };

static const struct {
  const HChar *name;
  enum what what;
  Int where;
} known[] = {
#define URING_OPERATION(number, name, what, where) [number] = {"io_uring_enter(" #name ")", what, where},
#include "coregrind-glue/syscalls/io_uring.def"
};

static void define_range(Addr start, SizeT bytes)
{
  shadow_make_defined_if_addressable(tool.shadow(), start, bytes);
}

static void access_range(ThreadId tid, const HChar *name, enum what what, Addr start, SizeT bytes)
{
  if (what == READS) {
    tool.syscall_reads(tid, name, start, bytes);
    return;
  }
  tool.syscall_writes(tid, name, start, bytes);
  define_range(start, bytes);
}

static void access_vector(ThreadId tid, const HChar *name, enum what what, Addr vector, SizeT count)
{
  struct vki_iovec piece;
  if (count > PIECES_MAX)
    return;
  tool.syscall_reads(tid, name, vector, count * sizeof piece);
  for (SizeT i = 0; i < count && guarded_read(&piece, vector + i * sizeof piece, sizeof piece); i++)
    access_range(tid, name, what, (Addr)piece.iov_base, piece.iov_len);
}

/* Named "io_uring_enter(SENDMSG.msg_name)" and so on. */
static void access_part(ThreadId tid, const HChar *name, const HChar *part, enum what what, Addr start, SizeT bytes)
{
  HChar text[NAME_BYTES];
  const UInt parenthesis = VG_(strlen)(name) - 1;
  VG_(snprintf)(text, sizeof text, "%s", name);
  VG_(snprintf)(text + parenthesis, sizeof text - parenthesis, ".%s)", part);
  if (start != 0)
    access_range(tid, text, what, start, bytes);
}

static void access_parts(ThreadId tid, const HChar *name, enum what what, const struct sent_message *message)
{
  bytes_in_message(message);
  access_part(tid, name, "msg_name", what, message->name, message->name_bytes);
  access_part(tid, name, "msg_control", what, message->control, message->control_bytes);
  bytes_in_message(NULL);
}

/* The kernel also writes lengths and flags into the header itself. */
static void access_message(ThreadId tid, const HChar *name, enum what what, Addr address, Int descriptor)
{
  struct vki_msghdr message;
  if (!guarded_read(&message, address, sizeof message))
    return;
  access_vector(tid, name, what, (Addr)message.msg_iov, message.msg_iovlen);
  access_parts(tid, name, what,
               &(struct sent_message){descriptor, (Addr)message.msg_name, (Addr)message.msg_control,
                                      (UInt)message.msg_namelen, message.msg_controllen});
  if (what == FILLS)
    define_range(address, sizeof message);
}

static void access_texts(ThreadId tid, const struct operation *operation)
{
  static const struct {
    UInt code, count;
    const HChar *name;
  } texts[] = {
#define URING_TEXT(number, name, count) {number, count, "io_uring_enter(" #name ")"},
#include "coregrind-glue/syscalls/io_uring.def"
  };
  for (UInt i = 0; i < sizeof texts / sizeof *texts; i++) {
    if (texts[i].code != operation->code)
      continue;
    if (operation->address != 0)
      tool.syscall_reads_text(tid, texts[i].name, operation->address);
    if (texts[i].count == 2 && operation->other_address != 0)
      tool.syscall_reads_text(tid, texts[i].name, operation->other_address);
  }
}

static void access_known(ThreadId tid, const struct operation *operation)
{
  const HChar *name = known[operation->code].name;
  const enum what what = known[operation->code].what;
  switch (known[operation->code].where) {
  case RANGE:
    access_range(tid, name, what, operation->address, operation->length);
    break;
  case VECTOR:
    access_vector(tid, name, what, operation->address, operation->length);
    break;
  case MESSAGE:
    access_message(tid, name, what, operation->address, operation->descriptor);
    break;
  case OTHER_RANGE:
    access_range(tid, name, what, operation->other_address, operation->length);
    break;
  case TIME:
    access_range(tid, name, what, operation->address, sizeof(struct vki_timespec));
    break;
  case SOCKET_ADDRESS:
    access_parts(tid, name, what,
                 &(struct sent_message){operation->descriptor, operation->address, 0, operation->other_address, 0});
    break;
  default:
    access_range(tid, name, what, operation->other_address, (SizeT)known[operation->code].where);
  }
}

static void access_operation(ThreadId tid, const struct operation *operation)
{
  access_texts(tid, operation);
  if (operation->code == PROVIDE_BUFFERS)
    define_range(operation->address, (SizeT)operation->length * (UInt)operation->descriptor);
  else if (operation->code < sizeof known / sizeof *known && known[operation->code].name &&
           !(operation->flags & CHOOSES_BUFFER))
    access_known(tid, operation);
}

/* --- queues --- */

static UInt word_at(Addr ring, UInt offset)
{
  UInt word = 0;
  (void)guarded_read(&word, ring + offset, sizeof word);
  return word;
}

static void access_waiting(ThreadId tid, const struct ring *ring, UInt count)
{
  const struct ring_offsets *at = &ring->parameters.submitted;
  const SizeT bytes = sizeof(struct operation) << !!(ring->parameters.flags & SETUP_LARGE_OPERATIONS);
  const UInt head = word_at(ring->queue, at->head), tail = word_at(ring->queue, at->tail);
  struct operation operation;
  for (UInt i = head; i != tail && i - head < count && i - head < ring->parameters.operations; i++) {
    UInt index = i & (ring->parameters.operations - 1);
    if (!(ring->parameters.flags & SETUP_NO_ARRAY))
      index = word_at(ring->queue, at->array + index * (UInt)sizeof index);
    if (index < ring->parameters.operations &&
        guarded_read(&operation, ring->operations + index * bytes, sizeof operation))
      access_operation(tid, &operation);
  }
}

static void define_registered_buffers(struct registered_ring *given)
{
  struct buffer buffer;
  if (!guarded_read(&buffer, given->ring.place, sizeof buffer))
    return;
  const UShort tail = buffer.tail;
  for (; given->seen != tail; given->seen++) {
    const Addr place = given->ring.place + (given->seen & (given->ring.entries - 1)) * sizeof buffer;
    if (guarded_read(&buffer, place, sizeof buffer))
      define_range(buffer.address, buffer.length);
  }
}

/* A ring that is named by a registered number may be any of them: then all are gone through. */
void io_uring_enters(ThreadId tid, Int descriptor, UInt count, UInt flags)
{
  for (Word i = 0; rings && i < VG_(sizeXA)(rings); i++) {
    const struct ring *ring = ring_at(i);
    if (ring->queue != 0 && ring->operations != 0 && ((flags & ENTER_BY_NUMBER) || ring->descriptor == descriptor))
      access_waiting(tid, ring, count);
  }
  for (Word i = 0; registered_rings && i < VG_(sizeXA)(registered_rings); i++)
    define_registered_buffers(VG_(indexXA)(registered_rings, i));
}
