/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Errors and each kind of leaks may not come to more than their limit in all. Where none is given, the default holds:
 * nothing that finding_fails(), but what a baseline knows is judged by the baseline, which fails for all that is new.
 * What passes by an option, or as it is others' code, is noted with its number. */
#include "host/verdicts/gate/gate.h"
#include "host/model/process/model.h"
#include "host/model/words/numbers.h"

#define NUMBER(value) (grouped_number(value).digits)

/* --- which findings --- */

static bool is_kept(const struct gate_config *config, const struct finding *finding)
{
  return !finding_is_suppressed(finding) && !finding_is_growth(finding) &&
         (!config->only_own || finding_is_own(finding));
}

static bool is_counted(const struct gate_config *config, const struct finding *finding, unsigned leak_kind,
                       bool is_default)
{
  return is_kept(config, finding) && finding->leak_kind == leak_kind && (!is_default || finding_fails(finding));
}

static uint64_t amount_of(const struct gate_config *config, const struct limit_entry *limit, bool is_default)
{
  struct finding_totals totals = {0};
  for (size_t i = 0; i < config->findings->count; i++) {
    const struct finding *finding = &config->findings->items[i];
    if (!is_kept(config, finding) || (is_default && !finding_fails(finding)))
      continue;
    finding_count_in(finding, &totals);
  }
  return limit->measure == MEASURE_ERRORS  ? totals.errors
         : limit->measure == MEASURE_BYTES ? totals.leak_bytes[limit->leak_kind]
                                           : totals.leak_blocks[limit->leak_kind];
}

/* "4 errors", "definitely lost: 1,337 bytes"; for one sentence. */
static const char *amount_words(const struct limit_entry *limit, uint64_t amount)
{
  static char words[128];
  if (limit->measure == MEASURE_ERRORS)
    snprintf(words, sizeof words, "%s %s", NUMBER(amount), amount == 1 ? "error" : "errors");
  else
    snprintf(words, sizeof words, "%s: %s %s", leak_kind_words((enum record_leak_kind)limit->leak_kind),
             NUMBER(amount), limit->measure == MEASURE_BYTES ? "bytes" : "blocks");
  return words;
}

/* --- limits --- */

void gate_check_total(const struct gate_config *config, enum limit_id id, struct gate_verdict *verdict)
{
  struct gate_reason *reason;
  const struct limit_entry *limit = limit_entry(id);
  const bool is_default = !config->baseline && limits_by_default(config->limits, id);
  const uint64_t most = is_default ? 0 : limits_most(config->limits, id);
  const uint64_t amount = amount_of(config, limit, is_default);
  if (amount <= most)
    return;
  gate_add_reason(verdict, limit->option, &reason, "%s, at most %s allowed", amount_words(limit, amount), NUMBER(most));
  for (size_t i = 0; i < config->findings->count; i++)
    if (is_counted(config, &config->findings->items[i], limit->leak_kind, is_default))
      gate_add_item(reason, &config->findings->items[i], NULL);
}

/* --- what passes --- */

static void note_allowed(const struct gate_config *config, enum limit_id id, struct gate_verdict *verdict)
{
  const struct limit_entry *limit = limit_entry(id);
  const uint64_t most = config->limits->values[id], amount = amount_of(config, limit, true);
  if (!config->limits->is_given[id] || amount == 0 || amount > most)
    return;
  if (most == UINT64_MAX) {
    gate_add_note(verdict, "%s let pass by --%s=any", amount_words(limit, amount), limit->option);
    return;
  }
  gate_add_note(verdict, "%s let pass by --%s=%llu", amount_words(limit, amount), limit->option,
                (unsigned long long)most);
}

static bool is_limited(enum limit_id id)
{
  enum limit_measure measure = limit_entry(id)->measure;
  return measure == MEASURE_BYTES || measure == MEASURE_BLOCKS || measure == MEASURE_ERRORS;
}

/* Would it fail if it were not others'? */
static bool is_let_pass(const struct gate_config *config, const struct finding *finding, enum limit_id id)
{
  return finding->is_foreign && is_kept(config, finding) && limits_by_default(config->limits, id) &&
         finding->leak_kind == limit_entry(id)->leak_kind &&
         (finding->is_error || finding->leak_kind != RECORD_LEAK_REACHABLE);
}

static void note_foreign(const struct gate_config *config, enum limit_id id, struct gate_verdict *verdict)
{
  size_t count = 0;
  uint64_t bytes = 0;
  for (size_t i = 0; i < config->findings->count && !config->baseline; i++)
    if (is_let_pass(config, &config->findings->items[i], id)) {
      count++;
      add_saturated(&bytes, config->findings->items[i].bytes);
    }
  if (count == 0)
    return;
  gate_add_note(verdict, "%zu %s in library code let pass (%s bytes %s); --%s=0 allows none", count,
                count == 1 ? "leak" : "leaks", NUMBER(bytes),
                leak_kind_words((enum record_leak_kind)limit_entry(id)->leak_kind), limit_entry(id)->option);
}

void gate_note_passed(const struct gate_config *config, struct gate_verdict *verdict)
{
  for (unsigned id = 0; id < LIMITS; id++)
    if (is_limited((enum limit_id)id)) {
      note_allowed(config, (enum limit_id)id, verdict);
      note_foreign(config, (enum limit_id)id, verdict);
    }
}
