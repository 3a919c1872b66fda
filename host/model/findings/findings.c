/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sums, order and searches over findings that are complete. */
#include "host/model/findings/findings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/print.h"
#include "host/model/findings/findings_private.h"
#include "host/model/frames/short_name.h"
#include "host/model/process/model.h"
#include "host/model/words/loss_title.h"
#include "host/model/words/numbers.h"

bool finding_unchecked_was_meant(const struct finding_unchecked *unchecked)
{
  return unchecked->is_missing || strcmp(unchecked->reason, "not matched") != 0;
}

bool finding_unchecked_is_left_out(const struct finding_unchecked *unchecked)
{
  return !finding_unchecked_was_meant(unchecked) ||
         (!unchecked->is_missing && strcmp(unchecked->reason, "skipped") == 0);
}

size_t findings_process_count(const struct findings *findings)
{
  size_t count = 0;
  for (size_t i = 0; i < findings->process_count; i++)
    count += findings->processes[i].state != FINDING_PROCESS_REPLACED;
  return count;
}

bool finding_is_growth(const struct finding *finding)
{
  return finding->growth.samples > 0;
}

bool finding_is_leak(const struct finding *finding)
{
  return finding->leak_kind != 0;
}

bool finding_is_error(const struct finding *finding)
{
  return !finding_is_leak(finding) && !finding_is_growth(finding);
}

bool finding_is_suppressed(const struct finding *finding)
{
  return finding->suppression != SIZE_MAX;
}

bool finding_is_own(const struct finding *finding)
{
  return finding->own < finding->stack.count;
}

bool finding_fails(const struct finding *finding)
{
  if (finding_is_suppressed(finding) || finding_is_growth(finding))
    return false;
  return !finding_is_leak(finding) ||
         (!finding->is_foreign && (finding->is_error || finding->leak_kind != RECORD_LEAK_REACHABLE));
}

bool finding_fails_alone(const struct finding *finding)
{
  return finding_fails(finding) && (finding->leak_kind != RECORD_LEAK_INDIRECT || finding->may_hang_from_foreign);
}

/* --- sums --- */

void finding_add_hits(struct finding *finding)
{
  for (size_t i = 0; i < finding->hit_count; i++) {
    const struct finding_hit *hit = &finding->hits[i];
    add_saturated(&finding->count, hit->count);
    add_saturated(&finding->bytes, hit->bytes);
    add_saturated(&finding->blocks, hit->blocks);
    add_saturated(&finding->indirect_bytes, hit->indirect_bytes);
    add_saturated(&finding->indirect_blocks, hit->indirect_blocks);
    if (hit->growth.bytes_per_second > finding->growth.bytes_per_second)
      finding->growth = hit->growth;
  }
}

/* What is lost through others has findings of its own. */
static void add_own(const struct finding *finding, uint64_t *bytes, uint64_t *blocks)
{
  add_saturated(bytes, finding->bytes);
  add_saturated(blocks, finding->blocks);
}

void finding_count_in(const struct finding *finding, struct finding_totals *totals)
{
  if (finding_is_growth(finding)) { /* its bytes are still reachable, where they are counted */
    totals->growing += !finding_is_suppressed(finding);
    return;
  }
  if (finding_is_suppressed(finding)) {
    add_own(finding, &totals->suppressed_bytes, &totals->suppressed_blocks);
    return;
  }
  if (finding_is_error(finding)) {
    add_saturated(&totals->errors, finding->count);
    add_saturated(&totals->error_contexts, finding->hit_count);
    totals->error_findings++;
    return;
  }
  totals->leak_findings[finding->leak_kind]++;
  add_own(finding, &totals->leak_bytes[finding->leak_kind], &totals->leak_blocks[finding->leak_kind]);
}

void finding_add_to_totals(const struct finding *finding, struct finding_suppression *suppressions,
                           struct findings *result)
{
  finding_count_in(finding, &result->totals);
  if (finding_is_own(finding))
    finding_count_in(finding, &result->own_totals);
  if (!finding_is_suppressed(finding))
    return;
  struct finding_suppression *suppression = &suppressions[finding->suppression];
  add_saturated(&suppression->count, finding->count);
  add_own(finding, &suppression->bytes, &suppression->blocks);
}

/* --- order --- */

static uint64_t all_bytes(const struct finding *finding)
{
  uint64_t bytes = finding->bytes;
  add_saturated(&bytes, finding->indirect_bytes);
  return bytes;
}

/* Errors, then what grows, then leaks by kind. */
static unsigned rank(const struct finding *finding)
{
  return finding_is_growth(finding) ? 1 : finding_is_leak(finding) ? 1 + finding->leak_kind : 0;
}

/* Not suppressed ones first; of each rank the worst first. */
static int by_importance(const void *a, const void *b)
{
  const struct finding *x = a, *y = b;
  int order = COMPARE(finding_is_suppressed(x), finding_is_suppressed(y));
  if (order == 0)
    order = COMPARE(rank(x), rank(y));
  if (order == 0)
    order = COMPARE(y->growth.bytes_per_second, x->growth.bytes_per_second);
  if (order == 0)
    order = COMPARE(all_bytes(y), all_bytes(x));
  if (order == 0)
    order = COMPARE(y->count, x->count);
  if (order == 0)
    order = strcmp(x->identity.digits, y->identity.digits);
  return order ? order : COMPARE(x->suppression, y->suppression);
}

void findings_sort(struct finding *items, size_t count)
{
  qsort(items, count, sizeof *items, by_importance);
}

/* --- use --- */

/* Those of several findings that begin so; takes as many as a person reads. */
static struct error *is_ambiguous(const struct findings *findings, const char *prefix)
{
  enum { SHOWN = 4 };
  char list[(IDENTITY_DIGITS + 2) * SHOWN + sizeof " ..."] = "";
  size_t used = 0, count = 0;
  for (size_t i = 0; i < findings->count && count <= SHOWN; i++) {
    const char *digits = findings->items[i].identity.digits;
    if (strncmp(digits, prefix, strlen(prefix)) != 0 || strstr(list, digits))
      continue;
    used += (size_t)snprintf(list + used, sizeof list - used, "%s%s", count > 0 ? ", " : "",
                             count < SHOWN ? digits : "...");
    count++;
  }
  return error_format("several findings begin with %s: %s; give more digits", prefix, list);
}

struct error *findings_find(const struct findings *findings, const char *identity, const struct finding **ret)
{
  const struct finding *found = NULL;
  size_t length = strlen(identity);
  for (size_t i = 0; i < findings->count && length > 0; i++) {
    const struct finding *finding = &findings->items[i];
    if (strncmp(finding->identity.digits, identity, length) != 0)
      continue;
    if (found && strcmp(found->identity.digits, finding->identity.digits) != 0)
      return is_ambiguous(findings, identity);
    if (!found)
      found = finding;
  }
  if (!found)
    return error_format("these runs have no finding %s; seep report --format=text lists all findings", identity);
  *ret = found;
  return NULL;
}

struct suppressions_finding finding_for_match(const struct finding *finding, size_t variant)
{
  const struct finding_stack *stack = &finding->variants[variant].match_stack;
  struct suppressions_finding match = finding->match;
  match.leak_kind = leak_kind_for_suppressions(finding->leak_kind);
  match.frames = stack->frames;
  match.frame_count = stack->count;
  return match;
}

/* --- tests --- */

const char *finding_test_name(const char *test, const char *exe)
{
  const char *slash = exe ? strrchr(exe, '/') : NULL;
  return test ? test : slash ? slash + 1 : exe ? exe : "?";
}

const char *finding_process_test(const struct finding_process *process)
{
  return finding_test_name(process->test, process->program ? process->program : process->exe);
}

ORDER_POINTERS(by_text, char, strcmp(x, y))

size_t finding_hit_tests(const struct findings *findings, const struct finding_hit *hit, const char **ret)
{
  size_t count = 0;
  for (; count < hit->test_count; count++)
    if (ret)
      ret[count] = hit->tests[count];
  if (hit->test_count > 0 && !hit->is_outside_tests)
    return count;
  if (ret)
    ret[count] = finding_process_test(&findings->processes[hit->process]);
  return count + 1;
}

void finding_tests(const struct findings *findings, const struct finding *finding, const char ***ret, size_t *ret_count)
{
  size_t total = 0, count = 0;
  for (size_t i = 0; i < finding->hit_count; i++)
    total += finding_hit_tests(findings, &finding->hits[i], NULL);
  const char **tests = memory_zeroed(total + 1, sizeof *tests);
  for (size_t i = 0, at = 0; i < finding->hit_count; i++)
    at += finding_hit_tests(findings, &finding->hits[i], tests + at);
  qsort(tests, total, sizeof *tests, by_text);
  for (size_t i = 0; i < total; i++)
    if (count == 0 || strcmp(tests[count - 1], tests[i]) != 0)
      tests[count++] = tests[i];
  *ret = tests;
  *ret_count = count;
}

char *finding_variant_amount(const struct finding *finding, size_t variant)
{
  const struct finding_variant *from = &finding->variants[variant];
  const struct leak_amounts amounts = {from->bytes, from->blocks, from->indirect_bytes, from->indirect_blocks};
  return finding_is_error(finding) ? print_text("%s", grouped_count(from->count, "time", "times").digits)
                                   : loss_amount(&amounts, "");
}

const struct frame *finding_place_frame(const struct finding *finding)
{
  return finding->place < finding->stack.count ? &finding->stack.frames[finding->place] : NULL;
}

char *finding_frame_text(const struct frame *frame)
{
  const char *function = frame->qualified ? frame->qualified : "???";
  return frame->file ? print_text("%s (%s:%u)", function, frame->file, frame->line)
                     : print_text("%s (in %s)", function, frame->object ? frame->object : "???");
}

char *finding_frame_short(const struct frame *frame)
{
  char *name = frame->qualified ? short_function_name(frame->qualified) : NULL;
  const char *function = name ? name : "???", *slash = frame->object ? strrchr(frame->object, '/') : NULL;
  const char *module = slash ? slash + 1 : frame->object;
  char *text;
  if (frame->role == FRAME_ALLOCATOR && name && !frame->is_local)
    text = memory_text(function);
  else if (frame->file)
    text = frame->line > 0 ? print_text("%s (%s:%u)", function, frame->file, frame->line)
                           : print_text("%s (%s)", function, frame->file);
  else
    text = module ? print_text("%s (%s)", function, module) : memory_text(function);
  free(name);
  return text;
}
