/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Input: a byte that chooses, and a text. Even: a file of another tool, which must become one that can be read. Odd:
 * stacks, a line of names for each, and whether it is chosen, and where its place is, by the first character; the set
 * made for them must be exact. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "must.h"
#include "suppressions/generate/convert.h"
#include "suppressions/generate/cover.h"
#include "suppressions/rewrite.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FINDINGS_MAX = 32, FRAMES_MAX = 16 };

static void warn(void *context, const char *message)
{
  (void)context;
  if (!*message)
    abort();
}

/* All entries taken out leave nothing that is read as one. */
static void take_out(const struct suppressions *set, const char *text, size_t size)
{
  size_t count = suppressions_size(set);
  struct rewrite *rewrites = calloc(count + 1, sizeof *rewrites);
  struct suppressions *rest;
  char *result;
  for (size_t i = 0; i < count; i++)
    rewrites[i] = (struct rewrite){suppressions_at(set, i)->line, suppressions_at(set, i)->end_line, NULL};
  rewrite_text(text, size, rewrites, count, &result);
  suppressions_create(&rest);
  need(suppressions_load_text(rest, "rest", result, strlen(result)));
  if (suppressions_size(rest) != 0)
    abort();
  suppressions_destroy(rest);
  free(result);
  free(rewrites);
}

static void convert(const char *text, size_t size)
{
  struct convert_counts counts = {0, 0, 0};
  char *result;
  size_t result_size;
  FILE *output = open_memstream(&result, &result_size);
  struct error *error = convert_text("fuzz", text, size, output, warn, NULL, &counts);
  fclose(output);
  struct suppressions *set;
  suppressions_create(&set);
  need(suppressions_load_text(set, "converted", result, result_size));
  if (suppressions_size(set) != counts.written)
    abort();
  take_out(set, result, result_size);
  suppressions_destroy(set);
  error_free(error);
  free(result);
}

static void read_stack(char *line, struct frame *frames, struct cover_finding *ret)
{
  size_t count = 0;
  static const char *const kinds[] = {"Leak", "Cond", "Param", "Odd"};
  static const struct suppressions_context contexts[] = {{.facts[EXTENSION_EXE] = "/b/.libs/lt-prog"},
                                                         {.facts[EXTENSION_EXE] = "/bin/prog-1.2"}};
  char state = line[0], kind = state ? line[1] : 0;
  line += (state != 0) + (kind != 0);
  for (char *name; count < FRAMES_MAX && (name = strsep(&line, " ")); count++) {
    char *at = strchr(name, '@');
    if (at)
      *at++ = '\0';
    frames[count] = (struct frame){.function_linkage = *name ? name : NULL, .object = at};
  }
  *ret = (struct cover_finding){
    .finding = {.kind = kinds[(unsigned char)kind / 4 % 4], .leak_kind = 1u << (unsigned char)kind % 4,
                .frames = frames, .frame_count = count, .extra = kind / 4 % 4 == 2 ? "write(buf)" : NULL,
                .context = (unsigned char)kind / 16 % 4 < 2 ? &contexts[(unsigned char)kind / 16 % 2] : NULL},
    .named_frames = (unsigned char)kind / 64 == 0 ? count : count / 2,
    .place = (unsigned char)state / 3 % 8,
    .state = (enum cover_state)((unsigned char)state % 3),
  };
}

/* cover_create() proves itself and fails when it hides what is visible. */
static void cover(char *text)
{
  static struct cover_finding findings[FINDINGS_MAX];
  static struct frame frames[FINDINGS_MAX][FRAMES_MAX];
  struct cover *made;
  size_t count = 0;
  for (char *line; count < FINDINGS_MAX && (line = strsep(&text, "\n")); count++)
    read_stack(line, frames[count], &findings[count]);
  need(cover_create(findings, count, 1 + count % 16, &made));
  cover_destroy(made);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  if (size == 0)
    return 0;
  char *text = strndup((const char *)data + 1, size - 1);
  if (data[0] % 2)
    cover(text);
  else
    convert((const char *)data + 1, size - 1);
  free(text);
  return 0;
}
