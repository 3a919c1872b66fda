/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Both sources are the program's to write, and may hold anything: the file has to be the program's own, sizes have
 * limits, lists end after so many entries, and what points to nowhere ends the search.
 *
 * The file grows while the program runs. It is read as far as it goes when a name is wanted; after a fork the child has
 * another one, and what was read of its parent's still holds. */
#include "coregrind-glue/modules/generated_names.h"

#include "coregrind-glue/core/channel.h"
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/guarded.h"
#include "coregrind-glue/modules/mapped_file.h"
#include "coregrind-glue/modules/generated_code.h"
#include "coregrind-glue/modules/modules.h"
#include "memcheck/pure/modules/code_object.h"
#include "memcheck/pure/modules/perf_map.h"
#include "memcheck/pure/modules/symbol_tables.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

struct name {
  uint64_t start, end;
  HChar text[PERF_MAP_NAME_BYTES + 1];
};

/* --- what profilers are told --- */

enum { MAP_MAX_BYTES = 1 << 26, PIECE_BYTES = 1 << 16, OPEN_NO_LINKS = 0400000 };

static struct {
  struct perf_map *map; /* NULL: there was no file */
  ULong inode;
  ULong read_bytes;
} told;

static Int open_map(struct vg_stat *ret)
{
  HChar path[40];
  VG_(snprintf)(path, sizeof path, "/tmp/perf-%d.map", VG_(getpid)());
  const SysRes opened = VG_(open)(path, VKI_O_RDONLY | VKI_O_NONBLOCK | OPEN_NO_LINKS, 0);
  if (sr_isError(opened))
    return -1;
  const Int fd = (Int)sr_Res(opened);
  if (VG_(fstat)(fd, ret) == 0 && VKI_S_ISREG(ret->mode) && ret->uid == (UInt)VG_(geteuid)())
    return fd;
  VG_(close)(fd);
  return -1;
}

static void read_more(Int fd, ULong end)
{
  static HChar piece[PIECE_BYTES];
  while (told.read_bytes < end) {
    const SizeT bytes = end - told.read_bytes < sizeof piece ? end - told.read_bytes : sizeof piece;
    if (!mapped_file_read(&fd, told.read_bytes, piece, bytes))
      return;
    perf_map_take(told.map, piece, bytes);
    told.read_bytes += bytes;
  }
}

static void read_map(void)
{
  struct vg_stat file;
  const Int fd = open_map(&file);
  if (fd < 0)
    return;
  if (file.ino != told.inode || (ULong)file.size < told.read_bytes)
    told.read_bytes = 0;
  told.inode = file.ino;
  if (!told.map)
    told.map = perf_map_create();
  read_more(fd, file.size < MAP_MAX_BYTES ? (ULong)file.size : MAP_MAX_BYTES);
  VG_(close)(fd);
}

static Bool find_told(Addr address, struct name *ret)
{
  const HChar *text = told.map ? perf_map_find(told.map, address, &ret->start, &ret->end) : NULL;
  if (text)
    VG_(snprintf)(ret->text, sizeof ret->text, "%s", text);
  return text != NULL;
}

/* --- what debuggers are told --- */

enum { OBJECTS_MAX = 4096, OBJECT_MAX_BYTES = 1 << 26, VERSION = 1, SEGMENT_BYTES = 56, LOADED = 1, PAGE = 4096 };

struct descriptor {
  UInt version, action;
  Addr relevant, first;
};

struct entry {
  Addr next, previous, object;
  ULong bytes;
};

struct compiler {
  HChar *path;
  Addr descriptor; /* 0: it has none */
};

static XArray *compilers; /* of struct compiler */

/* Where the file has put its address 0. */
static Bool find_bias(Int fd, const struct module_view *module, Addr *ret)
{
  UChar header[ELF_HEADER_BYTES], segment[SEGMENT_BYTES];
  if (!elf_read_header(mapped_file_read, &fd, header) || elf_number(header + 54, 2) != SEGMENT_BYTES)
    return False;
  for (UInt i = 0; i < elf_number(header + 56, 2); i++) {
    if (!mapped_file_read(&fd, elf_number(header + 32, 8) + i * SEGMENT_BYTES, segment, sizeof segment))
      return False;
    const ULong offset = elf_number(segment + 8, 8), address = elf_number(segment + 16, 8);
    if (elf_number(segment, 4) != LOADED || offset / PAGE * PAGE != module->file_offset)
      continue;
    *ret = module->start - address / PAGE * PAGE;
    return True;
  }
  return False;
}

static Addr symbol_in(const HChar *path)
{
  struct symbol_tables tables;
  Addr found = 0;
  mapped_file_tables(path, &tables);
  for (UInt t = 0; t < tables.count; t++)
    for (SizeT i = 0; i < tables.tables[t].count && found == 0; i++)
      if (symbol_is_defined(&tables.tables[t], i) &&
          VG_(strcmp)(symbol_name(&tables.tables[t], i), "__jit_debug_descriptor") == 0)
        found = symbol_address(&tables.tables[t], i);
  symbol_tables_release(&tables);
  return found;
}

static Addr find_descriptor(const HChar *path)
{
  struct module_view module;
  Addr bias, symbol = modules_find_path(path, &module) ? symbol_in(path) : 0;
  const Int fd = symbol != 0 ? mapped_file_open(path) : -1;
  if (fd < 0)
    return 0;
  const Bool is_placed = find_bias(fd, &module, &bias);
  VG_(close)(fd);
  return is_placed ? symbol + bias : 0;
}

static Addr descriptor_of(const HChar *path)
{
  if (!compilers)
    compilers = VG_(newXA)(VG_(malloc), "seep.compilers", VG_(free), sizeof(struct compiler));
  for (Word i = 0; i < VG_(sizeXA)(compilers); i++) {
    const struct compiler *known = VG_(indexXA)(compilers, i);
    if (VG_(strcmp)(known->path, path) == 0)
      return known->descriptor;
  }
  const struct compiler compiler = {VG_(strdup)("seep.compilers", path), find_descriptor(path)};
  VG_(addToXA)(compilers, &compiler);
  return compiler.descriptor;
}

static bool read_object(void *context, uint64_t offset, void *buffer, size_t size)
{
  const struct entry *entry = context;
  if (offset > entry->bytes || size > entry->bytes - offset)
    return false;
  return guarded_read(buffer, entry->object + offset, size);
}

static Bool read_guest(void *ret, Addr from, SizeT bytes)
{
  return from != 0 && guarded_read(ret, from, bytes);
}

static Bool find_in_objects(const HChar *maker, Addr address, struct name *ret)
{
  struct descriptor descriptor;
  struct entry entry;
  if (!read_guest(&descriptor, descriptor_of(maker), sizeof descriptor) || descriptor.version != VERSION)
    return False;
  Addr at = descriptor.first;
  for (UInt i = 0; i < OBJECTS_MAX && read_guest(&entry, at, sizeof entry); i++, at = entry.next)
    if (entry.bytes <= OBJECT_MAX_BYTES &&
        code_object_find(read_object, &entry, address, ret->text, sizeof ret->text, &ret->start, &ret->end))
      return True;
  return False;
}

/* --- sending --- */

struct sent {
  VgHashNode node;     /* key: the instruction */
  ULong generation;    /* of the code when it was sent */
  HChar *text;
};

static VgHashTable *all_sent; /* struct sent */

static void release_sent(void *node)
{
  VG_(free)(((struct sent *)node)->text);
  VG_(free)(node);
}

void generated_names_forget_sent(void)
{
  if (all_sent)
    VG_(HT_destruct)(all_sent, release_sent);
  all_sent = NULL;
}

static Bool was_sent(Addr instruction, const HChar *text)
{
  const struct sent *sent = all_sent ? VG_(HT_lookup)(all_sent, instruction) : NULL;
  return sent && sent->generation == generated_code_generation() && VG_(strcmp)(sent->text, text) == 0;
}

static void note_sent(Addr instruction, const HChar *text)
{
  if (!all_sent)
    all_sent = VG_(HT_construct)("seep.generated");
  void *old = VG_(HT_remove)(all_sent, instruction);
  if (old)
    release_sent(old);
  struct sent *sent = VG_(malloc)("seep.generated", sizeof *sent);
  *sent = (struct sent){
    .node.key = instruction, .generation = generated_code_generation(), .text = VG_(strdup)("seep.generated", text)};
  VG_(HT_add_node)(all_sent, sent);
}

static void send_name(Addr instruction, const HChar *maker)
{
  static struct name name;
  if ((!find_told(instruction, &name) && !find_in_objects(maker, instruction, &name)) ||
      was_sent(instruction, name.text))
    return;
  channel_send_code_name(
    &(struct record_code_name){.start = name.start, .end = name.end, .name = core_string(name.text)});
  note_sent(instruction, name.text);
}

void generated_names_send(const uint64_t *ips, size_t count)
{
  Bool is_read = False;
  for (size_t i = 0; i < count; i++) {
    const HChar *maker = generated_code_maker(ips[i]);
    if (maker && !is_read)
      read_map();
    is_read |= maker != NULL;
    if (maker)
      send_name(ips[i], maker);
  }
}
