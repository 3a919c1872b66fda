/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/verdicts/explain/rerun.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/memory.h"
#include "host/base/plain_text.h"
#include "host/base/print.h"

/* --- the new run --- */

/* Below the run in which blocks were followed. */
static struct error *make_below(const char *record, struct explain_place *place)
{
  char *below = print_text("%s/try-fix", record);
  struct error *error = run_dir_create_at(below, &place->directory, &place->lock);
  free(below);
  return error;
}

/* Records of two runs in one directory could not be told apart. */
static struct error *check_unused(const char *record)
{
  struct run *there;
  struct error *error = run_dir_find(record, &there);
  if (error) {
    error_free(error);
    return NULL;
  }
  run_destroy(there);
  return error_format("--record=%s: there are records already; name a new directory", record);
}

static struct error *make_named(const char *record, struct explain_place *place)
{
  if (strcmp(record, "no") == 0)
    return error_format("--record=no: explanations are made from the record of the new run; omit it");
  struct error *error = check_unused(record);
  return error ? error : run_dir_create_at(record, &place->directory, &place->lock);
}

static struct error *make_place(const struct options *options, const char *program, bool is_try,
                                struct explain_place *ret)
{
  const char *record = options_text(options, OPTION_record);
  struct explain_place place = {.lock = -1, .is_kept = !record};
  struct error *error = !record  ? run_dir_create(program, &place.directory, &place.lock)
                        : is_try ? make_below(record, &place)
                                 : make_named(record, &place);
  if (!error)
    *ret = place;
  return error;
}

void explain_place_release(struct explain_place *place)
{
  rmdir(place->directory); /* which fails if there is a record */
  if (place->lock >= 0)
    close(place->lock);
  free(place->directory);
  if (place->is_kept)
    error_free(run_dir_prune(RUN_DIR_KEPT));
}

/* --- a program --- */

/* Those of the command, then `forced`, which win; NULL-terminated. */
static const char **join_options(const struct command *command, const char *const *forced)
{
  size_t count = 0, given = command->option_count;
  while (forced[count])
    count++;
  const char **joined = memory_zeroed(given + count + 1, sizeof *joined);
  if (given > 0)
    memcpy(joined, command->options, given * sizeof *joined);
  memcpy(joined + given, forced, count * sizeof *joined);
  return joined;
}

static struct error *make_arguments(const struct explain_rerun *rerun, const struct explain_image *program,
                                    const char *list, const char *moments, const char *directory, char ***ret)
{
  char *try_fix = print_text("--try-fix=%s", moments ? moments : "");
  char *explain = print_text("--explain=%s", list), *record = print_text("--record=%s", directory);
  const char *const forced[] = {"--command-line-only=yes",
                                "--quiet=yes",
                                "--xml=no",
                                "--log-file=/dev/null",
                                "--vgdb=no",
                                "--leak-check=full",
                                "--track-origins=yes",
                                "--undef-value-errors=yes",
                                "--growth=yes",
                                explain,
                                record,
                                moments ? try_fix : NULL,
                                NULL};
  const char **options = join_options(rerun->command, forced);
  struct error *error = explain_program_arguments(program, options, ret);
  free(options);
  free(try_fix);
  free(explain);
  free(record);
  return error;
}

/* *ret stays NULL if it is not known. */
static struct error *find_input(const struct explain_rerun *rerun, const struct explain_image *program, char **ret)
{
  const char *recorded = options_value_among(program->options, OPTION_standard_input);
  if (!rerun->input) {
    if (recorded)
      print_new(ret, "%s", recorded);
    return NULL;
  }
  char *path = realpath(rerun->input, NULL);
  if (!path)
    return error_errno(errno, "--input=%s", rerun->input);
  print_new(ret, "0:%s", path);
  free(path);
  return NULL;
}

static struct error *run_program(const struct explain_rerun *rerun, const struct explain_image *program,
                                 const char *list, const char *moments, const char *directory)
{
  char **arguments = NULL, *input = NULL;
  struct error *error = find_input(rerun, program, &input);
  if (!error)
    error = make_arguments(rerun, program, list, moments, directory, &arguments);
  if (!error)
    error = rerun->run(&(struct explain_again){program->cwd, arguments, input});
  options_arguments_release(arguments);
  free(input);
  return error;
}

/* --- all of them --- */

/* A kept run of which something was recorded. */
static struct error *mark(const struct explain_place *place, bool is_quiet)
{
  struct run *run;
  struct error *error = place->is_kept ? run_dir_find(place->directory, &run) : NULL;
  if (error || !place->is_kept) {
    error_free(error);
    return NULL;
  }
  error = run_dir_mark_explaining(place->directory);
  if (!error && !is_quiet)
    fprintf(stderr, "seep explain: to show the explained run again: seep report %s\n", run->name);
  run_destroy(run);
  return error;
}

static void tell_program(const struct explain_image *program, size_t findings, bool is_try)
{
  fputs("seep explain: running", stderr);
  for (char **word = program->argv; *word; word++) {
    fputc(' ', stderr);
    plain_text_put_word(*word, stderr);
  }
  if (is_try)
    fputs(" once more to try what is suggested\n", stderr);
  else
    fprintf(stderr, " again to explain %zu %s\n", findings, findings == 1 ? "finding" : "findings");
}

static struct error *run_programs(const struct explain_rerun *rerun, const struct explain_wanted *wanted,
                                  const struct explain_programs *programs, const char *directory, bool is_quiet)
{
  char *list;
  explain_wanted_list(wanted, &list);
  struct error *error = NULL;
  for (size_t i = 0; i < programs->count && !error; i++) {
    const char *moments = rerun->moments ? rerun->moments[i] : NULL;
    if (rerun->moments && !moments)
      continue;
    if (!is_quiet)
      tell_program(programs->items[i], programs->findings[i], moments != NULL);
    error = run_program(rerun, programs->items[i], list, moments, directory);
  }
  free(list);
  return error;
}

struct error *explain_rerun(const struct explain_rerun *rerun, const struct explain_wanted *wanted,
                            const struct explain_programs *programs, struct explain_place *ret)
{
  struct options *options;
  struct explain_place place;
  struct error *error = command_options(rerun->command, &options);
  if (error)
    return error;
  const bool is_quiet = options_flag(options, OPTION_quiet);
  error = make_place(options, programs->items[0]->exe, rerun->moments != NULL, &place);
  options_destroy(options);
  if (error)
    return error;
  error = run_programs(rerun, wanted, programs, place.directory, is_quiet);
  if (!error)
    error = mark(&place, is_quiet || rerun->moments);
  if (error)
    explain_place_release(&place);
  else
    *ret = place;
  return error;
}
