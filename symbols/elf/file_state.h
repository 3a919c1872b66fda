/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A sight is what tells one state of a file from another. A probe is a path and the sight of what was found there:
 * answers that depend on it hold as long as the same is found again. */
#ifndef SEEP_SYMBOLS_ELF_FILE_STATE_H
#define SEEP_SYMBOLS_ELF_FILE_STATE_H

#include "symbols/elf/bytes.h"

struct stat;

/* All zeros: nothing is there. */
struct sight {
  uint64_t bytes, mtime_ns, ctime_ns, inode;
};

struct sight file_state_of(const struct stat *stat);
struct sight file_state_at(const char *path);
bool file_state_is_equal(const struct sight *left, const struct sight *right);

void file_state_put(struct byte_builder *builder, const struct sight *sight);
struct sight file_state_take(struct bytes *bytes);

/* Look at `path` now and put the probe. */
void file_probe_put(struct byte_builder *builder, const char *path);

/* Take one probe and look again. False when something else is there now, or the probe is broken. */
bool file_probe_holds(struct bytes *bytes);

#endif
