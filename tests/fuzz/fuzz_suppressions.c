/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Input: a suppression file; after a NUL byte, lines with names for the frames of a finding. What is checked beside
 * memory: the entry generated for the finding can be read again and matches it. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "must.h"
#include "suppressions/suppressions.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FRAMES_MAX = 32 };

static const char *const kinds[] = {"Leak", "Cond", "Free", "Param", "FishyValue", "FdBadClose", "Odd"};

static struct suppressions *create(void)
{
  struct suppressions *set;
  suppressions_create(&set);
  return set;
}

/* Five names a frame; an empty one is unknown. */
static size_t split_frames(char *names, struct frame *frames)
{
  const char *parts[5 * FRAMES_MAX] = {NULL};
  size_t count = 0;
  for (char *line; count < 5 * FRAMES_MAX && (line = strsep(&names, "\n")); count++)
    parts[count] = *line ? line : NULL;
  for (size_t i = 0; i * 5 < count; i++)
    frames[i] = (struct frame){.function_linkage = parts[i * 5], .function = parts[i * 5 + 1],
                               .object = parts[i * 5 + 2], .directory = parts[i * 5 + 3], .file = parts[i * 5 + 4],
                               .line = (unsigned)i};
  return (count + 4) / 5;
}

static void match(struct suppressions *set, const struct suppressions_finding *finding)
{
  struct suppression *found;
  suppressions_match(set, finding, &found);
  if (found)
    suppressions_count_use(found, 1, 1, 1);
}

static void generate_and_match(const struct suppressions_finding *finding)
{
  char *text;
  size_t size;
  FILE *output = open_memstream(&text, &size);
  struct error *error = suppressions_generate(finding, NULL, output);
  fclose(output);
  if (!error) {
    struct suppressions *set = create();
    struct suppression *found;
    need(suppressions_load_text(set, "generated", text, size));
    suppressions_match(set, finding, &found);
    if (!found)
      abort();
    suppressions_destroy(set);
  }
  error_free(error);
  free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
  const uint8_t *nul = size > 0 ? memchr(data, 0, size) : NULL;
  size_t text_size = nul ? (size_t)(nul - data) : size;
  char *names = strndup(nul ? (const char *)nul + 1 : "", nul ? size - text_size - 1 : 0);
  struct frame frames[FRAMES_MAX];
  size_t count = split_frames(names, frames);
  struct suppressions *set = create();
  error_free(suppressions_load_text(set, "fuzz.supp", (const char *)data, text_size));
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
    struct suppressions_finding finding = {kinds[i], i == 3 ? "write(buf)" : i == 4 ? "malloc(size)" : NULL,
                                           i == 0 ? SUPPRESSIONS_DEFINITE : SUPPRESSIONS_NOT_A_LEAK, frames, count};
    match(set, &finding);
    match(set, &finding);
    if (i == size % 5)
      generate_and_match(&finding);
  }
  suppressions_destroy(set);
  free(names);
  return 0;
}
