/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ELF files on the disk, as the tool reads them; contents are as hostile as any other. */
#ifndef SEEP_COREGRIND_GLUE_MODULES_MAPPED_FILE_H
#define SEEP_COREGRIND_GLUE_MODULES_MAPPED_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcheck/pure/modules/symbol_tables.h"

#include "pub_tool_basics.h"

/* A descriptor, to be closed with VG_(close)(); negative: it cannot be read. */
Int mapped_file_open(const HChar *path);

/* The path of one of Seep's own libraries; free it with VG_(free)(). */
HChar *mapped_file_of_part(const HChar *name);

/* Is that the file of a dynamic loader? musl's is its C library as well. */
Bool mapped_file_is_loader(const HChar *path);
Bool mapped_file_is_musl(const HChar *path);

/* An elf_read_fn; `context` is the descriptor's address. */
bool mapped_file_read(void *context, uint64_t offset, void *buffer, size_t size);

/* The symbol tables of the file at `path`, none if there are none. */
void mapped_file_tables(const HChar *path, struct symbol_tables *ret);

#endif
