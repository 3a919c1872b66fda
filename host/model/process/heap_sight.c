/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One table has the word, the sentence and the remedy for each reason. */
#include "host/model/process/heap_sight.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"

static const struct view {
  const char *word, *sentence, *remedy;
} views[] = {
  [RECORD_HEAP_SEEN] = {"seen", "all of it is seen", "nothing is amiss"},
  [RECORD_HEAP_STATIC] = {"static", "it is linked statically, and its allocation functions have no names",
                          "link it dynamically, or keep its symbols"},
  [RECORD_HEAP_FOREIGN_ALLOCATOR] = {"allocator", "it has an allocator that is not replaced",
                                     "build it to use the C library's malloc"},
  [RECORD_HEAP_SANITIZER] = {"sanitizer", "it was built with a sanitizer, which has a heap of its own",
                             "build it without -fsanitize"},
  [RECORD_HEAP_OTHER_RUNTIME] = {"runtime", "it has a language's runtime with a heap of its own",
                                 "only what it allocates by malloc is seen"},
};

/* For a reason that a newer Seep has given. */
static const struct view unknown_view = {"unknown", "for a reason that this version of Seep does not know",
                                         "read the run with a newer one"};

static const struct view *view_of(uint64_t view)
{
  return view < sizeof views / sizeof *views && views[view].word ? &views[view] : &unknown_view;
}

static void copy_name(struct record_string text, char **ret)
{
  if (text.size == 0)
    return;
  *ret = memory_text_begin(text.data, text.size);
}

struct error *heap_sight_set(struct heap_sight *sight, const struct record_heap_view *frame)
{
  if (frame->view == 0)
    return error_format("it says nothing of the heap");
  heap_sight_release(sight);
  *sight = (struct heap_sight){.view = frame->view};
  copy_name(frame->allocator, &sight->allocator);
  copy_name(frame->module, &sight->module);
  return NULL;
}

void heap_sight_release(struct heap_sight *sight)
{
  free(sight->allocator);
  free(sight->module);
}

bool heap_sight_is_unseen(uint64_t view)
{
  return view != 0 && view != RECORD_HEAP_SEEN;
}

const char *heap_sight_word(uint64_t view)
{
  return view == 0 ? NULL : view_of(view)->word;
}

char *heap_sight_sentence(uint64_t view, const char *allocator, const char *module)
{
  const struct view *entry = view_of(view);
  return print_text("%s%s%s%s%s (%s)", entry->sentence, allocator || module ? ": " : "", allocator ? allocator : "",
                    allocator && module ? " in " : "", module ? module : "", entry->remedy);
}
