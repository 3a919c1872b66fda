/* SPDX-License-Identifier: GPL-2.0-or-later */
/* That a file defines je_malloc() says little, as it may never be called. But when its first instruction is translated
 * it is about to run, and returns blocks that the tool does not see. So each function of allocators.def has a mark at
 * its address, and code that is translated is looked up among the marks.
 *
 * Loaders, musl's C library among them, allocate by functions of these names before anything can be replaced; they get
 * no marks.
 *
 * Go's runtime allocates from the beginning. Its programs are known by a section that stripping leaves in. */
#include "coregrind-glue/modules/allocator_marks.h"

#include "coregrind-glue/modules/elf_file.h"
#include "coregrind-glue/modules/redirections.h"
#include "coregrind-glue/tool.h"
#include "memcheck/modules/symbol_tables.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_xarray.h"

struct allocator {
  const HChar *symbol, *name;
  enum record_heap_sight sight;
};

static const struct allocator allocators[] = {
#define ALLOCATOR(sight, allocator, symbol) {#symbol, allocator, RECORD_HEAP_##sight},
#include "coregrind-glue/modules/allocators.def"
#define SANITIZER(name, option, symbol) {#symbol, name, RECORD_HEAP_SANITIZER},
#include "base/freestanding/sanitizers.def"
};
enum { ALLOCATORS = sizeof allocators / sizeof *allocators };

struct mark {
  VgHashNode node; /* key: the address */
  const struct allocator *allocator;
  const DebugInfo *module; /* NULL: gone */
};

static VgHashTable *marks;

/* Those of the module that is being read, with addresses as in its file. */
static XArray *unplaced; /* struct mark */
static UWord free_address, delete_address;

void allocator_marks_init(void)
{
  marks = VG_(HT_construct)("seep.marks");
  unplaced = VG_(newXA)(VG_(malloc), "seep.marks", VG_(free), sizeof(struct mark));
  for (UInt i = 0; i < ALLOCATORS; i++)
    redirections_add_name(allocators[i].symbol);
  redirections_add_name(SANITIZER_HOOK);
}

/* Link-time optimisation may add a dot and more to a name. */
static Bool has_name(const HChar *symbol, const HChar *name)
{
  for (; *name && *symbol == *name; name++)
    symbol++;
  return !*name && (*symbol == '\0' || *symbol == '.');
}

static const struct allocator *find_allocator(const HChar *symbol)
{
  for (UInt i = 0; i < ALLOCATORS; i++)
    if (has_name(symbol, allocators[i].symbol))
      return &allocators[i];
  return NULL;
}

/* An ifunc runs only to choose another function, and that one is redirected. */
static Bool may_have_mark(const struct symbol_table *table, SizeT index)
{
  return symbol_is_defined(table, index) && !(symbol_is_ifunc(table, index) && symbol_was_global(table, index));
}

Bool allocator_marks_concern(const HChar *name)
{
  return has_name(name, "malloc") || has_name(name, "calloc") || has_name(name, "realloc");
}

static void note_free(const HChar *name, UWord address)
{
  if (VG_(strcmp)(name, "free") == 0)
    free_address = address;
  else if (VG_(strcmp)(name, "_ZdlPv") == 0)
    delete_address = address;
}

/* Some allocators have one function for free() and operator delete. Both names then lead to one replacement, and a
 * mismatch cannot be told. */
static void compare_frees(void)
{
  if (free_address != 0 && free_address == delete_address)
    tool.frees_are_one();
  free_address = delete_address = 0;
}

void allocator_marks_note_symbol(const DebugInfo *module, const struct symbol_table *table, SizeT index)
{
  const HChar *path = VG_(DebugInfo_get_filename)(module), *name = symbol_name(table, index);
  struct mark mark = {.allocator = find_allocator(name), .module = module};
  mark.node.key = symbol_address(table, index);
  if (mark.allocator && may_have_mark(table, index) && !redirections_is_loader(path))
    VG_(addToXA)(unplaced, &mark);
  if (!symbol_is_defined(table, index) && VG_(strcmp)(name, SANITIZER_HOOK) == 0)
    tool.heap_sighted(RECORD_HEAP_SANITIZER, "", path);
  note_free(name, symbol_is_defined(table, index) ? symbol_address(table, index) : 0);
}

/* --- runtimes --- */

static void look_for_runtime(const HChar *path)
{
  static const HChar *const sections[] = {".go.buildinfo", ".gopclntab", NULL};
  Int fd = elf_file_open(path);
  if (fd < 0)
    return;
  if (elf_has_section(elf_file_read, &fd, sections))
    tool.heap_sighted(RECORD_HEAP_OTHER_RUNTIME, "Go", path);
  VG_(close)(fd);
}

/* --- modules come and go --- */

static void place_mark(const struct mark *unplaced_mark, PtrdiffT bias)
{
  UWord address = unplaced_mark->node.key + (UWord)bias;
  struct mark *mark = VG_(HT_lookup)(marks, address);
  if (!mark) {
    mark = VG_(malloc)("seep.mark", sizeof *mark);
    mark->node.key = address;
    VG_(HT_add_node)(marks, mark);
  }
  mark->allocator = unplaced_mark->allocator;
  mark->module = unplaced_mark->module;
}

static const struct mark *unplaced_at(Word index)
{
  return VG_(indexXA)(unplaced, index);
}

static Bool has_another_of(const struct allocator *allocator)
{
  for (Word i = 0; i < VG_(sizeXA)(unplaced); i++) {
    const struct allocator *other = unplaced_at(i)->allocator;
    if (other != allocator && VG_(strcmp)(other->name, allocator->name) == 0)
      return True;
  }
  return False;
}

static Bool is_sure(const struct allocator *allocator)
{
  return allocator->sight != RECORD_HEAP_FOREIGN_ALLOCATOR || !*allocator->name || has_another_of(allocator);
}

void allocator_marks_place(const DebugInfo *module, Bool is_read)
{
  for (Word i = 0; i < VG_(sizeXA)(unplaced) && is_read; i++)
    if (is_sure(unplaced_at(i)->allocator))
      place_mark(unplaced_at(i), VG_(DebugInfo_get_text_bias)(module));
  VG_(dropTailXA)(unplaced, VG_(sizeXA)(unplaced));
  compare_frees();
  if (is_read)
    look_for_runtime(VG_(DebugInfo_get_filename)(module));
}

void allocator_marks_forget_module(const DebugInfo *module)
{
  struct mark *mark;
  VG_(HT_ResetIter)(marks);
  while ((mark = VG_(HT_Next)(marks)))
    if (mark->module == module)
      mark->module = NULL;
}

void allocator_marks_note_code(const VexGuestExtents *extents)
{
  for (UInt i = 0; i < extents->n_used; i++) {
    const struct mark *mark = VG_(HT_lookup)(marks, extents->base[i]);
    if (mark && mark->module)
      tool.heap_sighted(mark->allocator->sight, mark->allocator->name, VG_(DebugInfo_get_filename)(mark->module));
  }
}
