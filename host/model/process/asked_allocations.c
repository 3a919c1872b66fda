/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One sentence for each option. */
#include "host/model/process/asked_allocations.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/print.h"
#include "host/model/process/asked_places.h"

void asked_add(struct asked *asked, const struct asked *more)
{
  asked->has_failed |= more->has_failed;
  asked->met |= more->met;
}

static bool is_number(const char *value)
{
  return *value && strspn(value, "0123456789") == strlen(value);
}

/* An empty value is how --fail-alloc=each runs the program first, which then had no place to go on with. */
static char *why_nothing_failed(const char *value, const struct asked_places *places)
{
  if (!*value)
    return print_text("no allocation failed: the program allocates in no place of your own code (--fail-alloc=each)");
  if (is_number(value))
    return print_text("no allocation failed: no process made as many as --fail-alloc=%s says", value);
  char *hint = places ? asked_places_hint(places, value) : NULL;
  char *sentence =
    print_text("no allocation failed: none was made where --fail-alloc=%s says%s", value, hint ? hint : "");
  free(hint);
  return sentence;
}

/* Words that mean no place. */
static bool is_for_all(const char *list)
{
  return strcmp(list, "all") == 0 || strcmp(list, "values") == 0;
}

/* The items that were not met, with commas between them; NULL: there is none. */
static char *unmet_items(const char *list, uint64_t met)
{
  char *text = NULL;
  for (unsigned n = 0; n < ASKED_ITEMS_MAX && *list; n++) {
    const int length = (int)strcspn(list, ",");
    if (!(met >> n & 1)) {
      char *longer = print_text("%s%s%.*s", text ? text : "", text ? "," : "", length, list);
      free(text);
      text = longer;
    }
    list += length + (list[length] == ',');
  }
  return text;
}

static char *why_nothing_followed(const char *list, uint64_t met, const struct asked_places *places)
{
  char *items = is_for_all(list) ? NULL : unmet_items(list, met);
  char *hint = items && places ? asked_places_hint(places, items) : NULL;
  char *sentence =
    items ? print_text("nothing of --explain=%s was followed: no block was allocated there%s", items, hint ? hint : "")
          : NULL;
  free(hint);
  free(items);
  return sentence;
}

void asked_in_vain(const char *fail_alloc, const char *explain, const struct asked *asked,
                   const struct asked_places *places, char **ret)
{
  char *failed = fail_alloc && !asked->has_failed ? why_nothing_failed(fail_alloc, places) : NULL;
  char *followed = explain ? why_nothing_followed(explain, asked->met, places) : NULL;
  *ret = failed && followed ? print_text("%s; %s", failed, followed) : failed ? failed : followed;
  if (failed && followed) {
    free(failed);
    free(followed);
    return;
  }
}
