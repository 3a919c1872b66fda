/* SPDX-License-Identifier: GPL-2.0-or-later */
/* All ids are gathered first, then everything that refers to one is held against them. A message is a sequence of
 * fields, each a key (number << 3 | type) and a number (type 0) or as many bytes as a number says (type 2). */
#include "support/pprof_reader.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <zlib.h>

enum { SAMPLE = 2, MAPPING = 3, LOCATION = 4, FUNCTION = 5, STRING = 6, LINE = 4, TYPES = 7, IDS_MAX = 1 << 12 };

struct bytes {
  const unsigned char *at, *end;
};

struct field {
  unsigned number;
  uint64_t value;
  struct bytes content;
  bool is_content;
};

struct profile {
  bool is_there[TYPES][IDS_MAX];
  size_t strings;
  const char *fault;
};

static void blame(struct profile *profile, const char *fault)
{
  if (!profile->fault)
    profile->fault = fault;
}

static bool take_number(struct bytes *bytes, uint64_t *ret)
{
  *ret = 0;
  for (unsigned shift = 0; bytes->at < bytes->end && shift < 64; shift += 7) {
    const unsigned char byte = *bytes->at++;
    *ret |= (uint64_t)(byte & 0x7f) << shift;
    if (byte < 0x80)
      return true;
  }
  return false;
}

static bool take_field(struct profile *profile, struct bytes *bytes, struct field *ret)
{
  uint64_t key;
  if (bytes->at == bytes->end || profile->fault)
    return false;
  bool is_good = take_number(bytes, &key) && (key & 5) == 0 && take_number(bytes, &ret->value);
  ret->number = (unsigned)(key >> 3);
  ret->is_content = is_good && (key & 7) == 2;
  is_good = is_good && (!ret->is_content || ret->value <= (uint64_t)(bytes->end - bytes->at));
  if (!is_good) {
    blame(profile, "a field is cut off");
    return false;
  }
  if (ret->is_content) {
    ret->content = (struct bytes){bytes->at, bytes->at + ret->value};
    bytes->at += ret->value;
  }
  return true;
}

/* --- what there is --- */

/* The id is the first field of mappings, locations and functions. */
static void note_id(struct profile *profile, const struct field *message)
{
  struct bytes bytes = message->content;
  struct field id;
  if (!take_field(profile, &bytes, &id) || id.number != 1 || id.value == 0 || id.value >= IDS_MAX)
    blame(profile, "something has no id");
  else if (profile->is_there[message->number][id.value])
    blame(profile, "an id is there twice");
  else
    profile->is_there[message->number][id.value] = true;
}

static void gather(struct profile *profile, struct bytes bytes)
{
  struct field field;
  while (take_field(profile, &bytes, &field))
    if (field.number == STRING)
      profile->strings++;
    else if (field.number >= MAPPING && field.number <= FUNCTION)
      note_id(profile, &field);
}

/* --- what is referred to --- */

static void need(struct profile *profile, unsigned type, uint64_t id, const char *fault)
{
  if (id >= IDS_MAX || !profile->is_there[type][id])
    blame(profile, fault);
}

static void check_text(struct profile *profile, uint64_t index)
{
  if (index >= profile->strings)
    blame(profile, "a text is beyond the table");
}

static void check_sample(struct profile *profile, struct bytes bytes)
{
  struct field field;
  while (take_field(profile, &bytes, &field))
    for (uint64_t id; field.number == 1 && field.content.at < field.content.end;)
      if (take_number(&field.content, &id))
        need(profile, LOCATION, id, "a sample has a location that is not there");
      else
        blame(profile, "a list is cut off");
}

static void check_line(struct profile *profile, struct bytes bytes)
{
  struct field field;
  while (take_field(profile, &bytes, &field))
    if (field.number == 1)
      need(profile, FUNCTION, field.value, "a line has a function that is not there");
}

static void check_location(struct profile *profile, struct bytes bytes)
{
  struct field field;
  while (take_field(profile, &bytes, &field))
    if (field.number == LINE)
      check_line(profile, field.content);
    else if (field.number == 2 && field.value != 0)
      need(profile, MAPPING, field.value, "a location has a mapping that is not there");
}

static void check_texts(struct profile *profile, struct bytes bytes, unsigned first, unsigned last)
{
  struct field field;
  while (take_field(profile, &bytes, &field))
    if (field.number >= first && field.number <= last)
      check_text(profile, field.value);
}

static void check_profile(struct profile *profile, struct bytes bytes)
{
  struct field field;
  while (take_field(profile, &bytes, &field))
    if (field.number == SAMPLE)
      check_sample(profile, field.content);
    else if (field.number == LOCATION)
      check_location(profile, field.content);
    else if (field.number == FUNCTION)
      check_texts(profile, field.content, 2, 4);
    else if (field.number == MAPPING)
      check_texts(profile, field.content, 5, 6);
}

/* --- the whole --- */

/* NULL: it is none. */
static unsigned char *unpack(const void *data, size_t size, size_t *ret_size)
{
  enum { BYTES_MAX = 1 << 20, GZIP = 16 };
  unsigned char *unpacked = malloc(BYTES_MAX);
  z_stream stream = {
    .next_in = (unsigned char *)data, .avail_in = (uInt)size, .next_out = unpacked, .avail_out = BYTES_MAX};
  int status = unpacked ? inflateInit2(&stream, MAX_WBITS + GZIP) : Z_MEM_ERROR;
  if (status == Z_OK) {
    status = inflate(&stream, Z_FINISH);
    inflateEnd(&stream);
  }
  if (status == Z_STREAM_END) {
    *ret_size = stream.total_out;
    return unpacked;
  }
  free(unpacked);
  return NULL;
}

const char *pprof_fault(const void *data, size_t size)
{
  struct profile *profile = calloc(1, sizeof *profile);
  unsigned char *unpacked = unpack(data, size, &size);
  if (profile && unpacked) {
    const struct bytes bytes = {unpacked, unpacked + size};
    gather(profile, bytes);
    check_profile(profile, bytes);
  }
  const char *fault = profile && unpacked ? profile->fault : "it cannot be unpacked";
  free(unpacked);
  free(profile);
  return fault;
}
