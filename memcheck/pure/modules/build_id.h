/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The build-id of an ELF file, and the room its thread-local variables take, read without trusting the file. */
#ifndef SEEP_MEMCHECK_PURE_MODULES_BUILD_ID_H
#define SEEP_MEMCHECK_PURE_MODULES_BUILD_ID_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "memcheck/pure/modules/elf_bytes.h"

enum { BUILD_ID_MAX_BYTES = 64 };

struct build_id {
  unsigned char bytes[BUILD_ID_MAX_BYTES];
  size_t size;         /* 0: none */
  uint64_t tls_bytes;  /* of the PT_TLS segment, with its alignment; 0: none */
};

/* Fills `ret`; what is not there or not sound stays zero. */
void build_id_find(elf_read_fn *read, void *context, struct build_id *ret);

#endif
