/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Capstone, loaded when instructions are decoded for the first time. Its tables are a megabyte of pointers, which are
 * adjusted when it is loaded: a fourth of what `seep` takes for a short program, and few runs need any of it. */
#ifndef SEEP_HOST_SYMBOLS_ELF_DECODER_LIBRARY_H
#define SEEP_HOST_SYMBOLS_ELF_DECODER_LIBRARY_H

#include <capstone/capstone.h>

struct decoder_library {
#define FUNCTION(name) __typeof__(cs_##name) *name;
#include "host/symbols/elf/decoder_library.def"
#undef FUNCTION
};

/* Its functions; NULL: it is not there. Without names of their own for all that they are, so that a program which is
 * linked statically has another definition (packaging/binary/linked_decoder.c). */
const struct decoder_library *decoder_library(void);

#endif
