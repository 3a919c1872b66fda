/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The verdict in the first line, then why, and at the end the commands that lead on. */
#include <string.h>

#include "host/base/plain_text.h"
#include "host/model/findings/finding_lines.h"
#include "host/verdicts/gate/gate.h"

enum {
  ITEMS_SHOWN = 10,
  RUNS_SHOWN = 8,
};

static void put_items(const struct findings *findings, const struct gate_reason *reason, FILE *output)
{
  for (size_t i = 0; i < reason->count && i < ITEMS_SHOWN; i++) {
    const struct gate_item *item = &reason->items[i];
    if (item->finding) {
      finding_lines_put(findings, item->finding, item->remark, output);
      continue;
    }
    fputs("    ", output);
    plain_text_put(item->remark, output);
    fputc('\n', output);
  }
  if (reason->count > ITEMS_SHOWN)
    fprintf(output, "    and %zu more\n", reason->count - ITEMS_SHOWN);
}

static void put_runs(const struct findings *findings, FILE *output)
{
  for (size_t i = 0; i < findings->run_count && i < RUNS_SHOWN; i++) {
    fputc(' ', output);
    plain_text_put_word(findings->runs[i].name, output);
  }
  if (findings->run_count > RUNS_SHOWN)
    fputs(" ...", output);
}

static const struct finding *first_finding(const struct gate_verdict *verdict)
{
  for (size_t i = 0; i < verdict->reason_count; i++)
    for (size_t j = 0; j < verdict->reasons[i].count; j++)
      if (verdict->reasons[i].items[j].finding)
        return verdict->reasons[i].items[j].finding;
  return NULL;
}

/* What one can do about it. */
static void put_commands(const struct findings *findings, const struct gate_verdict *verdict, FILE *output)
{
  const struct finding *finding = first_finding(verdict);
  if (findings->process_count == 0)
    return;
  fputs("\n  to look at it:   seep report", output);
  fputs(finding ? " --format=text" : "", output);
  put_runs(findings, output);
  if (finding) {
    fputs("\n  to accept one:   seep suppress", output);
    put_runs(findings, output);
    fprintf(output, " %s", finding->identity.digits);
  }
  fputc('\n', output);
}

void gate_put_text(const struct gate_config *config, const struct gate_verdict *verdict, FILE *output)
{
  const struct findings *findings = config->findings;
  size_t processes = findings_process_count(findings);
  fprintf(output, "seep gate: %s (%zu process%s)\n", verdict->reason_count == 0 ? "passed" : "failed",
          processes, processes == 1 ? "" : "es");
  for (size_t i = 0; i < verdict->reason_count; i++) {
    fputs("  ", output);
    plain_text_put(verdict->reasons[i].sentence, output);
    fputc('\n', output);
    put_items(findings, &verdict->reasons[i], output);
  }
  for (size_t i = 0; i < verdict->note_count; i++) {
    fputs("  note: ", output);
    plain_text_put(verdict->notes[i], output);
    fputc('\n', output);
  }
  if (verdict->reason_count > 0)
    put_commands(findings, verdict, output);
}
