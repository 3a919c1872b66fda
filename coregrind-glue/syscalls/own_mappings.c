/* SPDX-License-Identifier: GPL-2.0-or-later */
  /* The kernel's list of mappings has the tool's among them, joins what is the guest's and the tool's side by side, and
   * has pages that the tool has made read-only for a while as mappings of their own. So when the guest opens it, it
   * gets a file in memory with what the list would be: the guest's parts by the core's list of mappings, with the
   * rights that the guest has given them. */
#include "coregrind-glue/syscalls/own_mappings.h"

#include "shared/base/raw_syscalls.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/syscalls/own_mappings_private.h"
#include "coregrind-glue/syscalls/proc_files.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"
#include "pub_tool_libcproc.h" // needs vki types

enum { PATH_BYTES = VKI_PATH_MAX };

extern Addr VG_(brk_limit);
extern const UChar __executable_start[], etext[];

/* --- which file it is --- */

static Bool ends_with(const HChar *path, const HChar *end)
{
  const SizeT bytes = VG_(strlen)(path), end_bytes = VG_(strlen)(end);
  return bytes >= end_bytes && VG_(strcmp)(path + bytes - end_bytes, end) == 0;
}

/* By the name it was opened by: quickly, as most are no such file. */
static Bool may_list_mappings(Addr path)
{
  HChar text[PATH_BYTES + 1];
  const SizeT bytes = guarded_copy(text, (const void *)path, PATH_BYTES);
  text[bytes] = '\0';
  return ends_with(text, "maps");
}

static SSizeT read_link(const HChar *link, HChar to[PATH_BYTES])
{
  const long bytes = raw_syscall(__NR_readlink, (long)link, (long)to, PATH_BYTES - 1, 0, 0, 0);
  to[bytes > 0 ? bytes : 0] = '\0';
  return bytes;
}

/* The file's name in the process's folder, if it is this process's. The file system may know it by another number. */
static const HChar *own_list(Int fd)
{
  static HChar path[PATH_BYTES];
  HChar link[64], own[PATH_BYTES];
  VG_(sprintf)(link, "/proc/self/fd/%d", fd);
  if (read_link(link, path) <= 0 || read_link("/proc/self", own) <= 0 || VG_(strncmp)(path, "/proc/", 6) != 0)
    return NULL;
  const SizeT own_bytes = VG_(strlen)(own);
  if (VG_(strncmp)(path + 6, own, own_bytes) != 0 || path[6 + own_bytes] != '/')
    return NULL;
  const HChar *const name = VG_(strrchr)(path, '/') + 1;
  return VG_(strcmp)(name, "maps") == 0 || VG_(strcmp)(name, "smaps") == 0 ? name : NULL;
}

/* --- what the guest sees of a mapping --- */

static Bool is_of_kernel(const HChar *name)
{
  return VG_(strncmp)(name, "[v", 2) == 0; /* vvar, vvar_vclock, vdso, vsyscall */
}

/* The guest's pages with code cannot be written to while they are watched, and its heap would be executable. */
static void set_rights(struct mapping *mapping, const NSegment *segment)
{
  if (segment->hasW && segment->hasX)
    mapping->rights[1] = 'w';
  if (segment->isCH)
    mapping->rights[2] = '-';
}

static Bool is_between(Addr start, Addr address, Addr end)
{
  return start <= address && address < end;
}

static void set_name(struct mapping *mapping)
{
  if (VG_(strcmp)(mapping->name, "[stack]") == 0 || VG_(strcmp)(mapping->name, "[heap]") == 0)
    mapping->name = "";
  if (*mapping->name)
    return;
  if (is_between(VG_(brk_base), mapping->start, VG_(brk_limit)))
    mapping->name = "[heap]";
  else if (is_between(mapping->start, (Addr)VG_(client_envp), mapping->end))
    mapping->name = "[stack]";
}

static Bool is_same(const struct mapping *a, const struct mapping *b)
{
  return a->end == b->start && VG_(strcmp)(a->rights, b->rights) == 0 && VG_(strcmp)(a->file, b->file) == 0 &&
         VG_(strcmp)(a->name, b->name) == 0 &&
         (VG_(strcmp)(a->file, "00:00 0") == 0 || a->offset + (a->end - a->start) == b->offset);
}

/* Where the kernel has cut what belongs together because of rights that the tool has changed. */
static Bool is_cut(const struct mapping *a, const struct mapping *b)
{
  return a->file == b->file || VG_(strcmp)(a->rights_in_kernel, b->rights_in_kernel) != 0;
}

/* --- the list --- */

struct list {
  Int fd;
  struct mapping last; /* not written yet; empty: there is none */
};

static void finish(struct list *list)
{
  if (list->last.end != 0)
    mapping_write(list->fd, &list->last);
  list->last.end = 0;
}

static void add(struct list *list, const struct mapping *part)
{
  if (list->last.end != 0 && is_same(&list->last, part) && is_cut(&list->last, part)) {
    mapping_append(&list->last, part);
    list->last.file = part->file;
    VG_(strcpy)(list->last.rights_in_kernel, part->rights_in_kernel);
    return;
  }
  finish(list);
  list->last = *part;
}

static Addr least(Addr a, Addr b)
{
  return a < b ? a : b;
}

/* Where the core's list, or the data segment, begins something else. */
static Addr part_end(Addr start, Addr end, const NSegment *segment)
{
  const Addr heap_start = VG_(brk_base), heap_end = VG_PGROUNDUP(VG_(brk_limit));
  end = least(end, segment->end + 1);
  if (is_between(start + 1, heap_start, end))
    end = heap_start;
  return is_between(start + 1, heap_end, end) ? heap_end : end;
}

static void add_part(struct list *list, const struct mapping *mapping, Addr start, Addr end, const NSegment *segment)
{
  struct mapping part = *mapping;
  mapping_cut(&part, start, end);
  set_rights(&part, segment);
  set_name(&part);
  add(list, &part);
}

/* A page of the core's, as long as the data segment is empty. */
static Bool is_room_for_heap(Addr start)
{
  return start == VG_(brk_base) && VG_(brk_limit) == VG_(brk_base);
}

/* The core lends the guest a page of the tool's, for the way back from signal handlers. */
static Bool is_in_tool(Addr start)
{
  return is_between((Addr)__executable_start, start, (Addr)etext);
}

/* Holes in the core's list within what is mapped are the tool's. */
static void add_guests(struct list *list, const struct mapping *mapping)
{
  enum { GUESTS = SkFileC | SkAnonC | SkShmC };
  for (Addr start = mapping->start; start < mapping->end;) {
    const NSegment *const segment = VG_(am_find_nsegment)(start);
    const Addr end = segment ? part_end(start, mapping->end, segment) : start + VKI_PAGE_SIZE;
    if (segment && (segment->kind & GUESTS) && !is_room_for_heap(start) && !is_in_tool(start))
      add_part(list, mapping, start, end, segment);
    start = end;
  }
}

static void write_list(Int fd, HChar *text)
{
  struct list list = {.fd = fd};
  struct mapping mapping;
  while (mapping_read(&text, &mapping))
    if (is_of_kernel(mapping.name))
      add(&list, &mapping);
    else
      add_guests(&list, &mapping);
  finish(&list);
}

/* --- files --- */

/* NULL: it cannot be read. */
static HChar *read_whole(const HChar *path, SizeT room)
{
  HChar *const text = VG_(malloc)("seep.mappings", room);
  const SizeT bytes = core_read_text(path, text, room);
  if (bytes > 0 && bytes < room - 1)
    return text;
  VG_(free)(text);
  return bytes == 0 ? NULL : read_whole(path, 4 * room);
}

/* Another view of it, which can only be read, takes the place of the guest's. */
static void replace(Int fd, Int list)
{
  enum { GET_FLAGS = 1, ON_EXEC = 1, CLOSED_BY_EXEC = 02000000 /* O_CLOEXEC */ };
  HChar link[64];
  const long flags = raw_syscall(__NR_fcntl, fd, GET_FLAGS, 0, 0, 0, 0);
  VG_(sprintf)(link, "/proc/self/fd/%d", list);
  const SysRes opened = VG_(open)(link, VKI_O_RDONLY, 0);
  if (sr_isError(opened))
    return;
  raw_syscall(__NR_dup3, (long)sr_Res(opened), fd, flags & ON_EXEC ? CLOSED_BY_EXEC : 0, 0, 0, 0);
  VG_(close)((Int)sr_Res(opened));
}

static void make(Int fd, const HChar *name)
{
  enum { ROOM = 1 << 16 };
  HChar path[32];
  VG_(sprintf)(path, "/proc/self/%s", name);
  HChar *const text = read_whole(path, ROOM);
  const Int list = text ? proc_files_make(name) : -1;
  if (list >= 0) {
    write_list(list, text);
    replace(fd, list);
    VG_(close)(list);
  }
  VG_(free)(text);
}

void own_mappings_opened(Addr path, Int fd)
{
  const HChar *const name = may_list_mappings(path) ? own_list(fd) : NULL;
  if (name)
    make(fd, name);
}

/* A child has its parent's lists, as they were. */
void own_mappings_rewound(Int fd)
{
  const HChar *const name = proc_files_name(fd);
  if (!name || !ends_with(name, "maps"))
    return;
  const OffT at = VG_(lseek)(fd, 0, VKI_SEEK_CUR);
  make(fd, *name == 's' ? "smaps" : "maps"); /* `name` may be gone then */
  VG_(lseek)(fd, at, VKI_SEEK_SET);
}
