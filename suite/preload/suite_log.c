/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the preload library tells of programs. */
#include <fcntl.h>
#include <stdint.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>

#include "base/freestanding/raw_syscalls.h"
#include "suite/preload/suite_preload.h"
#include "suite/preload/suite_text.h"

void suite_log_make_id(char *id, size_t size, uint64_t *ret_time_ns)
{
  struct timespec now = {0};
  raw_syscall(SYS_clock_gettime, CLOCK_REALTIME, (long)&now, 0, 0, 0, 0);
  *ret_time_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
  id[0] = '\0';
  text_append_number(id, size, (unsigned long)raw_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0), 10);
  text_append(id, size, "-");
  text_append_number(id, size, *ret_time_ns, 16);
}

/* The file is there and has its first byte, so a full disk does not matter. */
static void set_fault(void)
{
  long fd = raw_syscall(SYS_openat, AT_FDCWD, (long)suite_process.setup.faults, O_WRONLY | O_CLOEXEC, 0, 0, 0);
  if (fd < 0)
    return;
  raw_syscall(SYS_pwrite64, fd, (long)"1", 1, 0, 0, 0);
  raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
}

static void append(struct suite_line *line)
{
  if (!suite_line_write(line, suite_process.setup.log))
    set_fault();
}

const char *suite_log_reason(const char *path, const char *why)
{
  struct suite_rules rules = suite_setup_rules(&suite_process.setup);
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

static void put_test(struct suite_line *line, const struct suite_test_name *test)
{
  if (!test->name[0])
    return;
  suite_line_text(line, "test", test->name);
  suite_line_text(line, "test_source", test->source);
}

static void put_verdict(struct suite_line *line, const char *why)
{
  suite_line_flag(line, "checked", !why);
  suite_line_text(line, "why", why);
}

static void put_process(struct suite_line *line, const char *id, const char *parent, uint64_t time_ns, long pid, long ppid)
{
  suite_line_begin(line, "image");
  suite_line_text(line, "id", id);
  suite_line_text(line, "parent", *parent ? parent : NULL);
  suite_line_number(line, "pid", (uint64_t)pid);
  suite_line_number(line, "ppid", (uint64_t)ppid);
  suite_line_number(line, "time_ns", time_ns);
}

void suite_log_image(uint64_t time_ns, const char *why)
{
  static struct suite_line line;
  put_process(&line, suite_process.id, suite_image.parent, time_ns, raw_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0),
              raw_syscall(SYS_getppid, 0, 0, 0, 0, 0, 0));
  suite_line_text(&line, "exe", suite_image.exe);
  suite_line_text(&line, "script", suite_image.is_script ? suite_image.invoked : NULL);
  suite_line_text(&line, "directory", suite_image.directory);
  suite_line_arguments(&line, suite_image.arguments);
  put_test(&line, &suite_image.test);
  put_verdict(&line, why);
  append(&line);
}

void suite_log_unchecked(const char *why)
{
  static struct suite_line line;
  suite_line_begin(&line, "unchecked");
  suite_line_text(&line, "id", suite_process.id);
  suite_line_text(&line, "why", why);
  append(&line);
}

void suite_log_end(int status)
{
  static struct suite_line line;
  suite_line_begin(&line, "end");
  suite_line_text(&line, "id", suite_process.id);
  suite_line_number(&line, "status", (uint64_t)(status & 0xff));
  append(&line);
}

/* The memory for it is mapped, as the stack may be small and other threads may be here too. */
void suite_log_unseen(const struct suite_target *target, char *const *arguments, int pid)
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
  uint64_t time_ns;
  long own = raw_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0);
  suite_log_make_id(room->id, sizeof room->id, &time_ns);
  put_process(&room->line, room->id, suite_process.id, time_ns, pid ? pid : own,
              pid ? own : raw_syscall(SYS_getppid, 0, 0, 0, 0, 0, 0));
  suite_line_text(&room->line, "exe", target->path);
  raw_syscall(SYS_getcwd, (long)room->directory, sizeof room->directory, 0, 0, 0, 0);
  suite_line_text(&room->line, "directory", room->directory);
  suite_line_arguments(&room->line, arguments ? arguments : none);
  put_test(&room->line, arguments && suite_test_name_find(arguments, none, &room->test) ? &room->test : &suite_image.test);
  put_verdict(&room->line, suite_log_reason(target->path, target->why));
  append(&room->line);
  raw_syscall(SYS_munmap, (long)room, sizeof *room, 0, 0, 0, 0);
}
