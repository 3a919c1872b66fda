/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading a stream of frames from an untrusted source: every length is checked, every error message names the offset.
 *
 * The reader is fed bytes as they arrive and hands out complete frames. It serves sockets and files alike. */
#ifndef SEEP_HOST_RECORD_FRAME_READER_H
#define SEEP_HOST_RECORD_FRAME_READER_H

#include "host/base/error.h"
#include "shared/record/record.h"

struct record_reader;

/* Every message begins with `name` ("run.rec: frame at offset 0x1f: ..."). */
void record_reader_create(const char *name, struct record_reader **ret);
void record_reader_destroy(struct record_reader *reader);

/* Append bytes to what has been read so far. */
void record_reader_feed(struct record_reader *reader, const void *data, size_t size);

/* One decoded frame. Strings and lists point into the reader and are valid until its next call. */
struct record_frame {
  uint64_t offset; /* of the frame in the stream, bytes */
  enum record_kind kind;
  union {
#define FRAME(NAME, name, number) struct record_##name name;
#include "shared/record/frame_kinds.def"
  };
};

/* The next frame of a known kind, into `ret`; *ret_found is false when more bytes are needed for one.
 * An error is final: the stream is damaged at the place the message names. */
struct error *record_reader_next(struct record_reader *reader, bool *ret_found, struct record_frame *ret);

/* True when the bytes fed so far end inside the header or a frame: the stream was cut off. */
bool record_reader_is_cut(const struct record_reader *reader);

/* Bytes up to the end of the last whole frame. */
uint64_t record_reader_offset(const struct record_reader *reader);

#endif
