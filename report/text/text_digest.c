/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The digest: the places that lose most, and what can be done about them. */
#include <stdlib.h>

#include "report/model/leak_places.h"
#include "report/text/text.h"
#include "report/words/test_words.h"

enum { PLACES_SHOWN = 5 };

static void put_place(struct text *text, const struct leak_place *place)
{
  char *words = leak_place_text(place, &text->process->settings);
  text_line(text, "  %s in %s %s: %s", grouped_bytes(place->bytes + place->indirect_bytes).digits,
            grouped_count(place->blocks, "block", "blocks").digits, leak_kind_words(place->kind), words ? words : "???");
  free(words);
  char *tests = test_words(text->process, &place->tests);
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
static void put_hints(struct text *text, const struct leak_check *check, enum record_leak_kind kind)
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
  text_line(text, "To fail on them:      seep gate %s --%s-lost=0", run,
            kind == RECORD_LEAK_DEFINITE ? "definitely" : "possibly");
}

void text_digest(struct text *text, const struct leak_check *check)
{
  struct leak_place *places;
  size_t count;
  struct error *error =
    leak_places_find(text->process, check, 1 << RECORD_LEAK_DEFINITE | 1 << RECORD_LEAK_POSSIBLE, &places, &count);
  if (error) {
    error_free(error);
    return;
  }
  if (count > 0) {
    text_blank(text);
    text_styled_line(text, TEXT_HEADING, "Where most is lost:");
    for (size_t i = 0; i < count && i < PLACES_SHOWN; i++)
      put_place(text, &places[i]);
    if (count > PLACES_SHOWN)
      text_line(text, "  and %zu more places", count - PLACES_SHOWN);
    put_hints(text, check, places[0].kind);
  }
  leak_places_release(places, count);
}
