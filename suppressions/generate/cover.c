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
 * Then drafts are dropped whose findings others hide as well. At the end the text is read and matched as a whole. */
#include "suppressions/generate/cover.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "suppressions/generate/entry_draft.h"
#include "suppressions/generate/mutants.h"

/* A cover in the making. */
struct cover_work {
  struct draft_stacks stacks;
  size_t line_limit;
  struct pointer_list drafts; /* struct draft; NULL: given up or taken apart */
  struct cover *cover;
  size_t missed_capacity;
};

static int compare_sizes(const void *a, const void *b)
{
  size_t x = *(const size_t *)a, y = *(const size_t *)b;
  return (x > y) - (x < y);
}

/* --- what is missed --- */

/* `reason` is taken over. */
static struct error *add_missed(struct cover_work *work, size_t finding, size_t twin, char *reason)
{
  struct cover *cover = work->cover;
  if (!grow((void **)&cover->missed, cover->missed_count, &work->missed_capacity, sizeof *cover->missed)) {
    free(reason);
    return error_no_memory();
  }
  cover->missed[cover->missed_count++] = (struct cover_missed){finding, twin, reason};
  return NULL;
}

static struct error *miss_because(struct cover_work *work, size_t finding, struct error *why)
{
  char *reason = strdup(error_message(why));
  error_free(why);
  return reason ? add_missed(work, finding, SIZE_MAX, reason) : error_no_memory();
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

static struct error *add_draft(struct cover_work *work, const struct grouping *grouping, const size_t *members,
                               size_t count)
{
  struct draft *draft;
  struct error *error = draft_create(grouping->form, grouping->depth, members, count, &draft);
  if (!error && (error = pointer_list_add(&work->drafts, draft)))
    draft_destroy(draft);
  return error;
}

/* Sort the members and add a draft for each group of them that is not told apart. */
static struct error *add_groups(struct cover_work *work, struct grouping grouping, size_t *members, size_t count)
{
  struct error *error = NULL;
  if (count > 0)
    qsort_r(members, count, sizeof *members, compare_members, &grouping);
  for (size_t start = 0, end; !error && start < count; start = end) {
    for (end = start + 1; end < count; end++)
      if (draft_compare(grouping.stacks, grouping.form, grouping.depth, members[start], members[end]) != 0)
        break;
    error = add_draft(work, &grouping, members + start, end - start);
  }
  return error;
}

/* Can any entry name it? */
static struct error *check_nameable(const struct cover_work *work, size_t number)
{
  const struct draft_stack *stack = &work->stacks.stacks[number];
  struct error *error = generate_check(&work->stacks.findings[number].finding);
  if (!error && stack->count == 0)
    error = error_format("none of its frames can be named");
  if (!error && stack->telling >= work->line_limit)
    error = error_format("its place is frame %zu of the stack, and %zu lines of an entry are compared; make the run "
                         "with --num-callers=%zu", stack->telling + 1, work->line_limit, stack->telling + 1);
  return error;
}

static struct error *begin_drafts(struct cover_work *work)
{
  struct draft_stacks *stacks = &work->stacks;
  size_t *members = malloc((stacks->count + 1) * sizeof *members), count = 0;
  struct error *error = members ? NULL : error_no_memory();
  for (size_t i = 0; !error && i < stacks->count; i++) {
    if (stacks->findings[i].state != COVER_CHOSEN)
      continue;
    struct error *why = check_nameable(work, i);
    if (why)
      error = miss_because(work, i, why);
    else
      members[count++] = i;
  }
  if (!error)
    error = add_groups(work, (struct grouping){stacks, DRAFT_SHAPE, 0}, members, count);
  free(members);
  return error;
}

/* --- matching --- */

/* Entries made from drafts, and which draft each came from. */
struct trial {
  struct suppressions *set;
  struct draft **drafts; /* by entry */
};

static struct error *trial_add(struct trial *trial, const struct cover_work *work, struct draft *draft)
{
  char *name = NULL, *text = NULL;
  struct error *error = draft_text(&work->stacks, draft, &name, &text);
  struct error *unreadable = error ? NULL : suppressions_load_text(trial->set, name, text, strlen(text));
  if (unreadable)
    error_free(unreadable); /* the proof will say that its findings are not hidden */
  else if (!error)
    trial->drafts[suppressions_size(trial->set) - 1] = draft;
  free(name);
  free(text);
  return error;
}

static void trial_deinit(struct trial *trial)
{
  suppressions_destroy(trial->set);
  free(trial->drafts);
}

static struct error *trial_init(struct trial *trial, const struct cover_work *work, struct draft *const *drafts,
                                size_t count)
{
  *trial = (struct trial){NULL, calloc(count + 1, sizeof *trial->drafts)};
  struct error *error = trial->drafts ? suppressions_create(&trial->set) : error_no_memory();
  if (!error)
    suppressions_set_frame_limit(trial->set, work->line_limit);
  for (size_t i = 0; !error && i < count; i++)
    if (drafts[i])
      error = trial_add(trial, work, drafts[i]);
  if (error)
    trial_deinit(trial);
  return error;
}

/* Mark the drafts that match a visible finding. */
static struct error *mark_hiding_visible(struct trial *trial, const struct draft_stacks *stacks)
{
  struct error *error = NULL;
  for (size_t i = 0; !error && i < stacks->count; i++) {
    const unsigned *found;
    size_t found_count = 0;
    if (stacks->findings[i].state == COVER_VISIBLE)
      error = suppressions_match_all(trial->set, &stacks->findings[i].finding, &found, &found_count);
    for (size_t j = 0; !error && j < found_count; j++)
      trial->drafts[found[j]]->hides_visible = i;
  }
  return error;
}

/* Mark drafts of the trial that match mutants of a chosen finding. For a member of a draft `entry` is the draft's
 * number. Otherwise it is SIZE_MAX, and only mutants of what lies on the way to the finding's place count. */
static struct error *try_mutants(struct trial *trial, const struct mutants_request *request, size_t entry)
{
  struct mutants mutants;
  struct error *error = mutants_init(&mutants, request);
  if (error)
    return error;
  for (size_t i = 0; !error && i < mutants.count; i++) {
    const unsigned *found;
    size_t count = 0;
    error = suppressions_match_all(trial->set, &mutants.items[i].finding, &found, &count);
    for (size_t j = 0; !error && j < count; j++)
      if (found[j] == entry)
        trial->drafts[entry]->mutation = mutants.items[i].what;
      else if (entry == SIZE_MAX && mutants.items[i].is_of_path)
        trial->drafts[found[j]]->is_loose = true;
  }
  mutants_deinit(&mutants);
  return error;
}

static const char *program_of(const struct draft_stack *stack)
{
  return stack->program_file ? stack->program_file : "";
}

static struct error *try_members(struct trial *trial, const struct draft_stacks *stacks, size_t entry)
{
  const struct draft *draft = trial->drafts[entry];
  struct error *error = NULL;
  for (size_t i = 0; !error && i < draft->member_count; i++) {
    struct mutants_request request = {
      .finding = &stacks->findings[draft->members[i]].finding,
      .place = stacks->stacks[draft->members[i]].telling,
      .leak_kinds = draft_leak_kinds(stacks, draft),
      .program = draft_ends_in_main(stacks, draft) ? program_of(&stacks->stacks[draft->members[i]]) : NULL,
    };
    error = try_mutants(trial, &request, entry);
  }
  return error;
}

/* Mark the drafts that match a mutant. */
static struct error *mark_hiding_mutants(struct trial *trial, const struct draft_stacks *stacks)
{
  struct error *error = NULL;
  for (size_t i = 0; !error && i < stacks->count; i++) {
    struct mutants_request request = {&stacks->findings[i].finding, stacks->stacks[i].telling, 0, NULL};
    if (stacks->stacks[i].count > 0)
      error = try_mutants(trial, &request, SIZE_MAX);
  }
  for (size_t i = 0; !error && i < suppressions_size(trial->set); i++)
    error = try_members(trial, stacks, i);
  return error;
}

/* Find out which drafts are too wide. NULLs are passed over. */
static struct error *try_drafts(const struct cover_work *work, struct draft *const *drafts, size_t count)
{
  struct trial trial;
  struct error *error = trial_init(&trial, work, drafts, count);
  if (error)
    return error;
  error = mark_hiding_visible(&trial, &work->stacks);
  if (!error)
    error = mark_hiding_mutants(&trial, &work->stacks);
  trial_deinit(&trial);
  return error;
}

/* --- narrower and narrower --- */

static bool is_too_wide(const struct draft *draft)
{
  return draft->hides_visible != SIZE_MAX || draft->mutation || (draft->is_loose && !draft->is_last);
}

static struct error *give_up_draft(struct cover_work *work, const struct draft *draft)
{
  struct error *error = NULL;
  for (size_t i = 0; !error && i < draft->member_count; i++)
    error = draft->hides_visible != SIZE_MAX
              ? add_missed(work, draft->members[i], draft->hides_visible, NULL)
              : miss_because(work, draft->members[i],
                             error_format("every entry for it would hide others as well, that differ in %s",
                                          draft->mutation));
  return error;
}

static bool has_callers(const struct draft_stacks *stacks, const struct draft *draft)
{
  const struct draft_stack *stack = &stacks->stacks[draft->members[0]];
  return draft->depth < stack->count - stack->outer;
}

/* A draft is as narrow as can be when the way to another finding's place goes through its own place. */
static struct error *keep_as_last(struct cover_work *work, const struct draft *draft)
{
  struct draft *last;
  struct error *error = draft_create(draft->form, draft->depth, draft->members, draft->member_count, &last);
  if (error)
    return error;
  last->is_last = true;
  if ((error = pointer_list_add(&work->drafts, last)))
    draft_destroy(last);
  return error;
}

/* Members without further callers form a group of their own, which comes here again and is given up. */
static struct error *narrow_draft(struct cover_work *work, struct draft *draft)
{
  struct grouping grouping = {&work->stacks, draft->form, draft->depth};
  if (draft->form == DRAFT_SHAPE) {
    grouping.form = DRAFT_EXACT;
  } else if (has_callers(&work->stacks, draft)) {
    grouping.form = DRAFT_SHAPE;
    grouping.depth++;
  } else if (draft->hides_visible != SIZE_MAX || draft->mutation) {
    return give_up_draft(work, draft);
  } else {
    return keep_as_last(work, draft);
  }
  return add_groups(work, grouping, draft->members, draft->member_count);
}

/* Replace the drafts from `first` on that are too wide; *ret_settled: there were none. */
static struct error *narrow_too_wide(struct cover_work *work, size_t first, bool *ret_settled)
{
  size_t count = work->drafts.count;
  struct error *error = NULL;
  *ret_settled = true;
  for (size_t i = first; !error && i < count; i++) {
    struct draft *draft = work->drafts.items[i];
    if (!draft || !is_too_wide(draft))
      continue;
    *ret_settled = false;
    error = narrow_draft(work, draft);
    draft_destroy(draft);
    work->drafts.items[i] = NULL;
  }
  return error;
}

/* What is narrow enough remains so. Hence only new drafts are tried, those from `first` on. */
static struct error *narrow_until_fit(struct cover_work *work)
{
  struct error *error = NULL;
  size_t first = 0;
  for (bool is_settled = work->drafts.count == 0; !error && !is_settled;) {
    struct draft *const *drafts = (struct draft *const *)work->drafts.items;
    size_t count = work->drafts.count;
    error = try_drafts(work, drafts + first, count - first);
    if (!error)
      error = narrow_too_wide(work, first, &is_settled);
    first = count;
  }
  return error;
}

/* --- what others hide as well --- */

/* Mark one entry for each chosen finding, one that is marked already if there is one. */
static struct error *mark_needed(struct trial *trial, const struct draft_stacks *stacks, bool *is_needed)
{
  struct error *error = NULL;
  for (size_t i = 0; !error && i < stacks->count; i++) {
    const unsigned *found;
    size_t count = 0;
    bool is_hidden = false;
    if (stacks->findings[i].state == COVER_CHOSEN)
      error = suppressions_match_all(trial->set, &stacks->findings[i].finding, &found, &count);
    for (size_t j = 0; !error && j < count; j++)
      is_hidden = is_hidden || is_needed[found[j]];
    if (!error && count > 0 && !is_hidden)
      is_needed[found[0]] = true;
  }
  return error;
}

static void drop_draft(struct cover_work *work, const struct draft *draft)
{
  for (size_t i = 0; i < work->drafts.count; i++)
    if (work->drafts.items[i] == draft) {
      draft_destroy(work->drafts.items[i]);
      work->drafts.items[i] = NULL;
    }
}

static struct error *drop_needless(struct cover_work *work)
{
  struct trial trial;
  struct error *error = trial_init(&trial, work, (struct draft *const *)work->drafts.items, work->drafts.count);
  if (error)
    return error;
  size_t entries = suppressions_size(trial.set);
  bool *is_needed = calloc(entries + 1, sizeof *is_needed);
  error = is_needed ? mark_needed(&trial, &work->stacks, is_needed) : error_no_memory();
  for (size_t i = 0; !error && i < entries; i++)
    if (!is_needed[i])
      drop_draft(work, trial.drafts[i]);
  free(is_needed);
  trial_deinit(&trial);
  return error;
}

/* --- the result --- */

/* By a draft's first finding, so that the most important ones come first; drafts that are gone come last. */
static int compare_drafts(const void *item_a, const void *item_b)
{
  const struct draft *a = *(struct draft *const *)item_a, *b = *(struct draft *const *)item_b;
  return a && b ? compare_sizes(a->members, b->members) : (a == NULL) - (b == NULL);
}

static struct error *write_entries(struct cover_work *work)
{
  struct cover *cover = work->cover;
  struct error *error = NULL;
  cover->entries = calloc(work->drafts.count + 1, sizeof *cover->entries);
  if (!cover->entries)
    return error_no_memory();
  if (work->drafts.count > 0)
    qsort(work->drafts.items, work->drafts.count, sizeof *work->drafts.items, compare_drafts);
  for (size_t i = 0; !error && i < work->drafts.count && work->drafts.items[i]; i++) {
    struct cover_entry *entry = &cover->entries[i];
    entry->is_nameless = draft_is_nameless(&work->stacks, work->drafts.items[i]);
    if (!(error = draft_text(&work->stacks, work->drafts.items[i], &entry->name, &entry->text)))
      cover->entry_count++;
  }
  return error;
}

/* *ret_entries: which entry of the result each entry of the set is. */
static struct error *read_back(const struct cover *cover, struct suppressions *set, size_t **ret_entries)
{
  size_t *entries = calloc(cover->entry_count + 1, sizeof *entries);
  if (!entries)
    return error_no_memory();
  for (size_t i = 0; i < cover->entry_count; i++) {
    const char *text = cover->entries[i].text;
    struct error *error = suppressions_load_text(set, cover->entries[i].name, text, strlen(text));
    if (!error)
      entries[suppressions_size(set) - 1] = i;
    error_free(error);
  }
  *ret_entries = entries;
  return NULL;
}

static struct error *add_hidden(struct cover_entry *entry, size_t finding)
{
  size_t *grown = realloc(entry->findings, (entry->finding_count + 1) * sizeof *grown);
  if (!grown)
    return error_no_memory();
  entry->findings = grown;
  entry->findings[entry->finding_count++] = finding;
  return NULL;
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
    return add_hidden(&work->cover->entries[entries[index]], number);
  }
  return is_missed(work->cover, number)
           ? NULL
           : miss_because(work, number, error_format("its names cannot be written so that they are read again"));
}

/* Match the whole set with everything. */
static struct error *prove_cover(struct cover_work *work, struct suppressions *set)
{
  size_t *entries = NULL;
  struct error *error = read_back(work->cover, set, &entries);
  if (error)
    return error;
  for (size_t i = 0; !error && i < work->stacks.count; i++) {
    const unsigned *found;
    size_t count = 0;
    error = suppressions_match_all(set, &work->stacks.findings[i].finding, &found, &count);
    if (!error)
      error = judge_finding(work, i, count > 0 ? suppressions_at(set, found[0]) : NULL, entries,
                            count > 0 ? found[0] : 0);
  }
  free(entries);
  return error;
}

static int compare_missed(const void *item_a, const void *item_b)
{
  const struct cover_missed *a = item_a, *b = item_b;
  return compare_sizes(&a->finding, &b->finding);
}

static struct error *make_cover(struct cover_work *work)
{
  struct suppressions *set = NULL;
  struct error *error;
  if ((error = begin_drafts(work)) || (error = narrow_until_fit(work)) || (error = drop_needless(work)) ||
      (error = write_entries(work)) || (error = suppressions_create(&set)))
    return error;
  suppressions_set_frame_limit(set, work->line_limit);
  error = prove_cover(work, set);
  suppressions_destroy(set);
  if (!error && work->cover->missed_count > 0)
    qsort(work->cover->missed, work->cover->missed_count, sizeof *work->cover->missed, compare_missed);
  return error;
}

struct error *cover_create(const struct cover_finding *findings, size_t count, size_t line_limit, struct cover **ret)
{
  struct cover_work work = {.line_limit = line_limit, .cover = calloc(1, sizeof *work.cover)};
  if (!work.cover)
    return error_no_memory();
  struct error *error = draft_stacks_init(&work.stacks, findings, count);
  if (!error)
    error = make_cover(&work);
  for (size_t i = 0; i < work.drafts.count; i++)
    draft_destroy(work.drafts.items[i]);
  free(work.drafts.items);
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
  for (size_t i = 0; i < cover->entry_count; i++) {
    free(cover->entries[i].name);
    free(cover->entries[i].text);
    free(cover->entries[i].findings);
  }
  for (size_t i = 0; i < cover->missed_count; i++)
    free(cover->missed[i].reason);
  free(cover->entries);
  free(cover->missed);
  free(cover);
}

struct error *cover_reach(const struct cover_finding *finding, size_t frame, struct cover_reach *ret)
{
  struct draft_stacks stacks;
  struct error *error = draft_stacks_init(&stacks, finding, 1);
  if (!error) {
    const struct draft_stack *stack = &stacks.stacks[0];
    ret->place = stack->count > 0 ? stack->telling : finding->finding.frame_count;
    ret->is_wrapper = frame < stack->count && stack->lines[frame]->role == FRAME_ALLOCATOR;
  }
  draft_stacks_deinit(&stacks);
  return error;
}
