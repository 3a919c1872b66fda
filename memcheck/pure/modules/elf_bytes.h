/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What readers of ELF files begin with: the header, if the file is one for this machine, and numbers made of bytes. */
#ifndef SEEP_MEMCHECK_PURE_MODULES_ELF_BYTES_H
#define SEEP_MEMCHECK_PURE_MODULES_ELF_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { ELF_HEADER_BYTES = 64 };

/* Read `size` bytes at `offset` of the file into `buffer`; false unless all were read. */
typedef bool elf_read_fn(void *context, uint64_t offset, void *buffer, size_t size);

/* Little-endian, of up to 8 bytes. */
static inline uint64_t elf_number(const unsigned char *data, unsigned bytes)
{
  uint64_t value = 0;
  for (unsigned i = 0; i < bytes; i++)
    value |= (uint64_t)data[i] << (8 * i);
  return value;
}

/* False: it cannot be read, or is no 64-bit, little-endian ELF file. */
static inline bool elf_read_header(elf_read_fn *read, void *context, unsigned char header[ELF_HEADER_BYTES])
{
  static const unsigned char start[] = {0x7f, 'E', 'L', 'F', 2, 1};
  if (!read(context, 0, header, ELF_HEADER_BYTES))
    return false;
  for (unsigned i = 0; i < sizeof start; i++)
    if (header[i] != start[i])
      return false;
  return true;
}

#endif
