/* SPDX-License-Identifier: GPL-2.0-or-later */
/* pprof's profile: a gzipped message Profile, whose schema is proto/profile.proto of https://github.com/google/pprof.
 * The fields that are written here have these numbers there.
 *
 * A location is an instruction with the calls that were inlined there, which is what a code of a stack is here;
 * allocators' codes are left out as a whole. */
#include <limits.h>
#include <stdlib.h>
#include <zlib.h>

#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/text_table.h"
#include "host/heap/exports/export.h"
#include "host/heap/exports/profile.h"
#include "host/heap/exports/protobuf_wire.h"

enum {
  PROFILE_SAMPLE_TYPE = 1, PROFILE_SAMPLE = 2, PROFILE_MAPPING = 3, PROFILE_LOCATION = 4, PROFILE_FUNCTION = 5,
  PROFILE_STRING_TABLE = 6, PROFILE_TIME_NANOS = 9, PROFILE_DURATION_NANOS = 10, PROFILE_PERIOD_TYPE = 11,
  PROFILE_PERIOD = 12, PROFILE_COMMENT = 13, PROFILE_DEFAULT_SAMPLE_TYPE = 14,
  VALUE_TYPE = 1, VALUE_UNIT = 2,
  SAMPLE_LOCATION_ID = 1, SAMPLE_VALUE = 2,
  MAPPING_ID = 1, MAPPING_START = 2, MAPPING_LIMIT = 3, MAPPING_OFFSET = 4, MAPPING_FILENAME = 5, MAPPING_BUILD_ID = 6,
  MAPPING_HAS_FUNCTIONS = 7, MAPPING_HAS_FILENAMES = 8, MAPPING_HAS_LINE_NUMBERS = 9, MAPPING_HAS_INLINE_FRAMES = 10,
  LOCATION_ID = 1, LOCATION_MAPPING_ID = 2, LOCATION_ADDRESS = 3, LOCATION_LINE = 4,
  LINE_FUNCTION_ID = 1, LINE_LINE = 2,
  FUNCTION_ID = 1, FUNCTION_NAME = 2, FUNCTION_SYSTEM_NAME = 3, FUNCTION_FILENAME = 4,
};

/* A file that frames are in. */
struct mapped {
  const struct mapping *mapping;
  const char *path;
  char *build_id;
};

struct writing {
  const struct profile *profile;
  struct wire whole, part, line;
  struct text_table *strings;
  struct mapped *mapped;     /* in the order they were mapped, as the program is to be first; ids are places from 1 */
  size_t mapped_count;
  bool *has_location;        /* by frame: the location that begins with it was written */
  uint64_t *ids;             /* of one sample */
};

/* The text's number in the table of strings. */
static uint64_t string_number(struct writing *writing, const char *text)
{
  return text_table_add(writing->strings, text, NULL);
}

static void put_value_type(struct writing *writing, unsigned field, const char *type, const char *unit)
{
  wire_number(&writing->part, VALUE_TYPE, string_number(writing, type));
  wire_number(&writing->part, VALUE_UNIT, string_number(writing, unit));
  wire_message(&writing->whole, field, &writing->part);
}

/* --- mappings --- */

ORDER(by_mapping, struct mapped, UP(mapping->id) ?: UP(mapping))

static void find_mapped(struct writing *writing)
{
  const struct profile *profile = writing->profile;
  struct mapped *mapped = memory_zeroed((size_t)profile->frame_count + 1, sizeof *mapped);
  size_t found = 0, count = 0;
  for (uint32_t i = 0; i < profile->frame_count; i++) {
    const struct profile_frame *frame = profile->frames[i];
    if (frame->code && frame->code->mapping)
      mapped[found++] = (struct mapped){frame->code->mapping, frame->function->object, NULL};
  }
  qsort(mapped, found, sizeof *mapped, by_mapping);
  for (size_t i = 0; i < found; i++)
    if (count == 0 || mapped[count - 1].mapping != mapped[i].mapping)
      mapped[count++] = mapped[i];
  writing->mapped = mapped;
  writing->mapped_count = count;
}

/* 0: the code is in no file, as what a program has made itself. */
static uint64_t mapping_id(const struct writing *writing, const struct mapping *mapping)
{
  struct mapped key = {.mapping = mapping};
  if (!mapping)
    return 0;
  const struct mapped *found = bsearch(&key, writing->mapped, writing->mapped_count, sizeof key, by_mapping);
  return found ? (uint64_t)(found - writing->mapped) + 1 : 0;
}

static char *hexadecimal(const unsigned char *bytes, size_t count)
{
  char *text = memory_allocate(2 * count + 1);
  text[0] = 0;
  for (size_t i = 0; i < count; i++)
    sprintf(text + 2 * i, "%02x", bytes[i]);
  return text;
}

/* Viewers are told that there is nothing left to look up. */
static void put_mapping(struct writing *writing, size_t index)
{
  struct mapped *mapped = &writing->mapped[index];
  const struct mapping *mapping = mapped->mapping;
  struct wire *part = &writing->part;
  mapped->build_id = hexadecimal(mapping->file.build_id, mapping->file.build_id ? mapping->file.build_id_bytes : 0);
  wire_number(part, MAPPING_ID, index + 1);
  wire_number(part, MAPPING_START, mapping->start);
  wire_number(part, MAPPING_LIMIT, mapping->end);
  wire_number(part, MAPPING_OFFSET, mapping->file_offset);
  wire_number(part, MAPPING_FILENAME, string_number(writing, mapped->path));
  wire_number(part, MAPPING_BUILD_ID, string_number(writing, mapped->build_id));
  for (unsigned field = MAPPING_HAS_FUNCTIONS; field <= MAPPING_HAS_INLINE_FRAMES; field++)
    wire_number(part, field, true);
  wire_message(&writing->whole, PROFILE_MAPPING, part);
}

/* --- samples --- */

/* The frames from `start` on that are one instruction's; returns where they end. */
static size_t put_location(struct writing *writing, const struct profile_site *site, size_t start)
{
  const struct profile_frame *first = site->frames[start];
  size_t end = start + 1;
  while (end < site->frame_count && site->frames[end]->code == first->code &&
         site->frames[end]->frame == site->frames[end - 1]->frame + 1)
    end++;
  if (writing->has_location[first->number])
    return end;
  writing->has_location[first->number] = true;
  wire_number(&writing->part, LOCATION_ID, (uint64_t)first->number + 1);
  if (first->code) {
    wire_number(&writing->part, LOCATION_MAPPING_ID, mapping_id(writing, first->code->mapping));
    wire_number(&writing->part, LOCATION_ADDRESS, first->code->ip);
  }
  for (size_t i = start; i < end; i++) {
    wire_number(&writing->line, LINE_FUNCTION_ID, (uint64_t)site->frames[i]->function->number + 1);
    wire_number(&writing->line, LINE_LINE, site->frames[i]->frame->line);
    wire_message(&writing->part, LOCATION_LINE, &writing->line);
  }
  wire_message(&writing->whole, PROFILE_LOCATION, &writing->part);
  return end;
}

static void put_sample(struct writing *writing, const struct profile_site *site)
{
  const uint64_t values[] = {site->total_blocks, site->total_bytes, site->live_blocks, site->live_bytes};
  size_t first = writing->profile->has_totals ? 0 : 2, count = 0;
  for (size_t i = 0; i < site->frame_count; count++) {
    writing->ids[count] = (uint64_t)site->frames[i]->number + 1;
    i = put_location(writing, site, i);
  }
  wire_numbers(&writing->part, SAMPLE_LOCATION_ID, writing->ids, count);
  wire_numbers(&writing->part, SAMPLE_VALUE, values + first, 4 - first);
  wire_message(&writing->whole, PROFILE_SAMPLE, &writing->part);
}

static void put_samples(struct writing *writing)
{
  const struct profile *profile = writing->profile;
  size_t longest = 0;
  for (size_t i = 0; i < profile->site_count; i++)
    longest = profile->sites[i].frame_count > longest ? profile->sites[i].frame_count : longest;
  writing->has_location = memory_zeroed((size_t)profile->frame_count + 1, sizeof *writing->has_location);
  writing->ids = memory_zeroed(longest + 1, sizeof *writing->ids);
  for (size_t i = 0; i < profile->site_count; i++)
    put_sample(writing, &profile->sites[i]);
}

static void put_function(struct writing *writing, const struct profile_function *function)
{
  wire_number(&writing->part, FUNCTION_ID, (uint64_t)function->number + 1);
  wire_number(&writing->part, FUNCTION_NAME, string_number(writing, function->name));
  wire_number(&writing->part, FUNCTION_SYSTEM_NAME, string_number(writing, function->linkage));
  wire_number(&writing->part, FUNCTION_FILENAME, string_number(writing, function->file));
  wire_message(&writing->whole, PROFILE_FUNCTION, &writing->part);
}

/* --- the whole --- */

static void put_times(struct writing *writing)
{
  const struct heap *heap = writing->profile->heap;
  const struct growth *growth = heap->growth;
  uint64_t elapsed = growth->point_count > 0 ? growth->points[growth->point_count - 1].elapsed_ns : 0;
  if (heap->snapshot)
    elapsed = heap->snapshot->head.elapsed_ns;
  wire_number(&writing->whole, PROFILE_TIME_NANOS, heap->process->start_time_ns);
  wire_number(&writing->whole, PROFILE_DURATION_NANOS, elapsed);
}

/* The names that Go's heap profiles have made known. The first string is the empty one, and the table comes last. */
static void put_all(struct writing *writing, const char *command)
{
  const struct profile *profile = writing->profile;
  string_number(writing, "");
  if (profile->has_totals) {
    put_value_type(writing, PROFILE_SAMPLE_TYPE, "alloc_objects", "count");
    put_value_type(writing, PROFILE_SAMPLE_TYPE, "alloc_space", "bytes");
  }
  put_value_type(writing, PROFILE_SAMPLE_TYPE, "inuse_objects", "count");
  put_value_type(writing, PROFILE_SAMPLE_TYPE, "inuse_space", "bytes");
  put_value_type(writing, PROFILE_PERIOD_TYPE, "space", "bytes");
  wire_number(&writing->whole, PROFILE_PERIOD, 1);
  find_mapped(writing);
  put_samples(writing);
  for (size_t i = 0; i < writing->mapped_count; i++)
    put_mapping(writing, i);
  for (uint32_t i = 0; i < profile->function_count; i++)
    put_function(writing, profile->functions[i]);
  put_times(writing);
  wire_number(&writing->whole, PROFILE_COMMENT, string_number(writing, command));
  wire_number(&writing->whole, PROFILE_DEFAULT_SAMPLE_TYPE, string_number(writing, "inuse_space"));
  for (uint32_t i = 0; i < text_table_size(writing->strings); i++)
    wire_text(&writing->whole, PROFILE_STRING_TABLE, text_table_at(writing->strings, i));
}

static void compress_to(FILE *output, struct wire *whole)
{
  enum { GZIP = 16, LEVEL = 6, MEMORY = 8 };
  unsigned char buffer[16384];
  z_stream stream = {.next_in = whole->data};
  size_t left = whole->size;
  int status = deflateInit2(&stream, LEVEL, Z_DEFLATED, MAX_WBITS + GZIP, MEMORY, Z_DEFAULT_STRATEGY);
  if (status != Z_OK)
    memory_lacking(0);
  while (status == Z_OK && !ferror(output)) {
    if (stream.avail_in == 0) {
      stream.avail_in = left < UINT_MAX ? (uInt)left : UINT_MAX;
      left -= stream.avail_in;
    }
    stream.next_out = buffer;
    stream.avail_out = sizeof buffer;
    status = deflate(&stream, left > 0 ? Z_NO_FLUSH : Z_FINISH);
    fwrite(buffer, 1, sizeof buffer - stream.avail_out, output);
  }
  deflateEnd(&stream);
}

static void writing_deinit(struct writing *writing)
{
  for (size_t i = 0; i < writing->mapped_count; i++)
    free(writing->mapped[i].build_id);
  free(writing->mapped);
  free(writing->has_location);
  free(writing->ids);
  text_table_destroy(writing->strings);
  wire_release(&writing->whole);
  wire_release(&writing->part);
  wire_release(&writing->line);
}

struct error *export_pprof(const struct heap *heap, const struct export_request *request, FILE *output)
{
  (void)request;
  struct profile *profile;
  profile_create(heap, &profile);
  struct writing writing = {.profile = profile, .strings = text_table_create()};
  char *command = profile_command(heap);
  put_all(&writing, command);
  compress_to(output, &writing.whole);
  free(command);
  writing_deinit(&writing);
  profile_destroy(profile);
  return NULL;
}
