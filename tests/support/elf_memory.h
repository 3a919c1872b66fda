/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ELF files in memory, as the tool's readers of such files read them. */
#ifndef SEEP_TESTS_SUPPORT_ELF_MEMORY_H
#define SEEP_TESTS_SUPPORT_ELF_MEMORY_H

#include <elf.h>

#include "memcheck/pure/modules/elf_bytes.h"

/* Its last byte that can be read is `size` - 1. */
struct elf_memory {
  const void *data;
  size_t size;
};

/* The context is a struct elf_memory. */
elf_read_fn elf_memory_read;

/* What the header of a file that is read at all begins with. */
#define ELF_MEMORY_IDENT {0x7f, 'E', 'L', 'F', ELFCLASS64, ELFDATA2LSB}

#endif
