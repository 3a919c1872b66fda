/* SPDX-License-Identifier: GPL-2.0-or-later */
/* At the beginning they are looked up in the tables of symbols: the dynamic linker would allocate memory by the
 * program's own malloc() to say what is not there, and a program may count on what it has allocated so far. Later the
 * dynamic linker is asked, as files come and go, with what that costs: it may be locked, and forgets what dlerror() is
 * to tell. */
#include "native/next_functions.h"

#include <dlfcn.h>
#include <elf.h>
#include <stdlib.h>
#include <string.h>

#include "native/loaded_symbols.h"
#include "native/say.h"
#include "native/watched_thread.h"

extern void *_Znwm(size_t bytes), *_Znam(size_t bytes);
extern void _ZdlPv(void *block), _ZdaPv(void *block);

static __thread volatile bool is_asking __attribute__((tls_model("initial-exec")));

bool next_functions_are_asked_for(void)
{
  return is_asking;
}

void *next_functions_ask(void *where, const char *name)
{
  struct watched_thread *const thread = watched_thread_current();
  const bool was_inside = thread && thread->is_inside;
  if (thread)
    thread->is_inside = true;
  is_asking = true;
  void *const found = dlsym(where, name);
  is_asking = false;
  if (thread)
    thread->is_inside = was_inside;
  return found;
}

/* --- at the beginning --- */

/* The file, from `first` on, that has it; NULL: none. What is chosen by a function (IFUNC) is left to the dynamic
 * linker: the place is NULL. */
static const struct link_map *find_file(const struct link_map *first, const char *name, void **ret_place)
{
  *ret_place = NULL;
  for (const struct link_map *file = first; file; file = file->l_next) {
    const Elf64_Sym *const symbol = loaded_symbols_find(file, name);
    if (symbol && ELF64_ST_TYPE(symbol->st_info) != STT_GNU_IFUNC)
      *ret_place = loaded_symbols_place(file, symbol);
    if (symbol)
      return file;
  }
  return NULL;
}

static void *find_from(const struct link_map *first, const char *name)
{
  void *place;
  (void)find_file(first, name, &place);
  return place;
}

void *next_functions_first(const char *name)
{
  return find_from(_r_debug.r_map, name);
}

static void *find_behind(const char *name)
{
  const struct link_map *const own = loaded_symbols_of_this();
  return own ? find_from(own->l_next, name) : NULL;
}

/* Those of the C library are taken from there, as blocks are its own, whoever else has a malloc(). */
static struct {
  const char *const name;
  const bool is_of_libc;
  void *function;
} next_functions[] = {
  {"close", false, NULL},
  {"fork", false, NULL},
  {"execve", true, NULL},
  {"execveat", true, NULL},
  {"fexecve", true, NULL},
  {"dlclose", false, NULL},
  {"exit", true, NULL},
  {"_exit", true, NULL},
  {"malloc_usable_size", true, NULL},
  {"_Fork", false, NULL},
  {"clone", false, NULL},
  {"epoll_wait", true, NULL},
  {"epoll_pwait", true, NULL},
  {"sigtimedwait", true, NULL},
  {"pthread_create", false, NULL},
  {"memalign", true, NULL},
  {"aligned_alloc", true, NULL},
  {"sigaction", true, NULL},
  {"__libc_start_main", true, NULL},
};

static bool has_foreign_new;

bool next_functions_have_foreign_new(void)
{
  return has_foreign_new;
}

/* Not by dlsym(): the dynamic linker is locked while another thread opens a library (seep attach). */
bool next_functions_have_own(const char *name, void *ours)
{
  return next_functions_first(name) != ours;
}

bool next_functions_are_cxx_library(const char *path)
{
  static const char *const libraries[] = {"/libstdc++.so", "/libc++.so", "/libc++abi.so"};
  for (unsigned i = 0; i < sizeof libraries / sizeof *libraries; i++)
    if (strstr(path, libraries[i]))
      return true;
  return false;
}

/* Is what comes behind this library, if anything does, a C++ library's? */
static bool is_foreign_behind(const char *name)
{
  const struct link_map *const own = loaded_symbols_of_this();
  void *place;
  const struct link_map *const file = own ? find_file(own->l_next, name, &place) : NULL;
  return file && !next_functions_are_cxx_library(file->l_name);
}

static bool has_own_malloc;

bool next_functions_have_own_malloc(void)
{
  return has_own_malloc;
}

/* Is one of these another than ours, which come first wherever the program has none of its own? */
static bool find_own_malloc(void)
{
  static const struct {
    const char *name;
    void *ours;
  } functions[] = {{"malloc", (void *)malloc},
                   {"free", (void *)free},
                   {"calloc", (void *)calloc},
                   {"realloc", (void *)realloc},
                   {"posix_memalign", (void *)posix_memalign},
                   {"aligned_alloc", (void *)aligned_alloc}};
  bool is_own = false;
  for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++)
    is_own |= next_functions_have_own(functions[i].name, functions[i].ours);
  return is_own;
}

/* In front of ours, or behind them. */
static void look_at_new(void)
{
  static const struct {
    const char *name;
    void *ours;
    bool is_of_libc;
  } functions[] = {{"malloc", (void *)malloc, true},  {"free", (void *)free, true},
                   {"_Znwm", (void *)_Znwm, false},   {"_Znam", (void *)_Znam, false},
                   {"_ZdlPv", (void *)_ZdlPv, false}, {"_ZdaPv", (void *)_ZdaPv, false}};
  for (unsigned i = 0; i < sizeof functions / sizeof *functions; i++) {
    has_foreign_new |= next_functions_have_own(functions[i].name, functions[i].ours);
    has_foreign_new |= !functions[i].is_of_libc && is_foreign_behind(functions[i].name);
  }
}

static struct {
  const char *const name;
  void *function; /* behind ours; NULL: there is none */
} functions_of_new[] = {{"_Znwm", NULL},
                        {"_ZnwmRKSt9nothrow_t", NULL},
                        {"_ZnwmSt11align_val_t", NULL},
                        {"_ZnwmSt11align_val_tRKSt9nothrow_t", NULL},
                        {"_Znam", NULL},
                        {"_ZnamRKSt9nothrow_t", NULL},
                        {"_ZnamSt11align_val_t", NULL},
                        {"_ZnamSt11align_val_tRKSt9nothrow_t", NULL}};
enum { NEWS = sizeof functions_of_new / sizeof *functions_of_new };

bool next_functions_are_new(uint64_t address)
{
  enum { FUNCTION_BYTES = 512 };
  bool is_in = false;
  for (unsigned i = 0; i < NEWS; i++)
    is_in |= functions_of_new[i].function && address - (uint64_t)functions_of_new[i].function < FUNCTION_BYTES;
  return is_in;
}

void next_functions_begin(void)
{
  const struct link_map *const libc = loaded_symbols_libc();
  for (unsigned i = 0; i < sizeof next_functions / sizeof *next_functions; i++) {
    void *const own = next_functions[i].is_of_libc && libc ? find_from(libc, next_functions[i].name) : NULL;
    next_functions[i].function = own ? own : find_behind(next_functions[i].name);
    if (!next_functions[i].function && libc) /* in a program that ran before, nothing is behind this library */
      next_functions[i].function = find_from(libc, next_functions[i].name);
  }
  look_at_new();
  has_own_malloc = find_own_malloc();
  for (unsigned i = 0; i < NEWS; i++)
    functions_of_new[i].function = find_behind(functions_of_new[i].name);
}

void *next_functions_known(const char *name)
{
  for (unsigned i = 0; i < sizeof next_functions / sizeof *next_functions; i++)
    if (strcmp(next_functions[i].name, name) == 0)
      return next_functions[i].function;
  for (unsigned i = 0; i < NEWS; i++)
    if (strcmp(functions_of_new[i].name, name) == 0)
      return functions_of_new[i].function;
  return NULL;
}

void next_functions_set(const char *name, void *function)
{
  for (unsigned i = 0; i < sizeof next_functions / sizeof *next_functions; i++)
    if (strcmp(next_functions[i].name, name) == 0)
      next_functions[i].function = function;
}

void *next_functions_get(const char *name)
{
  void *const known = next_functions_known(name), *const found = known ? known : next_functions_ask(RTLD_NEXT, name);
  if (!found)
    say_and_end("Seep: there is no function ", name);
  return found;
}
