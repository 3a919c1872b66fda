/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory that cannot be written to changes only by calls that map, protect or write to it; the core is told of these
 * and asks for code to be made again. But what is shared has other names: another mapping, another process, the file.
 * So has a private mapping of a file, as long as nobody has written to its page: it is taken to change where the file
 * is, or becomes, open for writing in this process, or has no name any more.
 *
 * Of a segment the core does not say whether it is shared, so such ranges are kept here, in their order. Anonymous
 * memory is shared with children only, so it counts as shared from the next fork on. */
#include "coregrind-glue/code/changing_code.h"

#include "coregrind-glue/core/crowded_mappings.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/segment_walk.h"
#include "coregrind-glue/core/wraps.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

/* --- ranges of shared memory --- */

struct range {
  Addr start, end;
};

struct ranges {
  struct range *at;
  UInt count, max;
};

static struct ranges shared;
static struct ranges sole; /* shared with processes that are still to come */

/* The first one that ends behind the address. */
static UInt first_behind(const struct ranges *ranges, Addr address)
{
  UInt low = 0, high = ranges->count;
  while (low < high) {
    const UInt middle = (low + high) / 2;
    if (ranges->at[middle].end > address)
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}

/* Puts ranges in the place of [first, last). */
static void replace(struct ranges *ranges, UInt first, UInt last, const struct range *by, UInt count)
{
  const UInt left = ranges->count - last, sum = first + count + left;
  if (sum > ranges->max) {
    ranges->max = 2 * sum + 64;
    ranges->at = VG_(realloc)("seep.code", ranges->at, ranges->max * sizeof *ranges->at);
  }
  VG_(memmove)(&ranges->at[first + count], &ranges->at[last], left * sizeof *ranges->at);
  VG_(memcpy)(&ranges->at[first], by, count * sizeof *by);
  ranges->count = sum;
}

static void take_out(struct ranges *ranges, Addr start, Addr end)
{
  struct range rests[2];
  UInt count = 0, last;
  const UInt first = last = first_behind(ranges, start);
  for (; last < ranges->count && ranges->at[last].start < end; last++) {
    const struct range range = ranges->at[last];
    if (range.start < start)
      rests[count++] = (struct range){range.start, start};
    if (range.end > end)
      rests[count++] = (struct range){end, range.end};
  }
  if (last > first)
    replace(ranges, first, last, rests, count);
}

static void add(struct ranges *ranges, Addr start, Addr end)
{
  const UInt first = first_behind(ranges, start == 0 ? 0 : start - 1); /* or one that ends where this begins */
  UInt last = first;
  struct range range = {start, end};
  for (; last < ranges->count && ranges->at[last].start <= end; last++) {
    if (ranges->at[last].start < range.start)
      range.start = ranges->at[last].start;
    if (ranges->at[last].end > range.end)
      range.end = ranges->at[last].end;
  }
  replace(ranges, first, last, &range, 1);
}

static Bool is_in(const struct ranges *ranges, Addr address, Addr *end)
{
  const UInt i = first_behind(ranges, address);
  if (i == ranges->count)
    return False;
  const Bool is_inside = ranges->at[i].start <= address;
  const Addr limit = is_inside ? ranges->at[i].end : ranges->at[i].start;
  if (limit < *end)
    *end = limit;
  return is_inside;
}

/* --- files with code --- */

struct file {
  ULong device, inode;
};

static struct {
  struct file *at;
  UInt count, max;
} files;

static Bool has_code(struct file file)
{
  for (UInt i = files.count; i-- > 0;)
    if (files.at[i].inode == file.inode && files.at[i].device == file.device)
      return True;
  return False;
}

static void note_file(const NSegment *segment)
{
  const struct file file = {segment->dev, segment->ino};
  if (has_code(file))
    return;
  if (files.count == files.max) {
    files.max = 2 * files.max + 64;
    files.at = VG_(realloc)("seep.code", files.at, files.max * sizeof *files.at);
  }
  files.at[files.count++] = file;
}

static Bool find_file(Int descriptor, struct file *ret, Bool *ret_has_name)
{
  struct vg_stat status;
  if (VG_(fstat)(descriptor, &status) != 0 || !VKI_S_ISREG(status.mode))
    return False;
  *ret = (struct file){status.dev, status.ino};
  *ret_has_name = status.nlink > 0;
  return True;
}

static Bool is_open_for_writing(Int descriptor)
{
  const Int flags = VG_(fcntl)(descriptor, VKI_F_GETFL, 0);
  return flags >= 0 && (flags & VKI_O_ACCMODE) != VKI_O_RDONLY;
}

static Bool may_change(Int descriptor)
{
  struct file file;
  Bool has_name;
  return is_open_for_writing(descriptor) || (find_file(descriptor, &file, &has_name) && !has_name);
}

static void mark_file(struct file file)
{
  for (const NSegment *segment = VG_(am_find_nsegment)(0); segment; segment = VG_(am_find_nsegment)(segment->end + 1)) {
    if (segment->kind == SkFileC && segment->dev == file.device && segment->ino == file.inode) {
      add(&shared, segment->start, segment->end + 1);
      changing_code_has_changed(segment->start, segment->end + 1 - segment->start);
    }
    if (segment->end == ~(Addr)0)
      break;
  }
}

void changing_code_file_is_written(Int descriptor)
{
  struct file file;
  Bool has_name;
  if (files.count > 0 && find_file(descriptor, &file, &has_name) && has_code(file))
    mark_file(file);
}

/* --- what may change --- */

enum code_change changing_code_at(Addr address, Addr *ret_end)
{
  const NSegment *const segment = VG_(am_find_nsegment)(address);
  *ret_end = segment ? segment->end + 1 : address + 1;
  if (!segment || !(segment->kind & (SkAnonC | SkFileC | SkShmC)) || !segment->hasX)
    return CODE_IS_NONE;
  if (is_in(&shared, address, ret_end) || segment->kind == SkShmC)
    return CODE_IS_SHARED;
  if (segment->kind == SkFileC)
    note_file(segment);
  return segment->hasW ? CODE_IS_WRITABLE : CODE_STAYS;
}

enum code_change changing_code_in(Addr start, SizeT bytes)
{
  enum code_change worst = CODE_STAYS;
  for (Addr at = start, end; at < start + bytes; at = end) {
    const enum code_change change = changing_code_at(at, &end);
    if (change > worst)
      worst = change;
  }
  return worst;
}

/* --- changes --- */

static Bool has_translations(Addr start, Addr end)
{
  for (struct segment_walk walk = segment_walk_of(start, end - start); segment_walk_next(&walk);)
    if (walk.segment->hasT)
      return True;
  return False;
}

void changing_code_has_changed(Addr start, SizeT bytes)
{
  if (bytes > 0 && has_translations(start, start + bytes))
    VG_(discard_translations)(start, bytes, "changed code");
}

static void share_with_child(ThreadId tid)
{
  changing_code_share();
}

void changing_code_share(void)
{
  while (sole.count > 0) {
    const struct range range = sole.at[--sole.count];
    add(&shared, range.start, range.end);
    changing_code_has_changed(range.start, range.end - range.start);
  }
}

void changing_code_is_sole(Addr start, SizeT bytes)
{
  static Bool is_known_to_fork;
  const Addr end = start + (bytes + VKI_PAGE_SIZE - 1) / VKI_PAGE_SIZE * VKI_PAGE_SIZE;
  if (!is_known_to_fork)
    VG_(atfork)(share_with_child, NULL, NULL);
  is_known_to_fork = True;
  take_out(&shared, start, end);
  add(&sole, start, end);
}

Bool __wrap_vgPlain_am_notify_client_mmap(Addr start, SizeT bytes, UInt protection, UInt flags, Int descriptor,
                                          Off64T offset)
{
  const Bool is_anonymous = (flags & VKI_MAP_ANONYMOUS) != 0;
  take_out(&sole, start, start + bytes);
  if ((flags & (VKI_MAP_SHARED | VKI_MAP_PRIVATE)) == VKI_MAP_PRIVATE && (is_anonymous || !may_change(descriptor)))
    take_out(&shared, start, start + bytes);
  else
    add(&shared, start, start + bytes);
  return __real_vgPlain_am_notify_client_mmap(start, bytes, protection, flags, descriptor, offset);
}

/* Whether it has to look for changes depends on rights. */
Bool __wrap_vgPlain_am_notify_mprotect(Addr start, SizeT bytes, UInt protection)
{
  const Bool is_discarded = bytes > 0 && has_translations(start, start + bytes);
  if (crowded_mappings_leave_out(start, bytes, protection))
    return is_discarded;
  return __real_vgPlain_am_notify_mprotect(start, bytes, protection) || is_discarded;
}

void changing_code_may_run(Addr start)
{
  const NSegment *const segment = VG_(am_find_nsegment)(start);
  const UInt rights = VKI_PROT_READ | VKI_PROT_EXEC | (segment->hasW ? VKI_PROT_WRITE : 0);
  __real_vgPlain_am_notify_mprotect(segment->start, segment->end + 1 - segment->start, rights);
}

/* What has moved away becomes free in the core's list, also below the least address that it gives away, where nothing
 * must be: it would end at the next mapping. */
Bool __wrap_vgPlain_am_relocate_nooverlap_client(Bool *ret_discard, Addr from, SizeT from_bytes, Addr to,
                                                 SizeT to_bytes)
{
  Addr end = from + 1;
  const Bool was_shared = is_in(&shared, from, &end);
  if (!__real_vgPlain_am_relocate_nooverlap_client(ret_discard, from, from_bytes, to, to_bytes))
    return False;
  (void)__real_vgPlain_am_notify_munmap(from, from_bytes);
  take_out(&shared, from, from + from_bytes);
  take_out(&shared, to, to + to_bytes);
  take_out(&sole, to, to + to_bytes);
  if (was_shared || is_in(&sole, from, &end))
    add(&shared, to, to + to_bytes);
  return True;
}

const NSegment *__wrap_vgPlain_am_extend_map_client(Addr address, SizeT bytes)
{
  Addr end = address + 1;
  const NSegment *const extended = __real_vgPlain_am_extend_map_client(address, bytes);
  if (extended && (is_in(&shared, address, &end) || is_in(&sole, address, &end)))
    add(&shared, address, extended->end + 1);
  return extended;
}
