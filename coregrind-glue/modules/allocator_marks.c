/* SPDX-License-Identifier: GPL-2.0-or-later */
/* That a file defines je_malloc() says little, as it may never be called. But when its first instruction is translated
 * it is about to run, and returns blocks that the tool does not see. So each function of allocators.def has a mark at
 * its address, and code that is translated is looked up among the marks.
 *
 * Loaders, musl's C library among them, allocate by functions of these names before anything can be replaced; they get
 * no marks.
 *
 * A program or a library may have a malloc() in front of the C library's, which counts, limits or logs, and then calls
 * that. It is left to run, and the blocks are those of the C library. That it calls it is known from the file, which
 * imports the function by its other name, or asks dlsym() for it.
 *
 * Go's runtime allocates from the beginning. Its programs are known by a section that stripping leaves in. */
#include "coregrind-glue/modules/allocator_marks.h"

#include "coregrind-glue/modules/mapped_file.h"
#include "coregrind-glue/modules/wanted_names.h"
#include "coregrind-glue/tool.h"
#include "memcheck/pure/modules/next_function.h"
#include "memcheck/pure/modules/symbol_tables.h"

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
#include "shared/base/sanitizers.def"
};
enum { ALLOCATORS = sizeof allocators / sizeof *allocators };

struct mark {
  VgHashNode node; /* key: the address */
  const struct allocator *allocator;
  const DebugInfo *module; /* NULL: gone */
  UWord bytes;             /* of the function */
};

static VgHashTable *marks;

/* Those of the module that is being read, with addresses as in its file. */
static XArray *unplaced; /* struct mark */
static UWord free_address, delete_address;
static struct {
  Bool defines_malloc, imports_libcs, imports_dlsym, has_sanitizer;
  Bool defines_delete, has_new_handler; /* the C++ library has */
  UWord new_address, new_bytes;
} module_being_read;

/* Those with a malloc() in front, and the places of their malloc() and its like. */
static XArray *fronts; /* const DebugInfo * */
static XArray *front_functions; /* struct front_function */
/* Those with an operator new that calls malloc(), and the C++ library behind them, whose new[] calls it. */
static XArray *new_fronts; /* const DebugInfo * */
struct front_function {
  const DebugInfo *module;
  UWord start, end;
};
static const struct allocator front = {.symbol = "malloc", .name = "", .sight = RECORD_HEAP_SEEN};

void allocator_marks_init(void)
{
  marks = VG_(HT_construct)("seep.marks");
  fronts = VG_(newXA)(VG_(malloc), "seep.marks", VG_(free), sizeof(const DebugInfo *));
  new_fronts = VG_(newXA)(VG_(malloc), "seep.marks", VG_(free), sizeof(const DebugInfo *));
  front_functions = VG_(newXA)(VG_(malloc), "seep.marks", VG_(free), sizeof(struct front_function));
  unplaced = VG_(newXA)(VG_(malloc), "seep.marks", VG_(free), sizeof(struct mark));
  for (UInt i = 0; i < ALLOCATORS; i++)
    wanted_names_add(allocators[i].symbol);
  wanted_names_add(SANITIZER_HOOK);
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

static Bool is_dlsym(const HChar *name)
{
  return VG_(strcmp)(name, "dlsym") == 0 || VG_(strcmp)(name, "dlvsym") == 0;
}

static Bool is_libcs(const HChar *name)
{
  return VG_(strcmp)(name, "__libc_malloc") == 0;
}

static Bool is_new_handler(const HChar *name)
{
  return VG_(strcmp)(name, "_ZSt15get_new_handlerv") == 0;
}

Bool allocator_marks_concern(const HChar *name)
{
  if (is_new_handler(name))
    return True;
  return has_name(name, "malloc") || has_name(name, "calloc") || has_name(name, "realloc") || is_dlsym(name)
         || is_libcs(name);
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

static void note_for_front(const struct symbol_table *table, SizeT index)
{
  const HChar *name = symbol_name(table, index);
  const Bool is_defined = symbol_is_defined(table, index);
  module_being_read.defines_malloc |= is_defined && table->is_dynamic && VG_(strcmp)(name, "malloc") == 0;
  module_being_read.imports_libcs |= !is_defined && is_libcs(name);
  module_being_read.imports_dlsym |= !is_defined && is_dlsym(name);
  if (is_defined && table->is_dynamic && VG_(strcmp)(name, "_Znwm") == 0) {
    module_being_read.new_address = symbol_address(table, index);
    module_being_read.new_bytes = symbol_bytes(table, index);
  }
  module_being_read.defines_delete |= is_defined && VG_(strcmp)(name, "_ZdlPv") == 0;
  module_being_read.has_new_handler |= is_defined && is_new_handler(name);
  module_being_read.has_sanitizer |= VG_(strcmp)(name, SANITIZER_HOOK) == 0;
}

void allocator_marks_note_symbol(const DebugInfo *module, const struct symbol_table *table, SizeT index)
{
  const HChar *path = VG_(DebugInfo_get_filename)(module), *name = symbol_name(table, index);
  struct mark mark = {.allocator = find_allocator(name), .module = module, .bytes = symbol_bytes(table, index)};
  mark.node.key = symbol_address(table, index);
  if (mark.allocator && may_have_mark(table, index) && !mapped_file_is_loader(path))
    VG_(addToXA)(unplaced, &mark);
  if (!symbol_is_defined(table, index) && VG_(strcmp)(name, SANITIZER_HOOK) == 0)
    tool.heap_sighted(RECORD_HEAP_SANITIZER, "", path);
  note_free(name, symbol_is_defined(table, index) ? symbol_address(table, index) : 0);
  note_for_front(table, index);
}

/* --- runtimes --- */

static void look_for_runtime(const HChar *path)
{
  static const HChar *const sections[] = {".go.buildinfo", ".gopclntab", NULL};
  Int fd = mapped_file_open(path);
  if (fd < 0)
    return;
  if (elf_has_section(mapped_file_read, &fd, sections))
    tool.heap_sighted(RECORD_HEAP_OTHER_RUNTIME, "Go", path);
  VG_(close)(fd);
}

/* --- a malloc() in front of the C library's --- */

static Bool looks_up_malloc(const HChar *path)
{
  Int fd = mapped_file_open(path);
  if (fd < 0)
    return False;
  Bool does = elf_looks_up(mapped_file_read, &fd, "malloc");
  VG_(close)(fd);
  return does;
}

/* A sanitizer looks for the C library's, too, but seldom calls it. */
static Bool is_front_being_read(const HChar *path)
{
  return module_being_read.defines_malloc && !module_being_read.has_sanitizer && !mapped_file_is_loader(path)
         && (module_being_read.imports_libcs || (module_being_read.imports_dlsym && looks_up_malloc(path)));
}

static void note_if_front(const DebugInfo *module)
{
  if (!is_front_being_read(VG_(DebugInfo_get_filename)(module)))
    return;
  VG_(addToXA)(fronts, &module);
  for (Word i = 0; i < VG_(sizeXA)(unplaced); i++) {
    struct mark *mark = VG_(indexXA)(unplaced, i);
    if (!*mark->allocator->name)
      mark->allocator = &front;
  }
}

static Bool hands_on_to_malloc(const HChar *path)
{
  Int fd = mapped_file_open(path);
  if (fd < 0)
    return False;
  Bool does = elf_hands_on(mapped_file_read, &fd, module_being_read.new_address, module_being_read.new_bytes, "malloc");
  VG_(close)(fd);
  return does;
}

static Bool is_new_front_being_read(const HChar *path)
{
  if (module_being_read.new_address == 0 || !module_being_read.defines_delete || module_being_read.has_sanitizer)
    return False;
  if (module_being_read.has_new_handler)
    return VG_(sizeXA)(new_fronts) > 0 && VG_(strstr)(path, "libstdc++.so") != NULL;
  return hands_on_to_malloc(path);
}

static void note_if_new_front(const DebugInfo *module)
{
  const struct front_function function = {
    module, module_being_read.new_address + (UWord)VG_(DebugInfo_get_text_bias)(module),
    module_being_read.new_address + module_being_read.new_bytes + (UWord)VG_(DebugInfo_get_text_bias)(module)};
  if (!is_new_front_being_read(VG_(DebugInfo_get_filename)(module)))
    return;
  VG_(addToXA)(new_fronts, &module);
  VG_(addToXA)(front_functions, &function);
}

static Word index_in(XArray *modules, const DebugInfo *module)
{
  for (Word i = 0; i < VG_(sizeXA)(modules); i++)
    if (*(const DebugInfo **)VG_(indexXA)(modules, i) == module)
      return i;
  return -1;
}

Bool allocator_marks_is_new_front(const DebugInfo *module)
{
  return index_in(new_fronts, module) >= 0;
}

Bool allocator_marks_have_fronts(void)
{
  return VG_(sizeXA)(front_functions) > 0;
}

Bool allocator_marks_are_of_front(Addr address)
{
  for (Word i = 0; i < VG_(sizeXA)(front_functions); i++) {
    const struct front_function *function = VG_(indexXA)(front_functions, i);
    if (address >= function->start && address < function->end)
      return True;
  }
  return False;
}

Bool allocator_marks_is_front(const DebugInfo *module)
{
  return index_in(fronts, module) >= 0;
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
  const struct front_function function = {mark->module, address, address + unplaced_mark->bytes};
  if (mark->allocator == &front)
    VG_(addToXA)(front_functions, &function);
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
  if (is_read) {
    note_if_front(module);
    note_if_new_front(module);
  }
  VG_(memset)(&module_being_read, 0, sizeof module_being_read);
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
  if (allocator_marks_is_front(module))
    VG_(removeIndexXA)(fronts, index_in(fronts, module));
  if (allocator_marks_is_new_front(module))
    VG_(removeIndexXA)(new_fronts, index_in(new_fronts, module));
  for (Word i = VG_(sizeXA)(front_functions); i-- > 0;)
    if (((const struct front_function *)VG_(indexXA)(front_functions, i))->module == module)
      VG_(removeIndexXA)(front_functions, i);
  VG_(HT_ResetIter)(marks);
  while ((mark = VG_(HT_Next)(marks)))
    if (mark->module == module)
      mark->module = NULL;
}

void allocator_marks_note_code(const VexGuestExtents *extents)
{
  for (UInt i = 0; i < extents->n_used; i++) {
    const struct mark *mark = VG_(HT_lookup)(marks, extents->base[i]);
    if (mark && mark->module && mark->allocator == &front)
      tool.heap_has_front(VG_(DebugInfo_get_filename)(mark->module));
    else if (mark && mark->module)
      tool.heap_sighted(mark->allocator->sight, mark->allocator->name, VG_(DebugInfo_get_filename)(mark->module));
  }
}
