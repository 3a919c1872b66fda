/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One dump function per kind, generated from the table. The table does not say what a number means, so the few
 * fields that hold addresses are recognised by their names. */
#include "host/record/dump.h"

#include <inttypes.h>
#include <string.h>

static bool is_address(const char *field)
{
  static const char *const addresses[] = {"address", "block_start", "end", "file_offset", "ips", "start"};
  for (size_t i = 0; i < sizeof addresses / sizeof *addresses; i++)
    if (strcmp(field, addresses[i]) == 0)
      return true;
  return false;
}

static void dump_number(FILE *output, const char *field, uint64_t value)
{
  fprintf(output, is_address(field) ? "0x%" PRIx64 : "%" PRIu64, value);
}

static void dump_string(FILE *output, struct record_string string)
{
  fputc('"', output);
  for (size_t i = 0; i < string.size; i++) {
    unsigned char byte = (unsigned char)string.data[i];
    if (byte == '"' || byte == '\\')
      fprintf(output, "\\%c", byte);
    else if (byte >= 0x20 && byte < 0x7f)
      fputc(byte, output);
    else
      fprintf(output, "\\x%02x", byte);
  }
  fputc('"', output);
}

static void dump_numbers(FILE *output, const char *field, struct record_numbers numbers)
{
  fputc('[', output);
  for (size_t i = 0; i < numbers.count; i++) {
    if (i > 0)
      fputc(' ', output);
    dump_number(output, field, numbers.items[i]);
  }
  fputc(']', output);
}

static void dump_strings(FILE *output, struct record_strings strings)
{
  fputc('[', output);
  for (size_t i = 0; i < strings.count; i++) {
    if (i > 0)
      fputc(' ', output);
    dump_string(output, strings.items[i]);
  }
  fputc(']', output);
}

#define FRAME(NAME, name, number)                                        \
  static void dump_##name(FILE *output, const struct record_##name *frame) \
  {                                                                      \
    fputs(#NAME, output);
#define U64(f) fputs(" " #f "=", output), dump_number(output, #f, frame->f);
#define STR(f) fputs(" " #f "=", output), dump_string(output, frame->f);
#define U64S(f) fputs(" " #f "=", output), dump_numbers(output, #f, frame->f);
#define STRS(f) fputs(" " #f "=", output), dump_strings(output, frame->f);
#define END(NAME, name) }
#include "shared/record/frame_kinds.def"

void record_dump_frame(FILE *output, const struct record_frame *frame)
{
  fprintf(output, "0x%" PRIx64 " ", frame->offset);
  switch (frame->kind) {
#define FRAME(NAME, name, number)      \
  case number:                         \
    dump_##name(output, &frame->name); \
    break;
#include "shared/record/frame_kinds.def"
  }
  fputc('\n', output);
}

struct error *record_dump(FILE *output, struct record_reader *reader)
{
  for (;;) {
    bool found;
    struct record_frame frame;
    struct error *error = record_reader_next(reader, &found, &frame);
    if (error || !found)
      return error;
    record_dump_frame(output, &frame);
  }
}
