/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "support/elf_memory.h"

#include <string.h>

bool elf_memory_read(void *context, uint64_t offset, void *buffer, size_t size)
{
  const struct elf_memory *file = context;
  if (offset > file->size || size > file->size - offset)
    return false;
  memcpy(buffer, (const unsigned char *)file->data + offset, size);
  return true;
}
