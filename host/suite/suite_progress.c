/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The scrolling region of the terminal is set to all lines but the last, on which the progress is drawn. The log is
 * read as it grows. */
#include "host/suite/suite_progress.h"

#include <errno.h>
#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "host/base/hash_table.h"
#include "host/base/memory.h"

enum { LEAST_ROWS = 4, LINE_MAX_BYTES = 1 << 15 };

struct suite_progress {
  struct suite_counts *counts;
  FILE *log;
  htab_t tests; /* names */
  unsigned rows, columns;
  char shown[200];
};

/* --- the log --- */

static void count_test(struct suite_progress *progress, const char *name)
{
  void **slot = name ? htab_find_slot(progress->tests, name, INSERT) : NULL;
  if (slot && !*slot)
    *slot = memory_text(name);
}

/* Read complete lines that have been appended. */
static void read_log(struct suite_progress *progress)
{
  char line[LINE_MAX_BYTES];
  for (off_t at = ftello(progress->log); fgets(line, sizeof line, progress->log); at = ftello(progress->log)) {
    if (!strchr(line, '\n')) {
      fseeko(progress->log, at, SEEK_SET);
      break;
    }
    json_t *object = json_loads(line, 0, NULL);
    count_test(progress, json_string_value(json_object_get(object, "test")));
    json_decref(object);
  }
  clearerr(progress->log);
}

/* --- the terminal --- */

static void put_on_terminal(const char *text)
{
  (void)!write(STDERR_FILENO, text, strlen(text));
}

/* Exclude the last line from scrolling; the cursor stays above it. */
static void reserve_last_line(struct suite_progress *progress)
{
  char text[64];
  struct winsize size;
  if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) < 0 || size.ws_row < LEAST_ROWS) {
    progress->rows = 0;
    return;
  }
  if (size.ws_row == progress->rows && size.ws_col == progress->columns)
    return;
  progress->rows = size.ws_row;
  progress->columns = size.ws_col;
  progress->shown[0] = '\0';
  snprintf(text, sizeof text, "\n\0337\033[0;%ur\0338\033[1A", progress->rows - 1);
  put_on_terminal(text);
}

static void release_last_line(const struct suite_progress *progress)
{
  char text[64];
  if (progress->rows == 0)
    return;
  snprintf(text, sizeof text, "\0337\033[0;%ur\033[%u;1H\033[2K\0338", progress->rows, progress->rows);
  put_on_terminal(text);
}

static void draw_last_line(struct suite_progress *progress, const char *text)
{
  char line[256];
  if (progress->rows == 0 || strcmp(text, progress->shown) == 0)
    return;
  int width = progress->columns < sizeof progress->shown ? (int)progress->columns - 1 : (int)sizeof progress->shown - 1;
  snprintf(line, sizeof line, "\0337\033[%u;1H\033[2K\033[7m%.*s\033[0m\0338", progress->rows, width, text);
  snprintf(progress->shown, sizeof progress->shown, "%s", text);
  put_on_terminal(line);
}

/* --- use --- */

static const char *plural(unsigned count)
{
  return count == 1 ? "" : "s";
}

void suite_progress_tick(void *context)
{
  struct suite_progress *progress = context;
  char text[sizeof progress->shown];
  read_log(progress);
  unsigned tests = (unsigned)htab_elements(progress->tests), checked = progress->counts->begun;
  unsigned running = checked - progress->counts->ended, findings = progress->counts->findings;
  snprintf(text, sizeof text, " seep suite: %u test%s, %u process%s checked, %u running, %u finding%s ", tests,
           plural(tests), checked, checked == 1 ? "" : "es", running, findings, plural(findings));
  reserve_last_line(progress);
  draw_last_line(progress, text);
}

struct error *suite_progress_create(const char *log, struct suite_counts *counts, struct suite_progress **ret)
{
  const char *terminal = getenv("TERM");
  *ret = NULL;
  if (!isatty(STDERR_FILENO) || !terminal || strcmp(terminal, "dumb") == 0)
    return NULL;
  struct suite_progress *progress = memory_zeroed(1, sizeof *progress);
  progress->counts = counts;
  progress->log = fopen(log, "re");
  progress->tests = HASH_TABLE(plain_text, 64, free);
  if (!progress->log) {
    suite_progress_destroy(progress);
    return error_errno(errno, "cannot read %s", log);
  }
  reserve_last_line(progress);
  *ret = progress;
  return NULL;
}

void suite_progress_destroy(struct suite_progress *progress)
{
  if (!progress)
    return;
  release_last_line(progress);
  hash_table_delete(progress->tests);
  if (progress->log)
    fclose(progress->log);
  free(progress);
}
