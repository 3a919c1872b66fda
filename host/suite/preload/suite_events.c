/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/suite/preload/suite_events.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <time.h>

#include "shared/base/raw_syscalls.h"
#include "shared/base/plain_strings.h"

void suite_event_make_id(char *id, size_t size, uint64_t *ret_time_ns)
{
  struct timespec now = {0};
  raw_syscall(SYS_clock_gettime, CLOCK_REALTIME, (long)&now, 0, 0, 0, 0);
  *ret_time_ns = (uint64_t)now.tv_sec * 1000000000u + (uint64_t)now.tv_nsec;
  id[0] = '\0';
  text_append_number(id, size, (unsigned long)raw_syscall(SYS_getpid, 0, 0, 0, 0, 0, 0), 10);
  text_append(id, size, "-");
  text_append_number(id, size, *ret_time_ns, 16);
}

/* The file is there and has its first byte, so this works even when the log could not be written because the disk is
 * full. */
static void set_fault(const struct suite_setup *setup)
{
  long fd = raw_syscall(SYS_openat, AT_FDCWD, (long)setup->faults, O_WRONLY | O_CLOEXEC, 0, 0, 0);
  if (fd < 0)
    return;
  suite_line_put(fd, "1", 1, 0);
  raw_syscall(SYS_close, fd, 0, 0, 0, 0, 0);
}

static void append(const struct suite_setup *setup, struct suite_line *line)
{
  if (!suite_line_write(line, setup->log, setup->key))
    set_fault(setup);
}

static void put_text(struct suite_line *line, const char *name, const char *text)
{
  suite_line_text(line, name, text && *text ? text : NULL);
}

static void put_change(struct suite_line *line, const struct suite_changed *changed)
{
  char key[24] = "";
  text_append_number(key, sizeof key, changed->key, 16);
  suite_line_text(line, "full_key", key);
  put_text(line, "full_input", changed->input);
  if (changed->checked_ns)
    suite_line_number(line, "full_checked_ns", changed->checked_ns);
  else
    suite_line_text(line, "full_changed", changed->what);
}

void suite_event_log_image(const struct suite_setup *setup, struct suite_line *line,
                           const struct suite_event_image *image)
{
  const bool has_test = image->test && *image->test;
  suite_line_begin(line, image->event);
  suite_line_text(line, "id", image->id);
  put_text(line, "parent", image->parent);
  suite_line_number(line, "pid", (uint64_t)image->pid);
  suite_line_number(line, "ppid", (uint64_t)image->ppid);
  suite_line_number(line, "time_ns", image->time_ns);
  suite_line_text(line, "exe", image->exe);
  put_text(line, "script", image->script);
  suite_line_text(line, "directory", image->directory);
  suite_line_arguments(line, image->arguments);
  suite_line_text(line, "test", has_test ? image->test : NULL);
  suite_line_text(line, "test_source", has_test ? image->test_source : NULL);
  suite_line_flag(line, "checked", !image->why);
  suite_line_text(line, "checks", image->is_for_leaks ? "leaks" : NULL);
  suite_line_text(line, "why", image->why);
  if (image->changed)
    put_change(line, image->changed);
  append(setup, line);
}

void suite_event_log_unchecked(const struct suite_setup *setup, struct suite_line *line, const char *id,
                               const char *why)
{
  suite_line_begin(line, "unchecked");
  suite_line_text(line, "id", id);
  suite_line_text(line, "why", why);
  append(setup, line);
}

void suite_event_log_end(const struct suite_setup *setup, struct suite_line *line, const char *id, int status)
{
  suite_line_begin(line, "end");
  suite_line_text(line, "id", id);
  suite_line_number(line, "status", (uint64_t)(status & 0xff));
  append(setup, line);
}
