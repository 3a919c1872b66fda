/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/base/memory.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "host/base/plain_text.h"
#include "host/base/write_all.h"

enum { STATUS = 125, SUBJECT_BYTES = 256 };

static const char *command = "seep", *subject;
static struct memory_end *ends;

void memory_set_command(const char *name)
{
  command = name;
}

void memory_set_subject(const char *name)
{
  subject = name;
}

/* --- the end --- */

void memory_end_add(struct memory_end *end, void (*run)(void *context), void *context)
{
  *end = (struct memory_end){.run = run, .context = context, .pid = getpid(), .before = ends};
  ends = end;
}

void memory_end_remove(struct memory_end *end)
{
  for (struct memory_end **at = &ends; *at; at = &(*at)->before)
    if (*at == end) {
      *at = end->before;
      return;
    }
}

static void run_ends(void)
{
  const pid_t pid = getpid();
  while (ends) {
    const struct memory_end *end = ends;
    ends = end->before;
    if (end->pid == pid)
      end->run(end->context);
  }
}

/* Names of others, as host/base/plain_text.h shows them, cut where there is no more room. */
static void show(const char *name, char shown[static SUBJECT_BYTES])
{
  char piece[PLAIN_SHOWN_BYTES];
  size_t size = 0;
  for (size_t left = strlen(name), bytes; left > 0; left -= bytes, name += bytes) {
    bytes = plain_character(name, left, piece);
    const size_t more = strlen(piece);
    if (size + more >= SUBJECT_BYTES)
      break;
    memcpy(shown + size, piece, more);
    size += more;
  }
  shown[size] = '\0';
}

/* "; its address space is limited to 20,000 kB (ulimit -v)", where it is. */
static int tell_limit(char *text, size_t size, int resource, const char *what, const char *option)
{
  struct rlimit limit;
  if (getrlimit(resource, &limit) < 0 || limit.rlim_cur == RLIM_INFINITY)
    return 0;
  return snprintf(text, size, "; its %s is limited to %llu kB (ulimit %s)", what,
                  (unsigned long long)limit.rlim_cur / 1024, option);
}

static void tell(size_t bytes)
{
  char text[4 * SUBJECT_BYTES], name[SUBJECT_BYTES];
  int size = snprintf(text, SUBJECT_BYTES, "%s: out of memory", command);
  if (bytes > 0)
    size += snprintf(text + size, 64, " (%zu bytes were asked for)", bytes);
  if (subject) {
    show(subject, name);
    size += snprintf(text + size, sizeof name + 8, " at %s", name);
  }
  size += tell_limit(text + size, 128, RLIMIT_AS, "address space", "-v");
  size += tell_limit(text + size, 128, RLIMIT_DATA, "data", "-d");
  size += snprintf(text + size, 64, "; try again when there is more\n");
  (void)!write_all(STDERR_FILENO, text, (size_t)size);
}

/* A thread that lacks memory as well waits for the first, which ends both. A function for the end that allocates,
 * though it must not, ends the program at once. */
void memory_lacking(size_t bytes)
{
  static atomic_flag has_begun = ATOMIC_FLAG_INIT;
  static _Thread_local int is_first;
  if (is_first)
    _exit(STATUS);
  if (atomic_flag_test_and_set(&has_begun))
    for (;;)
      pause();
  is_first = 1;
  tell(bytes);
  run_ends();
  _exit(STATUS);
}

/* --- allocation --- */

static size_t product(size_t count, size_t item_bytes)
{
  size_t bytes;
  return __builtin_mul_overflow(count, item_bytes, &bytes) ? SIZE_MAX : bytes;
}

static void *checked(void *block, size_t bytes)
{
  if (!block)
    memory_lacking(bytes);
  return block;
}

void *memory_given(void *made)
{
  return checked(made, 0);
}

/* The C library may answer NULL to a request of nothing. */
static size_t at_least_one(size_t bytes)
{
  return bytes > 0 ? bytes : 1;
}

void *memory_if_there(size_t bytes)
{
  return malloc(at_least_one(bytes));
}

void *memory_allocate(size_t bytes)
{
  return checked(memory_if_there(bytes), bytes);
}

void *memory_zeroed(size_t count, size_t item_bytes)
{
  return checked(calloc(at_least_one(count), at_least_one(item_bytes)), product(count, item_bytes));
}

void *memory_resize(void *block, size_t count, size_t item_bytes)
{
  return checked(reallocarray(block, at_least_one(count), at_least_one(item_bytes)), product(count, item_bytes));
}

void *memory_copy(const void *data, size_t bytes)
{
  void *copy = memory_allocate(bytes);
  return bytes ? memcpy(copy, data, bytes) : copy;
}

char *memory_text(const char *text)
{
  const size_t bytes = strlen(text) + 1;
  return memcpy(memory_allocate(bytes), text, bytes);
}

char *memory_text_begin(const char *text, size_t size)
{
  const size_t length = strnlen(text, size);
  char *copy = memory_allocate(length + 1);
  memcpy(copy, text, length);
  copy[length] = '\0';
  return copy;
}
