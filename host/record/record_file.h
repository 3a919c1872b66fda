/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files of frames, records and snapshots, as they were written or compressed by `seep pack`. */
#ifndef SEEP_HOST_RECORD_RECORD_FILE_H
#define SEEP_HOST_RECORD_RECORD_FILE_H

#include "host/record/frame_reader.h"

struct record_file;

/* Whether the file is one of Seep's shows only when its first frame is read. */
struct error *record_file_open(const char *path, struct record_file **ret);
void record_file_close(struct record_file *file);

/* As record_reader_next(); *ret_found is false at the end. */
struct error *record_file_next(struct record_file *file, bool *ret_found, struct record_frame *ret);

/* Call `take` for every frame of a file, up to its end or the first error. *ret_cut: the file ends inside a frame. */
struct error *record_file_read(const char *path, struct error *(*take)(void *context, const struct record_frame *frame),
                               void *context, bool *ret_cut);

#endif
