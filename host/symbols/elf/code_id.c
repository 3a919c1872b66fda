/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The build-id is read where the loader has put it, in the notes of the main program. */
#include "host/symbols/elf/code_id.h"

#include <elf.h>
#include <link.h>
#include <string.h>

#include "host/symbols/elf/file_state.h"

static size_t padded(size_t size)
{
  return (size + 3) & ~(size_t)3;
}

/* Look for the build-id in one segment of notes. */
static bool put_build_id(struct byte_builder *builder, const char *notes, size_t size)
{
  Elf64_Nhdr note;
  while (size >= sizeof note) {
    memcpy(&note, notes, sizeof note);
    size_t name_bytes = padded(note.n_namesz), whole = sizeof note + name_bytes + padded(note.n_descsz);
    if (whole > size)
      return false;
    if (note.n_type == NT_GNU_BUILD_ID && note.n_namesz == 4 && memcmp(notes + sizeof note, "GNU", 4) == 0) {
      builder_block(builder, notes + sizeof note + name_bytes, note.n_descsz);
      return true;
    }
    notes += whole;
    size -= whole;
  }
  return false;
}

/* The main program comes first. Returns 1 when its build-id was found, otherwise -1, so that no library is asked. */
static int find_program_build_id(struct dl_phdr_info *info, size_t size, void *context)
{
  (void)size;
  for (size_t i = 0; i < info->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
    if (segment->p_type == PT_NOTE && segment->p_align <= 4
        && put_build_id(context, (const char *)info->dlpi_addr + segment->p_vaddr, segment->p_memsz))
      return 1;
  }
  return -1;
}

void code_id_put(struct byte_builder *builder)
{
  if (dl_iterate_phdr(find_program_build_id, builder) != 1)
    file_probe_put(builder, "/proc/self/exe");
}
