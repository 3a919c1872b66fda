/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two heaps: RUN, RUN@N (its snapshot number N; @peak: that of its peak), or @N of the run that is looked at. One
 * argument is compared with the heap that is looked at: a snapshot of the same run comes before it, another run
 * after. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/heap/questions/ask.h"
#include "host/heap/questions/heap_diff.h"
#include "host/model/words/numbers.h"

struct side {
  struct heap_run *run;
  const struct heap *heap;
};

/* Take "@N" or "@peak" off; *ret_number is 0 when there is none. */
static struct error *split_snapshot_number(const char *text, char **ret_name, uint64_t *ret_number)
{
  const char *at = strrchr(text, '@');
  char *end;
  const bool is_peak = at && strcmp(at, "@peak") == 0;
  bool has_number = at && at[1] && strspn(at + 1, "0123456789") == strlen(at + 1);
  *ret_number = is_peak ? HEAP_AT_PEAK : 0;
  if (has_number) {
    errno = 0;
    *ret_number = strtoull(at + 1, &end, 10);
    if (errno || *ret_number == 0)
      return error_format("%s: snapshots are numbered from 1", text);
  }
  *ret_name = memory_text_begin(text, has_number || is_peak ? (size_t)(at - text) : strlen(text));
  return NULL;
}

static struct error *open_side(const struct question *question, const char *text, struct side *ret)
{
  struct heap_request request = {0};
  char *name = NULL;
  RETURN_IF_ERROR(split_snapshot_number(text, &name, &request.snapshot));
  request.pid = *name ? 0 : question->heap ? question->heap->process->pid : question->which->pid;
  struct error *error = heap_open(question->command, *name ? name : question->run, &request, &ret->run, &ret->heap);
  free(name);
  return error;
}

static void add_line(struct table *table, const struct heap_diff_line *line, bool is_root)
{
  uint64_t before = is_root ? line->before.retained_bytes : line->before.bytes;
  uint64_t after = is_root ? line->after.retained_bytes : line->after.bytes;
  char *title = is_root && line->root ? root_group_title(line->root) : NULL;
  table_text(table, heap_change_words(line->change));
  table_change(table, (int64_t)(after - before));
  table_number(table, before);
  table_number(table, after);
  table_number(table, line->before.blocks);
  table_number(table, line->after.blocks);
  table_number(table, line->survived_bytes);
  table_text(table, line->site ? line->site->identity.digits : NULL);
  table_text(table, title ? title : line->name);
  free(title);
}

static void put_lines(const struct question *question, const struct heap_diff_line *lines, size_t count, bool is_root)
{
  const struct table_column columns[] = {
    {"change", "", CELL_TEXT}, {"difference", "change", CELL_CHANGE}, {"before_bytes", "before", CELL_BYTES},
    {"after_bytes", "after", CELL_BYTES}, {"before_blocks", NULL, CELL_NUMBER},
    {"after_blocks", is_root ? NULL : "blocks", is_root ? CELL_NUMBER : CELL_COUNT},
    {"survived_bytes", NULL, CELL_NUMBER}, {"identity", NULL, CELL_EXTRA},
    {is_root ? "root" : "site", is_root ? "root" : "site", CELL_TEXT},
  };
  struct table *table = table_open(question->view, is_root ? "roots" : "sites", columns, 9);
  uint64_t changed = 0, same = 0;
  for (size_t i = 0; i < count; i++) {
    same += lines[i].change == HEAP_SAME;
    if (lines[i].change != HEAP_SAME && changed++ < question->limit)
      add_line(table, &lines[i], is_root);
  }
  if (changed > 0)
    view_gap(question->view);
  table_close(table, is_root ? "Retained memory, by root" : "Live memory, by allocation site", changed);
  view_fact_count(question->view, is_root ? "same_roots" : "same_sites", same);
}

static void put_diff(const struct question *question, const struct heap_diff *diff)
{
  struct view *view = question->view;
  int64_t change = (int64_t)(diff->after.bytes - diff->before.bytes);
  uint64_t size = change < 0 ? 0 - (uint64_t)change : (uint64_t)change;
  view_fact_count(view, "before_bytes", diff->before.bytes);
  view_fact_count(view, "after_bytes", diff->after.bytes);
  view_fact_count(view, "before_blocks", diff->before.blocks);
  view_fact_count(view, "after_blocks", diff->after.blocks);
  view_fact(view, "is_same_process", json_boolean(diff->is_same_process));
  view_fact_count(view, "survived_bytes", diff->survived_bytes);
  view_line(view, VIEW_STRONG, 2, "Before %s in %s, after %s in %s: %s%s", view_bytes_exact(diff->before.bytes).text,
            grouped_count(diff->before.blocks, "block", "blocks").digits, view_bytes_exact(diff->after.bytes).text,
            grouped_count(diff->after.blocks, "block", "blocks").digits,
            change < 0   ? "less by "
            : change > 0 ? "more by "
                         : "",
            change == 0 ? "the same" : view_bytes_exact(size).text);
  if (diff->is_same_process)
    view_line(view, VIEW_PLAIN, 2, "%s of the live memory was already live then.",
              view_bytes_exact(diff->survived_bytes).text);
  if (!diff->has_snapshots)
    view_line(view, VIEW_FAINT, 2,
              "Without snapshots of both, sites are compared by their samples; roots cannot be compared.");
  put_lines(question, diff->sites, diff->site_count, false);
  put_lines(question, diff->roots, diff->root_count, true);
}

static void put_comparison(const struct question *question, const struct heap *before, const struct heap *after)
{
  struct heap_diff *diff;
  heap_diff_create(before, after, &diff);
  put_diff(question, diff);
  heap_diff_destroy(diff);
}

struct error *ask_diff(const struct question *question)
{
  struct side sides[2] = {{NULL, question->heap}, {NULL, NULL}};
  const char *const *arguments = question->arguments;
  bool is_earlier = question->argument_count == 1 && arguments[0][0] == '@';
  struct error *error;
  if (question->argument_count == 2) {
    error = open_side(question, arguments[0], &sides[0]);
    if (!error)
      error = open_side(question, arguments[1], &sides[1]);
  } else {
    error = open_side(question, arguments[0], &sides[1]);
  }
  if (!error)
    put_comparison(question, sides[is_earlier].heap, sides[!is_earlier].heap);
  heap_close(sides[0].run);
  heap_close(sides[1].run);
  return error;
}
