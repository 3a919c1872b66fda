/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Status, counts and summaries: what stands after all errors. */
#include <stdlib.h>

#include "host/base/order.h"
#include "host/model/words/numbers.h"
#include "host/reports/xml/xml.h"

/* "00:00:00:01.234 ": days, hours, minutes, seconds. */
void xml_status(struct xml *xml, const char *state, uint64_t elapsed_ns)
{
  unsigned long long ms = elapsed_ns / 1000000, s = ms / 1000;
  xml_put(xml, "<status>\n  <state>%s</state>\n", state);
  xml_put(xml, "  <time>%02llu:%02llu:%02llu:%02llu.%03llu </time>\n</status>\n\n", s / 86400, s / 3600 % 24,
          s / 60 % 60, s % 60, ms % 1000);
}

/* --- counts --- */

ORDER(last_seen_first, struct xml_told, DOWN(error->last_seen))

static void put_error_counts(struct xml *xml)
{
  if (xml->told_count > 0)
    qsort(xml->told, xml->told_count, sizeof *xml->told, last_seen_first);
  xml_put(xml, "<errorcounts>\n");
  for (size_t i = 0; i < xml->told_count; i++) {
    xml_put(xml, "  <pair>\n");
    xml_number(xml, 4, "count", error_total(xml->told[i].error));
    xml_put(xml, "    <unique>0x%llx</unique>\n  </pair>\n", (unsigned long long)xml->told[i].unique);
  }
  xml_put(xml, "</errorcounts>\n\n");
}

static void put_suppression_counts(struct xml *xml)
{
  const struct suppression_use **uses;
  size_t count;
  suppression_uses_list(xml->process->uses, &uses, &count);
  xml_put(xml, "<suppcounts>\n");
  for (size_t i = 0; i < count; i++) {
    xml_put(xml, "  <pair>\n");
    xml_number(xml, 4, "count", uses[i]->count);
    xml_element(xml, 4, "name", uses[i]->entry->name);
    xml_put(xml, "  </pair>\n");
  }
  xml_put(xml, "</suppcounts>\n\n");
  free(uses);
}

/* As with -s, which is what XML has by default: all but -q. */
static bool wants_suppression_counts(const struct settings *settings)
{
  if (options_given(settings->options, OPTION_show_error_list))
    return settings->error_list != ERROR_LIST_NO;
  return settings->verbosity > 0;
}

void xml_counts(struct xml *xml)
{
  put_error_counts(xml);
  if (wants_suppression_counts(&xml->process->settings))
    put_suppression_counts(xml);
}

/* --- protocol 6 --- */

bool xml_has_summaries(const struct xml *xml)
{
  return xml->protocol >= 6 && xml->process->settings.verbosity > 0;
}

/* Memcheck's have commas, which only its own readers expect. */
static void put_amount(struct xml *xml, const char *name, uint64_t amount)
{
  if (xml->process->settings.is_memcheck)
    xml_element(xml, 4, name, grouped_number(amount).digits);
  else
    xml_number(xml, 4, name, amount);
}

void xml_heap_summary(struct xml *xml)
{
  const struct record_heap *heap = &xml->process->heap;
  xml_put(xml, "<heap_summary>\n  <memory_in_use_at_exit>\n");
  put_amount(xml, "bytes", heap->live_bytes);
  put_amount(xml, "blocks", heap->live_blocks);
  xml_put(xml, "  </memory_in_use_at_exit>\n  <total_heap_usage>\n");
  put_amount(xml, "allocs", heap->allocations);
  put_amount(xml, "frees", heap->frees);
  put_amount(xml, "bytes_allocated", heap->allocated_bytes);
  xml_put(xml, "  </total_heap_usage>\n</heap_summary>\n\n");
}

static void put_total(struct xml *xml, const char *name, uint64_t bytes, uint64_t blocks)
{
  xml_put(xml, "  <%s>\n", name);
  put_amount(xml, "bytes", bytes);
  put_amount(xml, "blocks", blocks);
  xml_put(xml, "  </%s>\n", name);
}

static void put_heuristics(struct xml *xml, const struct leak_totals *totals)
{
  for (int i = RECORD_HEURISTIC_STDSTRING; i < HEURISTICS; i++) {
    if (totals->heuristic_blocks[i] == 0)
      continue;
    xml_put(xml, "  <reachable_heuristic>\n");
    xml_element(xml, 4, "kind", heuristic_name((uint64_t)i));
    put_amount(xml, "bytes", totals->heuristic_bytes[i]);
    put_amount(xml, "blocks", totals->heuristic_blocks[i]);
    xml_put(xml, "  </reachable_heuristic>\n");
  }
}

void xml_leak_summary(struct xml *xml, const struct leak_check *check)
{
  const struct leak_totals *totals = &check->totals;
  xml_put(xml, "<leak_summary>\n");
  for (int kind = RECORD_LEAK_DEFINITE; kind <= RECORD_LEAK_REACHABLE; kind++)
    put_total(xml, leak_kind_element((enum record_leak_kind)kind), totals->bytes[kind], totals->blocks[kind]);
  put_heuristics(xml, totals);
  put_total(xml, "suppressed", totals->suppressed_bytes, totals->suppressed_blocks);
  xml_put(xml, "</leak_summary>\n\n");
}

void xml_error_summary(struct xml *xml)
{
  const struct error_counts *counts = &xml->process->counts;
  xml_put(xml, "<error_summary>\n");
  xml_number(xml, 2, "errors", counts->errors);
  xml_number(xml, 2, "error_contexts", counts->contexts);
  xml_number(xml, 2, "suppressed", counts->suppressed_errors);
  xml_number(xml, 2, "suppressed_contexts", counts->suppressed_contexts);
  xml_put(xml, "</error_summary>\n\n");
}
