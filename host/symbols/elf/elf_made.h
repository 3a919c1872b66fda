/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ELF files that exist in memory only, for libraries that take nothing else. */
#ifndef SEEP_HOST_SYMBOLS_ELF_ELF_MADE_H
#define SEEP_HOST_SYMBOLS_ELF_ELF_MADE_H

#include <libelf.h>
#include <stddef.h>

struct elf_made_section {
  const char *name;
  const void *data; /* stays the caller's, and must stay where it is */
  size_t bytes;     /* 0: the section is left out */
};

struct elf_made;

/* A relocatable file with these sections. */
struct elf_made *elf_made_create(const struct elf_made_section *sections, size_t count);
void elf_made_destroy(struct elf_made *made);

/* As long as `made` is there. */
Elf *elf_made_handle(const struct elf_made *made);

#endif
