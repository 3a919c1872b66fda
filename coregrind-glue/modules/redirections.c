/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which functions of the guest are replaced by others.
 *
 * The core compares each name in each new module with each pattern that it knows: thousands of names with hundreds of
 * patterns, which takes half the time of a short process. Nearly all patterns are plain names. So the core is shown
 * only the symbols of a module that can matter: those with the name of a pattern, and those that may be patterns
 * themselves. It compares these as ever and in the same order, so the outcome is the same. */
#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/modules/allocator_families.h"
#include "coregrind-glue/modules/allocator_marks.h"
#include "coregrind-glue/modules/cancellation.h"
#include "coregrind-glue/modules/mapped_file.h"
#include "coregrind-glue/modules/second_copies.h"
#include "coregrind-glue/modules/static_program.h"
#include "coregrind-glue/modules/symbol_filter.h"
#include "coregrind-glue/modules/wanted_names.h"
#include "coregrind-glue/modules/watched_functions.h"
#include "coregrind-glue/port/port.h"
#include "coregrind-glue/tool.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_tooliface.h"

extern const HChar *VG_(clo_soname_synonyms);

/* --- the symbols of one module that matter --- */

struct symbol_view {
  const DebugInfo *module; /* NULL: none yet */
  Bool is_whole;           /* all symbols are shown */
  Bool has_front;          /* its malloc() calls the C library's, and runs */
  Bool is_static;          /* of a static program: not all functions of a known name are the C library's */
  UWord patterns;          /* how many were known */
  Int *indices;
  Int used, size;
};

static struct symbol_view view;

static void view_add(Int index)
{
  if (view.used == view.size) {
    view.size = view.size ? 2 * view.size : 256;
    view.indices = VG_(realloc)("seep.view", view.indices, (SizeT)view.size * sizeof *view.indices);
  }
  view.indices[view.used++] = index;
}

static Bool name_matters(const HChar *name, Bool is_function)
{
  if (!wanted_names_include(name))
    return False;
  if (is_function)
    allocator_families_note(name);
  return True;
}

static Bool symbol_matters(const DebugInfo *module, Int index)
{
  const HChar *name, **more;
  Bool is_text, is_global;
  __real_vgPlain_DebugInfo_syms_getidx(module, index, NULL, NULL, &name, &more, &is_text, NULL, &is_global);
  Bool does = name_matters(name, is_text && is_global);
  for (; more && *more; more++)
    does |= name_matters(*more, is_text && is_global);
  return does;
}

/* A malloc() in front of the C library's runs, as does what belongs to it, unless the user says which allocators are
 * replaced. */
static Bool fronts_run(void)
{
  return !tool.replaces_fronts() && !(VG_(clo_soname_synonyms) && VG_(strstr)(VG_(clo_soname_synonyms), "somalloc="));
}

static Bool is_front_that_runs(const DebugInfo *module)
{
  return allocator_marks_is_front(module) && fronts_run();
}

static Bool is_mallocs(const HChar *name)
{
  static const HChar *const names[] = {"malloc",
                                       "calloc",
                                       "realloc",
                                       "free",
                                       "cfree",
                                       "memalign",
                                       "aligned_alloc",
                                       "valloc",
                                       "pvalloc",
                                       "posix_memalign",
                                       "malloc_usable_size",
                                       "free_sized",
                                       "free_aligned_sized"};
  for (UInt i = 0; i < sizeof names / sizeof *names; i++)
    if (VG_(strcmp)(name, names[i]) == 0)
      return True;
  return False;
}

static Bool may_replace(const HChar *name)
{
  return wanted_names_include(name) && allocator_families_may_replace(name) && !(view.has_front && is_mallocs(name));
}

/* Once all symbols have been gone through. */
static Bool symbol_is_offered(const HChar *name, const HChar **more)
{
  Bool concerns = wanted_names_include(name), offers = may_replace(name);
  for (; more && *more && !offers; more++) {
    concerns |= wanted_names_include(*more);
    offers = may_replace(*more);
  }
  return offers || !concerns;
}

static void view_drop_unoffered(const DebugInfo *module)
{
  Int kept = 0;
  for (Int i = 0; i < view.used; i++) {
    const HChar *name, **more;
    __real_vgPlain_DebugInfo_syms_getidx(module, view.indices[i], NULL, NULL, &name, &more, NULL, NULL, NULL);
    if (symbol_is_offered(name, more))
      view.indices[kept++] = view.indices[i];
  }
  view.used = kept;
}

static void view_make(const DebugInfo *module, Int symbols)
{
  view.module = module;
  view.is_whole = wanted_names_are_all();
  view.is_static = static_program_is_replaced(VG_(DebugInfo_get_filename)(module));
  view.has_front = is_front_that_runs(module);
  view.patterns = wanted_names_count();
  view.used = 0;
  allocator_families_begin();
  for (Int i = 0; i < symbols; i++)
    if (symbol_matters(module, i) && !view.is_whole)
      view_add(i);
  view_drop_unoffered(module);
}

static Bool view_is_of(const DebugInfo *module)
{
  return view.module == module && view.patterns == wanted_names_count();
}

/* The core first asks how many symbols there are, then for each of them. */
Int __wrap_vgPlain_DebugInfo_syms_howmany(const DebugInfo *module)
{
  symbol_filter_catch_up(module);
  Int symbols = __real_vgPlain_DebugInfo_syms_howmany(module);
  if (!view_is_of(module))
    view_make(module, symbols);
  return view.is_whole ? symbols : view.used;
}

static Bool is_offered(const HChar *name, const HChar **more, Bool is_ifunc, Bool is_global)
{
  Bool is = wanted_names_include(name) && static_program_may_replace(name, is_ifunc, is_global);
  for (; more && *more && !is; more++)
    is = wanted_names_include(*more) && static_program_may_replace(*more, is_ifunc, is_global);
  return is;
}

/* A symbol that must not be redirected is shown as one that is not code. */
void __wrap_vgPlain_DebugInfo_syms_getidx(const DebugInfo *module, Int index, Addr *ret_address, UInt *ret_bytes,
                                          const HChar **ret_name, const HChar ***ret_more_names, Bool *ret_is_text,
                                          Bool *ret_is_ifunc, Bool *ret_is_global)
{
  Bool is_ifunc, is_global;
  __real_vgPlain_DebugInfo_syms_getidx(module, view.is_whole ? index : view.indices[index], ret_address, ret_bytes,
                                       ret_name, ret_more_names, ret_is_text, &is_ifunc, &is_global);
  if (view.is_whole)
    *ret_is_text &= symbol_is_offered(*ret_name, *ret_more_names);
  if (view.is_static)
    *ret_is_text &= is_offered(*ret_name, *ret_more_names, is_ifunc, is_global);
  if (ret_is_ifunc)
    *ret_is_ifunc = is_ifunc;
  if (ret_is_global)
    *ret_is_global = is_global;
}

/* A description may lie where that of another module lay; and it may have got more symbols since it was last looked
 * at. */
void __wrap_vgPlain_redir_notify_new_DebugInfo(const DebugInfo *module)
{
  port_know_ways();
  view.module = NULL;
  __real_vgPlain_redir_notify_new_DebugInfo(module);
  view.module = NULL;
}

/* Debug files add to what the file itself has. */
Bool __wrap_vgModuleLocal_read_elf_debug(DebugInfo *module)
{
  symbol_filter_complete(module);
  view.module = NULL;
  return __real_vgModuleLocal_read_elf_debug(module);
}

void __wrap_vgPlain_redir_notify_delete_DebugInfo(const DebugInfo *module)
{
  symbol_filter_forget(module);
  second_copies_forget_module(module);
  __real_vgPlain_redir_notify_delete_DebugInfo(module);
}

/* --- for Memcheck, known by its name, the core has its own strlen and index for the dynamic loader, and newer cores
 * have
 *     strcmp and memcmp; the loader runs before the preload library is there, and reads past the end of strings --- */

void __wrap_vgPlain_redir_initialise(void)
{
  static const HChar *const built_in[] = {"strlen", "index", "strcmp", "memcmp"};
  wanted_names_init();
  for (UInt i = 0; i < sizeof built_in / sizeof *built_in; i++)
    wanted_names_add(built_in[i]);
  wanted_names_add("stack_cache_actsize"); /* --sim-hints=no-nptl-pthread-stackcache looks for it */
  allocator_marks_init();
  watched_functions_init();
  cancellation_init();
  symbol_filter_init();
  if (!tool.leaves_functions) {
    static_program_prepare();
    VG_(details_name)("Memcheck");
  }
  __real_vgPlain_redir_initialise();
  VG_(details_name)(CORE_TOOL_NAME);
}

/* Redirections for C libraries would pass by what has no soname: musl's, which is its dynamic loader too, and that in a
 * static program. */
const HChar *__wrap_vgPlain_DebugInfo_get_soname(const DebugInfo *module)
{
  const HChar *soname = __real_vgPlain_DebugInfo_get_soname(module), *path = VG_(DebugInfo_get_filename)(module);
  if (allocator_marks_is_new_front(module) && fronts_run())
    return "seep.new.front";
  if (!soname || VG_(strcmp)(soname, "NONE") != 0)
    return soname;
  if (static_program_is_replaced(path))
    return "libc.so.static";
  return mapped_file_is_musl(path) ? "libc.so" : soname;
}
