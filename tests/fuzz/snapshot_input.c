/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "fuzz/snapshot_input.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "must.h"
#include "shared/record/record.h"

static int file = -1;
static char path[32];

static void put_bytes(const void *data, size_t size)
{
  must(write(file, data, size) == (ssize_t)size);
}

static void begin_file(void)
{
  if (file < 0)
    file = memfd_create("snapshot", MFD_CLOEXEC);
  must(file >= 0 && ftruncate(file, 0) == 0 && lseek(file, 0, SEEK_SET) == 0);
  snprintf(path, sizeof path, "/proc/self/fd/%d", file);
}

static void put_frame(unsigned kind, const uint8_t *payload, size_t size)
{
  unsigned char head[RECORD_FRAME_HEAD_BYTES] = {(unsigned char)size, (unsigned char)(size >> 8), 0, 0,
                                                 (unsigned char)kind};
  uint32_t crc = record_crc32(record_crc32(0, head, sizeof head), payload, size);
  unsigned char tail[RECORD_FRAME_TAIL_BYTES] = {(unsigned char)crc, (unsigned char)(crc >> 8),
                                                 (unsigned char)(crc >> 16), (unsigned char)(crc >> 24)};
  put_bytes(head, sizeof head);
  put_bytes(payload, size);
  put_bytes(tail, sizeof tail);
}

static void put_stream(const uint8_t *data, size_t size)
{
  enum { KINDS = RECORD_SNAPSHOT_END - RECORD_SNAPSHOT + 1 };
  unsigned char header[RECORD_HEADER_BYTES];
  struct record_encoder encoder = {header, sizeof header, 0};
  record_put_header(&encoder);
  put_bytes(header, sizeof header);
  if (size < 2 || data[0] % KINDS != 0)
    put_frame(RECORD_SNAPSHOT, (const uint8_t *)"", 0);
  while (size >= 2) {
    size_t payload = data[1] < size - 2 ? data[1] : size - 2;
    put_frame(RECORD_SNAPSHOT + data[0] % KINDS, data + 2, payload);
    data += 2 + payload;
    size -= 2 + payload;
  }
}

struct snapshot *snapshot_input_read(const uint8_t *data, size_t size)
{
  struct snapshot *snapshot = NULL;
  if (size == 0)
    return NULL;
  begin_file();
  if (data[0] & 1)
    put_stream(data + 1, size - 1);
  else
    put_bytes(data + 1, size - 1);
  error_free(snapshot_read(path, &snapshot));
  return snapshot;
}
