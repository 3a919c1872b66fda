/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the preload library logs about its own image, and about programs in which it will not be loaded. */
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>

#include "shared/base/raw_syscalls.h"
#include "host/suite/preload/suite_preload.h"
#include "shared/base/plain_strings.h"

const char *suite_log_reason(const char *path, const char *why)
{
  struct suite_rules rules = suite_setup_rules(&suite_process.setup);
  /* Where it is could not be found out. */
  if (*path != '/' && why)
    return why;
  if (text_equal(path, suite_process.setup.canary))
    return why;
  switch (suite_rules_judge(&rules, path)) {
  case SUITE_NOT_MATCHED:
    return "not matched";
  case SUITE_SKIPPED:
    return "skipped";
  default:
    return why;
  }
}

void suite_log_image(uint64_t time_ns, const char *why, bool is_for_leaks)
{
  static struct suite_line line;
  const struct suite_event_image image = {
    .event = "image",
    .id = suite_process.id,
    .parent = suite_image.parent,
    .time_ns = time_ns,
    .pid = raw_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0),
    .ppid = raw_syscall(SYS_getppid, 0, 0, 0, 0, 0, 0),
    .exe = suite_image.exe,
    .script = suite_image.is_script ? suite_image.invoked : NULL,
    .directory = suite_image.directory,
    .arguments = suite_image.arguments,
    .test = suite_image.test.name,
    .test_source = suite_image.test.source,
    .why = why,
    .is_for_leaks = is_for_leaks,
    .changed = suite_image.changed,
  };
  suite_event_log_image(&suite_process.setup, &line, &image);
}

void suite_log_unchecked(const char *why)
{
  static struct suite_line line;
  suite_event_log_unchecked(&suite_process.setup, &line, suite_process.id, why);
}

void suite_log_end(int status)
{
  static struct suite_line line;
  suite_event_log_end(&suite_process.setup, &line, suite_process.id, status);
}

/* The buffers are mapped, because the stack may be small and several threads may be in here. */
static void log_target(const struct suite_target *target, const char *event, const char *why, char *const *arguments,
                       char *const *environment, int pid)
{
  static char *const none[] = {NULL};
  struct {
    struct suite_line line;
    struct suite_test_name test;
    char directory[SUITE_PATH_BYTES];
    char id[SUITE_ID_BYTES];
  } *room = (void *)raw_syscall(SYS_mmap, 0, sizeof *room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if ((unsigned long)room >= -4096ul)
    return;
  const bool has_own_test =
    suite_test_name_find(arguments ? arguments : none, environment ? environment : none, &room->test);
  const struct suite_test_name *test = has_own_test ? &room->test : &suite_image.test;
  const long own = raw_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0);
  struct suite_event_image image = {
    .event = event, .id = room->id, .parent = suite_process.id, .pid = pid ? pid : own,
    .ppid = pid ? own : raw_syscall(SYS_getppid, 0, 0, 0, 0, 0, 0),
    .exe = target->path, .directory = room->directory, .arguments = arguments ? arguments : none,
    .test = test->name, .test_source = test->source, .why = why,
  };
  suite_event_make_id(room->id, sizeof room->id, &image.time_ns);
  raw_syscall(SYS_getcwd, (long)room->directory, sizeof room->directory, 0, 0, 0, 0);
  suite_event_log_image(&suite_process.setup, &room->line, &image);
  raw_syscall(SYS_munmap, (long)room, sizeof *room, 0, 0, 0, 0);
}

void suite_log_unseen(const struct suite_target *target, char *const *arguments, char *const *environment, int pid)
{
  log_target(target, "image", suite_log_reason(target->path, target->file.why), arguments, environment, pid);
}

/* Shells and compilers need not be announced. */
void suite_log_announce(const struct suite_target *target, char *const *arguments, char *const *environment, int pid)
{
  if (*suite_process.setup.tool && !suite_log_reason(target->path, NULL))
    log_target(target, "exec", target->file.fault, arguments, environment, pid);
}
