/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The input is the id of a split unit (8 bytes) and a row of sections as in fuzz_dwarf.c, with the names below; they
 * become an ELF file, in which the unit is looked for as in a .dwo file and as in a package, and walked.
 * fuzz_dwarf_seeds makes inputs out of real programs. */
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "support/elf_image.h"
#include "host/symbols/dwarf/dwarf_functions.h"
#include "host/symbols/dwarf/dwarf_split_image.h"

enum { INPUT_MAX_BYTES = 1 << 20, STEP = 0x1b };

static const char *const names[] = {
  ".debug_info.dwo", ".debug_abbrev.dwo", ".debug_line.dwo", ".debug_loc.dwo", ".debug_loclists.dwo",
  ".debug_rnglists.dwo", ".debug_str_offsets.dwo", ".debug_str.dwo", ".debug_types.dwo", ".debug_cu_index",
  ".debug_tu_index", ".debug_addr", ".debug_ranges",
};
enum { NAMES = sizeof names / sizeof *names };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static size_t split(struct bytes *bytes, struct image_section sections[NAMES])
{
  size_t count = 0;
  while (count < NAMES && bytes->next < bytes->end) {
    size_t name = bytes_number(bytes, 1) % NAMES, length = bytes_number(bytes, 3);
    size_t left = (size_t)(bytes->end - bytes->next);
    length = length < left ? length : left;
    sections[count++] = (struct image_section){.name = names[name], .data = bytes->next, .bytes = length};
    bytes->next += length;
  }
  return count;
}

static void walk(const struct elf_file *file, Dwarf *dwarf)
{
  static struct dwarf_call calls[INLINE_DEPTH_MAX];
  Dwarf_Off next;
  Dwarf_Die die;
  size_t head_bytes;
  bool cut;
  if (dwarf_nextcu(dwarf, 0, &next, &head_bytes, NULL, NULL, NULL) != 0 || !dwarf_offdie(dwarf, head_bytes, &die))
    return;
  struct dwarf_functions *const functions = dwarf_functions_create(file, &die);
  for (uint64_t address = IMAGE_CODE_START; functions && address < IMAGE_CODE_START + 0x300; address += STEP)
    dwarf_functions_find(functions, address, calls, &cut);
  dwarf_functions_destroy(functions);
}

typedef struct error *part_finder(struct elf_file *file, uint64_t id, struct split_parts *ret, bool *ret_found);

static void read_unit(struct elf_file *file, uint64_t id, part_finder *find)
{
  struct split_skeleton skeleton = {.id = id, .low_pc = IMAGE_CODE_START};
  struct split_parts parts;
  struct split_image *image = NULL;
  bool found = false, has_section;
  error_free(elf_file_section(file, ".debug_addr", &skeleton.addresses, &has_section));
  error_free(elf_file_section(file, ".debug_ranges", &skeleton.ranges, &has_section));
  struct error *error = find(file, id, &parts, &found);
  if (!error && found)
    error = split_image_create("fuzz", &parts, &skeleton, &image);
  split_parts_deinit(&parts);
  if (image)
    walk(file, split_image_handle(image));
  split_image_destroy(image);
  error_free(error);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  struct image_section sections[NAMES];
  struct bytes bytes = bytes_of(data, size);
  struct elf_file *file = NULL;
  char path[64];
  size_t image_bytes;
  if (size > INPUT_MAX_BYTES)
    return -1;
  uint64_t id = bytes_number(&bytes, 8);
  size_t count = split(&bytes, sections);
  unsigned char *image = image_build(sections, count, &image_bytes);
  int fd = image_open(image, image_bytes);
  free(image);
  snprintf(path, sizeof path, "/proc/self/fd/%d", fd);
  error_free(elf_file_open(path, &file));
  if (file) {
    read_unit(file, id, dwarf_object_parts);
    read_unit(file, id, dwarf_package_parts);
  }
  elf_file_close(file);
  close(fd);
  return 0;
}
