/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the debug information of a module lies: in itself, or in a file that its build-id or a link section names. */
#ifndef SEEP_HOST_SYMBOLS_ELF_DEBUG_FILES_H
#define SEEP_HOST_SYMBOLS_ELF_DEBUG_FILES_H

#include "host/symbols/elf/debuginfod.h"
#include "host/symbols/elf/elf_file.h"
#include "host/symbols/elf/warn.h"

struct debug_search {
  const char *const *roots; /* NULL-terminated, may be NULL; /usr/lib/debug is searched after them */
  const struct warnings *warnings;
  void (*probed)(void *context, const char *path); /* told of every path tried, found or not */
  void *context;
  struct debuginfod *servers; /* asked last; NULL: none */
};

/* The separate debug file of a module; *ret is NULL when there is none that matches. */
void debug_files_find(const struct debug_search *search, struct elf_file *module, struct elf_file **ret);

/* The dwz supplement of a file with DWARF; likewise. */
void debug_files_find_supplement(const struct debug_search *search, struct elf_file *file, struct elf_file **ret);

/* Is there a file at the path? The search is told that it was tried. */
bool debug_files_probe(const struct debug_search *search, const char *path);

/* The folder of a file, resolved: what "beside the module" means. Malloc'ed; the file itself may be gone. */
char *debug_files_folder_of(const struct elf_file *file);

#endif
