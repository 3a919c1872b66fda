/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What tells one state of a file from another. A probe is a path and the state of what was found there; answers that
 * depend on it hold as long as the same is found again. */
#ifndef SEEP_HOST_SYMBOLS_ELF_FILE_STATE_H
#define SEEP_HOST_SYMBOLS_ELF_FILE_STATE_H

#include "host/symbols/elf/bytes.h"

struct stat;

/* All zeros: nothing is there. */
struct file_state {
  uint64_t bytes, mtime_ns, ctime_ns, inode;
};

/* The state that stat() has told; that of the file at a path, all zeros if there is none; whether two are the same. */
struct file_state file_state_of(const struct stat *stat);
struct file_state file_state_at(const char *path);
bool file_state_is_equal(const struct file_state *left, const struct file_state *right);

/* As bytes, and back. */
void file_state_put(struct byte_builder *builder, const struct file_state *state);
struct file_state file_state_take(struct bytes *bytes);

/* Append a probe of what `path` leads to now; then the same unless there is one of that path. */
void file_probe_put(struct byte_builder *builder, const char *path);
void file_probe_put_once(struct byte_builder *builder, const char *path);

/* Read one probe and look again. False when something else is there now, or the probe is malformed. */
bool file_probe_holds(struct bytes *bytes);

#endif
