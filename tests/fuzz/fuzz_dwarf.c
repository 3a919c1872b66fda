/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The input is a row of DWARF sections, each a number of the list below (1 byte), a length (3 bytes, little-endian)
 * and contents; they become an ELF file, in which addresses are looked up. fuzz_dwarf_seeds makes inputs out of real
 * programs. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "support/elf_image.h"
#include "host/symbols/module_reader.h"

enum { INPUT_MAX_BYTES = 1 << 20, STEP = 0x1b, WITHIN = 5 /* of the first variable */ };

static const char *const names[] = {
  ".debug_info", ".debug_abbrev", ".debug_line", ".debug_str", ".debug_line_str", ".debug_ranges",
  ".debug_rnglists", ".debug_addr", ".debug_str_offsets", ".debug_aranges", ".debug_loc", ".debug_loclists",
  ".debug_types",
};
enum { NAMES = sizeof names / sizeof *names };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t split(const uint8_t *data, size_t size, struct image_section sections[NAMES])
{
  struct bytes bytes = bytes_of(data, size);
  size_t count = 0;
  while (count < NAMES && bytes.next < bytes.end) {
    size_t name = bytes_number(&bytes, 1) % NAMES, length = bytes_number(&bytes, 3);
    size_t left = (size_t)(bytes.end - bytes.next);
    length = length < left ? length : left;
    sections[count++] = (struct image_section){.name = names[name], .data = bytes.next, .bytes = length};
    bytes.next += length;
  }
  return count;
}

static void resolve_all(const char *path)
{
  struct warnings warnings = {NULL, NULL};
  struct debug_search search = {.warnings = &warnings};
  struct symbols_module module = {.path = path};
  struct module_reader *reader = NULL;
  error_free(module_reader_open(&module, -1, &search, true, &reader));
  for (uint64_t offset = IMAGE_CODE_START; reader && offset < IMAGE_CODE_START + 0x300; offset += STEP) {
    struct byte_builder answer = {0};
    for (int kind = 0; kind < ANSWER_KINDS; kind++)
      module_reader_answer(reader, (enum answer_kind)kind, offset, WITHIN, &answer);
    builder_deinit(&answer);
  }
  module_reader_close(reader);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct image_section sections[NAMES];
  char path[64];
  size_t image_bytes;
  if (size > INPUT_MAX_BYTES)
    return -1;
  size_t count = split(data, size, sections);
  unsigned char *image = image_build(sections, count, &image_bytes);
  int fd = image_open(image, image_bytes);
  free(image);
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  resolve_all(path);
  close(fd);
  return 0;
}
