/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The digest: the places that lose most, and what can be done about them. */
#include <stdlib.h>
#include <string.h>

#include "host/base/order.h"
#include "host/base/print.h"
#include "host/model/process/leak_places.h"
#include "host/model/process/leaks.h"
#include "host/reports/text/text.h"
#include "host/model/words/loss_title.h"
#include "host/model/words/test_words.h"

enum { PLACES_SHOWN = 5 };

static void put_leak(struct text *text, const struct leak *leak)
{
  const struct leak_place place = leak_place_of_stack(text->process, leak->stack);
  char *where = leak_place_text(&place, &text->process->settings);
  char *words = print_text(" %s", leak_kind_words(leak->kind)), *amount = words ? loss_amount(&leak->amounts, words)
                                                                               : NULL;
  text_line(text, "  %s: %s", amount ? amount : "???", where ? where : "???");
  free(where);
  free(words);
  free(amount);
  char *tests = test_words(text->process, &leak->tests);
  if (tests)
    text_line(text, "      %s", tests);
  free(tests);
}

/* Is there something that `seep explain` would explain, and that is not explained yet? */
static bool can_be_explained(const struct leak_check *check)
{
  return check->totals.blocks[RECORD_LEAK_DEFINITE] > 0 && !check->lost;
}

/* `kind`: of what is lost most. */
static void put_hints(struct text *text, const struct leak_check *check)
{
  const char *run = text->config.run_name;
  if (!run) {
    text_line(text, "To suppress them:     rerun with --gen-suppressions=all, then --suppressions=FILE");
    text_line(text, "To keep and gate it:  rerun with --record=DIR, then seep gate DIR");
    return;
  }
  text_line(text, "To show them again:   seep report %s", run);
  if (can_be_explained(check))
    text_line(text, "To explain them:      seep explain %s", run);
  text_line(text, "To suppress them:     seep suppress %s", run);
  text_line(text, "To fail on them:      seep gate %s", run);
}

static bool is_lost(const struct leak *leak)
{
  return !leak->suppression && (leak->kind == RECORD_LEAK_DEFINITE || leak->kind == RECORD_LEAK_POSSIBLE);
}

/* The largest first, of either kind. */
ORDER(by_bytes, struct leak,
      COMPARE(leak_amounts_all_bytes(&y->amounts), leak_amounts_all_bytes(&x->amounts)) ?: UP(kind)
        ?: UP_TEXT(identity.digits))

/* Puts those first that are lost; how many there are. */
static size_t keep_lost(struct leaks *leaks)
{
  size_t count = 0;
  for (size_t i = 0; i < leaks->count; i++)
    if (is_lost(&leaks->items[i])) {
      const struct leak lost = leaks->items[i];
      leaks->items[i] = leaks->items[count];
      leaks->items[count++] = lost;
    }
  qsort(leaks->items, count, sizeof *leaks->items, by_bytes);
  return count;
}

void text_digest(struct text *text, const struct leak_check *check)
{
  struct leaks leaks;
  leaks_find(text->process, check, &leaks);
  const size_t count = keep_lost(&leaks);
  if (count > 0) {
    text_blank(text);
    text_styled_line(text, TEXT_HEADING, "Where most is lost:");
    for (size_t i = 0; i < count && i < PLACES_SHOWN; i++)
      put_leak(text, &leaks.items[i]);
    if (count > PLACES_SHOWN)
      text_line(text, "  and %zu more places", count - PLACES_SHOWN);
    put_hints(text, check);
  }
  leaks_release(&leaks);
}
