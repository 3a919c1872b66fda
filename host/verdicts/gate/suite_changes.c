/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A test has changed if something of one of its programs has; it is unchanged if each of them was left out because
 * nothing has. */
#include "host/verdicts/gate/suite_changes.h"

#include <stdint.h>
#include <stdlib.h>

#include "host/base/day_text.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/plain_text.h"
#include "host/model/words/numbers.h"

static const char *test_of(const struct exec_image *image)
{
  return image->test ? image->test : image->exe;
}

ORDER_POINTERS(by_test, struct exec_image, strcmp(test_of(x), test_of(y)) ?: UP(time_ns))

static const struct exec_image **list_images(const struct exec_log *log, size_t *ret_count)
{
  size_t count, kept = 0;
  const struct exec_image *const *all = exec_log_images(log, &count);
  const struct exec_image **images = memory_zeroed(count + 1, sizeof *images);
  for (size_t i = 0; i < count; i++)
    if (all[i]->is_checked && all[i]->full_key)
      images[kept++] = all[i];
  qsort(images, kept, sizeof *images, by_test);
  *ret_count = kept;
  return images;
}

struct changes {
  size_t changed, unchanged, most;
  uint64_t since_ns; /* the first of the full checks that unchanged tests have had */
  FILE *output;
};

static void put_changed(struct changes *changes, const struct exec_image *image)
{
  if (changes->changed++ >= changes->most)
    return;
  fputs(changes->changed == 1 ? "Checked fully, because of changes: " : ", ", changes->output);
  plain_text_put(test_of(image), changes->output);
  fputs(" (", changes->output);
  plain_text_put(image->full_changed, changes->output);
  fputs(*image->full_changed == '/' ? " has changed)" : ")", changes->output);
}

/* The images of one test. */
static void take_test(struct changes *changes, const struct exec_image *const *images, size_t count)
{
  size_t unchanged = 0;
  uint64_t since_ns = UINT64_MAX;
  for (size_t i = 0; i < count; i++) {
    if (images[i]->full_changed) {
      put_changed(changes, images[i]);
      return;
    }
    unchanged += images[i]->is_for_leaks;
    since_ns = images[i]->full_checked_ns < since_ns ? images[i]->full_checked_ns : since_ns;
  }
  if (unchanged < count)
    return;
  changes->unchanged++;
  changes->since_ns = since_ns < changes->since_ns ? since_ns : changes->since_ns;
}

void suite_changes_print(const struct exec_log *log, size_t most, FILE *output)
{
  struct changes changes = {.most = most, .since_ns = UINT64_MAX, .output = output};
  char day[DAY_TEXT_BYTES];
  size_t count;
  const struct exec_image **images = list_images(log, &count);
  for (size_t i = 0, end; i < count; i = end) {
    for (end = i + 1; end < count && strcmp(test_of(images[end]), test_of(images[i])) == 0;)
      end++;
    take_test(&changes, images + i, end - i);
  }
  if (changes.changed > most)
    fprintf(output, " and %zu more", changes.changed - most);
  if (changes.changed > 0)
    fputc('\n', output);
  if (changes.unchanged > 0)
    fprintf(output, "Not checked fully, unchanged since %s or later: %s\n", day_text(changes.since_ns, day),
            grouped_count(changes.unchanged, "test", "tests").digits);
  free(images);
}
