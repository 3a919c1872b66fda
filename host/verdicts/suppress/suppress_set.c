/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The set is made for merged findings, and verified by the runs themselves, which are read again with it: there every
 * process is matched for itself, with all the forms in which a stack occurs. What that shows is learned from, and the
 * set made again: a form of a chosen finding that is not hidden is chosen as well, a form of another that is hidden
 * has to stay visible. Indirect losses come second, as those that hang from a suppressed loss need no entry. */
#include <errno.h>
#include <stdlib.h>

#include <libiberty/hashtab.h> /* needs the one above */
#include <string.h>
#include <unistd.h>

#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/verdicts/suppress/suppress.h"

enum { ROUNDS_MAX = 8 };

/* A finding that is not suppressed yet. */
struct known {
  struct identity identity; /* first: tables are keyed by it */
  size_t item, item_count;
  bool is_chosen;
  bool is_pending; /* chosen, indirectly lost, and perhaps hidden with its root */
  bool is_missed;
  bool is_rooted;  /* not chosen, indirectly lost, and hidden with its root, so that entries may match it, too */
  bool is_visible; /* in some process, when the runs were last read */
};

struct suppress_set {
  const struct command *command;
  const struct findings *findings;
  struct suppress_items items;
  htab_t known;                       /* struct known */
  struct findings_builder *builders[ROUNDS_MAX]; /* of the runs read again; items point into them */
  size_t round;
  struct cover *cover;
  struct suppressions *suppressions;  /* the cover's */
  struct suppress_counts counts;
};

/* --- the findings --- */

HASHED(known, struct known, HASH_TEXT(identity.digits), SAME_TEXT(identity.digits))

static struct known *find_known(const struct suppress_set *set, const struct identity *identity)
{
  struct known key = {.identity = *identity};
  return htab_find(set->known, &key);
}

static void set_state(struct suppress_set *set, const struct known *known, enum cover_state state)
{
  for (size_t i = 0; i < known->item_count; i++)
    set->items.items[known->item + i].state = state;
}

static void add_known(struct suppress_set *set, const struct finding *finding, bool is_chosen)
{
  struct known *known = memory_zeroed(1, sizeof *known);
  void **slot = NULL;
  *known = (struct known){.identity = finding->identity, .item = set->items.count, .is_chosen = is_chosen};
  known->is_pending = is_chosen && finding->leak_kind == RECORD_LEAK_INDIRECT;
  slot = htab_find_slot(set->known, known, INSERT);
  if (*slot) { /* each identity stands once among the findings that are not suppressed */
    free(known);
    return;
  }
  *slot = known;
  set->counts.chosen += is_chosen;
  enum cover_state state = !is_chosen ? COVER_VISIBLE : known->is_pending ? COVER_INDIFFERENT : COVER_CHOSEN;
  suppress_items_add(&set->items, set->findings, finding, state);
  known->item_count = set->items.count - known->item;
}

static void choose(struct suppress_set *set, bool (*wants)(void *context, const struct finding *finding), void *context)
{
  for (size_t i = 0; i < set->findings->count; i++) {
    const struct finding *finding = &set->findings->items[i];
    if (finding_is_suppressed(finding)) {
      suppress_items_add(&set->items, set->findings, finding, COVER_INDIFFERENT);
    } else {
      add_known(set, finding, wants(context, finding));
    }
  }
}

/* --- the entries --- */

static struct error *load_cover(struct suppress_set *set)
{
  suppressions_destroy(set->suppressions);
  set->suppressions = NULL;
  suppressions_create(&set->suppressions);
  struct error *error = NULL;
  for (size_t i = 0; !error && i < set->cover->entry_count; i++) {
    const struct cover_entry *entry = &set->cover->entries[i];
    error = suppressions_load_text(set->suppressions, entry->name, entry->text, strlen(entry->text));
  }
  return error;
}

static int forget_last(void **slot, void *context)
{
  (void)context;
  struct known *known = *slot;
  known->is_missed = known->is_visible = false;
  return 1;
}

static void mark_missed(struct suppress_set *set)
{
  htab_traverse_noresize(set->known, forget_last, NULL);
  set->counts.missed = 0;
  for (size_t i = 0; i < set->cover->missed_count; i++) {
    struct identity identity;
    strcpy(identity.digits, set->items.items[set->cover->missed[i].finding].identity);
    struct known *known = find_known(set, &identity);
    set->counts.missed += known && !known->is_missed;
    if (known)
      known->is_missed = true;
  }
}

static struct error *make_cover(struct suppress_set *set)
{
  cover_destroy(set->cover);
  set->cover = NULL;
  struct error *error = suppress_items_cover(&set->items, set->findings, &set->cover);
  if (!error)
    error = load_cover(set);
  if (error)
    return error;
  mark_missed(set);
  set->counts.entries = set->cover->entry_count;
  return NULL;
}

void suppress_set_write(const struct suppress_set *set, FILE *output)
{
  for (size_t i = 0; i < set->cover->entry_count; i++)
    fprintf(output, "%s%s", i > 0 ? "\n" : "", set->cover->entries[i].text);
}

/* --- the proof --- */

static struct error *write_temporary(const struct suppress_set *set, char *path)
{
  int fd = mkstemp(path);
  FILE *output = fd < 0 ? NULL : fdopen(fd, "w");
  if (!output)
    return error_errno(errno, "cannot write %s", path);
  suppress_set_write(set, output);
  bool is_bad = ferror(output);
  return fclose(output) != 0 || is_bad ? error_errno(errno, "cannot write %s", path) : NULL;
}

/* Read the runs with the file as one more suppression file, after all others. */
static struct error *read_with(struct suppress_set *set, const char *path, const struct findings **ret)
{
  struct command command = *set->command;
  char *option;
  command.options = memory_zeroed(command.option_count + 1, sizeof *command.options);
  option = print_text("--suppressions=%s", path);
  memcpy(command.options, set->command->options, command.option_count * sizeof *command.options);
  command.options[command.option_count++] = option;
  struct error *error = command_findings(&command, &set->builders[set->round], ret);
  free(option);
  free(command.options);
  return error;
}

/* Does an entry match the finding itself, rather than what it hangs from? */
static void is_matched(struct suppress_set *set, const struct findings *again, const struct finding *finding, bool *ret)
{
  struct suppress_items items = {.count = 0};
  suppress_items_add(&items, again, finding, COVER_VISIBLE);
  *ret = false;
  for (size_t i = 0; !*ret && i < items.count; i++) {
    struct suppression *found = NULL;
    suppressions_match(set->suppressions, &items.items[i].finding, &found);
    *ret = found != NULL;
  }
  suppress_items_deinit(&items);
}

/* A finding that was not chosen is hidden: with its root, or by mistake. */
static void learn_hidden(struct suppress_set *set, const struct findings *again, struct known *known,
                         const struct finding *finding, bool *changed)
{
  bool is_direct;
  is_matched(set, again, finding, &is_direct);
  bool is_rooted = finding->leak_kind == RECORD_LEAK_INDIRECT && (!is_direct || (known && known->is_rooted));
  set->counts.rooted += is_rooted;
  if (is_rooted && known && !known->is_rooted && !known->is_visible) {
    known->is_rooted = true;
    set_state(set, known, COVER_INDIFFERENT);
    *changed = true;
  }
  if (is_rooted)
    return;
  *changed = true;
  suppress_items_add(&set->items, again, finding, COVER_VISIBLE);
}

/* A finding that was chosen is not hidden, at least in some process. */
static void learn_visible(struct suppress_set *set, const struct findings *again, struct known *known,
                          const struct finding *finding, bool *changed)
{
  if (known->is_missed)
    return;
  *changed = true;
  if (!known->is_pending) {
    suppress_items_add(&set->items, again, finding, COVER_CHOSEN);
    return;
  }
  known->is_pending = false;
  set_state(set, known, COVER_CHOSEN);
}

/* Entries were free to match it, as it goes with its root; but it is visible in some process, so they are not. */
static void learn_rooted(struct suppress_set *set, struct known *known, bool *changed)
{
  if (!known->is_rooted)
    return;
  known->is_rooted = false;
  set_state(set, known, COVER_VISIBLE);
  *changed = true;
}

static void mark_visible(struct suppress_set *set, const struct findings *again)
{
  set->counts.rooted = set->counts.visible = 0;
  for (size_t i = 0; i < again->count; i++) {
    struct known *known = find_known(set, &again->items[i].identity);
    if (known && !finding_is_suppressed(&again->items[i])) {
      known->is_visible = true;
      set->counts.visible += !known->is_chosen;
    }
  }
}

static void learn(struct suppress_set *set, const struct findings *again, const char *path, bool *changed)
{
  mark_visible(set, again);
  for (size_t i = 0; i < again->count; i++) {
    const struct finding *finding = &again->items[i];
    struct known *known = find_known(set, &finding->identity);
    bool is_chosen = known && known->is_chosen, is_hidden = finding_is_suppressed(finding);
    bool by_us = is_hidden && strcmp(again->suppressions[finding->suppression].file, path) == 0;
    if (by_us && !is_chosen)
      learn_hidden(set, again, known, finding, changed);
    else if (!is_hidden && is_chosen)
      learn_visible(set, again, known, finding, changed);
    else if (!is_hidden && known)
      learn_rooted(set, known, changed);
    else if (by_us)
      set->counts.rooted += known->is_pending;
  }
}

/* *changed: something was learned. */
static struct error *prove(struct suppress_set *set, bool *changed)
{
  const char *directory = getenv("TMPDIR");
  char *path;
  const struct findings *again;
  *changed = false;
  path = print_text("%s/seep-suppress.XXXXXX", directory && directory[0] == '/' ? directory : "/tmp");
  struct error *error = write_temporary(set, path);
  if (!error)
    error = read_with(set, path, &again);
  if (!error)
    learn(set, again, path, changed);
  set->round++;
  unlink(path);
  free(path);
  return error;
}

static struct error *make_until_proved(struct suppress_set *set)
{
  bool is_changed = true;
  struct error *error = NULL;
  while (!error && is_changed) {
    if (set->round == ROUNDS_MAX)
      return error_format("no set could be found that hides exactly these findings in all processes; choose fewer");
    if (!(error = make_cover(set)))
      error = prove(set, &is_changed);
  }
  return error;
}

struct error *suppress_set_create(const struct command *command, const struct findings *findings,
                                  bool (*wants)(void *context, const struct finding *finding), void *context,
                                  struct suppress_set **ret)
{
  struct suppress_set *set = memory_zeroed(1, sizeof *set);
  set->command = command;
  set->findings = findings;
  set->known = HASH_TABLE(known, 64, free);
  choose(set, wants, context);
  struct error *error = NULL;
  if (set->counts.chosen == 0)
    error = make_cover(set);
  else
    error = make_until_proved(set);
  if (error)
    suppress_set_destroy(set);
  else
    *ret = set;
  return error;
}

void suppress_set_destroy(struct suppress_set *set)
{
  if (!set)
    return;
  for (size_t i = 0; i < set->round; i++)
    findings_builder_destroy(set->builders[i]);
  hash_table_delete(set->known);
  suppressions_destroy(set->suppressions);
  cover_destroy(set->cover);
  suppress_items_deinit(&set->items);
  free(set);
}

struct suppress_counts suppress_set_counts(const struct suppress_set *set)
{
  return set->counts;
}

/* Forms of one finding follow each other. */
static bool is_said(const struct suppress_set *set, size_t missed)
{
  const struct cover_missed *items = set->cover->missed;
  return missed > 0 && strcmp(set->items.items[items[missed].finding].identity,
                              set->items.items[items[missed - 1].finding].identity) == 0;
}

static void explain_missed(const struct suppress_set *set, const struct cover_missed *missed, FILE *output)
{
  const struct cover_finding *finding = &set->items.items[missed->finding];
  fprintf(output, "not suppressed: %s (%s): ", finding->identity, finding->sentence);
  if (missed->reason)
    fprintf(output, "%s\n", missed->reason);
  else
    fprintf(output, "every entry for it would hide %s (%s) as well\n", set->items.items[missed->twin].identity,
            set->items.items[missed->twin].sentence);
}

/* What has no name may be many places. */
static void explain_nameless(const struct suppress_set *set, FILE *output)
{
  size_t count = 0;
  for (size_t i = 0; i < set->cover->entry_count; i++)
    count += set->cover->entries[i].is_nameless;
  if (count > 0)
    fprintf(output,
            "%zu %s for a place without a name, and for all such places of its file that are reached in the same "
            "way, as \"#: the place has no name\" says in them; with symbols each would be for one\n",
            count, suppress_plural(count, "entry is", "entries are"));
}

void suppress_set_explain(const struct suppress_set *set, FILE *output)
{
  for (size_t i = 0; i < set->cover->missed_count; i++)
    if (!is_said(set, i))
      explain_missed(set, &set->cover->missed[i], output);
  explain_nameless(set, output);
}
