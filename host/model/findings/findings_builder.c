/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The builder listens to the reports of runs. When a process ends, what it has found is merged with what others have.
 * */
#include "host/model/findings/findings.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host/base/grow.h"
#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/record/reporter_fault.h"
#include "host/model/findings/findings_contexts.h"
#include "host/model/findings/findings_frames.h"
#include "host/model/findings/findings_private.h"
#include "host/model/frames/frame_names.h"
#include "host/model/process/identify.h"
#include "host/model/process/suppression_match.h"
#include "host/model/words/error_notes.h"
#include "host/model/words/loss_title.h"
#include "host/model/words/sentences.h"
#include "host/model/words/thread_words.h"

/* An entry of a file, wherever it was loaded from again. */
struct suppression_key {
  const char *file; /* interned */
  unsigned line;
  size_t index;
};

/* --- shared --- */

void builder_make_room(void **array, size_t count, size_t *capacity, size_t item_bytes)
{
  grow(array, count, capacity, item_bytes);
}

void builder_intern(struct findings_builder *builder, const char *text, const char **ret)
{
  findings_frames_intern(builder->frames, text, ret);
}

void builder_intern_made(struct findings_builder *builder, char *text, const char **ret)
{
  builder_intern(builder, text, ret);
  free(text);
}

void builder_copy_strings(struct findings_builder *builder, char *const *arguments, const char *const **ret)
{
  size_t count = 0;
  while (arguments && arguments[count])
    count++;
  const char **copies = findings_frames_allocate(builder->frames, (count + 1) * sizeof *copies);
  for (size_t i = 0; i < count; i++)
    builder_intern(builder, arguments[i], &copies[i]);
  copies[count] = NULL;
  *ret = copies;
}

/* --- tables --- */

HASHED(finding, struct finding, HASH_TEXT(identity.digits) + (hashval_t)x->suppression,
       SAME_TEXT(identity.digits) && SAME(suppression))

HASHED(suppression, struct suppression_key, htab_hash_pointer(x->file) + x->line, SAME(file) && SAME(line))

static void add_suppression(struct findings_builder *builder, const struct suppression *entry, size_t *ret)
{
  struct finding_suppression *made;
  builder_make_room((void **)&builder->suppressions, builder->result.suppression_count, &builder->suppression_capacity,
                    sizeof *builder->suppressions);
  made = &builder->suppressions[builder->result.suppression_count];
  *made = (struct finding_suppression){.line = entry->line};
  builder_intern(builder, entry->name, &made->name);
  builder_intern(builder, entry->file, &made->file);
  builder_intern(builder, entry->remarks, &made->remarks);
  *ret = builder->result.suppression_count++;
}

static void suppression_index(struct findings_builder *builder, const struct suppression *entry, size_t *ret)
{
  struct suppression_key key = {.line = entry->line};
  builder_intern(builder, entry->file, &key.file);
  void **slot = htab_find_slot(builder->suppression_keys, &key, INSERT);
  if (!*slot) {
    add_suppression(builder, entry, &key.index);
    *slot = memory_copy(&key, sizeof key);
  }
  *ret = ((struct suppression_key *)*slot)->index;
}

/* --- describing --- */

static void keep_stack(struct findings_builder *builder, const struct settings *settings, const struct stack *stack,
                       size_t codes, struct finding_stack *ret)
{
  struct frame *frames;
  size_t count;
  findings_frames_of_stack(builder->frames, settings, stack, codes, &frames, &count);
  findings_frames_keep(builder->frames, frames, count, ret);
  free(frames);
}

void builder_keep_shown(struct findings_builder *builder, const struct settings *settings, const struct stack *stack,
                        struct finding_stack *ret)
{
  keep_stack(builder, settings, stack, stack ? frame_names_shown_codes(settings, stack) : 0, ret);
}

static void keep_match(struct findings_builder *builder, const struct sighting *sighting, struct finding *finding)
{
  struct suppression_match match;
  if (sighting->error)
    suppression_match_error(sighting->error, NULL, &match);
  else if (sighting->growth)
    suppression_match_growth(sighting->growth, NULL, &match);
  else
    suppression_match_loss(sighting->loss, NULL, &match);
  builder_intern(builder, match.finding.kind, &finding->match.kind);
  builder_intern(builder, match.finding.extra, &finding->match.extra);
  for (size_t i = 0; i < EXTENSIONS; i++)
    builder_intern(builder, match.finding.facts[i], &finding->match.facts[i]);
  suppression_match_release(&match);
}

static void keep_note(struct findings_builder *builder, const struct settings *settings, const struct error_note *note,
                      struct finding_note *ret)
{
  builder_intern(builder, note->sentence, &ret->sentence);
  if (note->file)
    builder_intern(builder, note->file, &ret->file);
  ret->line = note->line;
  ret->title = note->title;
  ret->names_place = note->names_place;
  builder_keep_shown(builder, settings, note->stack, &ret->stack);
}

_Static_assert((size_t)NOTES_MAX <= FINDING_NOTES, "a finding has room for all notes of an error");

static void keep_notes(struct findings_builder *builder, const struct sighting *sighting, struct finding *finding)
{
  struct error_notes notes;
  error_notes_describe(sighting->process, sighting->error, &notes);
  for (size_t i = 0; i < notes.count; i++) {
    keep_note(builder, &sighting->process->settings, &notes.items[i], &finding->notes[i]);
    finding->note_count++;
  }
  error_notes_release(&notes);
}

static void identify_freed_block(const struct sighting *sighting, struct finding *finding)
{
  struct identity identities[LEAK_KINDS];
  if (sighting->error->place != RECORD_PLACE_FREED_BLOCK || !sighting->error->alloc_stack)
    return;
  identify_blocks(sighting->error->alloc_stack, sighting->process, identities);
  finding->freed_block = identities[RECORD_LEAK_DEFINITE];
}

static void keep_sentence(struct findings_builder *builder, const struct sighting *sighting, struct finding *finding)
{
  char *title;
  builder_intern_made(builder, error_sentence(sighting->error), &finding->sentence);
  error_title(sighting->process, sighting->error, &title);
  builder_intern_made(builder, title, &finding->title);
  char *threads = thread_words(sighting->process, sighting->error);
  builder_intern(builder, threads, &finding->threads);
  free(threads);
  finding->name = error_name_of(sighting->error);
  finding->is_of_value = error_is_of_value(sighting->error);
  identify_freed_block(sighting, finding);
}

/* Fill in what is not yet known of a new finding. */
static void describe_finding(struct findings_builder *builder, const struct sighting *sighting, struct finding *finding)
{
  keep_match(builder, sighting, finding);
  if (sighting->error) {
    keep_sentence(builder, sighting, finding);
    keep_notes(builder, sighting, finding);
  }
  builder_intern(builder, sighting->extra, &finding->extra);
  finding->kind = sighting->kind;
  finding->leak_kind = sighting->leak_kind;
  finding->is_cycle = true; /* see is_also() */
}

/* What holds if it holds in one process, and what only if it holds in all. */
static void is_also(const struct sighting *sighting, struct finding *finding)
{
  finding->is_error |= sighting->error || (sighting->loss && (sighting->process->settings.errors_for_leak_kinds >>
                                                              sighting->leak_kind & 1));
  finding->is_cycle &= sighting->cycle != NULL;
}

static struct found *find_or_add(struct findings_builder *builder, const struct sighting *sighting,
                                 const struct frame *frames, size_t count)
{
  struct finding key = {.suppression = SIZE_MAX, .name = ERROR_NAMES};
  builder_identify(sighting, frames, count, &key.identity);
  if (sighting->suppression)
    suppression_index(builder, sighting->suppression, &key.suppression);
  void **slot = htab_find_slot(builder->by_key, &key, INSERT);
  if (!*slot) {
    builder_make_room((void **)&builder->found, builder->result.count, &builder->finding_capacity,
                      sizeof *builder->found);
    struct found *made = memory_allocate(sizeof *made);
    *made = (struct found){.finding = key};
    describe_finding(builder, sighting, &made->finding);
    *slot = builder->found[builder->result.count++] = made;
  }
  struct found *found = *slot;
  is_also(sighting, &found->finding);
  return found;
}

/* Two stacks of one place grow as fast as both together; how well the line fits is that of the faster one. */
static void add_growth(struct finding_growth *sum, const struct finding_growth *more)
{
  const double bytes_per_second = sum->bytes_per_second + more->bytes_per_second;
  if (more->bytes_per_second > sum->bytes_per_second)
    *sum = *more;
  sum->bytes_per_second = bytes_per_second;
}

/* Two contexts of one process may have the same identity: they are one hit. */
static void find_hit(struct found *found, const struct finding_hit *hit, struct finding_hit **ret)
{
  struct finding *finding = &found->finding;
  struct finding_hit *last = finding->hit_count > 0 ? &finding->hits[finding->hit_count - 1] : NULL;
  if (!last || last->process != hit->process) {
    builder_make_room((void **)&finding->hits, finding->hit_count, &found->hit_capacity, sizeof *hit);
    last = &finding->hits[finding->hit_count++];
    *last = (struct finding_hit){.process = hit->process};
  }
  *ret = last;
}

static void add_to_hit(struct finding_hit *sum, const struct finding_hit *more)
{
  add_saturated(&sum->count, more->count);
  add_saturated(&sum->bytes, more->bytes);
  add_saturated(&sum->blocks, more->blocks);
  add_saturated(&sum->indirect_bytes, more->indirect_bytes);
  add_saturated(&sum->indirect_blocks, more->indirect_blocks);
  add_growth(&sum->growth, &more->growth);
}

static void add_hit(struct findings_builder *builder, const struct sighting *sighting, const struct frame *frames,
                    size_t count, struct found *found)
{
  struct finding_hit *hit;
  find_hit(found, &sighting->hit, &hit);
  add_to_hit(hit, &sighting->hit);
  builder_add_tests(builder, sighting, frames, count, hit);
}

static void add_variant(struct findings_builder *builder, const struct sighting *sighting, const struct frame *frames,
                        size_t count, struct found *found)
{
  struct finding_variant *variant;
  bool is_new;
  const struct stack *stack = sighting->stack;
  const struct finding_hit *hit = &sighting->hit;
  builder_find_variant(builder, found, frames, count, &is_new, &variant);
  if (is_new)
    keep_stack(builder, &sighting->process->settings, stack, stack ? stack->count : 0, &variant->match_stack);
  add_saturated(&variant->count, hit->count);
  add_saturated(&variant->bytes, hit->bytes);
  add_saturated(&variant->blocks, hit->blocks);
  add_saturated(&variant->indirect_bytes, hit->indirect_bytes);
  add_saturated(&variant->indirect_blocks, hit->indirect_blocks);
}

void builder_add_sighting(struct findings_builder *builder, const struct sighting *sighting)
{
  struct frame *frames;
  size_t count;
  builder_shown_frames(builder, sighting, sighting->stack, &frames, &count);
  struct found *found = find_or_add(builder, sighting, frames, count);
  add_variant(builder, sighting, frames, count, found);
  add_hit(builder, sighting, frames, count, found);
  if (sighting->loss) {
    builder_add_doubts(sighting, found);
    builder_note_siblings(builder, sighting, found);
  }
  if (sighting->part)
    builder_explain(builder, sighting, found);
  free(frames);
}

/* --- listening --- */

static void process_ended(void *context, const struct process *process, const char *cut_reason)
{
  struct findings_builder *builder = context;
  const size_t index = builder->result.process_count;
  builder_add_process(builder, process, cut_reason);
  if (builder->wants_no_items)
    return;
  builder_add_findings_of(builder, process, index);
  builder_add_siblings(builder, process);
}

static void process_began(void *context, const struct process *process)
{
  struct findings_builder *builder = context;
  if (builder->log)
    builder_set_test(builder, process);
}

/* One that became another program has no end, but what it did before counts. */
static void process_closed(void *context, const struct process *process)
{
  if (process->state == PROCESS_REPLACED)
    process_ended(context, process, NULL);
}

static const struct writer_ops builder_ops = {.begin = process_began, .end = process_ended, .close = process_closed};

/* --- the builder --- */

void findings_builder_create(const struct options *options, struct findings_builder **ret)
{
  struct findings_builder *builder = memory_zeroed(1, sizeof *builder);
  builder->listener = (struct writer){&builder_ops, builder};
  builder->by_key = HASH_TABLE(finding, 256, NULL);
  builder->suppression_keys = HASH_TABLE(suppression, 64, free);
  builder->variant_keys = builder_create_variants();
  builder->explanation_keys = builder_create_explanations();
  builder->recorded = htab_create_alloc(64, htab_hash_pointer, htab_eq_pointer, NULL, memory_zeroed, free);
  place_rules_create(options, &builder->rules);
  findings_frames_create(builder->rules, &builder->frames);
  suppressions_create(&builder->limits);
  *ret = builder;
}

void findings_want_no_items(struct findings_builder *builder)
{
  builder->wants_no_items = true;
}

void findings_builder_destroy(struct findings_builder *builder)
{
  if (!builder)
    return;
  for (size_t i = 0; i < builder->result.count; i++) {
    finding_release_tests(&builder->found[i]->finding);
    free(builder->found[i]->finding.hits);
    free(builder->found[i]->variants);
    free(builder->found[i]->explanations);
    free(builder->found[i]->siblings);
    free(builder->found[i]);
  }
  hash_table_delete(builder->by_key);
  hash_table_delete(builder->variant_keys);
  hash_table_delete(builder->explanation_keys);
  hash_table_delete(builder->suppression_keys);
  hash_table_delete(builder->recorded);
  exec_log_destroy(builder->log);
  native_destroy(builder->native);
  suite_facts_destroy(builder->facts);
  free(builder->found);
  free(builder->sibling_records);
  free(builder->items);
  free(builder->unchecked);
  free(builder->processes);
  free(builder->runs);
  free(builder->suppressions);
  findings_contexts_deinit(&builder->contexts);
  suppressions_unmet_release(builder->broken, builder->result.broken_count);
  suppressions_destroy(builder->limits);
  findings_frames_destroy(builder->frames);
  place_rules_destroy(builder->rules);
  free(builder);
}

/* --- runs --- */

struct error *findings_begin_run(struct findings_builder *builder, const char *name, const char *directory)
{
  builder_make_room((void **)&builder->runs, builder->result.run_count, &builder->run_capacity, sizeof *builder->runs);
  struct finding_run *made = &builder->runs[builder->result.run_count];
  *made = (struct finding_run){.is_part = directory == NULL,
                               .reporter_has_failed = directory && reporter_has_failed(directory)};
  builder_intern(builder, name, &made->name);
  builder->result.run_count++;
  findings_frames_forget(builder->frames);
  builder->directory = NULL;
  return directory ? builder_read_suite(builder, directory, made) : NULL;
}

void findings_use_options(struct findings_builder *builder, const struct options *options)
{
  struct place_rules *rules;
  place_rules_create(options, &rules);
  findings_frames_use_rules(builder->frames, rules);
  place_rules_destroy(builder->rules);
  builder->rules = rules;
}

void findings_note_nameless(struct findings_builder *builder)
{
  builder->runs[builder->result.run_count - 1].is_nameless = true;
}

struct error *findings_add_missing_run(struct findings_builder *builder, const char *name, const char *why)
{
  struct stat status;
  bool is_directory = stat(name, &status) == 0 && S_ISDIR(status.st_mode);
  RETURN_IF_ERROR(findings_begin_run(builder, name, is_directory ? name : NULL));
  builder->runs[builder->result.run_count - 1].is_missing = true;
  return findings_end_run(builder, why);
}

const struct writer *findings_listener(const struct findings_builder *builder)
{
  return &builder->listener;
}

void findings_end_part(struct findings_builder *builder, const struct suppressions *suppressions)
{
  builder->runs[builder->result.run_count - 1].own_is_unmet |=
    ownership_is_unmet(place_ownership(builder->rules)) && !findings_frames_have_own(builder->frames);
  for (size_t i = 0; i < suppressions_size(suppressions); i++) {
    size_t index;
    suppression_index(builder, suppressions_at(suppressions, i), &index);
  }
  suppressions_add_counts(builder->limits, suppressions);
}

struct error *findings_end_run(struct findings_builder *builder, const char *problem)
{
  struct finding_run *run = &builder->runs[builder->result.run_count - 1];
  if (problem)
    builder_intern(builder, problem, &run->error);
  return builder->directory ? builder_end_suite(builder, run) : NULL;
}

/* --- the end --- */

/* Takes the sentence over; malloc'ed. */
static char *append_cycle(char *sentence)
{
  char *longer = print_text("%s, in a cycle", sentence);
  free(sentence);
  return longer;
}

static char *growth_words(const struct finding *finding)
{
  const struct finding_growth *growth = &finding->growth;
  return growth_sentence_of(finding->bytes, finding->blocks, growth->bytes_per_second, growth->r2, growth->samples);
}

static char *loss_words(const struct finding *finding)
{
  char *sentence = loss_sentence(finding->leak_kind, finding->bytes, finding->blocks, finding->indirect_bytes);
  return finding->is_cycle ? append_cycle(sentence) : sentence;
}

static char *headline_of(const struct found *found)
{
  const struct finding *finding = &found->finding;
  const struct leak_amounts amounts = {finding->bytes, finding->blocks, finding->indirect_bytes,
                                       finding->indirect_blocks};
  return loss_headline(finding->leak_kind, &amounts,
                       doubts_trait(&found->doubts, finding->blocks, finding->is_cycle));
}

/* As the findings are counted, and not as the search named the blocks of cycles. */
static void add_to_processes(const struct finding *finding, struct finding_process *processes)
{
  for (size_t i = 0; i < finding->hit_count && finding_is_leak(finding) && !finding_is_suppressed(finding); i++) {
    struct finding_process *process = &processes[finding->hits[i].process];
    add_saturated(&process->leak_bytes[finding->leak_kind], finding->hits[i].bytes);
    add_saturated(&process->leak_blocks[finding->leak_kind], finding->hits[i].blocks);
  }
}

/* Sentences of leaks and growth have sums, so they are made when all runs are read. */
static void put_sentence(struct findings_builder *builder, struct found *found)
{
  struct finding *finding = &found->finding;
  const bool is_growth = finding_is_growth(finding);
  builder_intern_made(builder, is_growth ? growth_words(finding) : loss_words(finding), &finding->sentence);
  builder_intern_made(builder, is_growth ? growth_words(finding) : headline_of(found), &finding->title);
}

void findings_finish(struct findings_builder *builder, const struct findings **ret)
{
  struct findings *result = &builder->result;
  builder->items = memory_zeroed(result->count + 1, sizeof *builder->items);
  for (size_t i = 0; i < result->count; i++) {
    struct finding *finding = &builder->found[i]->finding;
    finding_add_hits(finding);
    finding_sort_tests(finding);
    builder_finish_variants(builder->found[i]);
    const bool has_sums = finding_is_leak(finding) || finding_is_growth(finding);
    if (has_sums)
      put_sentence(builder, builder->found[i]);
    builder_finish_explanations(builder, builder->found[i]);
    builder_finish_siblings(builder, builder->found[i]);
    if (finding_is_leak(finding))
      builder_finish_doubts(builder, builder->found[i]);
    finding_add_to_totals(finding, builder->suppressions, result);
    add_to_processes(finding, builder->processes);
  }
  builder_find_foreign(builder);
  for (size_t i = 0; i < result->count; i++)
    builder->items[i] = builder->found[i]->finding;
  findings_sort(builder->items, result->count);
  result->items = builder->items;
  result->processes = builder->processes;
  result->runs = builder->runs;
  result->suppressions = builder->suppressions;
  result->unchecked = builder->unchecked;
  suppressions_find_unmet(builder->limits, time(NULL), &builder->broken, &result->broken_count);
  result->broken = builder->broken;
  *ret = result;
}
