/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Fedora's "mini debug information": a symbol table of a stripped file's static functions, compressed in it. */
#ifndef SEEP_HOST_SYMBOLS_ELF_MINI_DEBUG_H
#define SEEP_HOST_SYMBOLS_ELF_MINI_DEBUG_H

#include "host/symbols/elf/elf_file.h"

/* The ELF file in the module's section .gnu_debugdata; *ret is NULL when there is none. */
struct error *mini_debug_open(struct elf_file *module, struct elf_file **ret);

#endif
