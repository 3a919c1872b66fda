/* SPDX-License-Identifier: GPL-2.0-or-later */
/* `seep suppress RUN...`: which findings are wanted, and what is said about the set that hides them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/commands.h"
#include "host/base/replace_file.h"
#include "host/model/findings/gaps.h"
#include "host/verdicts/suppress/suppress.h"

/* What is to be hidden: findings by identity, or all of these kinds of leaks, and errors. */
struct wanted {
  const struct suppress_request *request;
  unsigned leak_kinds; /* set of 1 << enum record_leak_kind */
};

static bool is_wanted(void *context, const struct finding *finding)
{
  const struct wanted *wanted = context;
  const struct suppress_request *request = wanted->request;
  for (size_t i = 0; i < request->identity_count; i++)
    if (strncmp(finding->identity.digits, request->identities[i], strlen(request->identities[i])) == 0)
      return true;
  return request->identity_count == 0 && (!finding_is_leak(finding) || (wanted->leak_kinds >> finding->leak_kind & 1));
}

static struct error *check_identities(const struct suppress_request *request, const struct findings *findings)
{
  for (size_t i = 0; i < request->identity_count; i++) {
    const char *identity = request->identities[i];
    const struct finding *finding;
    RETURN_IF_ERROR(findings_find(findings, identity, &finding));
    if (finding_is_suppressed(finding))
      return error_format("%s is suppressed already, by \"%s\" (%s:%u)", identity,
                          findings->suppressions[finding->suppression].name,
                          findings->suppressions[finding->suppression].file,
                          findings->suppressions[finding->suppression].line);
  }
  return NULL;
}

/* --- what is written --- */

struct writing {
  const struct suppress_set *set;
  const struct findings *findings;
};

static struct error *write_set(void *context, FILE *output)
{
  const struct writing *writing = context;
  fputs("# Made by seep suppress for these runs, in which it hides what the entries name and nothing else:\n", output);
  for (size_t i = 0; i < writing->findings->run_count; i++)
    fprintf(output, "#   %s\n", writing->findings->runs[i].name);
  fputc('\n', output);
  suppress_set_write(writing->set, output);
  return NULL;
}

/* What was not looked at may have findings of its own. */
static void say_gaps(const struct findings *findings)
{
  struct gaps gaps;
  gaps_find(findings, &gaps);
  if (gaps.count > 0)
    fprintf(stderr, "not everything was checked: seep gate says what was not\n");
  gaps_release(&gaps);
}

static void say(const struct suppress_request *request, const struct writing *writing)
{
  struct suppress_counts counts = suppress_set_counts(writing->set);
  size_t hidden = counts.chosen - counts.missed;
  char words[64] = "this finding";
  if (hidden != 1)
    snprintf(words, sizeof words, "these %zu findings", hidden);
  fprintf(stderr, "%zu %s for %zu %s%s%s\n", counts.entries, suppress_plural(counts.entries, "entry", "entries"),
          hidden, suppress_plural(hidden, "finding", "findings"), request->output ? ", written to " : "",
          request->output ? request->output : "");
  fprintf(stderr, "verified: hides %s and nothing else\n", words);
  if (counts.rooted > 0)
    fprintf(stderr, "%zu indirect %s suppressed together with the leak that %s to\n", counts.rooted,
            suppress_plural(counts.rooted, "leak is", "leaks are"),
            suppress_plural(counts.rooted, "it belongs", "they belong"));
  suppress_set_explain(writing->set, stderr);
  say_gaps(writing->findings);
}

static int write_and_say(const struct suppress_request *request, const struct writing *writing)
{
  struct suppress_counts counts = suppress_set_counts(writing->set);
  struct error *error = NULL;
  if (counts.entries == 0 && counts.missed == 0) {
    fprintf(stderr, "nothing to suppress: these runs have no findings of the kinds asked for\n");
    say_gaps(writing->findings);
    return COMMAND_OK;
  }
  if (counts.entries > 0 && request->output)
    error = replace_file(request->output, request->is_forced, write_set, (void *)writing);
  else if (counts.entries > 0)
    error = write_set((void *)writing, stdout);
  if (error)
    return command_failed("suppress", error);
  int status = command_flush("suppress");
  if (status == COMMAND_OK)
    say(request, writing);
  return status == COMMAND_OK && counts.missed > 0 ? COMMAND_OVER_LIMIT : status;
}

/* A run that cannot be read would make the proof worthless. */
static struct error *check_runs(const struct findings *findings)
{
  for (size_t i = 0; i < findings->run_count; i++)
    if (findings->runs[i].error)
      return error_format("%s", findings->runs[i].error);
  return NULL;
}

int suppress_write(const struct suppress_request *request)
{
  struct wanted wanted = {.request = request};
  struct findings_builder *builder = NULL;
  struct writing writing = {NULL, NULL};
  struct suppress_set *set = NULL;
  struct error *error = command_findings(&request->command, &builder, &writing.findings);
  if (!error)
    error = command_check_names();
  if (!error) {
    wanted.leak_kinds = writing.findings->leak_kinds;
    error = check_runs(writing.findings);
  }
  if (!error)
    error = check_identities(request, writing.findings);
  if (!error)
    error = suppress_set_create(&request->command, writing.findings, is_wanted, &wanted, &set);
  writing.set = set;
  int status = error ? command_failed("suppress", error) : write_and_say(request, &writing);
  suppress_set_destroy(set);
  findings_builder_destroy(builder);
  return status;
}
