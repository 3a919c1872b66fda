/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ELF files put together byte by byte, to be as broken as a test wants them. */
#ifndef SEEP_TESTS_SUPPORT_ELF_IMAGE_H
#define SEEP_TESTS_SUPPORT_ELF_IMAGE_H

#include <stddef.h>
#include <stdint.h>

enum { IMAGE_CODE_START = 0x1000, IMAGE_CODE_END = 0x3000 }; /* both addresses and offsets */

struct image_section {
  const char *name;
  const void *data;
  size_t bytes;
  uint32_t type;
  uint64_t flags;
};

/* A shared object whose code lies at IMAGE_CODE_START and does nothing, with these sections behind it. The result is
 * malloc'ed. */
unsigned char *image_build(const struct image_section *sections, size_t count, size_t *ret_bytes);

/* Put the bytes into a file without a name and return its descriptor; its path is /proc/self/fd/N. */
int image_open(const void *image, size_t bytes);

#endif
