/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Input: findings as a list of small choices and strings. Whatever the strings hold, every format takes them, JSON
 * stays JSON, and a page has no element from outside. */
#include <jansson.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "host/reports/formats/formats.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FINDINGS_MAX = 8, VARIANTS_MAX = 3, FRAMES_MAX = 4, STRING_BYTES = 40 };

struct input {
  const uint8_t *data;
  size_t size;
  char *strings[FINDINGS_MAX * 128];
  size_t string_count;
};

static unsigned take_byte(struct input *input)
{
  if (input->size == 0)
    return 0;
  input->size--;
  return *input->data++;
}

/* Now and then NULL. */
static const char *take_string(struct input *input)
{
  size_t size = take_byte(input) % STRING_BYTES;
  if (size == STRING_BYTES - 1)
    return NULL;
  if (size > input->size)
    size = input->size;
  char *string = strndup((const char *)input->data, size);
  input->data += size;
  input->size -= size;
  return input->strings[input->string_count++] = string;
}

static const char *take_some_string(struct input *input)
{
  const char *string = take_string(input);
  return string ? string : "x";
}

static struct finding_stack take_stack(struct input *input, struct frame *frames)
{
  size_t count = take_byte(input) % FRAMES_MAX;
  for (size_t i = 0; i < count; i++)
    frames[i] = (struct frame){
      .function = take_string(input),
      .qualified = take_string(input),
      .function_linkage = take_string(input),
      .name = take_some_string(input),
      .object = take_string(input),
      .directory = take_string(input),
      .file = take_string(input),
      .line = take_byte(input),
      .is_own = take_byte(input) & 1,
    };
  return (struct finding_stack){frames, count};
}

struct specimen {
  struct finding items[FINDINGS_MAX];
  struct finding_hit hits[FINDINGS_MAX];
  struct finding_process processes[FINDINGS_MAX];
  struct finding_unchecked unchecked[FINDINGS_MAX];
  uint64_t forks[FINDINGS_MAX];
  struct finding_variant variants[FINDINGS_MAX][VARIANTS_MAX];
  struct frame frames[FINDINGS_MAX][VARIANTS_MAX + 1][FRAMES_MAX];
};

/* One for each finding, of a family in which anybody may be missing. */
static void take_process(struct input *input, struct specimen *specimen, size_t index)
{
  specimen->forks[index] = take_byte(input) % FINDINGS_MAX;
  specimen->processes[index] = (struct finding_process){
    .exe = take_string(input), .test = take_string(input), .pid = take_byte(input) % FINDINGS_MAX,
    .state = take_byte(input) % 3, .cut_reason = take_string(input), .end_reason = take_byte(input) % 3,
    .signal = take_byte(input), .signal_was_sent = take_byte(input) & 1, .forks = &specimen->forks[index],
    .fork_count = take_byte(input) & 1, .forked_from = take_byte(input) % 3, .ppid = take_byte(input) % 2,
    .generation = take_byte(input) % 3, .became = take_string(input), .heap_view = take_byte(input) % 7,
    .heap_allocator = take_string(input), .heap_module = take_string(input),
  };
  specimen->unchecked[index] = (struct finding_unchecked){
    .exe = take_string(input), .test = take_string(input), .reason = take_some_string(input),
    .is_missing = take_byte(input) & 1,
  };
}

/* A frame of the stack that is not before `from`; none when the stack has none. */
static size_t take_frame(struct input *input, const struct finding_stack *stack, size_t from)
{
  return from < stack->count ? from + take_byte(input) % (stack->count - from) : stack->count;
}

static void take_variant(struct input *input, struct frame *frames, struct finding_variant *ret)
{
  const struct finding_stack stack = take_stack(input, frames);
  const size_t site = take_frame(input, &stack, 0), kept = take_frame(input, &stack, site);
  *ret = (struct finding_variant){
    .stack = stack, .match_stack = stack, .places = {site, kept, take_frame(input, &stack, kept)}, .count = 1,
    .bytes = take_byte(input), .blocks = 1,
  };
}

static void take_variants(struct input *input, struct specimen *specimen, size_t index)
{
  struct finding *finding = &specimen->items[index];
  struct finding_variant *variants = specimen->variants[index];
  finding->variants = variants;
  finding->variant_count = 1 + take_byte(input) % VARIANTS_MAX;
  for (size_t i = 0; i < finding->variant_count; i++) {
    take_variant(input, specimen->frames[index][i], &variants[i]);
    finding->bytes += variants[i].bytes;
  }
  finding->stack = finding->match_stack = variants[0].stack;
  finding->site = variants[0].places.site;
  finding->place = variants[0].places.place;
  finding->own = take_byte(input) & 1 ? finding->place : finding->stack.count;
}

static void take_finding(struct input *input, struct specimen *specimen, size_t index)
{
  static const char *const kinds[] = {"InvalidRead", "Leak_DefinitelyLost", "Leak_IndirectlyLost", "Leak_PossiblyLost",
                                      "Leak_StillReachable"};
  struct finding *finding = &specimen->items[index];
  enum record_leak_kind kind = take_byte(input) % 5;
  *finding = (struct finding){
    .kind = kinds[kind], .leak_kind = kind, .sentence = take_some_string(input), .match.kind = kind ? "Leak" : "Addr4",
    .is_cycle = take_byte(input) & 1, .is_error = take_byte(input) & 1, .suppression = SIZE_MAX,
    .hits = &specimen->hits[index], .hit_count = 1, .note_count = 1,
    .name = kind ? ERROR_NAMES : take_byte(input) % ERROR_NAMES, .title = take_some_string(input),
  };
  memcpy(finding->identity.digits, "0123456789abcdef", sizeof finding->identity.digits);
  take_variants(input, specimen, index);
  finding->notes[0] = (struct finding_note){take_some_string(input),
                                            take_stack(input, specimen->frames[index][VARIANTS_MAX])};
  specimen->hits[index].process = index;
}

/* A page has the data of its view, its own and the script. */
static void check_document(const struct format *format, const char *text, size_t size)
{
  enum { SCRIPTS = 3 };
  if (strcmp(format->name, "html") == 0) {
    size_t count = 0;
    for (const char *at = text; (at = strstr(at, "<script")); at++)
      count++;
    if (count != SCRIPTS)
      abort();
  } else if (strcmp(format->name, "json") == 0 || strcmp(format->name, "sarif") == 0 ||
             strcmp(format->name, "gitlab") == 0) {
    json_t *value = json_loadb(text, size, 0, NULL);
    if (!value)
      abort();
    json_decref(value);
  }
}

static void write_all(const struct findings *findings)
{
  struct format_options options = {.leak_kinds = ~0u, .source_root = "/fuzz"};
  for (const struct format *format = format_find(NULL); format->name; format++) {
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    if (!stream)
      return;
    struct error *error = format_write(format, findings, &options, stream);
    fclose(stream);
    if (!error)
      check_document(format, text, size);
    error_free(error);
    free(text);
  }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  static struct specimen specimen;
  struct input input = {.data = data, .size = size};
  struct finding_run run = {.name = "run"};
  size_t count = take_byte(&input) % FINDINGS_MAX;
  run.error = take_string(&input);
  for (size_t i = 0; i < count; i++) {
    take_finding(&input, &specimen, i);
    take_process(&input, &specimen, i);
  }
  write_all(&(struct findings){.items = specimen.items,
                               .count = count,
                               .processes = specimen.processes,
                               .process_count = count,
                               .unchecked = specimen.unchecked,
                               .unchecked_count = count,
                               .runs = &run,
                               .run_count = 1});
  for (size_t i = 0; i < input.string_count; i++)
    free(input.strings[i]);
  return 0;
}
