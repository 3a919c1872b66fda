/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Head and program headers, code, section contents, section names, section headers, in this order. */
#include "support/elf_image.h"

#include <elf.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SECTIONS_MAX = 64 };

static void put_file_header(char *image, uint64_t section_headers, size_t count)
{
  Elf64_Ehdr header = {
    .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
    .e_type = ET_DYN,
    .e_machine = EM_X86_64,
    .e_version = EV_CURRENT,
    .e_phoff = sizeof header,
    .e_shoff = section_headers,
    .e_ehsize = sizeof header,
    .e_phentsize = sizeof(Elf64_Phdr),
    .e_phnum = 1,
    .e_shentsize = sizeof(Elf64_Shdr),
    .e_shnum = (uint16_t)count,
    .e_shstrndx = (uint16_t)(count - 1),
  };
  Elf64_Phdr segment = {
    .p_type = PT_LOAD,
    .p_flags = PF_R | PF_X,
    .p_filesz = IMAGE_CODE_END,
    .p_memsz = IMAGE_CODE_END,
    .p_align = 0x1000,
  };
  memcpy(image, &header, sizeof header);
  memcpy(image + sizeof header, &segment, sizeof segment);
}

static uint64_t put_block(FILE *file, const void *data, size_t bytes)
{
  while (ftell(file) % 8)
    fputc(0, file);
  uint64_t offset = (uint64_t)ftell(file);
  if (bytes)
    fwrite(data, 1, bytes, file);
  return offset;
}

unsigned char *image_build(const struct image_section *sections, size_t count, size_t *ret_bytes)
{
  static unsigned char code[IMAGE_CODE_END];
  char *image = NULL, names[4096] = "";
  size_t names_bytes = 1;
  Elf64_Shdr headers[SECTIONS_MAX + 2] = {0};
  FILE *file = open_memstream(&image, ret_bytes);
  fwrite(code, sizeof code, 1, file);
  for (size_t i = 0; i <= count && i < SECTIONS_MAX; i++) {
    struct image_section section = {".shstrtab", names, 0, SHT_STRTAB, 0};
    if (i < count)
      section = sections[i];
    headers[i + 1].sh_name = (uint32_t)names_bytes;
    names_bytes += (size_t)snprintf(names + names_bytes, sizeof names - names_bytes, "%s", section.name) + 1;
    headers[i + 1].sh_type = section.type ? section.type : SHT_PROGBITS;
    headers[i + 1].sh_flags = section.flags;
    headers[i + 1].sh_size = i < count ? section.bytes : names_bytes;
    headers[i + 1].sh_offset = put_block(file, section.data, headers[i + 1].sh_size);
    headers[i + 1].sh_addralign = 1;
    headers[i + 1].sh_entsize = section.type == SHT_SYMTAB ? sizeof(Elf64_Sym) : 0;
    headers[i + 1].sh_link = section.type == SHT_SYMTAB ? (uint32_t)i + 2 : 0; /* its strings come next */
  }
  uint64_t offset = put_block(file, headers, (count + 2) * sizeof *headers);
  fclose(file);
  put_file_header(image, offset, count + 2);
  return (unsigned char *)image;
}

int image_open(const void *image, size_t bytes)
{
  int fd = memfd_create("image", MFD_CLOEXEC);
  if (fd < 0 || write(fd, image, bytes) != (ssize_t)bytes)
    abort();
  return fd;
}
