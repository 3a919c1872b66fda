/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which functions of the guest are replaced by others.
 *
 * The core compares each name in each new module with each pattern that it knows: thousands of names with hundreds of
 * patterns, which takes half the time of a short process. Nearly all patterns are plain names. So the core is shown
 * only the symbols of a module that can matter: those with the name of a pattern, and those that may be patterns
 * themselves. It compares these as ever and in the same order, so the outcome is the same. */
#include "coregrind-glue/modules/redirections.h"

#include "coregrind-glue/core/core_basics.h"
#include "coregrind-glue/core/wraps.h"
#include "coregrind-glue/modules/allocator_families.h"
#include "coregrind-glue/modules/allocator_marks.h"
#include "coregrind-glue/modules/cancellation.h"
#include "coregrind-glue/modules/second_copies.h"
#include "coregrind-glue/modules/static_program.h"
#include "coregrind-glue/modules/symbol_filter.h"
#include "coregrind-glue/modules/watched_functions.h"
#include "coregrind-glue/port/port.h"
#include "coregrind-glue/tool.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_xarray.h"

extern Bool VG_(clo_trace_redir);
extern const HChar *VG_(clo_soname_synonyms);
extern XArray *VG_(clo_req_tsyms); /* --require-text-symbol, whose patterns the core keeps to itself */

/* --- patterns: names by their hash, and the few with wildcards. They are never forgotten: a symbol too many does no
 * harm --- */

static VgHashTable *plain_names; /* VgHashNode, of hashes */
static XArray *wildcards;        /* HChar *, owned */

/* FNV-1a */
static UWord hash_name(const HChar *name)
{
  UWord hash = 0xcbf29ce484222325;
  for (; *name; name++)
    hash = (hash ^ (UChar)*name) * 0x100000001b3;
  return hash;
}

void redirections_add_name(const HChar *name)
{
  UWord hash = hash_name(name);
  if (VG_(HT_lookup)(plain_names, hash))
    return;
  VgHashNode *node = VG_(malloc)("seep.pattern", sizeof *node);
  node->key = hash;
  VG_(HT_add_node)(plain_names, node);
}

static void note_wildcard(const HChar *pattern)
{
  for (Word i = 0; i < VG_(sizeXA)(wildcards); i++)
    if (VG_(strcmp)(*(HChar **)VG_(indexXA)(wildcards, i), pattern) == 0)
      return;
  HChar *copy = VG_(strdup)("seep.pattern", pattern);
  VG_(addToXA)(wildcards, &copy);
}

static void note_pattern(const HChar *pattern)
{
  if (VG_(strchr)(pattern, '*') || VG_(strchr)(pattern, '?'))
    note_wildcard(pattern);
  else
    redirections_add_name(pattern);
}

static Bool is_known_name(const HChar *name)
{
  if (VG_(HT_lookup)(plain_names, hash_name(name)))
    return True;
  for (Word i = 0; i < VG_(sizeXA)(wildcards); i++)
    if (VG_(string_match)(*(HChar **)VG_(indexXA)(wildcards, i), name))
      return True;
  return False;
}

/* Names of patterns and of the core's load notifiers begin so. */
static Bool is_special_name(const HChar *name)
{
  return name[0] == '_' && name[1] == 'v' && name[2] == 'g';
}

Bool redirections_concern(const HChar *name)
{
  return is_special_name(name) || is_known_name(name);
}

UWord redirections_pattern_count(void)
{
  return VG_(HT_count_nodes)(plain_names) + (UWord)VG_(sizeXA)(wildcards);
}

/* When the core is talkative it names addresses while it goes through a module's symbols, which must not change
 * then. */
Bool redirections_need_all(void)
{
  return VG_(sizeXA)(VG_(clo_req_tsyms)) > 0 || VG_(clo_verbosity) > 1 || VG_(clo_trace_redir);
}

/* The core decodes a pattern from a symbol's name here before it compares anything with it. */
Bool __wrap_vgPlain_maybe_Z_demangle(const HChar *symbol, const HChar **ret_soname, const HChar **ret_name,
                                     Bool *ret_is_wrap, Int *ret_class, Int *ret_priority)
{
  Bool is_pattern = __real_vgPlain_maybe_Z_demangle(symbol, ret_soname, ret_name, ret_is_wrap, ret_class, ret_priority);
  if (is_pattern && ret_name)
    note_pattern(*ret_name);
  return is_pattern;
}

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
  if (!redirections_concern(name))
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
  return redirections_concern(name) && allocator_families_may_replace(name) && !(view.has_front && is_mallocs(name));
}

/* Once all symbols have been gone through. */
static Bool symbol_is_offered(const HChar *name, const HChar **more)
{
  Bool concerns = redirections_concern(name), offers = may_replace(name);
  for (; more && *more && !offers; more++) {
    concerns |= redirections_concern(*more);
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
  view.is_whole = redirections_need_all();
  view.is_static = static_program_is_replaced(VG_(DebugInfo_get_filename)(module));
  view.has_front = is_front_that_runs(module);
  view.patterns = redirections_pattern_count();
  view.used = 0;
  allocator_families_begin();
  for (Int i = 0; i < symbols; i++)
    if (symbol_matters(module, i) && !view.is_whole)
      view_add(i);
  view_drop_unoffered(module);
}

static Bool view_is_of(const DebugInfo *module)
{
  return view.module == module && view.patterns == redirections_pattern_count();
}

void redirections_note_more_symbols(void)
{
  view.module = NULL;
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
  Bool is = redirections_concern(name) && static_program_may_replace(name, is_ifunc, is_global);
  for (; more && *more && !is; more++)
    is = redirections_concern(*more) && static_program_may_replace(*more, is_ifunc, is_global);
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

void __wrap_vgPlain_redir_notify_delete_DebugInfo(const DebugInfo *module)
{
  symbol_filter_forget(module);
  second_copies_forget_module(module);
  __real_vgPlain_redir_notify_delete_DebugInfo(module);
}

/* --- patterns --- */

/* '*' stands for any characters, '?' for one. When what follows a '*' does not match here, that stands for one
 * character more. */
Bool __wrap_vgPlain_string_match(const HChar *pattern, const HChar *text)
{
  const HChar *star = NULL, *behind = NULL;
  while (*text) {
    if (*pattern == '*') {
      star = ++pattern;
      behind = text;
    } else if (*pattern == *text || *pattern == '?') {
      pattern++;
      text++;
    } else if (star) {
      pattern = star;
      text = ++behind;
    } else {
      return False;
    }
  }
  while (*pattern == '*')
    pattern++;
  return *pattern == '\0';
}

/* --- for Memcheck, known by its name, the core has its own strlen and index for the dynamic loader, and newer cores
 * have
 *     strcmp and memcmp; the loader runs before the preload library is there, and reads past the end of strings --- */

void __wrap_vgPlain_redir_initialise(void)
{
  static const HChar *const built_in[] = {"strlen", "index", "strcmp", "memcmp"};
  plain_names = VG_(HT_construct)("seep.patterns");
  wildcards = VG_(newXA)(VG_(malloc), "seep.patterns", VG_(free), sizeof(HChar *));
  for (UInt i = 0; i < sizeof built_in / sizeof *built_in; i++)
    redirections_add_name(built_in[i]);
  redirections_add_name("stack_cache_actsize"); /* --sim-hints=no-nptl-pthread-stackcache looks for it */
  allocator_marks_init();
  watched_functions_init();
  cancellation_init();
  symbol_filter_init();
  static_program_prepare();
  VG_(details_name)("Memcheck");
  __real_vgPlain_redir_initialise();
  VG_(details_name)(CORE_TOOL_NAME);
}

/* Redirections for C libraries would pass by what has no soname: musl's, which is its dynamic loader too, and that in a
 * static program. */

static Bool begins_with(const HChar *name, const HChar *start)
{
  return VG_(strncmp)(name, start, VG_(strlen)(start)) == 0;
}

static Bool is_musl(const HChar *name)
{
  return VG_(strcmp)(name, "libc.so") == 0 || begins_with(name, "ld-musl-");
}

static const HChar *file_name(const HChar *path)
{
  const HChar *slash = VG_(strrchr)(path, '/');
  return slash ? slash + 1 : path;
}

Bool redirections_is_loader(const HChar *path)
{
  const HChar *name = file_name(path);
  return begins_with(name, "ld-linux-") || begins_with(name, "ld-2.") || is_musl(name);
}

const HChar *__wrap_vgPlain_DebugInfo_get_soname(const DebugInfo *module)
{
  const HChar *soname = __real_vgPlain_DebugInfo_get_soname(module), *path = VG_(DebugInfo_get_filename)(module);
  if (allocator_marks_is_new_front(module) && fronts_run())
    return "seep.new.front";
  if (!soname || VG_(strcmp)(soname, "NONE") != 0)
    return soname;
  if (static_program_is_replaced(path))
    return "libc.so.static";
  return is_musl(file_name(path)) ? "libc.so" : soname;
}
