/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The mappings of this process, as the kernel lists them (/proc/self/maps), read without allocating. */
#ifndef SEEP_NATIVE_MAPPINGS_H
#define SEEP_NATIVE_MAPPINGS_H

#include <stdbool.h>
#include <stdint.h>

enum { MAPPINGS_PATH_BYTES = 4096 };

struct mapping {
  uint64_t start, end, file_offset, device, inode;
  bool is_readable, is_writable, is_executable, is_shared;
  char path[MAPPINGS_PATH_BYTES]; /* or "[heap]" and its like; empty: none */
};

struct mappings {
  int file;           /* negative: it cannot be read */
  unsigned count, at; /* of `text` */
  char text[1 << 14];
  struct mapping mapping;
};

/* Open a file that the kernel has of this process ("maps", "mem") to read it; negative: it cannot be opened. */
int mappings_open(const char *name);

/* From the first on. mappings_end() is due whatever happens. */
void mappings_begin(struct mappings *mappings);

/* The next one; NULL: there are no more. */
const struct mapping *mappings_next(struct mappings *mappings);

/* Before or after the last one. */
void mappings_end(struct mappings *mappings);

#endif
