/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Stacks do not say in which thread they were taken, but by what they end: main(), or what the C library starts threads
 * with. The function of the program's that was called there tells people more than a number. */
#include "host/model/words/thread_words.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/model/frames/place.h"
#include "host/model/frames/short_name.h"
#include "host/model/words/lost_places.h"

enum thread_kind { THREAD_UNKNOWN, THREAD_MAIN, THREAD_STARTED };

struct thread {
  enum thread_kind kind;
  char *function; /* that a started one runs; NULL: not known */
};

static bool starts_threads(const struct frame *frame)
{
  static const char *const names[] = {"clone", "clone3", "__clone", "__clone3", "start_thread", "thread_start"};
  for (size_t i = 0; i < sizeof names / sizeof *names; i++)
    if (frame->function && strcmp(frame->function, names[i]) == 0)
      return true;
  return false;
}

static bool is_main(const struct frame *frame)
{
  return frame->function_linkage && strcmp(frame->function_linkage, "main") == 0;
}

/* Of a stack that was cut short nothing is known. */
static struct thread thread_of(const struct process *process, const struct stack *stack)
{
  struct frame *frames;
  size_t count;
  struct thread thread = {THREAD_UNKNOWN, NULL};
  place_frames_of(process->symbols, &process->settings, stack, &frames, &count);
  for (size_t i = 0; i < count && thread.kind == THREAD_UNKNOWN; i++)
    thread.kind = is_main(&frames[i]) ? THREAD_MAIN : THREAD_UNKNOWN;
  if (count > 0 && starts_threads(&frames[count - 1]))
    thread.kind = THREAD_STARTED;
  while (count > 0 && (!frame_is_looked_at(&frames[count - 1]) || starts_threads(&frames[count - 1])))
    count--;
  if (thread.kind == THREAD_STARTED && count > 0 && frames[count - 1].function)
    thread.function = short_function_name(frames[count - 1].function);
  free(frames);
  return thread;
}

static void add_other(FILE *stream, const struct process *process, const struct stack *stack, const char *what)
{
  struct thread thread = stack ? thread_of(process, stack) : (struct thread){THREAD_UNKNOWN, NULL};
  if (thread.kind == THREAD_MAIN)
    fprintf(stream, "; %s by the main thread", what);
  else if (thread.kind == THREAD_STARTED)
    fprintf(stream, "; %s by a thread%s%s", what, thread.function ? " that runs " : "",
            thread.function ? thread.function : "");
  free(thread.function);
}

static bool is_started(const struct process *process, const struct stack *stack)
{
  struct thread thread = stack ? thread_of(process, stack) : (struct thread){THREAD_UNKNOWN, NULL};
  free(thread.function);
  return thread.kind == THREAD_STARTED;
}

char *thread_words(const struct process *process, const struct error_context *error)
{
  char *text;
  size_t bytes;
  if (error->tid <= 1 && !is_started(process, error->free_stack) && !is_started(process, error->alloc_stack))
    return NULL;
  const char *name = process_thread_name(process, error->tid);
  struct thread thread = thread_of(process, error->stack);
  FILE *stream = print_begin(&text, &bytes);
  if (error->tid > 1)
    fprintf(stream, "in thread %llu%s%s", (unsigned long long)error->tid, name ? ", " : "", name ? name : "");
  else
    fputs("in the main thread", stream);
  if (thread.function)
    fprintf(stream, ", which runs %s", thread.function);
  if (error->started) {
    const struct leak_place place = leak_place_of_event(process, error->started);
    lost_put_place(process, thread.function ? " and was started by " : ", which was started by ", &place, stream);
  }
  add_other(stream, process, error->free_stack, "freed");
  add_other(stream, process, error->alloc_stack, "allocated");
  free(thread.function);
  return print_end(stream, &text);
}
