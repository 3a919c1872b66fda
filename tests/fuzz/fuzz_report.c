/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Input: a byte that chooses options, one whether there is XML, then frames: a kind and its fields, mostly small numbers, so
 * that ids meet. Whatever the frames say, the report takes them or refuses them with an error, and finishes. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "report/writer.h"
#include "support/fake_symbols.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { LIST_MAX_ITEMS = 8, LISTS_MAX = 32 };

struct input {
  const uint8_t *data;
  size_t size;
  uint64_t numbers[LISTS_MAX][LIST_MAX_ITEMS];
  struct record_string strings[LISTS_MAX][LIST_MAX_ITEMS];
  size_t lists; /* used for the present frame */
};

static unsigned take_byte(struct input *input)
{
  if (input->size == 0)
    return 0;
  input->size--;
  return *input->data++;
}

static uint64_t take_number(struct input *input)
{
  static const uint64_t large[] = {UINT64_MAX, UINT64_MAX - 1, (uint64_t)1 << 63, (uint64_t)1 << 32, 0x108000, 0x10a000};
  unsigned byte = take_byte(input);
  return byte < 240 ? byte : large[byte % (sizeof large / sizeof large[0])];
}

static struct record_string take_string(struct input *input)
{
  size_t size = take_byte(input) % 32;
  if (size > input->size)
    size = input->size;
  struct record_string string = {(const char *)input->data, size};
  input->data += size;
  input->size -= size;
  return string;
}

static struct record_numbers take_numbers(struct input *input)
{
  uint64_t *items = input->numbers[input->lists++];
  size_t count = take_byte(input) % LIST_MAX_ITEMS;
  for (size_t i = 0; i < count; i++)
    items[i] = take_number(input);
  return (struct record_numbers){items, count};
}

static struct record_strings take_strings(struct input *input)
{
  struct record_string *items = input->strings[input->lists++];
  size_t count = take_byte(input) % LIST_MAX_ITEMS;
  for (size_t i = 0; i < count; i++)
    items[i] = take_string(input);
  return (struct record_strings){items, count};
}

#define FRAME(NAME, name, number)                                             \
  static void take_##name(struct input *input, struct record_frame *frame)   \
  {                                                                           \
    struct record_##name *fields = &frame->name;
#define U64(f) fields->f = take_number(input);
#define STR(f) fields->f = take_string(input);
#define U64S(f) fields->f = take_numbers(input);
#define STRS(f) fields->f = take_strings(input);
#define END(NAME, name) }
#include "record/kinds.def"

static void (*const takers[])(struct input *, struct record_frame *) = {
#define FRAME(NAME, name, number) [number] = take_##name,
#include "record/kinds.def"
};

static struct record_frame take_frame(struct input *input)
{
  size_t kind = take_byte(input) % (sizeof takers / sizeof takers[0]);
  struct record_frame frame = {.kind = (enum record_kind)kind};
  input->lists = 0;
  if (takers[kind])
    takers[kind](input, &frame);
  return frame;
}

static void must(struct error *error)
{
  if (error)
    abort();
}

static struct options *make_options(unsigned bits)
{
  static const char *const choices[] = {
    "--leak-check=full", "--show-leak-kinds=all", "--gen-suppressions=all", "--show-error-list=all",
    "--personality=seep", "--time-stamp=yes", "--count-inherited=no", "--xml-protocol=6",
  };
  struct options *options;
  must(options_create(true, &options));
  for (size_t i = 0; i < sizeof choices / sizeof choices[0]; i++)
    if (bits >> i & 1)
      must(options_set(options, choices[i], "fuzz"));
  return options;
}

static void feed(struct report *report, struct input *input, FILE *output, FILE *xml)
{
  struct report_process *process;
  struct record_reply reply = {0};
  must(report_process_create(report, output, &process));
  if (xml)
    must(report_process_add_xml(process, &(struct xml_config){.output = xml}));
  struct record_frame start = {.kind = RECORD_START};
  must(report_process_frame(process, &start));
  struct error *error = NULL;
  while (input->size > 0 && !error) {
    struct record_frame frame = take_frame(input);
    error = report_process_frame(process, &frame);
    report_process_answer(process, RECORD_QUESTION_EXIT, &reply);
  }
  error_free(error);
  error_free(report_process_finish(process, NULL));
  (void)report_totals(report);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static const char entry[] = "{\n  x\n  Memcheck:Leak\n  fun:hidden\n}\n{\n  y\n  Memcheck:Free\n  ...\n  fun:hidden\n}\n"
                              "{\n  z\n  Memcheck:Param\n  w*e(buf[...])\n  fun:hidden\n}\n"
                              "{\n  v\n  Memcheck:Value8\n  fun:hidden\n}\n";
  struct input *input = malloc(sizeof *input);
  if (!input)
    return 0;
  *input = (struct input){.data = data, .size = size};
  struct options *options = make_options(take_byte(input));
  struct symbols *symbols;
  struct suppressions *suppressions;
  struct report *report;
  FILE *output = fopen("/dev/null", "w");
  fake_symbols_clear();
  fake_symbols_add(1, "hidden", NULL, NULL, 0);
  fake_symbols_add(2, "main", "/src", "main.c", 1);
  must(symbols_create(&(struct symbols_config){0}, &symbols));
  must(suppressions_create(&suppressions));
  must(suppressions_load_text(suppressions, "fuzz.supp", entry, sizeof entry - 1));
  must(report_create(
    &(struct report_config){.options = options, .symbols = symbols, .suppressions = suppressions, .run_name = "RUN"},
    &report));
  feed(report, input, output, take_byte(input) & 1 ? output : NULL);
  report_destroy(report);
  suppressions_destroy(suppressions);
  symbols_destroy(symbols);
  options_destroy(options);
  fclose(output);
  free(input);
  return 0;
}
