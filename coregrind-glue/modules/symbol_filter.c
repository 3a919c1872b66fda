/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The core reads a file's symbol tables entry by entry. Entries that redirection does not need are shown to it as
 * empty, and it skips them. Weak symbols are shown as global ones, as newer cores take them, so that a weak malloc() is
 * replaced, too; and so are symbols of a static program that were global until the linker made them local.
 *
 * Redirection needs the symbols with one of the names it looks for, and all others at the same addresses: the core
 * makes one symbol of these, which is global when any of them is. The names are known before the first module is read,
 * from the symbols of the preload libraries. When a module brings other patterns, or when the core is asked for the
 * symbol at an address, a module is read again, in full, into a second description, and what was read is moved to the
 * first. */
#include "coregrind-glue/modules/symbol_filter.h"

#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/core_environment.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/modules/allocator_marks.h"
#include "coregrind-glue/modules/cancellation.h"
#include "coregrind-glue/modules/mapped_file.h"
#include "coregrind-glue/modules/frame_info.h"
#include "coregrind-glue/modules/hidden_sections.h"
#include "coregrind-glue/port/module_layout.h"
#include "coregrind-glue/modules/wanted_names.h"
#include "coregrind-glue/modules/static_program.h"
#include "coregrind-glue/modules/watched_functions.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_redir.h"
#include "pub_tool_vki.h"

extern Bool VG_(clo_trace_redir), VG_(clo_keep_debuginfo);
extern Bool VG_(maybe_Z_demangle)(const HChar *symbol, const HChar **ret_soname, const HChar **ret_name,
                                  Bool *ret_is_wrap, Int *ret_class, Int *ret_priority);

/* --- the files that are being read --- */

enum { IMAGES_MAX = 3 }; /* the module's, its debug information's, and that file's .gnu_debugaltlink */

struct image {
  void *image; /* the core's */
  HChar *path;
  Bool is_loaded;
  struct section_table sections;
  struct symbol_tables tables;
  UChar *kept[SYMBOL_TABLES_MAX]; /* for each symbol: is it to be seen? */
};

static struct {
  Bool is_active;
  const DebugInfo *module;
  Bool is_first;   /* nothing of it was read before */
  Bool is_partial; /* not all symbols are to be seen */
  Bool is_static;  /* of a static program, in which global symbols may have become local ones */
  Bool is_decided; /* what is kept is known */
  struct image images[IMAGES_MAX];
  UInt count;
} reading;

static void image_release(struct image *image)
{
  for (UInt i = 0; i < image->tables.count; i++)
    if (image->kept[i])
      VG_(free)(image->kept[i]);
  symbol_tables_release(&image->tables);
  VG_(free)(image->path);
}

static void reading_end(void)
{
  for (UInt i = 0; i < reading.count; i++)
    image_release(&reading.images[i]);
  VG_(memset)(&reading, 0, sizeof reading);
}

/* --- which symbols are seen --- */

static void note_address(VgHashTable *addresses, UWord address)
{
  if (VG_(HT_lookup)(addresses, address))
    return;
  VgHashNode *node = VG_(malloc)("seep.address", sizeof *node);
  node->key = address;
  VG_(HT_add_node)(addresses, node);
}

/* Symbols without a size are imports and marks; the core drops them itself. */
static void note_symbols(VgHashTable *addresses, const struct symbol_table *table)
{
  for (SizeT i = 0; i < table->count; i++) {
    const HChar *name = symbol_name(table, i);
    Bool is_asked_for = wanted_names_include(name);
    if (is_asked_for && symbol_bytes(table, i) != 0)
      note_address(addresses, symbol_address(table, i));
    if (reading.is_first && (is_asked_for || allocator_marks_concern(name)))
      allocator_marks_note_symbol(reading.module, table, i);
    if (reading.is_first && (is_asked_for || watched_functions_concern(name)))
      watched_functions_note_symbol(reading.module, table, i);
    if (reading.is_first && is_asked_for)
      cancellation_note_symbol(reading.module, table, i);
  }
}

static UChar *choose_kept(VgHashTable *addresses, const struct symbol_table *table)
{
  UChar *kept = VG_(malloc)("seep.kept", table->count + 1);
  for (SizeT i = 0; i < table->count; i++)
    kept[i] = !reading.is_partial
              || (symbol_bytes(table, i) != 0 && VG_(HT_lookup)(addresses, symbol_address(table, i)) != NULL);
  return kept;
}

/* When the first symbol is read, all files are open. */
static void decide_kept(void)
{
  VgHashTable *addresses = VG_(HT_construct)("seep.addresses");
  for (UInt i = 0; i < reading.count; i++) {
    struct image *image = &reading.images[i];
    mapped_file_tables(image->path, &image->tables);
    for (UInt t = 0; t < image->tables.count; t++)
      note_symbols(addresses, &image->tables.tables[t]);
  }
  for (UInt i = 0; i < reading.count; i++)
    for (UInt t = 0; t < reading.images[i].tables.count; t++)
      reading.images[i].kept[t] = choose_kept(addresses, &reading.images[i].tables.tables[t]);
  VG_(HT_destruct)(addresses, VG_(free));
  reading.is_decided = True;
}

static Bool is_weak(const UChar *entry)
{
  return entry[SYMBOL_INFO] >> SYMBOL_BINDING == SYMBOL_WEAK;
}

static void make_global(UChar *entry)
{
  entry[SYMBOL_INFO] = (UChar)(SYMBOL_GLOBAL << SYMBOL_BINDING | (entry[SYMBOL_INFO] & ((1 << SYMBOL_BINDING) - 1)));
}

static void show_symbol(const struct symbol_table *table, SizeT index, UChar *entry)
{
  if (is_weak(entry) || (reading.is_static && symbol_was_global(table, index)))
    make_global(entry);
}

/* What the core has read at `offset` may be an entry of one of the image's tables. */
static void show_entry(const struct image *image, ULong offset, UChar *entry)
{
  for (UInt t = 0; t < image->tables.count; t++) {
    const struct symbol_table *table = &image->tables.tables[t];
    ULong index = (offset - table->offset) / SYMBOL_BYTES;
    if (offset < table->offset || index >= table->count || (offset - table->offset) % SYMBOL_BYTES != 0)
      continue;
    if (image->kept[t][index])
      show_symbol(table, index, entry);
    else
      VG_(memset)(entry, 0, SYMBOL_BYTES);
    return;
  }
}

static void show_part(struct image *image, ULong offset, SizeT bytes, UChar *part)
{
  if (bytes == SYMBOL_BYTES)
    show_entry(image, offset, part);
  else
    hidden_sections_show(image->path, &image->sections, offset, part);
}

/* --- the core's access to files --- */

void *__wrap_vgModuleLocal_img_from_local_file(const HChar *path)
{
  void *image = __real_vgModuleLocal_img_from_local_file(path);
  if (image && reading.is_active && !reading.is_decided && reading.count < IMAGES_MAX)
    reading.images[reading.count++] = (struct image){.image = image, .path = VG_(strdup)("seep.image", path)};
  return image;
}

void __wrap_vgModuleLocal_img_done(void *image)
{
  for (UInt i = 0; i < reading.count; i++)
    if (reading.images[i].image == image) {
      image_release(&reading.images[i]);
      reading.images[i] = reading.images[--reading.count];
      break;
    }
  __real_vgModuleLocal_img_done(image);
}

void __wrap_vgModuleLocal_img_get(void *to, void *image, ULong offset, SizeT bytes)
{
  __real_vgModuleLocal_img_get(to, image, offset, bytes);
  if ((bytes != SYMBOL_BYTES && bytes != SECTION_HEADER_BYTES) || !reading.is_active)
    return;
  if (bytes == SYMBOL_BYTES && !reading.is_decided)
    decide_kept();
  for (UInt i = 0; i < reading.count; i++)
    if (reading.images[i].image == image)
      show_part(&reading.images[i], offset, bytes, to);
}

/* --- modules of which not all symbols have been read --- */

struct partial {
  VgHashNode node;  /* key: the core's description */
  UWord patterns;   /* how many were known when it was read */
  struct vg_stat file;
};

static VgHashTable *partials; /* struct partial */

static void note_partial(const DebugInfo *module, const struct vg_stat *file)
{
  struct partial *partial = VG_(malloc)("seep.partial", sizeof *partial);
  *partial = (struct partial){.node.key = (UWord)module, .patterns = wanted_names_count(), .file = *file};
  VG_(HT_add_node)(partials, partial);
}

/* Some cores read at first what the file itself has, and from separate debug files when it is needed. */
static Bool read_by_core(DebugInfo *module)
{
  return __real_vgModuleLocal_read_elf_object ? __real_vgModuleLocal_read_elf_object(module)
                                              : __real_vgModuleLocal_read_elf_debug_info(module);
}

static Bool read_symbols(DebugInfo *module, Bool is_first, Bool is_partial)
{
  reading.is_active = True;
  reading.module = module;
  reading.is_first = is_first;
  reading.is_partial = is_partial;
  reading.is_static = static_program_is_replaced(VG_(DebugInfo_get_filename)(module));
  core_environment_need_servers(mapped_file_is_loader(VG_(DebugInfo_get_filename)(module)));
  Bool is_read = read_by_core(module);
  core_environment_need_servers(False);
  reading_end();
  return is_read;
}

static Bool read_new_module(DebugInfo *module)
{
  struct vg_stat file;
  Bool is_partial = !wanted_names_are_all() && module_layout_fits(module)
                    && !sr_isError(VG_(stat)(VG_(DebugInfo_get_filename)(module), &file));
  Bool is_read = read_symbols(module, True, is_partial);
  if (is_partial && is_read)
    note_partial(module, &file);
  else if (is_partial)
    frame_info_forget_module(module);
  allocator_marks_place(module, is_read);
  watched_functions_place(module, is_read);
  return is_read;
}

Bool __wrap_vgModuleLocal_read_elf_debug_info(DebugInfo *module)
{
  return read_new_module(module);
}

Bool __wrap_vgModuleLocal_read_elf_object(DebugInfo *module)
{
  return read_new_module(module);
}

struct slice {
  void *image;
  ULong offset, bytes;
};

void __wrap_vgModuleLocal_read_callframe_info_dwarf3(DebugInfo *module, struct slice section, Addr address,
                                                     Bool is_in_memory)
{
  if (reading.is_partial)
    frame_info_note_section(module, address, section.bytes);
  else
    __real_vgModuleLocal_read_callframe_info_dwarf3(module, section, address, is_in_memory);
}

/* With --keep-debuginfo=yes the core goes on naming addresses in it. */
void symbol_filter_forget(const DebugInfo *module)
{
  if (VG_(clo_keep_debuginfo))
    symbol_filter_complete(module);
  frame_info_forget_module(module);
  allocator_marks_forget_module(module);
  watched_functions_forget_module(module);
  cancellation_forget_module(module);
  void *partial = VG_(HT_remove)(partials, (UWord)module);
  if (partial)
    VG_(free)(partial);
}

/* --- the rest of them --- */

extern void vgModuleLocal_canonicaliseTables(DebugInfo *module);
extern void vgModuleLocal_finish_CFSI_arrays(DebugInfo *module);

static Bool is_same_file(const HChar *path, const struct vg_stat *file)
{
  struct vg_stat now;
  return !sr_isError(VG_(stat)(path, &now)) && now.dev == file->dev && now.ino == file->ino && now.size == file->size
         && now.mtime == file->mtime && now.mtime_nsec == file->mtime_nsec;
}

/* The symbols read at first are not freed, as their names may be in use. */
static Bool read_all(UChar *module)
{
  const struct module_layout *layout = module_layout();
  UChar again[MODULE_BYTES_MAX] __attribute__((aligned(16))) = {0};
  VG_(memcpy)(again, module, layout->contents);
  again[layout->is_read] = False;
  if (layout->awaits != 0)
    again[layout->awaits] = True; /* the core reads them into the same tables, which must stay open to that */
  Bool is_read = read_symbols((DebugInfo *)again, False, False);
  VG_(memcpy)(module + layout->files, again + layout->files, layout->is_read - layout->files);
  if (!is_read)
    return False;
  vgModuleLocal_canonicaliseTables((DebugInfo *)again);
  vgModuleLocal_finish_CFSI_arrays((DebugInfo *)again);
  VG_(memcpy)(module + layout->tables, again + layout->tables, layout->bytes - layout->tables);
  frame_info_forget_module((const DebugInfo *)module);
  return True;
}

/* The user is not told again that the module is read. */
static Bool read_all_silently(const DebugInfo *module)
{
  Int verbosity = VG_(clo_verbosity);
  Bool traces = VG_(clo_trace_redir);
  VG_(clo_verbosity) = 0;
  VG_(clo_trace_redir) = False;
  Bool is_read = read_all((UChar *)module);
  VG_(clo_verbosity) = verbosity;
  VG_(clo_trace_redir) = traces;
  return is_read;
}

/* A file that has changed since has nothing to say about what is mapped. */
Bool symbol_filter_complete(const DebugInfo *module)
{
  struct partial *partial = VG_(HT_remove)(partials, (UWord)module);
  if (!partial)
    return False;
  Bool is_read = is_same_file(VG_(DebugInfo_get_filename)(module), &partial->file) && read_all_silently(module);
  VG_(free)(partial);
  return is_read;
}

void symbol_filter_catch_up(const DebugInfo *module)
{
  const struct partial *partial = VG_(HT_lookup)(partials, (UWord)module);
  if (partial && partial->patterns != wanted_names_count())
    symbol_filter_complete(module);
}

void *__wrap_vgModuleLocal_dinfo_zalloc(const HChar *purpose, SizeT bytes)
{
  module_layout_note_allocation(purpose, bytes);
  return __real_vgModuleLocal_dinfo_zalloc(purpose, bytes);
}

Word __wrap_vgModuleLocal_search_one_symtab(const DebugInfo *module, Addr address, Bool text)
{
  symbol_filter_complete(module);
  return __real_vgModuleLocal_search_one_symtab(module, address, text);
}

/* --- the preload libraries' patterns --- */

static void learn_patterns(const HChar *library)
{
  struct symbol_tables tables;
  HChar *path = mapped_file_of_part(library);
  mapped_file_tables(path, &tables);
  VG_(free)(path);
  for (UInt t = 0; t < tables.count; t++)
    for (SizeT i = 0; i < tables.tables[t].count; i++) {
      const HChar *soname, *name;
      Bool is_wrap;
      Int class, priority;
      VG_(maybe_Z_demangle)(symbol_name(&tables.tables[t], i), &soname, &name, &is_wrap, &class, &priority);
    }
  symbol_tables_release(&tables);
}

void symbol_filter_init(void)
{
  partials = VG_(HT_construct)("seep.partials");
  frame_info_init(symbol_filter_complete);
  learn_patterns("vgpreload_core-amd64-linux.so");
  learn_patterns("vgpreload_seep-amd64-linux.so");
}
