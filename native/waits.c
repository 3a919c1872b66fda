/* SPDX-License-Identifier: GPL-2.0-or-later */
/* In front of the C library's: calls that wait for so long at most and that the kernel does not continue by itself, and
 * the first thread, with which the C library sets a handler of its own. */
#include <pthread.h>
#include <signal.h>
#include <stddef.h>
#include <sys/epoll.h>

#include "native/ended_threads.h"
#include "native/interrupted_calls.h"
#include "native/next_functions.h"
#include "native/process.h"
#include "native/watched_thread.h"

#define DOOR __attribute__((visibility("default"), noinline))

/* Calls the function behind ours. */
#define WAIT(timeout_ns, name, parameters, arguments)      \
  ({                                                       \
    static int(*next) parameters;                          \
    if (!next)                                             \
      next = (int(*) parameters)next_functions_get(#name); \
    interrupted_calls_begin_wait(timeout_ns);              \
    const int result = next arguments;                     \
    interrupted_calls_end_wait();                          \
    result;                                                \
  })

static int64_t ns_of(const struct timespec *span)
{
  return span ? (int64_t)span->tv_sec * 1000000000 + span->tv_nsec : -1;
}

DOOR int epoll_wait(int epoll, struct epoll_event *events, int most, int timeout_ms)
{
  return WAIT((int64_t)timeout_ms * 1000000, epoll_wait, (int, struct epoll_event *, int, int),
              (epoll, events, most, timeout_ms));
}

DOOR int epoll_pwait(int epoll, struct epoll_event *events, int most, int timeout_ms, const sigset_t *mask)
{
  return WAIT((int64_t)timeout_ms * 1000000, epoll_pwait, (int, struct epoll_event *, int, int, const sigset_t *),
              (epoll, events, most, timeout_ms, mask));
}

DOOR int sigtimedwait(const sigset_t *set, siginfo_t *info, const struct timespec *timeout)
{
  return WAIT(ns_of(timeout), sigtimedwait, (const sigset_t *, siginfo_t *, const struct timespec *),
              (set, info, timeout));
}

DOOR int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*run)(void *), void *argument)
{
  static int (*next)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *);
  if (!next)
    next =
      (int (*)(pthread_t *, const pthread_attr_t *, void *(*)(void *), void *))next_functions_get("pthread_create");
  const int error = next(thread, attributes, run, argument);
  if (process_is_watched())
    watched_threads_listen_on();
  struct watched_thread *const inside = error == 0 && process_is_watched() ? watched_thread_begin() : NULL;
  if (inside)
    ended_threads_note((uint64_t)*thread);
  watched_thread_end(inside);
  return error;
}
