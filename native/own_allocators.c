/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Symbols of the program's file are looked at as they lie there, before it runs: names that it has only borrowed from a
 * library do not count. */
#include "native/own_allocators.h"

#include <elf.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>

#include "shared/base/raw_syscalls.h"

static const struct {
  const char *symbol, *name;
} own_allocators[] = {
#define OWN_ALLOCATOR(symbol, name) {symbol, name},
#include "shared/base/own_allocators.def"
};

struct image {
  const char *data;
  size_t bytes;
};

/* NULL: it does not lie in the file. */
static const void *part(const struct image *image, uint64_t offset, uint64_t bytes)
{
  return offset <= image->bytes && bytes <= image->bytes - offset ? image->data + offset : NULL;
}

static const char *allocator_named(const char *symbol)
{
  for (size_t i = 0; i < sizeof own_allocators / sizeof *own_allocators; i++)
    if (strcmp(own_allocators[i].symbol, symbol) == 0)
      return own_allocators[i].name;
  return NULL;
}

static const char *look_at_symbols(const struct image *image, const Elf64_Shdr *table, const Elf64_Shdr *names)
{
  const Elf64_Sym *const symbols = part(image, table->sh_offset, table->sh_size);
  const char *const texts = part(image, names->sh_offset, names->sh_size);
  const size_t count = symbols ? table->sh_size / sizeof *symbols : 0;
  const char *found = NULL;
  if (!texts || names->sh_size == 0 || texts[names->sh_size - 1] != '\0')
    return NULL;
  for (size_t i = 0; i < count && !found; i++)
    if (symbols[i].st_shndx != SHN_UNDEF && symbols[i].st_name < names->sh_size)
      found = allocator_named(texts + symbols[i].st_name);
  return found;
}

static const char *look_at_sections(const struct image *image)
{
  const Elf64_Ehdr *const head = part(image, 0, sizeof *head);
  const Elf64_Shdr *const sections =
    head && head->e_shoff % 8 == 0 ? part(image, head->e_shoff, head->e_shnum * sizeof *sections) : NULL;
  const char *found = NULL;
  for (unsigned i = 0; sections && i < head->e_shnum && !found; i++) {
    const bool is_table = sections[i].sh_type == SHT_SYMTAB || sections[i].sh_type == SHT_DYNSYM;
    if (is_table && sections[i].sh_link < head->e_shnum)
      found = look_at_symbols(image, &sections[i], &sections[sections[i].sh_link]);
  }
  return found;
}

const char *own_allocator_find(void)
{
  struct stat status;
  const char *found = NULL;
  const long fd = raw_syscall(SYS_open, (long)"/proc/self/exe", O_RDONLY | O_CLOEXEC, 0, 0, 0, 0);
  if (fd < 0)
    return NULL;
  if (raw_syscall(SYS_fstat, fd, (long)&status, 0, 0, 0, 0) == 0) {
    const size_t bytes = (size_t)status.st_size;
    const long at = raw_syscall(SYS_mmap, 0, (long)bytes, PROT_READ, MAP_PRIVATE, fd, 0);
    if (at > 0 || at < -4095) {
      found = look_at_sections(&(struct image){(const char *)at, bytes});
      (void)raw_syscall(SYS_munmap, at, (long)bytes, 0, 0, 0, 0);
    }
  }
  (void)raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  return found;
}
