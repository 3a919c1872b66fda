/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The input is an ELF file: its sections, links, build-id, compressed sections and symbol tables are read. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "support/elf_image.h"
#include "host/symbols/elf/elf_file.h"
#include "host/symbols/module_reader.h"

enum { INPUT_MAX_BYTES = 1 << 20 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void read_all(const char *path)
{
  struct elf_file *file = NULL;
  struct error *error = elf_file_open(path, &file);
  struct elf_link link;
  uint32_t checksum;
  if (!error) {
    elf_file_debug_link(file, &link);
    elf_file_supplement_link(file, &link);
    error = elf_file_checksum(file, &checksum);
  }
  elf_file_close(file);
  error_free(error);
}

static void resolve_all(const char *path)
{
  const char *const roots[] = {"/nonexistent", NULL};
  struct warnings warnings = {NULL, NULL};
  struct debug_search search = {.roots = roots, .warnings = &warnings};
  struct symbols_module module = {.path = path};
  struct module_reader *reader = NULL;
  error_free(module_reader_open(&module, -1, &search, false, &reader));
  for (uint64_t offset = 0; reader && offset < 0x8000; offset += 0x1f7) {
    struct byte_builder answer = {0};
    for (int kind = 0; kind < ANSWER_KINDS; kind++)
      module_reader_answer(reader, (enum answer_kind)kind, offset, offset + 0x11, &answer);
    builder_deinit(&answer);
  }
  module_reader_close(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  char path[64];
  if (size > INPUT_MAX_BYTES)
    return -1;
  int fd = image_open(data, size);
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  read_all(path);
  resolve_all(path);
  close(fd);
  return 0;
}
