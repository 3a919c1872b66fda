/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Is a file still the one that was mapped? */
#ifndef SEEP_HOST_SYMBOLS_MODULE_FILE_H
#define SEEP_HOST_SYMBOLS_MODULE_FILE_H

#include "host/symbols/elf/elf_file.h"
#include "host/symbols/symbols.h"

/* By what the module has of it; without anything it is taken for that file. */
bool module_file_is(const struct elf_file *file, const struct symbols_module *module);

/* Is the file at the module's path that file? Fails when it cannot be read. */
struct error *module_file_is_unchanged(const struct symbols_module *module, bool *ret);

#endif
