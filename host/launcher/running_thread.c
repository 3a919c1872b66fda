/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/launcher/running_thread.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE_BYTES = 1024 };

/* The first line of a file of the thread's in proc(5); false: there is none. */
static bool read_line(long pid, long thread, const char *name, char text[LINE_BYTES])
{
  char path[96];
  snprintf(path, sizeof path, "/proc/%ld/task/%ld/%s", pid, thread, name);
  FILE *const file = fopen(path, "re");
  const bool is_read = file && fgets(text, LINE_BYTES, file);
  if (file)
    fclose(file);
  return is_read;
}

/* Show each thread until `visit` returns false. */
static void visit_threads(long pid, bool (*visit)(void *context, long pid, long thread), void *context)
{
  char path[64];
  bool goes_on = true;
  snprintf(path, sizeof path, "/proc/%ld/task", pid);
  DIR *const threads = opendir(path);
  for (const struct dirent *entry; threads && goes_on && (entry = readdir(threads));) {
    const long thread = strtol(entry->d_name, NULL, 10);
    goes_on = thread <= 0 || visit(context, pid, thread);
  }
  if (threads)
    closedir(threads);
}

/* Of a kernel that does not count nanoseconds, nothing is added. */
static bool add_time(void *context, long pid, long thread)
{
  uint64_t *const sum = context;
  char text[LINE_BYTES];
  if (read_line(pid, thread, "schedstat", text))
    *sum += strtoull(text, NULL, 10);
  return true;
}

uint64_t running_thread_sum(long pid)
{
  uint64_t sum = 0;
  visit_threads(pid, add_time, &sum);
  return sum;
}

/* Its state follows its name, which may hold anything: "12 (a) b) R 1 2 ...". */
static bool find_running(void *context, long pid, long thread)
{
  long *const found = context;
  char text[LINE_BYTES];
  const char *const name_end = read_line(pid, thread, "stat", text) ? strrchr(text, ')') : NULL;
  if (name_end && name_end[1] == ' ' && name_end[2] == 'R')
    *found = thread;
  return *found == 0;
}

long running_thread_find(long pid)
{
  long found = 0;
  visit_threads(pid, find_running, &found);
  return found;
}
