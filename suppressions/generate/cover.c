/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Findings of one kind whose stacks have the same shape up to the place begin as one draft of an entry. All drafts are
 * matched at once with all visible findings, and with mutants of what they are for. Those that hide one are split into
 * narrower drafts, until none does:
 *
 *   shape   functions by family, the inside of libraries by module
 *   exact   one draft for each sequence of inner frames, and leak kind
 *   deeper  one draft for each caller, by shape again
 *
 * Where there are no more callers, chosen and visible findings cannot be told apart, and the chosen one is given up.
 * At the end the text is read and matched as a whole; entries whose findings others before them hide are dropped. */
#include "suppressions/generate/cover.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/print.h"
#include "suppressions/generate/entry_text.h"
#include "suppressions/generate/mutants.h"

/* A cover in the making. */
struct cover_work {
  struct draft_stacks stacks;
  size_t line_limit;
  struct draft **drafts; /* NULL: given up or taken apart */
  size_t draft_count, draft_capacity;
  struct cover *cover;
  size_t missed_capacity;
};

ORDER(compare_sizes, size_t, COMPARE(*x, *y))

/* --- what is missed --- */

/* `reason` is taken over. */
static void add_missed(struct cover_work *work, size_t finding, size_t twin, char *reason)
{
  struct cover *cover = work->cover;
  *NEW_ITEM(cover->missed, cover->missed_count, work->missed_capacity) = (struct cover_missed){finding, twin, reason};
}

/* --- drafts from groups --- */

struct grouping {
  const struct draft_stacks *stacks;
  enum draft_form form;
  size_t depth;
};

static int compare_members(const void *a, const void *b, void *context)
{
  const struct grouping *grouping = context;
  size_t x = *(const size_t *)a, y = *(const size_t *)b;
  int order = draft_compare(grouping->stacks, grouping->form, grouping->depth, x, y);
  return order ? order : (x > y) - (x < y);
}

static void add_draft(struct cover_work *work, struct draft *draft)
{
  *NEW_ITEM(work->drafts, work->draft_count, work->draft_capacity) = draft;
}

/* Sort the members and add a draft for each group of them that is not told apart. */
static void add_groups(struct cover_work *work, struct grouping grouping, size_t *members, size_t count)
{
  if (count > 0)
    qsort_r(members, count, sizeof *members, compare_members, &grouping);
  for (size_t start = 0, end; start < count; start = end) {
    for (end = start + 1; end < count; end++)
      if (draft_compare(grouping.stacks, grouping.form, grouping.depth, members[start], members[end]) != 0)
        break;
    add_draft(work, draft_create(grouping.form, grouping.depth, members + start, end - start));
  }
}

/* Why no entry can name it; malloc'ed, NULL when one can. */
static char *why_nameless(const struct cover_work *work, size_t number)
{
  const struct draft_stack *stack = &work->stacks.stacks[number];
  struct error *error = generate_check(&work->stacks.findings[number].finding);
  char *why = error ? memory_text(error_message(error)) : NULL;
  error_free(error);
  if (!why && stack->count == 0)
    why = memory_text("none of its frames can be named");
  if (!why && stack->telling >= work->line_limit)
    why = print_text("its place is frame %zu of the stack, and %zu lines of an entry are compared; make the run "
                     "with --num-callers=%zu", stack->telling + 1, work->line_limit, stack->telling + 1);
  return why;
}

static void begin_drafts(struct cover_work *work)
{
  struct draft_stacks *stacks = &work->stacks;
  size_t *members = memory_zeroed(stacks->count, sizeof *members), count = 0;
  for (size_t i = 0; i < stacks->count; i++) {
    if (stacks->findings[i].state != COVER_CHOSEN)
      continue;
    char *why = why_nameless(work, i);
    if (why)
      add_missed(work, i, SIZE_MAX, why);
    else
      members[count++] = i;
  }
  add_groups(work, (struct grouping){stacks, DRAFT_SHAPE, 0}, members, count);
  free(members);
}

/* --- matching --- */

/* Entries made from drafts, and which draft each came from. */
struct trial {
  struct suppressions *set;
  struct draft **drafts; /* by entry */
};

/* A draft whose text cannot be read is left out: the proof will say that its findings are not hidden. */
static void trial_add(struct trial *trial, const struct cover_work *work, struct draft *draft)
{
  char *name, *text;
  draft_text(&work->stacks, draft, &name, &text);
  struct error *unreadable = suppressions_load_text(trial->set, name, text, strlen(text));
  if (!unreadable)
    trial->drafts[suppressions_size(trial->set) - 1] = draft;
  error_free(unreadable);
  free(name);
  free(text);
}

static void trial_deinit(struct trial *trial)
{
  suppressions_destroy(trial->set);
  free(trial->drafts);
}

/* Of the drafts from `first` on. */
static struct trial trial_of(const struct cover_work *work, size_t first)
{
  struct trial trial = {set_create(), memory_zeroed(work->draft_count - first, sizeof *trial.drafts)};
  suppressions_set_frame_limit(trial.set, work->line_limit);
  for (size_t i = first; i < work->draft_count; i++)
    if (work->drafts[i])
      trial_add(&trial, work, work->drafts[i]);
  return trial;
}

/* Mark the drafts that match a visible finding. */
static void mark_hiding_visible(struct trial *trial, const struct draft_stacks *stacks)
{
  for (size_t i = 0; i < stacks->count; i++) {
    const unsigned *found;
    size_t count = 0;
    if (stacks->findings[i].state == COVER_VISIBLE)
      count = set_match(trial->set, &stacks->findings[i].finding, &found);
    for (size_t j = 0; j < count; j++)
      trial->drafts[found[j]]->hides_visible = i;
  }
}

/* Mark drafts of the trial that match mutants of a chosen finding. For a member of a draft `entry` is the draft's
 * number. Otherwise it is SIZE_MAX, and only mutants of what lies on the way to the finding's place count. */
static void try_mutants(struct trial *trial, const struct mutants_request *request, size_t entry)
{
  struct mutants mutants;
  mutants_init(&mutants, request);
  for (size_t i = 0; i < mutants.count; i++) {
    const unsigned *found;
    size_t count = set_match(trial->set, &mutants.items[i].finding, &found);
    for (size_t j = 0; j < count; j++)
      if (found[j] == entry)
        trial->drafts[entry]->mutation = mutants.items[i].what;
      else if (entry == SIZE_MAX && mutants.items[i].is_of_path)
        trial->drafts[found[j]]->is_loose = true;
  }
  mutants_deinit(&mutants);
}

static const char *program_of(const struct draft_stack *stack)
{
  return stack->program_file ? stack->program_file : "";
}

static void try_members(struct trial *trial, const struct draft_stacks *stacks, size_t entry)
{
  const struct draft *draft = trial->drafts[entry];
  for (size_t i = 0; i < draft->member_count; i++) {
    struct mutants_request request = {
      .finding = &stacks->findings[draft->members[i]].finding,
      .place = stacks->stacks[draft->members[i]].telling,
      .leak_kinds = draft_leak_kinds(stacks, draft),
      .program = draft_ends_in_main(stacks, draft) ? program_of(&stacks->stacks[draft->members[i]]) : NULL,
    };
    try_mutants(trial, &request, entry);
  }
}

/* Mark the drafts that match a mutant. */
static void mark_hiding_mutants(struct trial *trial, const struct draft_stacks *stacks)
{
  for (size_t i = 0; i < stacks->count; i++) {
    struct mutants_request request = {&stacks->findings[i].finding, stacks->stacks[i].telling, 0, NULL};
    if (stacks->stacks[i].count > 0)
      try_mutants(trial, &request, SIZE_MAX);
  }
  for (size_t i = 0; i < suppressions_size(trial->set); i++)
    try_members(trial, stacks, i);
}

/* Find out which drafts from `first` on are too wide. */
static void try_drafts(const struct cover_work *work, size_t first)
{
  struct trial trial = trial_of(work, first);
  mark_hiding_visible(&trial, &work->stacks);
  mark_hiding_mutants(&trial, &work->stacks);
  trial_deinit(&trial);
}

/* --- narrower and narrower --- */

static bool is_too_wide(const struct draft *draft)
{
  return draft->hides_visible != SIZE_MAX || draft->mutation || (draft->is_loose && !draft->is_last);
}

static void give_up_draft(struct cover_work *work, const struct draft *draft)
{
  for (size_t i = 0; i < draft->member_count; i++)
    add_missed(work, draft->members[i], draft->hides_visible,
               draft->hides_visible != SIZE_MAX
                 ? NULL
                 : print_text("every entry for it would hide others as well, that differ in %s", draft->mutation));
}

static bool has_callers(const struct draft_stacks *stacks, const struct draft *draft)
{
  const struct draft_stack *stack = &stacks->stacks[draft->members[0]];
  return draft->depth < stack->count - stack->outer;
}

/* Members without further callers form a group of their own, which comes here again and is given up, or kept when only
 * the way to another finding's place goes through its own place. */
static void narrow_draft(struct cover_work *work, const struct draft *draft)
{
  struct grouping grouping = {&work->stacks, draft->form, draft->depth};
  if (draft->form == DRAFT_SHAPE) {
    grouping.form = DRAFT_EXACT;
  } else if (has_callers(&work->stacks, draft)) {
    grouping.form = DRAFT_SHAPE;
    grouping.depth++;
  } else if (draft->hides_visible != SIZE_MAX || draft->mutation) {
    give_up_draft(work, draft);
    return;
  } else {
    struct draft *last = draft_create(draft->form, draft->depth, draft->members, draft->member_count);
    last->is_last = true;
    add_draft(work, last);
    return;
  }
  add_groups(work, grouping, draft->members, draft->member_count);
}

/* Replace the drafts [first, end) that are too wide; false: there were none. */
static bool narrow_too_wide(struct cover_work *work, size_t first, size_t end)
{
  bool has_replaced = false;
  for (size_t i = first; i < end; i++) {
    struct draft *draft = work->drafts[i];
    if (!draft || !is_too_wide(draft))
      continue;
    has_replaced = true;
    narrow_draft(work, draft);
    draft_destroy(draft);
    work->drafts[i] = NULL;
  }
  return has_replaced;
}

/* What is narrow enough remains so. Hence only new drafts are tried. */
static void narrow_until_fit(struct cover_work *work)
{
  size_t first = 0, end = work->draft_count;
  try_drafts(work, first);
  while (narrow_too_wide(work, first, end)) {
    first = end;
    end = work->draft_count;
    try_drafts(work, first);
  }
}

/* --- the result --- */

/* By a draft's first finding, so that the most important ones come first; drafts that are gone come last. */
ORDER_POINTERS(compare_drafts, struct draft, x && y ? compare_sizes(x->members, y->members) : COMPARE(!x, !y))

static void write_entries(struct cover_work *work)
{
  struct cover *cover = work->cover;
  cover->entries = memory_zeroed(work->draft_count, sizeof *cover->entries);
  if (work->draft_count > 0)
    qsort(work->drafts, work->draft_count, sizeof *work->drafts, compare_drafts);
  for (size_t i = 0; i < work->draft_count && work->drafts[i]; i++) {
    struct cover_entry *entry = &cover->entries[cover->entry_count++];
    entry->is_nameless = draft_is_nameless(&work->stacks, work->drafts[i]);
    draft_text(&work->stacks, work->drafts[i], &entry->name, &entry->text);
  }
}

/* Which entry of the result each entry of the set is; malloc'ed. */
static size_t *read_back(const struct cover *cover, struct suppressions *set)
{
  size_t *entries = memory_zeroed(cover->entry_count, sizeof *entries);
  for (size_t i = 0; i < cover->entry_count; i++) {
    const char *text = cover->entries[i].text;
    struct error *error = suppressions_load_text(set, cover->entries[i].name, text, strlen(text));
    if (!error)
      entries[suppressions_size(set) - 1] = i;
    error_free(error);
  }
  return entries;
}

static void add_hidden(struct cover_entry *entry, size_t finding)
{
  entry->findings = memory_resize(entry->findings, entry->finding_count + 1, sizeof *entry->findings);
  entry->findings[entry->finding_count++] = finding;
}

static bool is_missed(const struct cover *cover, size_t finding)
{
  for (size_t i = 0; i < cover->missed_count; i++)
    if (cover->missed[i].finding == finding)
      return true;
  return false;
}

/* What was given up may after all be hidden by the entry for another finding. */
static void forget_missed(struct cover *cover, size_t finding)
{
  for (size_t i = cover->missed_count; i-- > 0;)
    if (cover->missed[i].finding == finding) {
      free(cover->missed[i].reason);
      cover->missed[i] = cover->missed[--cover->missed_count];
    }
}

/* A visible finding that is hidden, or a chosen one that is not. */
static struct error *judge_finding(struct cover_work *work, size_t number, const struct suppression *found,
                                   const size_t *entries, size_t index)
{
  const struct cover_finding *finding = &work->stacks.findings[number];
  if (found && finding->state == COVER_VISIBLE)
    return error_format("the entry \"%s\" hides %s, which was not chosen", found->name,
                        finding->identity ? finding->identity : "a finding");
  if (finding->state != COVER_CHOSEN)
    return NULL;
  if (found) {
    forget_missed(work->cover, number);
    add_hidden(&work->cover->entries[entries[index]], number);
  } else if (!is_missed(work->cover, number)) {
    add_missed(work, number, SIZE_MAX, memory_text("its names cannot be written so that they are read again"));
  }
  return NULL;
}

/* Match the whole set with everything. */
static struct error *prove_cover(struct cover_work *work)
{
  struct suppressions *set = set_create();
  suppressions_set_frame_limit(set, work->line_limit);
  size_t *entries = read_back(work->cover, set);
  struct error *error = NULL;
  for (size_t i = 0; !error && i < work->stacks.count; i++) {
    const unsigned *found;
    size_t count = set_match(set, &work->stacks.findings[i].finding, &found);
    error = judge_finding(work, i, count > 0 ? suppressions_at(set, found[0]) : NULL, entries,
                          count > 0 ? found[0] : 0);
  }
  free(entries);
  suppressions_destroy(set);
  return error;
}

static void release_entry(struct cover_entry *entry)
{
  free(entry->name);
  free(entry->text);
  free(entry->findings);
}

/* Entries before it hide all that it is for. */
static void drop_needless(struct cover *cover)
{
  size_t kept = 0;
  for (size_t i = 0; i < cover->entry_count; i++)
    if (cover->entries[i].finding_count > 0)
      cover->entries[kept++] = cover->entries[i];
    else
      release_entry(&cover->entries[i]);
  cover->entry_count = kept;
}

ORDER(compare_missed, struct cover_missed, UP(finding))

struct error *cover_create(const struct cover_finding *findings, size_t count, size_t line_limit, struct cover **ret)
{
  struct cover_work work = {.line_limit = line_limit, .cover = memory_zeroed(1, sizeof *work.cover)};
  draft_stacks_init(&work.stacks, findings, count);
  begin_drafts(&work);
  narrow_until_fit(&work);
  write_entries(&work);
  struct error *error = prove_cover(&work);
  drop_needless(work.cover);
  if (work.cover->missed_count > 0)
    qsort(work.cover->missed, work.cover->missed_count, sizeof *work.cover->missed, compare_missed);
  for (size_t i = 0; i < work.draft_count; i++)
    draft_destroy(work.drafts[i]);
  free(work.drafts);
  draft_stacks_deinit(&work.stacks);
  if (error)
    cover_destroy(work.cover);
  else
    *ret = work.cover;
  return error;
}

void cover_destroy(struct cover *cover)
{
  if (!cover)
    return;
  for (size_t i = 0; i < cover->entry_count; i++)
    release_entry(&cover->entries[i]);
  for (size_t i = 0; i < cover->missed_count; i++)
    free(cover->missed[i].reason);
  free(cover->entries);
  free(cover->missed);
  free(cover);
}

void cover_reach(const struct cover_finding *finding, size_t frame, struct cover_reach *ret)
{
  struct draft_stacks stacks;
  draft_stacks_init(&stacks, finding, 1);
  const struct draft_stack *stack = &stacks.stacks[0];
  ret->place = stack->count > 0 ? stack->telling : finding->finding.frame_count;
  ret->is_wrapper = frame < stack->count && stack->lines[frame]->role == FRAME_ALLOCATOR;
  draft_stacks_deinit(&stacks);
}
