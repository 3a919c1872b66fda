/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compilers that never have memory writable and executable at once may map a file in memory twice (memfd_create()).
 * Such a file is taken for generated code unless it begins as ELF files do, in which case it was loaded like any other.
 *
 * Memory that is made executable bit by bit, as compilers do, makes one piece if it has one maker: the new piece stands
 * for the old one, whose addresses go on to mean the same. There is a limit to pieces; beyond it code has no name, as
 * it had before. */
#include "coregrind-glue/modules/generated_code.h"

#include "shared/base/generated_code_name.h"
#include "coregrind-glue/core/channel.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/core/segment_walk.h"
#include "coregrind-glue/modules/modules.h"
#include "coregrind-glue/tool.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_xarray.h"

enum { PIECES_MAX = 4096, CALLERS_MAX = 32, NAME_BYTES = 300 };

struct piece {
  uint64_t id, start, end, epoch;
  HChar *maker; /* the path of its file */
};

static XArray *pieces; /* of struct piece */
static ULong generation;

void generated_code_init(void)
{
  pieces = VG_(newXA)(VG_(malloc), "seep.generated", VG_(free), sizeof(struct piece));
}

static struct piece *piece_at(Word index)
{
  return VG_(indexXA)(pieces, index);
}

/* --- sending --- */

static const HChar *last_component(const HChar *path)
{
  const HChar *slash = VG_(strrchr)(path, '/');
  return slash ? slash + 1 : path;
}

static void send_piece(const struct piece *piece)
{
  HChar name[NAME_BYTES];
  VG_(snprintf)(name, sizeof name, GENERATED_CODE_PREFIX "%s", last_component(piece->maker));
  channel_send_module(&(struct record_module){
    .id = piece->id,
    .epoch = piece->epoch,
    .start = piece->start,
    .end = piece->end,
    .path = core_string(name),
    .maker = core_string(piece->maker),
  });
}

void generated_code_send_all(void)
{
  for (Word i = 0; i < VG_(sizeXA)(pieces); i++)
    send_piece(piece_at(i));
}

/* --- makers --- */

static Bool is_file_in_memory(const HChar *path)
{
  static const HChar start[] = "/memfd:";
  return path && VG_(strncmp)(path, start, sizeof start - 1) == 0;
}

/* They map memory for whoever calls them. */
static Bool is_servant(const HChar *path)
{
  static const HChar *const names[] = {"libc.so.", "libc-2.",   "ld-linux",   "ld-2.",
                                       "ld-musl",  "libc.musl", "libpthread", "vgpreload_"};
  const HChar *name = last_component(path);
  for (UInt i = 0; i < sizeof names / sizeof *names; i++)
    if (VG_(strncmp)(name, names[i], VG_(strlen)(names[i])) == 0)
      return True;
  return False;
}

static const struct piece *piece_with(uint64_t address)
{
  for (Word i = 0; i < VG_(sizeXA)(pieces); i++)
    if (address >= piece_at(i)->start && address < piece_at(i)->end)
      return piece_at(i);
  return NULL;
}

const HChar *generated_code_maker(Addr address)
{
  const struct piece *piece = piece_with(address);
  return piece ? piece->maker : NULL;
}

ULong generated_code_generation(void)
{
  return generation;
}

/* Code that makes code was made by somebody as well. NULL: nobody is known. */
static const HChar *maker_at(Addr instruction)
{
  struct module_view module;
  const HChar *maker = generated_code_maker(instruction);
  if (maker)
    return maker;
  const Bool is_in_file = modules_find(instruction, &module) && !is_file_in_memory(module.path);
  return is_in_file && !is_servant(module.path) ? module.path : NULL;
}

static const HChar *find_maker(ThreadId tid)
{
  Addr callers[CALLERS_MAX];
  const UInt count = VG_(get_StackTrace)(tid, callers, CALLERS_MAX, NULL, NULL, 0);
  const HChar *maker = NULL;
  for (UInt i = 0; i < count && !maker; i++)
    maker = maker_at(callers[i]);
  return maker;
}

/* --- pieces --- */

/* Nothing of [start, end) is left; what lies around it is. */
static void remove_range(uint64_t start, uint64_t end)
{
  for (Word i = VG_(sizeXA)(pieces) - 1; i >= 0; i--) {
    struct piece piece = *piece_at(i);
    if (piece.end <= start || piece.start >= end)
      continue;
    VG_(removeIndexXA)(pieces, i);
    struct piece before = piece, after = piece;
    before.end = start;
    after.start = end;
    if (before.start < before.end) {
      before.maker = VG_(strdup)("seep.generated", piece.maker);
      VG_(addToXA)(pieces, &before);
    }
    if (after.start < after.end) {
      after.maker = VG_(strdup)("seep.generated", piece.maker);
      VG_(addToXA)(pieces, &after);
    }
    VG_(free)(piece.maker);
  }
}

static Bool is_there(uint64_t start, uint64_t end)
{
  for (Word i = 0; i < VG_(sizeXA)(pieces); i++)
    if (piece_at(i)->start < end && piece_at(i)->end > start)
      return True;
  return False;
}

static void forget(uint64_t start, uint64_t end)
{
  if (!is_there(start, end))
    return;
  /* Stacks through this code keep the epoch in which it was still there. */
  tool.module_gone(start, end, modules_epoch());
  remove_range(start, end);
  generation++;
  channel_send_unmap(&(struct record_unmap){.epoch = modules_begin_epoch(), .start = start, .end = end});
}

/* Those beside it of the same maker become part of it. */
static void absorb_neighbours(struct piece *piece)
{
  for (Word i = VG_(sizeXA)(pieces) - 1; i >= 0; i--) {
    const struct piece *other = piece_at(i);
    if ((other->end != piece->start && other->start != piece->end) || VG_(strcmp)(other->maker, piece->maker) != 0)
      continue;
    piece->start = other->start < piece->start ? other->start : piece->start;
    piece->end = other->end > piece->end ? other->end : piece->end;
    VG_(free)(other->maker);
    VG_(removeIndexXA)(pieces, i);
  }
}

static void learn_piece(uint64_t start, uint64_t end, const HChar *maker)
{
  if (VG_(sizeXA)(pieces) >= PIECES_MAX)
    return;
  struct piece piece = {
    .id = modules_new_id(), .start = start, .end = end, .maker = VG_(strdup)("seep.generated", maker)};
  absorb_neighbours(&piece);
  piece.epoch = modules_begin_epoch();
  VG_(addToXA)(pieces, &piece);
  send_piece(&piece);
}

/* What of [start, end) has no name yet. The stack that the thread runs on is none of a compiler's. */
static void learn_gaps(uint64_t start, uint64_t end, ThreadId tid)
{
  const HChar *maker = NULL;
  const Addr sp = VG_(get_SP)(tid);
  while (start < end) {
    const struct piece *piece = piece_with(start);
    uint64_t gap_end = end;
    if (piece) {
      start = piece->end;
      continue;
    }
    for (Word i = 0; i < VG_(sizeXA)(pieces); i++)
      if (piece_at(i)->start > start && piece_at(i)->start < gap_end)
        gap_end = piece_at(i)->start;
    if (!maker)
      maker = find_maker(tid);
    if (!maker)
      return;
    if (sp < start || sp >= gap_end)
      learn_piece(start, gap_end, maker);
    start = gap_end;
  }
}

static Bool begins_as_program(const NSegment *segment)
{
  static const HChar mark[] = "\177ELF";
  HChar bytes[sizeof mark - 1];
  const Addr start = segment->start - (Addr)segment->offset;
  return guarded_read(bytes, start, sizeof bytes) && VG_(memcmp)(bytes, mark, sizeof bytes) == 0;
}

static Bool is_generated(const NSegment *segment)
{
  if (!segment->hasX || segment->kind == SkAnonC || segment->kind == SkShmC)
    return segment->hasX;
  return segment->kind == SkFileC && is_file_in_memory(VG_(am_get_filename)(segment)) && !begins_as_program(segment);
}

static void learn(Addr start, SizeT bytes)
{
  const ThreadId tid = VG_(get_running_tid)();
  if (tid == VG_INVALID_THREADID)
    return;
  for (struct segment_walk walk = segment_walk_of(start, bytes); segment_walk_next(&walk);)
    if (is_generated(walk.segment))
      learn_gaps(walk.start, walk.end, tid);
  channel_flush();
}

void generated_code_mapped(Addr start, SizeT bytes, Bool executable)
{
  forget(start, start + bytes);
  if (executable)
    learn(start, bytes);
}

void generated_code_protected(Addr start, SizeT bytes, Bool executable)
{
  if (executable)
    learn(start, bytes);
}

void generated_code_unmapped(Addr start, SizeT bytes)
{
  forget(start, start + bytes);
}
