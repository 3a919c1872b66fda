/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "native/settings.h"

#include <sys/syscall.h>
#include <stdlib.h>
#include <string.h>

#include "memcheck/pure/base/env.h"
#include "native/say.h"
#include "native/snapshot_triggers.h"
#include "shared/base/raw_syscalls.h"

enum { ALL_FRAMES = 500, ARGUMENTS_BYTES_MAX = 1 << 24, THOROUGH_LEVEL = 2 };

/* What follows "NAME=" in an argument that begins with it; NULL: it does not. */
static const char *value_of(const char *argument, const char *name)
{
  const size_t size = strlen(name);
  return strncmp(argument, name, size) == 0 && argument[size] == '=' ? argument + size + 1 : NULL;
}

static unsigned heuristics_of(const char *value)
{
  static const char *const words[] = {
    [RECORD_HEURISTIC_STDSTRING] = "stdstring", [RECORD_HEURISTIC_LENGTH64] = "length64",
    [RECORD_HEURISTIC_NEWARRAY] = "newarray",   [RECORD_HEURISTIC_MULTIPLEINHERITANCE] = "multipleinheritance",
    [RECORD_HEURISTIC_REFCOUNT] = "refcount",   [RECORD_HEURISTIC_LIST] = "list"};
  unsigned set = 0;
  for (unsigned i = 1; i < sizeof words / sizeof *words; i++)
    if (strcmp(value, "all") == 0 || strstr(value, words[i]))
      set |= 1u << i;
  return set;
}

/* Those of allocations are there for the leak check, but errors may not be to tell of them. */
static void take_stacks(struct native_settings *settings, const char *value)
{
  settings->tells_alloc_stacks = strcmp(value, "free") != 0 && strcmp(value, "none") != 0;
  settings->tells_alloc_stacks_of_freed = settings->tells_alloc_stacks && strcmp(value, "alloc-then-free") != 0;
  settings->keeps_free_stacks = strcmp(value, "alloc") != 0 && strcmp(value, "none") != 0;
}

/* Options that are yes or no. */
static void take_switch(struct native_settings *settings, const char *argument)
{
  const struct {
    const char *name;
    bool *is_on;
  } switches[] = {{"--run-libc-freeres", &settings->frees_c_library},
                  {"--run-cxx-freeres", &settings->frees_cxx_library},
                  {"--show-mismatched-frees", &settings->shows_mismatched_frees},
                  {"--show-realloc-size-zero", &settings->shows_realloc_zero},
                  {"--realloc-zero-bytes-frees", &settings->realloc_zero_frees},
                  {"--check-killed", &settings->checks_killed},
                  {"--error-limit", &settings->has_error_limit}};
  for (unsigned i = 0; i < sizeof switches / sizeof *switches; i++) {
    const char *const value = value_of(argument, switches[i].name);
    if (value)
      *switches[i].is_on = strcmp(value, "yes") == 0;
  }
}

static void take_snapshot_option(struct native_settings *settings, const char *value)
{
  if (strcmp(value, "exit") == 0)
    settings->snapshot_at_exit = true;
  else
    snapshot_triggers_add(value);
}

static void take(struct native_settings *settings, const char *argument)
{
  const char *value;
  if ((value = value_of(argument, "--seep-channel")))
    settings->channel = atoi(value);
  else if ((value = value_of(argument, "--seep-record")))
    settings->record = atoi(value);
  else if ((value = value_of(argument, "--log-fd")) && strcmp(value, "-1") == 0)
    say_nothing();
  else if ((value = value_of(argument, "--seep-socket")))
    settings->socket_name = value;
  else if ((value = value_of(argument, "--seep-parent")))
    settings->parent = atoi(value);
  else if ((value = value_of(argument, "--trace-children")))
    settings->traces_children = strcmp(value, "yes") == 0;
  else if ((value = value_of(argument, "--trace-children-skip")))
    settings->skipped_programs = value;
  else if ((value = value_of(argument, "--trace-children-skip-by-arg")))
    settings->skipped_arguments = value;
  else if ((value = value_of(argument, "--seep-run")))
    settings->run_dir = value;
  else if ((value = value_of(argument, "--seep-launcher")))
    settings->launcher = value;
  else if ((value = value_of(argument, "--seep-growth")))
    settings->growth = strcmp(value, "yes") == 0;
  else if ((value = value_of(argument, "--leak-check")))
    settings->leak_mode = strcmp(value, "no") == 0        ? 0
                          : strcmp(value, "summary") == 0 ? RECORD_LEAK_SUMMARY
                                                          : RECORD_LEAK_FULL;
  else if ((value = value_of(argument, "--leak-resolution")))
    settings->leak_frames = strcmp(value, "low") == 0 ? 2 : strcmp(value, "med") == 0 ? 4 : ALL_FRAMES;
  else if ((value = value_of(argument, "--leak-check-heuristics")))
    settings->leak_heuristics = heuristics_of(value);
  else if ((value = value_of(argument, "--snapshot")))
    take_snapshot_option(settings, value);
  else if ((value = value_of(argument, "--snapshot-contents")))
    settings->snapshot_contents = (unsigned)atoi(value);
  else if ((value = value_of(argument, "--quiet")))
    settings->is_quiet = strcmp(value, "no") != 0;
  else if ((value = value_of(argument, "--num-callers")))
    settings->callers = (unsigned)atoi(value);
  else if ((value = value_of(argument, "--sanity-level")))
    settings->is_thorough = atoi(value) >= THOROUGH_LEVEL;
  else if ((value = value_of(argument, "--keep-stacktraces")))
    take_stacks(settings, value);
  else
    take_switch(settings, argument);
}

static char *read_all(int fd, size_t *ret_bytes)
{
  const long bytes = raw_syscall(SYS_lseek, fd, 0, 2 /* SEEK_END */, 0, 0, 0);
  if (bytes <= 0 || bytes > ARGUMENTS_BYTES_MAX)
    return NULL;
  char *const text = env_allocate("arguments", (size_t)bytes + 1);
  if (raw_syscall(SYS_pread64, fd, (long)text, bytes, 0, 0, 0) != bytes)
    return NULL;
  text[bytes] = '\0';
  *ret_bytes = (size_t)bytes;
  return text;
}

/* Options that are only between the launcher and its programs are not for the record. */
static bool is_own(const char *argument)
{
  return strncmp(argument, "--seep-", 7) == 0;
}

static struct record_string string_of(const char *text)
{
  return (struct record_string){text, strlen(text)};
}

/* Up to "--" there are options, after it the program and its arguments. */
static void split(struct native_settings *settings, const char *text, size_t bytes)
{
  size_t count = 0;
  for (size_t i = 0; i < bytes; i++)
    count += text[i] == '\0';
  struct record_string *const options = env_allocate("options", (count + 1) * sizeof *options);
  struct record_string *const program = env_allocate("program", (count + 1) * sizeof *program);
  bool is_behind = false;
  settings->words = text;
  for (const char *word = text; word < text + bytes; word += strlen(word) + 1) {
    const char *const host = value_of(word, "--seep-host");
    if (is_behind)
      ((struct record_string *)program)[settings->program.count++] = string_of(word);
    else if (strcmp(word, "--") == 0)
      is_behind = true;
    else
      take(settings, host ? host : word);
    if (!is_behind && (host || !is_own(word)))
      ((struct record_string *)options)[settings->options.count++] = string_of(host ? host : word);
  }
  settings->options.items = options;
  settings->program.items = program;
}

static void set_defaults(struct native_settings *ret)
{
  snapshot_triggers_begin();
  *ret = (struct native_settings){.channel = -1,
                                  .record = -1,
                                  .leak_mode = RECORD_LEAK_SUMMARY,
                                  .leak_frames = ALL_FRAMES,
                                  .leak_heuristics = ~0u,
                                  .callers = 12,
                                  .frees_c_library = true,
                                  .frees_cxx_library = true,
                                  .shows_mismatched_frees = true,
                                  .shows_realloc_zero = true,
                                  .realloc_zero_frees = true,
                                  .has_error_limit = true,
                                  .tells_alloc_stacks = true,
                                  .tells_alloc_stacks_of_freed = true,
                                  .keeps_free_stacks = true};
}

void native_settings_take(const char *text, size_t bytes, struct native_settings *ret)
{
  char *const copy = env_allocate("settings", bytes + 1);
  memcpy(copy, text, bytes);
  copy[bytes] = '\0';
  set_defaults(ret);
  split(ret, copy, bytes);
}

bool native_settings_read(int fd, struct native_settings *ret)
{
  size_t bytes = 0;
  set_defaults(ret);
  const char *const text = read_all(fd, &bytes);
  (void)raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
  if (!text)
    return false;
  split(ret, text, bytes);
  return true;
}
