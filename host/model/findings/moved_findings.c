/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What each finding has become: by identity, and for the rest by likeness. Somebody may have removed one leak and added
 * another, so two findings are taken for one only where there is no doubt. Of one kind, these are alike:
 *
 *  - two places whose lines have the same text, when no other line on either side has it, one of the lines around them
 *    is the same, and so is half of the function, in a file of the same name, or nearly all of it and its name: a
 *    function was renamed, or moved to another file. Without that any two functions that call malloc in the same words
 *    would be one;
 *  - two places of one function whose lines were edited where they stood: neither version of the function has the
 *    other's line, and both the line before and the line after are the same. One equal neighbour is not enough: next to
 *    a line that was removed, another may have been added;
 *  - two places of one function, of which at least one line's text is not known, in the order of their lines, when
 *    their blocks are of the same size: lines were put in or taken out. */
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/model/findings/counted_findings.h"

enum { RENAMED_PERCENT = 50, MOVED_PERCENT = 90 };

struct pairing {
  struct finding_pair *pairs;
  size_t count;
  struct finding_pair **lost, **found; /* those without a counterpart: only before, only after */
  size_t lost_count, found_count;
};

static void add_pair(struct pairing *pairing, const struct counted_finding *before, const struct counted_finding *after)
{
  pairing->pairs[pairing->count++] = (struct finding_pair){before, after, NULL, false};
}

static void pair_by_identity(const struct counted_findings *before, const struct counted_findings *after,
                             struct pairing *pairing)
{
  for (size_t i = 0, j = 0; i < before->count || j < after->count;) {
    const struct counted_finding *x = i < before->count ? &before->items[i] : NULL;
    const struct counted_finding *y = j < after->count ? &after->items[j] : NULL;
    int order = !x ? 1 : !y ? -1 : strcmp(x->identity.digits, y->identity.digits);
    add_pair(pairing, order <= 0 ? x : NULL, order >= 0 ? y : NULL);
    i += order <= 0;
    j += order >= 0;
  }
}

static void list_unpaired(struct pairing *pairing)
{
  pairing->lost = memory_zeroed(pairing->count + 1, sizeof *pairing->lost);
  pairing->found = memory_zeroed(pairing->count + 1, sizeof *pairing->found);
  for (size_t i = 0; i < pairing->count; i++) {
    struct finding_pair *pair = &pairing->pairs[i];
    if (!pair->after)
      pairing->lost[pairing->lost_count++] = pair;
    else if (!pair->before)
      pairing->found[pairing->found_count++] = pair;
  }
}

/* --- orders --- */

static const struct counted_finding *item_of(const void *element)
{
  const struct finding_pair *pair = *(struct finding_pair *const *)element;
  return pair->before ? pair->before : pair->after;
}

static int compare_texts(const struct counted_finding *x, const struct counted_finding *y)
{
  int order = strcmp(x->kind, y->kind);
  if (order == 0)
    order = COMPARE(x->likeness.is_cycle, y->likeness.is_cycle);
  return order ? order : COMPARE(x->likeness.mark, y->likeness.mark);
}

static int by_text(const void *a, const void *b)
{
  return compare_texts(item_of(a), item_of(b));
}

static int compare_places(const struct counted_finding *x, const struct counted_finding *y)
{
  int order = strcmp(x->kind, y->kind);
  if (order == 0)
    order = COMPARE(x->likeness.is_cycle, y->likeness.is_cycle);
  return order ? order : strcmp(x->place, y->place);
}

static int by_place_and_line(const void *a, const void *b)
{
  const struct counted_finding *x = item_of(a), *y = item_of(b);
  int order = compare_places(x, y);
  if (order == 0)
    order = COMPARE(x->likeness.line, y->likeness.line);
  return order ? order : strcmp(x->identity.digits, y->identity.digits);
}

/* --- likeness --- */

/* From now on they are one pair, the found one; the lost one is empty. */
static void join(struct finding_pair *lost, struct finding_pair *found)
{
  found->before = lost->before;
  found->is_moved = true;
  lost->before = NULL;
}

/* How many elements, from the first on, are equal to it. */
static size_t run_length(struct finding_pair *const *list, size_t count,
                         int (*compare)(const struct counted_finding *, const struct counted_finding *))
{
  size_t length = 1;
  while (length < count && compare(item_of(&list[0]), item_of(&list[length])) == 0)
    length++;
  return length;
}

/* Walk over both sorted lists and show each run of equals on the one side with that on the other. */
static void match_runs(struct pairing *pairing,
                       int (*compare)(const struct counted_finding *, const struct counted_finding *),
                       void (*show)(struct finding_pair **lost, size_t lost_count, struct finding_pair **found,
                                    size_t found_count))
{
  for (size_t i = 0, j = 0; i < pairing->lost_count && j < pairing->found_count;) {
    int order = compare(item_of(&pairing->lost[i]), item_of(&pairing->found[j]));
    size_t lost = run_length(pairing->lost + i, pairing->lost_count - i, compare);
    size_t found = run_length(pairing->found + j, pairing->found_count - j, compare);
    if (order == 0)
      show(pairing->lost + i, lost, pairing->found + j, found);
    i += order <= 0 ? lost : 0;
    j += order >= 0 ? found : 0;
  }
}

/* Of a place, "function (file)": the two parts. Every program has a main. */
static bool have_one_function(const char *a, const char *b)
{
  static const char of_main[] = "main (";
  const char *a_end = strrchr(a, '('), *b_end = strrchr(b, '(');
  size_t length = a_end ? (size_t)(a_end - a) : strlen(a);
  bool is_main = strncmp(a, of_main, strlen(of_main)) == 0;
  return b_end && !is_main && length == (size_t)(b_end - b) && strncmp(a, b, length) == 0;
}

static bool have_one_file(const char *a, const char *b)
{
  const char *a_file = strrchr(a, '('), *b_file = strrchr(b, '(');
  return a_file && b_file && strcmp(a_file, b_file) == 0;
}

/* The same but for parameters. */
static bool are_overloads(const char *a, const char *b)
{
  size_t length = strcspn(a, "(");
  return length > 0 && a[length] == '(' && a[length - 1] != ' ' && strncmp(a, b, length + 1) == 0;
}

/* What a function that hands on several blocks has allocated in one line is not what it has in another. */
static bool have_one_way(const struct counted_finding *a, const struct counted_finding *b)
{
  return a->likeness.steps == b->likeness.steps;
}

static bool are_neighbours_alike(const uint64_t *before, const uint64_t *after)
{
  return (before[0] && before[0] == after[0]) || (before[1] && before[1] == after[1]);
}

/* How much of what either has is in both, in hundredths. */
static int likeness_of(const struct mark_set *a, const struct mark_set *b)
{
  int common = 0, all = 0;
  for (size_t i = 0; i < MARK_SET_WORDS; i++) {
    common += __builtin_popcountll(a->words[i] & b->words[i]);
    all += __builtin_popcountll(a->words[i] | b->words[i]);
  }
  return all > 0 ? 100 * common / all : 0;
}

/* In a renamed function one line at least has changed, the one with its name; in one that has moved to another file
 * none has. */
static bool may_be_moved(const struct counted_finding *before, const struct counted_finding *after)
{
  const struct frame_surroundings *then = &before->likeness.around, *now = &after->likeness.around;
  bool is_renamed = have_one_file(before->place, after->place) && !are_overloads(before->place, after->place);
  int least = is_renamed ? RENAMED_PERCENT : MOVED_PERCENT;
  return have_one_way(before, after) && (is_renamed || have_one_function(before->place, after->place)) &&
         are_neighbours_alike(then->neighbours, now->neighbours) &&
         likeness_of(&then->statements, &now->statements) >= least;
}

static void join_one_text(struct finding_pair **lost, size_t lost_count, struct finding_pair **found,
                          size_t found_count)
{
  if (lost_count != 1 || found_count != 1)
    return;
  const struct finding_likeness *before = &lost[0]->before->likeness, *after = &found[0]->after->likeness;
  if (!before->is_cycle && before->is_text && after->is_text && may_be_moved(lost[0]->before, found[0]->after))
    join(lost[0], found[0]);
}

static bool have_one_size(const struct counted_finding *a, const struct counted_finding *b)
{
  const unsigned __int128 x = (unsigned __int128)a->amounts.bytes * b->amounts.blocks;
  return x == (unsigned __int128)b->amounts.bytes * a->amounts.blocks;
}

static bool was_edited(const struct finding_likeness *before, const struct finding_likeness *after)
{
  const struct mark_set *then = &before->around.statements, *now = &after->around.statements;
  const uint64_t *old = before->around.neighbours, *new = after->around.neighbours;
  return !mark_set_is_empty(then) && !mark_set_is_empty(now) && !mark_set_has(now, before->mark) &&
         !mark_set_has(then, after->mark) && (old[0] || old[1]) && old[0] == new[0] && old[1] == new[1];
}

static bool are_alike(const struct counted_finding *before, const struct counted_finding *after)
{
  if (!have_one_way(before, after))
    return false;
  if (before->likeness.is_text && after->likeness.is_text)
    return was_edited(&before->likeness, &after->likeness);
  return have_one_size(before, after);
}

static void join_in_order(struct finding_pair **lost, size_t lost_count, struct finding_pair **found,
                          size_t found_count)
{
  size_t next = 0;
  for (size_t i = 0; i < lost_count; i++)
    for (size_t j = next; j < found_count; j++)
      if (are_alike(lost[i]->before, found[j]->after)) {
        join(lost[i], found[j]);
        next = j + 1;
        break;
      }
}

static void drop_joined(struct finding_pair **list, size_t *count, bool is_found)
{
  size_t kept = 0;
  for (size_t i = 0; i < *count; i++)
    if (is_found ? !list[i]->before : list[i]->before != NULL)
      list[kept++] = list[i];
  *count = kept;
}

static void pair_by(struct pairing *pairing, int (*order)(const void *, const void *),
                    int (*compare)(const struct counted_finding *, const struct counted_finding *),
                    void (*show)(struct finding_pair **, size_t, struct finding_pair **, size_t))
{
  qsort(pairing->lost, pairing->lost_count, sizeof *pairing->lost, order);
  qsort(pairing->found, pairing->found_count, sizeof *pairing->found, order);
  match_runs(pairing, compare, show);
  drop_joined(pairing->lost, &pairing->lost_count, false);
  drop_joined(pairing->found, &pairing->found_count, true);
}

/* --- the whole --- */

static size_t without_empty(struct finding_pair *pairs, size_t count)
{
  size_t kept = 0;
  for (size_t i = 0; i < count; i++)
    if (pairs[i].before || pairs[i].after)
      pairs[kept++] = pairs[i];
  return kept;
}

static void make_pairs(const struct counted_findings *before, const struct counted_findings *after,
                       struct finding_pair **ret, size_t *ret_count)
{
  struct pairing pairing = {.pairs = memory_zeroed(before->count + after->count + 1, sizeof *pairing.pairs)};
  pair_by_identity(before, after, &pairing);
  list_unpaired(&pairing);
  pair_by(&pairing, by_text, compare_texts, join_one_text);
  pair_by(&pairing, by_place_and_line, compare_places, join_in_order);
  *ret = pairing.pairs;
  *ret_count = without_empty(pairing.pairs, pairing.count);
  free(pairing.lost);
  free(pairing.found);
}

/* --- what is suppressed --- */

/* Findings that have gone, as a list of their own; items are copies. */
static void list_gone(const struct finding_pair *pairs, size_t count, struct counted_findings *gone)
{
  gone->items = memory_zeroed(count + 1, sizeof *gone->items);
  for (size_t i = 0; i < count; i++)
    if (!pairs[i].after)
      gone->items[gone->count++] = *pairs[i].before;
  counted_findings_sort(gone);
}

static void set_hidden(struct finding_pair *pairs, size_t count, const struct finding_pair *found)
{
  for (size_t i = 0; i < count; i++)
    if (!pairs[i].after && strcmp(pairs[i].before->identity.digits, found->before->identity.digits) == 0)
      pairs[i].hidden = found->after;
}

/* What has gone is looked for among what is suppressed, moved or not. */
static void hide_gone(const struct counted_findings *suppressed, struct finding_pair *pairs, size_t count)
{
  struct counted_findings gone = {.count = 0};
  struct finding_pair *found = NULL;
  size_t found_count = 0;
  list_gone(pairs, count, &gone);
  make_pairs(&gone, suppressed, &found, &found_count);
  for (size_t i = 0; i < found_count; i++)
    if (found[i].before && found[i].after)
      set_hidden(pairs, count, &found[i]);
  free(found);
  free(gone.items);
}

void finding_pairs_make(const struct counted_findings *before, const struct counted_findings *after,
                        struct finding_pair **ret, size_t *ret_count)
{
  make_pairs(before, after, ret, ret_count);
  if (!after->suppressed || after->suppressed->count == 0)
    return;
  for (size_t i = 0; i < *ret_count; i++)
    if ((*ret)[i].before && (*ret)[i].after)
      (*ret)[i].hidden = counted_findings_find(after->suppressed, (*ret)[i].after->identity.digits);
  hide_gone(after->suppressed, *ret, *ret_count);
}
