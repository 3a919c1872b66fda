/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What Seep says about addresses of a file, for comparison with other tools:
 *
 *   name_addresses FILE [DEBUG-DIR] <ADDRESSES
 *
 * Addresses are those in the file, in hexadecimal, one a line; "d" before one means data. For each, a line: functions,
 * innermost first, each as "function file:line:column"; of data "variable@function file:line +path of types". Problems
 * go to standard error. */
#include <gelf.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/symbols/symbols.h"

enum { SEGMENTS_MAX = 64, NOTE_BYTES_MAX = 64 };

struct file {
  GElf_Phdr segments[SEGMENTS_MAX];
  size_t count;
  unsigned char build_id[NOTE_BYTES_MAX];
  size_t build_id_bytes;
};

static void say(void *context, const char *message)
{
  fprintf(stderr, "%s\n", message);
}

static void must(struct error *error)
{
  if (!error)
    return;
  fprintf(stderr, "name_addresses: %s\n", error_message(error));
  exit(2);
}

static void read_note(Elf *elf, const GElf_Phdr *segment, struct file *ret)
{
  Elf_Data *data = elf_getdata_rawchunk(elf, (int64_t)segment->p_offset, segment->p_filesz,
                                        segment->p_align == 8 ? ELF_T_NHDR8 : ELF_T_NHDR);
  GElf_Nhdr note;
  size_t name, id;
  for (size_t at = 0; data && (at = gelf_getnote(data, at, &note, &name, &id)) > 0;)
    if (note.n_type == NT_GNU_BUILD_ID && note.n_descsz <= NOTE_BYTES_MAX) {
      memcpy(ret->build_id, (char *)data->d_buf + id, note.n_descsz);
      ret->build_id_bytes = note.n_descsz;
    }
}

static void read_file(const char *path, struct file *ret)
{
  elf_version(EV_CURRENT);
  int fd = open(path, O_RDONLY);
  Elf *elf = elf_begin(fd, ELF_C_READ, NULL);
  if (elf_getphdrnum(elf, &ret->count) < 0)
    must(error_format("%s: not an ELF file", path));
  ret->count = ret->count < SEGMENTS_MAX ? ret->count : SEGMENTS_MAX;
  for (size_t i = 0; i < ret->count && gelf_getphdr(elf, (int)i, &ret->segments[i]); i++)
    if (ret->segments[i].p_type == PT_NOTE)
      read_note(elf, &ret->segments[i], ret);
  elf_end(elf);
  close(fd);
}

static uint64_t offset_of(const struct file *file, uint64_t address)
{
  for (size_t i = 0; i < file->count; i++) {
    const GElf_Phdr *segment = &file->segments[i];
    if (segment->p_type == PT_LOAD && address >= segment->p_vaddr && address - segment->p_vaddr < segment->p_filesz)
      return address - segment->p_vaddr + segment->p_offset;
  }
  return 0;
}

static const char *text(const char *string)
{
  return string ? string : "?";
}

static void name_code(struct symbols *symbols, const struct symbols_module *module, uint64_t offset)
{
  const struct frame *frames;
  size_t count;
  symbols_resolve(symbols, module, offset, &frames, &count);
  for (size_t i = 0; i < count; i++)
    printf("%s%s %s:%u:%u", i ? ", " : "", text(frames[i].function_linkage), text(frames[i].file), frames[i].line,
           frames[i].column);
  putchar('\n');
}

static void name_data(struct symbols *symbols, const struct symbols_module *module, uint64_t address)
{
  struct symbols_variable variable;
  const struct symbols_type *types;
  struct symbols_path path;
  size_t count;
  uint64_t start;
  symbols_variable(symbols, module, SYMBOLS_DATA, address, &variable);
  symbols_variable_path(symbols, module, SYMBOLS_DATA, address, &path);
  symbols_variable_types(symbols, module, SYMBOLS_DATA, address, &types, &count, &start);
  printf("%s@%s %s:%u %s%s:", text(variable.name), text(variable.function), text(variable.file), variable.line,
         text(path.name), path.path ? path.path : "");
  for (size_t i = 0; i < count; i++)
    printf(" %s", text(types[i].name));
  putchar('\n');
}

static void name_locals(struct symbols *symbols, const struct symbols_module *module, uint64_t offset)
{
  const struct symbols_local *locals;
  size_t count;
  symbols_locals(symbols, module, offset, &locals, &count);
  for (size_t i = 0; i < count; i++)
    printf("%s%s %s in %s %s:%u", i ? ", " : "", text(locals[i].type), text(locals[i].name), text(locals[i].function),
           text(locals[i].file), locals[i].line);
  putchar('\n');
}

int main(int argc, char **argv)
{
  struct file file = {.count = 0};
  struct symbols *symbols;
  char line[64];
  if (argc < 2)
    return 2;
  read_file(argv[1], &file);
  const char *const dirs[] = {argc > 2 ? argv[2] : NULL, NULL};
  struct symbols_module module = {
    .path = realpath(argv[1], NULL), .build_id = file.build_id, .build_id_bytes = file.build_id_bytes};
  symbols_create(
    &(struct symbols_config){.warn = say, .debug_dirs = dirs, .cache_dir = getenv("NAMES_CACHE"), .downloads = true},
    &symbols);
  while (fgets(line, sizeof line, stdin)) {
    if (line[0] == 'd')
      name_data(symbols, &module, strtoull(line + 1, NULL, 16));
    else if (line[0] == 'l')
      name_locals(symbols, &module, offset_of(&file, strtoull(line + 1, NULL, 16)));
    else
      name_code(symbols, &module, offset_of(&file, strtoull(line, NULL, 16)));
  }
  symbols_destroy(symbols);
  free((char *)module.path);
  return 0;
}
