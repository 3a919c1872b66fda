/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Input: a byte that says how the rest is meant and split. Either the rest is a stream as it stands, or it is made into
 * one whose header and checksums are right, so that payloads get past them: each frame is a kind, a length and its
 * bytes. What is checked beside memory: a stream fed in pieces gives the same frames and the same error as one fed
 * whole. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "host/record/dump.h"
#include "host/record/frame_reader.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct stream {
  unsigned char *data;
  size_t size;
};

static void put_bytes(struct stream *stream, const void *data, size_t size)
{
  memcpy(stream->data + stream->size, data, size);
  stream->size += size;
}

static void put_frame(struct stream *stream, unsigned kind, const uint8_t *payload, size_t size)
{
  size_t start = stream->size;
  unsigned char head[RECORD_FRAME_HEAD_BYTES] = {(unsigned char)size, 0, 0, 0, (unsigned char)kind};
  put_bytes(stream, head, sizeof head);
  put_bytes(stream, payload, size);
  uint32_t crc = record_crc32(0, stream->data + start, stream->size - start);
  unsigned char tail[RECORD_FRAME_TAIL_BYTES];
  for (unsigned i = 0; i < sizeof tail; i++)
    tail[i] = (unsigned char)(crc >> (8 * i));
  put_bytes(stream, tail, sizeof tail);
}

/* A frame takes two bytes of the input at least and has twelve of its own. */
static struct stream make_stream(const uint8_t *data, size_t size)
{
  struct stream stream = {malloc(RECORD_HEADER_BYTES + size * 8 + 64), 0};
  struct record_encoder encoder = {stream.data, RECORD_HEADER_BYTES, 0};
  record_put_header(&encoder);
  stream.size = encoder.size;
  while (size >= 2) {
    size_t payload = data[1] < size - 2 ? data[1] : size - 2;
    put_frame(&stream, data[0], data + 2, payload);
    data += 2 + payload;
    size -= 2 + payload;
  }
  return stream;
}

/* What a stream gives, as text, when it comes in pieces of `piece` bytes. */
static char *dump(struct stream stream, size_t piece)
{
  char *text;
  size_t text_size;
  FILE *output = open_memstream(&text, &text_size);
  struct record_reader *reader;
  record_reader_create("fuzz", &reader);
  struct error *error = NULL;
  for (size_t done = 0; !error && done < stream.size; done += piece) {
    size_t size = piece < stream.size - done ? piece : stream.size - done;
    record_reader_feed(reader, stream.data + done, size);
    error = record_dump(output, reader);
  }
  fprintf(output, "%s", error ? error_message(error) : record_reader_is_cut(reader) ? "cut" : "whole");
  error_free(error);
  record_reader_destroy(reader);
  fclose(output);
  return text;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size == 0)
    return 0;
  struct stream stream;
  if (data[0] & 1) {
    stream = make_stream(data + 1, size - 1);
  } else {
    stream = (struct stream){malloc(size), 0};
    put_bytes(&stream, data + 1, size - 1);
  }
  char *pieces = dump(stream, 1 + (data[0] >> 1)), *whole = dump(stream, stream.size + 1);
  if (strcmp(pieces, whole) != 0)
    abort();
  free(pieces);
  free(whole);
  free(stream.data);
  return 0;
}
