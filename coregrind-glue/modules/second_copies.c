/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A library that is loaded again, for another namespace (dlmopen(), audit libraries).
 *
 * The core takes what is mapped of a file whose symbols it has read for something else, and looks at it no more. So the
 * second C library's malloc would not be replaced. Such a copy is known by code that is mapped executable elsewhere,
 * and is shown to the core by another name of the same file: with more slashes in front. Reports do not have their
 * names from the core. */
#include "coregrind-glue/modules/second_copies.h"

#include "coregrind-glue/core/wraps.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

struct copy {
  UWord device, inode;
  Addr start, end; /* 0: it is there no more; its name is not used again, as the core may know it still */
  HChar *shown_name; /* owned */
  UInt number; /* of slashes in front of the file's */
};

enum { COPIES_MAX = 1000 };

static XArray *copies; /* struct copy */

/* While the core looks at a mapping of a copy: the file's name, and the one that it is shown. */
static const HChar *original_name, *shown_name;

static Bool is_of_file(const NSegment *segment, UWord device, UWord inode)
{
  return segment && segment->kind == SkFileC && segment->dev == device && segment->ino == inode;
}

/* --- which copies there are --- */

static struct copy *copy_at(Word index)
{
  return VG_(indexXA)(copies, index);
}

static const struct copy *find_copy(const NSegment *segment)
{
  for (Word i = 0; i < VG_(sizeXA)(copies); i++) {
    const struct copy *copy = copy_at(i);
    if (segment->start >= copy->start && segment->start < copy->end && is_of_file(segment, copy->device, copy->inode))
      return copy;
  }
  return NULL;
}

/* Something else is mapped where they were. */
static void drop_copies_at(const NSegment *segment)
{
  for (Word i = 0; i < VG_(sizeXA)(copies); i++) {
    struct copy *copy = copy_at(i);
    if (segment->start < copy->end && segment->end >= copy->start && !is_of_file(segment, copy->device, copy->inode))
      copy->start = copy->end = 0;
  }
}

/* The core has forgotten what it knew by that name. */
void second_copies_forget_module(const DebugInfo *module)
{
  for (Word i = copies ? VG_(sizeXA)(copies) : 0; i-- > 0;)
    if (VG_(strcmp)(copy_at(i)->shown_name, VG_(DebugInfo_get_filename)(module)) == 0) {
      VG_(free)(copy_at(i)->shown_name);
      VG_(removeIndexXA)(copies, i);
    }
}

static UInt unused_number(UWord device, UWord inode)
{
  UInt number = 1;
  for (Word i = 0; i < VG_(sizeXA)(copies); i++)
    if (copy_at(i)->device == device && copy_at(i)->inode == inode && copy_at(i)->number >= number)
      number = copy_at(i)->number + 1;
  return number;
}

/* The code of the file that the core has read, of which this is not a part. */
static Bool is_read_elsewhere(const HChar *name, const NSegment *segment)
{
  for (const DebugInfo *module = VG_(next_DebugInfo)(NULL); module; module = VG_(next_DebugInfo)(module)) {
    const Addr text = VG_(DebugInfo_get_text_avma)(module);
    if (text != 0 && VG_(strcmp)(VG_(DebugInfo_get_filename)(module), name) == 0)
      return text + VG_(DebugInfo_get_text_size)(module) <= segment->start || text > segment->end;
  }
  return False;
}

/* The loader maps a file as a whole, and then its parts over that. */
static HChar *name_with_slashes(const HChar *name, UInt number)
{
  const SizeT bytes = VG_(strlen)(name) + 1;
  HChar *shown = VG_(malloc)("seep.copy", number + bytes);
  VG_(memset)(shown, '/', number);
  VG_(memcpy)(shown + number, name, bytes);
  return shown;
}

static const struct copy *add_copy(const NSegment *segment, const HChar *name)
{
  struct copy copy = {.device = segment->dev, .inode = segment->ino, .start = segment->start, .end = segment->end + 1,
                      .number = unused_number(segment->dev, segment->ino)};
  for (const NSegment *other; is_of_file(other = VG_(am_find_nsegment)(copy.start - 1), copy.device, copy.inode);)
    copy.start = other->start;
  for (const NSegment *other; is_of_file(other = VG_(am_find_nsegment)(copy.end), copy.device, copy.inode);)
    copy.end = other->end + 1;
  copy.shown_name = name_with_slashes(name, copy.number);
  return copy_at(VG_(addToXA)(copies, &copy));
}

/* --- what the core is shown --- */

const HChar *__wrap_vgPlain_am_get_filename(const NSegment *segment)
{
  const HChar *name = __real_vgPlain_am_get_filename(segment);
  return shown_name && name && VG_(strcmp)(name, original_name) == 0 ? shown_name : name;
}

static ULong show(const struct copy *copy, Addr start, const HChar *name, Bool allow_shared, Int fd)
{
  original_name = name;
  shown_name = copy->shown_name;
  const ULong handle = __real_vgPlain_di_notify_mmap(start, allow_shared, fd);
  shown_name = NULL;
  return handle;
}

/* What lies before the code was mapped before it. */
static void show_before(const struct copy *copy, Addr end, const HChar *name)
{
  for (Addr start = copy->start; start < end; start = VG_(am_find_nsegment)(start)->end + 1)
    show(copy, start, name, False, -1);
}

/* `fd`: -1: none. */
ULong __wrap_vgPlain_di_notify_mmap(Addr start, Bool allow_shared, Int fd)
{
  const NSegment *segment = VG_(am_find_nsegment)(start);
  const HChar *name = segment && segment->kind == SkFileC ? __real_vgPlain_am_get_filename(segment) : NULL;
  if (!copies)
    copies = VG_(newXA)(VG_(malloc), "seep.copies", VG_(free), sizeof(struct copy));
  if (segment)
    drop_copies_at(segment);
  if (!name)
    return __real_vgPlain_di_notify_mmap(start, allow_shared, fd);
  const struct copy *copy = find_copy(segment);
  if (!copy && segment->hasR && segment->hasX && !segment->hasW && VG_(sizeXA)(copies) < COPIES_MAX
      && is_read_elsewhere(name, segment)) {
    copy = add_copy(segment, name);
    show_before(copy, start, name);
  }
  return copy ? show(copy, start, name, allow_shared, fd) : __real_vgPlain_di_notify_mmap(start, allow_shared, fd);
}
