/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading symbols is what takes time, so sessions for several runs share them where they look in the same folders. */
#include "host/runs/report_session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/installed.h"
#include "host/base/memory.h"
#include "host/base/own_folder.h"
#include "host/base/print.h"
#include "host/base/terminal.h"
#include "host/model/process/model.h"
#include "host/runs/run_dir.h"

struct report_session {
  char *cache_dir;           /* of the symbols; NULL: none */
  char *packed_dir;          /* likewise */
  const char *debug_dirs[2]; /* NULL-terminated */
  bool downloads;            /* debug files, from servers */
  struct symbols *symbols;
  bool shares_symbols;       /* they are not its own */
  struct suppressions *suppressions;
  struct report *report;
};

static void join(const char *directory, const char *rest, char **ret)
{
  *ret = print_text("%s/%s", directory, rest);
}

void report_session_cache_dir(char **ret)
{
  const char *cache = getenv("XDG_CACHE_HOME"), *home = own_folder_home();
  if (cache && cache[0] == '/') {
    join(cache, "seep", ret);
    return;
  }
  if (home) {
    join(home, ".cache/seep", ret);
    return;
  }
  *ret = NULL;
}

void report_session_symbols_dir(char **ret)
{
  char *cache;
  report_session_cache_dir(&cache);
  if (!cache) {
    *ret = NULL;
    return;
  }
  join(cache, "symbols", ret);
  free(cache);
}

void shared_symbols_deinit(struct shared_symbols *shared)
{
  if (shared->symbols)
    symbols_destroy(shared->symbols);
  free(shared->debug_dir);
}

static bool is_same_text(const char *a, const char *b)
{
  return a && b ? strcmp(a, b) == 0 : a == b;
}

/* Names that a run brings along are for it alone. */
static bool may_share(const struct report_session *session, const struct report_session_config *config)
{
  return config->shared && !config->packs && (!session->packed_dir || access(session->packed_dir, F_OK) < 0);
}

/* Leave what was made for this session to the next ones as well. */
static void leave_symbols(struct report_session *session, struct shared_symbols *shared)
{
  const char *debug_dir = session->debug_dirs[0];
  if (shared->symbols)
    return;
  if (debug_dir)
    shared->debug_dir = memory_text(debug_dir);
  shared->symbols = session->symbols;
  shared->downloads = session->downloads;
  session->shares_symbols = true;
}

/* One line, which goes away again. */
static void show_progress(void *context, const char *text)
{
  (void)context;
  terminal_show_progress(text);
}

static void create_symbols(struct report_session *session, const struct report_session_config *config)
{
  symbols_create(
    &(struct symbols_config){
      .cache_dir = session->cache_dir,
      .packed_dir = session->packed_dir,
      .packs = config->packs,
      .debug_dirs = session->debug_dirs,
      .downloads = session->downloads,
      .progress = show_progress,
      .warn = config->warn,
      .warn_context = config->warn_context,
    },
    &session->symbols);
}

static void make_symbols(struct report_session *session, const struct report_session_config *config)
{
  struct shared_symbols *shared = config->shared;
  report_session_symbols_dir(&session->cache_dir);
  if (config->run_directory)
    join(config->run_directory, RUN_DIR_SYMBOLS, &session->packed_dir);
  session->debug_dirs[0] = options_text(config->options, OPTION_extra_debuginfo_path);
  session->downloads = options_flag(config->options, OPTION_enable_debuginfod);
  bool may = may_share(session, config);
  if (may && shared->symbols && shared->downloads == session->downloads &&
      is_same_text(shared->debug_dir, session->debug_dirs[0])) {
    session->symbols = shared->symbols;
    session->shares_symbols = true;
    return;
  }
  create_symbols(session, config);
  if (!may)
    return;
  leave_symbols(session, shared);
}

static struct error *load_named(struct suppressions *set, const struct options *options)
{
  size_t count = options_count(options, OPTION_suppressions);
  for (size_t i = 0; i < count; i++)
    RETURN_IF_ERROR(suppressions_load(set, options_at(options, OPTION_suppressions, i)));
  return NULL;
}

static struct error *make_suppressions(struct report_session *session, const struct options *options)
{
  suppressions_create(&session->suppressions);
  struct error *error = NULL;
  suppressions_set_frame_limit(session->suppressions, (size_t)options_number(options, OPTION_num_callers));
  suppressions_add_default_search_dirs(session->suppressions, installed_data_dir());
  if ((error = load_named(session->suppressions, options)))
    return error;
  if (!options_flag(options, OPTION_default_suppressions))
    return NULL;
  bool is_memcheck = options_choice(options, OPTION_personality) == 1;
  /* Cut to one or two frames, the entries for glibc would hide far more than they are meant for. */
  if (!is_memcheck)
    suppressions_set_frame_limit(session->suppressions, 0);
  return suppressions_load_defaults(session->suppressions, is_memcheck ? NULL : installed_data_dir());
}

static void make_report(struct report_session *session, const struct report_session_config *config)
{
  report_create(
    &(struct report_config){
      .options = config->options,
      .symbols = session->symbols,
      .suppressions = session->suppressions,
      .colour = config->colour,
      .columns = config->columns,
      .is_for_people = options_choice(config->options, OPTION_style) == 0 && !options_flag(config->options, OPTION_xml),
      .run_name = config->run_name,
      .listener = config->listener,
      .files = config->files,
      .ask = config->ask,
      .tells_in_vain = config->tells_in_vain,
    },
    &session->report);
}

struct error *report_session_create(const struct report_session_config *config, struct report_session **ret)
{
  struct report_session *session = memory_zeroed(1, sizeof *session);
  struct error *error;
  make_symbols(session, config);
  if ((error = make_suppressions(session, config->options))) {
    report_session_destroy(session);
    return error;
  }
  make_report(session, config);
  *ret = session;
  return NULL;
}

void report_session_destroy(struct report_session *session)
{
  if (!session)
    return;
  report_destroy(session->report);
  if (session->suppressions)
    suppressions_destroy(session->suppressions);
  if (session->symbols && !session->shares_symbols)
    symbols_destroy(session->symbols);
  free(session->cache_dir);
  free(session->packed_dir);
  free(session);
}

void report_session_set_end(struct report_session *session, bool (*is_over)(void *context), void *context)
{
  symbols_set_end(session->symbols, is_over, context);
}

struct report *report_session_report(struct report_session *session)
{
  return session->report;
}

struct process_config report_session_process_config(const struct report_session *session, const struct options *options)
{
  return (struct process_config){
    .options = options, .symbols = session->symbols, .suppressions = session->suppressions};
}

const struct suppressions *report_session_suppressions(const struct report_session *session)
{
  return session->suppressions;
}
