/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The file consists of headers and one byte, which every section claims to be. Then libelf's descriptions of the
 * contents are led to where these really are, so that nothing large is copied. */
#include "host/symbols/elf/elf_made.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"

struct elf_made {
  Elf *elf;
  char image[];
};

struct layout {
  size_t count, names_at, names_bytes, byte_at, bytes;
};

static struct layout plan(const struct elf_made_section *sections, size_t count)
{
  struct layout layout = {.names_bytes = 1};
  for (size_t i = 0; i < count; i++)
    if (sections[i].bytes) {
      layout.count++;
      layout.names_bytes += strlen(sections[i].name) + 1;
    }
  layout.names_at = sizeof(Elf64_Ehdr) + (layout.count + 2) * sizeof(Elf64_Shdr);
  layout.byte_at = layout.names_at + layout.names_bytes;
  layout.bytes = layout.byte_at + 1;
  return layout;
}

static void write_head(char *image, const struct layout *layout)
{
  const Elf64_Ehdr head = {
    .e_ident = {ELFMAG0, ELFMAG1, ELFMAG2, ELFMAG3, ELFCLASS64, ELFDATA2LSB, EV_CURRENT},
    .e_type = ET_REL, .e_machine = EM_X86_64, .e_version = EV_CURRENT, .e_ehsize = sizeof(Elf64_Ehdr),
    .e_shoff = sizeof(Elf64_Ehdr), .e_shentsize = sizeof(Elf64_Shdr),
    .e_shnum = (Elf64_Half)(layout->count + 2), .e_shstrndx = (Elf64_Half)(layout->count + 1),
  };
  memcpy(image, &head, sizeof head);
}

static void write_section(char *image, size_t number, const Elf64_Shdr *section)
{
  memcpy(image + sizeof(Elf64_Ehdr) + number * sizeof *section, section, sizeof *section);
}

static void write_image(char *image, const struct layout *layout, const struct elf_made_section *sections, size_t count)
{
  size_t number = 1;
  char *name = image + layout->names_at + 1;
  write_head(image, layout);
  for (size_t i = 0; i < count; i++) {
    if (!sections[i].bytes)
      continue;
    write_section(image, number++, &(Elf64_Shdr){.sh_name = (Elf64_Word)(name - (image + layout->names_at)),
                                                 .sh_type = SHT_PROGBITS, .sh_offset = layout->byte_at, .sh_size = 1,
                                                 .sh_addralign = 1});
    name = stpcpy(name, sections[i].name) + 1;
  }
  write_section(image, number, &(Elf64_Shdr){.sh_type = SHT_STRTAB, .sh_offset = layout->names_at,
                                             .sh_size = layout->names_bytes, .sh_addralign = 1});
}

static void lead(Elf_Data *data, const struct elf_made_section *section)
{
  data->d_buf = (void *)section->data;
  data->d_size = section->bytes;
}

/* Both descriptions of each section's contents: as they are in the file, and converted, which is the same here. */
static void lead_all(Elf *elf, const struct elf_made_section *sections, size_t count)
{
  Elf_Scn *scn = NULL;
  for (size_t i = 0; i < count; i++)
    if (sections[i].bytes) {
      scn = memory_given(elf_nextscn(elf, scn));
      lead(memory_given(elf_rawdata(scn, NULL)), &sections[i]);
      lead(memory_given(elf_getdata(scn, NULL)), &sections[i]);
    }
}

struct elf_made *elf_made_create(const struct elf_made_section *sections, size_t count)
{
  struct layout layout = plan(sections, count);
  struct elf_made *made = memory_zeroed(1, sizeof *made + layout.bytes);
  write_image(made->image, &layout, sections, count);
  elf_version(EV_CURRENT);
  made->elf = memory_given(elf_memory(made->image, layout.bytes));
  lead_all(made->elf, sections, count);
  return made;
}

void elf_made_destroy(struct elf_made *made)
{
  if (made)
    elf_end(made->elf);
  free(made);
}

Elf *elf_made_handle(const struct elf_made *made)
{
  return made->elf;
}
