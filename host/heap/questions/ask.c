/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/heap/questions/ask.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/plain_text.h"
#include "host/base/print.h"
#include "host/model/findings/finding_lines.h"

void ask_say_exact(const struct question *question, bool is_exact)
{
  if (!is_exact)
    view_line(question->view, VIEW_FAINT, 2,
              "Retained sizes are lower bounds: this heap is too entangled for exact ones.");
}

bool ask_is_growing(const struct heap_site *site)
{
  return site->growth && site->growth->is_finding && !site->growth->suppression;
}

uint64_t ask_live_blocks(const struct heap *heap)
{
  const struct growth *growth = heap->growth;
  if (heap->snapshot)
    return heap->snapshot->is_whole ? heap->snapshot->block_count : UINT64_MAX;
  return growth->point_count > 0 ? growth->points[growth->point_count - 1].live_blocks : UINT64_MAX;
}

void ask_say_unfinished(const struct question *question)
{
  const bool is_finished = process_is_finished(question->heap->process);
  view_fact(question->view, "is_finished", json_boolean(is_finished));
  if (!is_finished)
    view_line(question->view, VIEW_WARNING, 2,
              "  The process did not finish, or is still running: what came later is not known.");
}

bool ask_say_empty(const struct question *question)
{
  const struct heap *heap = question->heap;
  if (view_is_json(question->view) || ask_live_blocks(heap) > 0)
    return false;
  view_line(question->view, VIEW_STRONG, 2, "The heap is empty %s: everything that was allocated %s been freed.",
            heap->snapshot ? "in this snapshot" : "at the last sample",
            heap->snapshot || process_is_finished(heap->process) ? "has" : "by then had");
  view_line(question->view, VIEW_PLAIN, 2, "To see the heap while the program runs, use --snapshot=10s or the like.");
  return true;
}

void ask_suggest(const struct question *question, const char *why, const char *format, ...)
{
  va_list args;
  char *words = NULL, *run = NULL;
  size_t size;
  if (view_is_json(question->view))
    return;
  va_start(args, format);
  words = print_args(format, args);
  va_end(args);
  FILE *stream = print_begin(&run, &size);
  if (question->run) {
    plain_text_put_word(question->run, stream);
    fputc(' ', stream);
  }
  fclose(stream);
  if (run)
    view_line(question->view, VIEW_PLAIN, 4, "  seep heap %s%-24s # %s", run, words, why);
  free(words);
  free(run);
}

struct view_words ask_site_word(const struct heap_site *site)
{
  static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_:.";
  struct view_words words;
  size_t length = strcspn(site->name, " (<");
  bool is_word = length > 0 && length < sizeof words.text && strspn(site->name, safe) >= length;
  snprintf(words.text, sizeof words.text, "%.*s", is_word ? (int)length : IDENTITY_DIGITS,
           is_word ? site->name : site->identity.digits);
  return words;
}
