/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Descriptors of modules' files, for those that are removed or replaced before names are read from them. When there are
 * too many, the least recently used are closed. */
#ifndef SEEP_HOST_SYMBOLS_MODULE_FILES_H
#define SEEP_HOST_SYMBOLS_MODULE_FILES_H

#include "host/symbols/elf/bytes.h"

struct module_files;

/* Keep at most `max`; 0: a share of the descriptors that the process may open. */
struct module_files *module_files_create(size_t max);
void module_files_destroy(struct module_files *files);

/* Keep a file under a key unless there is one already. `fd` is taken over. */
void module_files_keep(struct module_files *files, const struct byte_builder *key, int fd);

/* The descriptor, which stays where it is until the next file is kept; -1: none. */
int module_files_find(struct module_files *files, const struct byte_builder *key);

#endif
