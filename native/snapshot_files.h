/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The file of one snapshot, beside the record of its process: p12.s1.heap belongs to p12.rec, p12.3.s1.heap to
 * p12.3.rec. */
#ifndef SEEP_NATIVE_SNAPSHOT_FILES_H
#define SEEP_NATIVE_SNAPSHOT_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SNAPSHOT_FILE_PATH_BYTES = 4096 };

struct snapshot_file {
  int fd;
  int errno_value; /* what went wrong first; 0: nothing */
  uint64_t bytes;  /* written so far */
  char path[SNAPSHOT_FILE_PATH_BYTES];
};

/* Make the file of snapshot *number; if there is one already, of the next number that is free, which becomes *number.
 * False: errno_value says why not. */
bool snapshot_file_create(struct snapshot_file *file, const char *record_path, uint64_t *number);

/* Remove the file of a snapshot. */
void snapshot_file_remove(const char *record_path, uint64_t number);

/* Would a twentieth of the disk be left after writing twice as many bytes? True also when that cannot be found out. */
bool snapshot_file_has_room(const char *record_path, uint64_t bytes);

/* Nothing is written after the first failure. */
bool snapshot_file_write(struct snapshot_file *file, const void *data, size_t size);

/* Close it; a file that could not be written is removed. Returns whether it is whole. */
bool snapshot_file_close(struct snapshot_file *file);

/* Lock it, as long as any process has this descriptor open: so others can wait until it is complete. */
void snapshot_file_lock(struct snapshot_file *file);

/* Another process has it open and writes it: close our descriptor. Its size and its removal go by the path from then
 * on. */
void snapshot_file_leave_to_writer(struct snapshot_file *file);
uint64_t snapshot_file_size(const struct snapshot_file *file);
void snapshot_file_unlink(const struct snapshot_file *file);

/* The path's last component. */
const char *snapshot_file_name(const struct snapshot_file *file);

#endif
