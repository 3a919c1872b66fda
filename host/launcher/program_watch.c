/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/launcher/program_watch.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/base/write_all.h"
#include "host/launcher/native_asking.h"
#include "host/launcher/running_thread.h"
#include "shared/base/native_requests.h"

enum {
  PAUSE_SHARE = 100, /* no more than one part of so many of the time is a thread stopped */
  LOOK_MS = 20,      /* so often is looked for a thread that runs */
  READ_MS = 200,     /* and whether the record has grown */
  FIRST_MS = 2000,   /* so long is the first news waited for */
  PATIENCE_MS = 10000,
};

static long now_ms(void)
{
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* --- what is known --- */

static void set_state(struct program_watch *watch, char *state)
{
  free(watch->state);
  watch->state = state;
}

static bool has_rested(const struct program_watch *watch)
{
  return watch->sum != 0 && running_thread_sum(watch->program.pid) == watch->sum;
}

/* Whether the program has ended, as it has told, or without a word. */
static void judge_end(struct program_watch *watch)
{
  const struct process *const process = live_record_process(watch->record);
  if (process->state == PROCESS_REPLACED) {
    set_state(watch, print_text("it runs another program now: %s", process->became ? process->became : "?"));
  } else if (process->state == PROCESS_ENDED) {
    set_state(watch, memory_text(watch->is_gone ? "the program has ended" : "it is not watched any more"));
  } else if (watch->is_gone) {
    live_record_finish(watch->record);
    set_state(watch, memory_text("the program was killed"));
  } else {
    return;
  }
  watch->is_over = true;
}

/* Read what has come. Nothing does of a program that waits: it is said that what is known is from before. */
static void look(struct program_watch *watch)
{
  watch->is_gone = asked_program_is_gone(watch->program.pid); /* before, so that all that it has told is read */
  struct error *const error = live_record_read(watch->record);
  struct live_places *const places = live_record_places(watch->record);
  const bool has_news = live_places_have_news(places);
  const bool is_idle = !has_news && now_ms() >= watch->next_ms && has_rested(watch);
  if (has_news || is_idle) {
    live_places_look(places, is_idle);
    set_state(watch, is_idle ? memory_text("it waits; this is what it told last") : NULL);
  }
  if (has_news)
    watch->sum = running_thread_sum(watch->program.pid);
  judge_end(watch);
  if (watch->is_over)
    live_places_look(places, true);
  if (error)
    set_state(watch, memory_text(error_message(error)));
  watch->is_over |= error != NULL;
  error_free(error);
}

/* --- one that runs natively --- */

static struct error *ask(const struct program_watch *watch, char answer[VGDB_ANSWER_BYTES])
{
  const int native = native_asking_connect(watch->program.pid);
  if (native < 0)
    return error_format("process %ld takes no requests any more", watch->program.pid);
  return asked_program_natively(&watch->program, native, NATIVE_REQUESTS_CENSUS, answer);
}

/* "census: one thread stopped for 1,234 us\nin PATH\n" */
static long pause_of(const char *answer)
{
  const char *at = strstr(answer, " for ");
  long pause_us = 0;
  for (at = at ? at + strlen(" for ") : ""; (*at >= '0' && *at <= '9' && pause_us < 1000000000) || *at == ','; at++)
    pause_us = *at == ',' ? pause_us : pause_us * 10 + (*at - '0');
  return pause_us;
}

static char *path_of(const char *answer)
{
  const char *const path = strstr(answer, "\nin ");
  return path ? memory_text_begin(path + 4, strcspn(path + 4, "\n")) : memory_text("");
}

/* The next time. */
static void plan(struct program_watch *watch, long pause_us)
{
  const long least_ms = pause_us * PAUSE_SHARE / 1000;
  watch->next_ms = now_ms() + (least_ms > watch->every_ms ? least_ms : watch->every_ms);
  watch->woken_at_ms = watch->next_ms + watch->patience_ms;
}

/* In another process: the answer goes into a pipe, with a letter in front that says whether it is one. */
static void answer_into(const struct program_watch *watch, int fd)
{
  static char answer[VGDB_ANSWER_BYTES];
  struct error *const error = ask(watch, answer);
  const char *const text = error ? error_message(error) : answer;
  (void)write_all(fd, error ? "E" : "A", 1);
  (void)write_all(fd, text, strlen(text));
  _exit(0);
}

static void begin_asking(struct program_watch *watch)
{
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) < 0)
    return;
  watch->asker = fork();
  if (watch->asker == 0)
    answer_into(watch, ends[1]);
  close(ends[1]);
  if (watch->asker > 0)
    watch->answer = ends[0];
  else
    close(ends[0]);
}

static void take_answer(struct program_watch *watch)
{
  char text[VGDB_ANSWER_BYTES + 1];
  size_t size = 0;
  for (ssize_t more;
       size + 1 < sizeof text && (more = read(watch->answer, text + size, sizeof text - 1 - size)) != 0;) {
    if (more < 0 && errno != EINTR)
      break;
    size += more > 0 ? (size_t)more : 0;
  }
  text[size] = '\0';
  close(watch->answer);
  watch->answer = -1;
  while (waitpid(watch->asker, NULL, 0) < 0 && errno == EINTR)
    ;
  if (text[0] != 'A')
    set_state(watch, memory_text(text[0] ? text + 1 : "it could not be asked"));
  plan(watch, text[0] == 'A' ? pause_of(text) : 0);
  look(watch);
}

/* Is this the moment? While nothing has run nothing has changed. */
static void ask_if_due(struct program_watch *watch)
{
  const long now = now_ms();
  if (watch->answer >= 0 || now < watch->next_ms)
    return;
  watch->program.thread = running_thread_find(watch->program.pid);
  if (watch->program.thread == 0 && has_rested(watch)) {
    look(watch);
    plan(watch, 0);
    return;
  }
  if (watch->program.thread == 0 && now < watch->woken_at_ms)
    return;
  if (watch->program.thread == 0)
    watch->patience_ms *= 2;
  begin_asking(watch);
}

/* The first answer says where the record is. */
static struct error *begin_natively(struct program_watch *watch, int native)
{
  char answer[VGDB_ANSWER_BYTES];
  RETURN_IF_ERROR(asked_program_natively(&watch->program, native, NATIVE_REQUESTS_CENSUS, answer));
  char *const path = path_of(answer);
  struct error *const error = live_record_open(path, &watch->record);
  free(path);
  if (error)
    return error;
  plan(watch, pause_of(answer));
  look(watch);
  return NULL;
}

/* --- one that is checked fully --- */

static bool is_of_record(const char *path)
{
  const size_t size = strlen(path), end = strlen(".rec");
  return size > end && strcmp(path + size - end, ".rec") == 0;
}

/* The record that it has open, malloc'ed; NULL: none. */
static char *find_record(long pid)
{
  char name[64 + NAME_MAX], path[PATH_MAX];
  char *found = NULL;
  snprintf(name, sizeof name, "/proc/%ld/fd", pid);
  DIR *const descriptors = opendir(name);
  for (const struct dirent *entry; descriptors && !found && (entry = readdir(descriptors));) {
    snprintf(name, sizeof name, "/proc/%ld/fd/%s", pid, entry->d_name);
    const ssize_t size = readlink(name, path, sizeof path - 1);
    path[size > 0 ? size : 0] = '\0';
    if (is_of_record(path))
      found = memory_text(path);
  }
  if (descriptors)
    closedir(descriptors);
  return found;
}

static struct error *begin_watching(struct program_watch *watch)
{
  RETURN_IF_ERROR(asked_program_check(&watch->program, false));
  char *const path = find_record(watch->program.pid);
  if (!path)
    return error_format(
      "process %ld cannot be watched: it keeps no record (--record=no), or its descriptors may not be "
      "seen",
      watch->program.pid);
  struct error *error = live_record_open(path, &watch->record);
  free(path);
  if (!error)
    error = live_record_watch(watch->record, watch->every_ms);
  if (error)
    return error;
  live_places_begin(live_record_places(watch->record));
  live_places_look(live_record_places(watch->record), false);
  const long end_ms = now_ms() + FIRST_MS;
  watch->next_ms = end_ms;
  while (!watch->is_over && !live_places_have_news(live_record_places(watch->record)) && now_ms() < end_ms) {
    (void)poll(NULL, 0, LOOK_MS);
    RETURN_IF_ERROR(live_record_read(watch->record));
  }
  watch->sum = running_thread_sum(watch->program.pid);
  look(watch);
  watch->next_ms = now_ms() + watch->every_ms;
  return NULL;
}

static void read_if_due(struct program_watch *watch)
{
  const bool is_due = now_ms() >= watch->next_ms;
  look(watch);
  if (is_due)
    watch->next_ms = now_ms() + watch->every_ms;
}

/* --- both --- */

struct error *program_watch_begin(struct program_watch *watch)
{
  watch->answer = -1;
  watch->patience_ms = PATIENCE_MS;
  const int native = native_asking_connect(watch->program.pid);
  watch->is_native = native >= 0;
  watch->process = (int)syscall(SYS_pidfd_open, watch->program.pid, 0);
  return native >= 0 ? begin_natively(watch, native) : begin_watching(watch);
}

void program_watch_end(struct program_watch *watch)
{
  if (watch->answer >= 0)
    close(watch->answer);
  if (watch->process >= 0)
    close(watch->process);
  live_record_close(watch->record);
  free(watch->state);
}

static int wait_ms(const struct program_watch *watch)
{
  const long left = watch->next_ms - now_ms();
  if (watch->is_over || watch->is_paused || watch->answer >= 0)
    return -1;
  if (!watch->is_native)
    return READ_MS;
  return left > LOOK_MS ? (int)left : LOOK_MS;
}

bool program_watch_wait(struct program_watch *watch, int keys)
{
  struct pollfd ends[3] = {{.fd = keys, .events = POLLIN},
                           {.fd = watch->answer, .events = POLLIN},
                           {.fd = watch->is_gone ? -1 : watch->process, .events = POLLIN}};
  const int count = poll(ends, 3, wait_ms(watch));
  if (count > 0 && ends[1].revents)
    take_answer(watch);
  else if (count > 0 && ends[2].revents)
    look(watch);
  else if (!watch->is_over && !watch->is_paused && watch->is_native)
    ask_if_due(watch);
  else if (!watch->is_over && !watch->is_paused)
    read_if_due(watch);
  return count != 0 || !watch->is_native || now_ms() >= watch->next_ms;
}
