/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A split unit made into a file of its own that libdw reads like any other. */
#ifndef SEEP_HOST_SYMBOLS_DWARF_DWARF_SPLIT_IMAGE_H
#define SEEP_HOST_SYMBOLS_DWARF_DWARF_SPLIT_IMAGE_H

#include <elfutils/libdw.h>

#include "host/symbols/dwarf/dwarf_package.h"

/* What the program itself has of the unit. */
struct split_skeleton {
  uint64_t id;
  uint64_t low_pc;                      /* what its ranges are relative to */
  struct elf_section addresses, ranges; /* .debug_addr and .debug_ranges, from its base on; without data: none */
};

struct split_image;

/* Make the file. The parts must stay where they are; `parts->types` may go. `path` is for messages. *ret is NULL when
 * the unit has another id. */
struct error *split_image_create(const char *path, const struct split_parts *parts,
                                 const struct split_skeleton *skeleton, struct split_image **ret);
void split_image_destroy(struct split_image *image);

/* As long as the image is there. */
Dwarf *split_image_handle(const struct split_image *image);

#endif
