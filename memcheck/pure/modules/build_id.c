/* SPDX-License-Identifier: GPL-2.0-or-later */
/* ELF header, program headers, note segments: each is read into a buffer of fixed size; what does not fit is
 * ignored. */
#include "memcheck/pure/modules/build_id.h"

#include "memcheck/pure/base/env.h"

enum {
  PHDR_BYTES = 56,
  MAX_PHDRS = 64,
  MAX_NOTE_BYTES = 4096,
  PT_NOTE = 4,
  PT_TLS = 7,
  NT_GNU_BUILD_ID = 3,
};

static size_t padded(uint64_t bytes)
{
  return (size_t)((bytes + 3) & ~(uint64_t)3);
}

static void find_in_notes(const unsigned char *notes, size_t size, struct build_id *ret)
{
  size_t position = 0;
  while (size - position >= 12) {
    uint64_t name_bytes = elf_number(notes + position, 4), data_bytes = elf_number(notes + position + 4, 4);
    uint64_t type = elf_number(notes + position + 8, 4);
    position += 12;
    if (name_bytes > size || data_bytes > size || padded(name_bytes) + padded(data_bytes) > size - position)
      return;
    const unsigned char *name = notes + position, *data = name + padded(name_bytes);
    bool is_gnu = name_bytes == 4 && name[0] == 'G' && name[1] == 'N' && name[2] == 'U' && name[3] == 0;
    if (is_gnu && type == NT_GNU_BUILD_ID && data_bytes <= BUILD_ID_MAX_BYTES) {
      memcpy(ret->bytes, data, data_bytes);
      ret->size = data_bytes;
      return;
    }
    position += padded(name_bytes) + padded(data_bytes);
  }
}

static void read_segment(elf_read_fn *read, void *context, const unsigned char *phdr, struct build_id *ret)
{
  uint64_t type = elf_number(phdr, 4), offset = elf_number(phdr + 8, 8), file_bytes = elf_number(phdr + 32, 8);
  if (type == PT_TLS)
    ret->tls_bytes += elf_number(phdr + 40, 8) + elf_number(phdr + 48, 8);
  if (type != PT_NOTE || ret->size > 0)
    return;
  unsigned char notes[MAX_NOTE_BYTES];
  size_t size = file_bytes < sizeof notes ? (size_t)file_bytes : sizeof notes;
  if (read(context, offset, notes, size))
    find_in_notes(notes, size, ret);
}

void build_id_find(elf_read_fn *read, void *context, struct build_id *ret)
{
  unsigned char header[ELF_HEADER_BYTES], phdr[PHDR_BYTES];
  memset(ret, 0, sizeof *ret);
  if (!elf_read_header(read, context, header) || elf_number(header + 54, 2) != PHDR_BYTES)
    return;
  uint64_t phdrs_offset = elf_number(header + 32, 8), count = elf_number(header + 56, 2);
  for (uint64_t i = 0; i < count && i < MAX_PHDRS; i++)
    if (read(context, phdrs_offset + i * PHDR_BYTES, phdr, sizeof phdr))
      read_segment(read, context, phdr, ret);
}
