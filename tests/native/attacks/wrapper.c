// SPDX-License-Identifier: GPL-2.0-or-later
// A library that somebody else preloads: it stands in front of malloc(), free(), fork(), exit() and write(), counts,
// and passes the calls on.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdatomic.h>
#include <stddef.h>
#include <sys/types.h>

_Atomic unsigned long wrapped_calls;

static void *find(void **next, const char *name)
{
  wrapped_calls++;
  if (!*next)
    *next = dlsym(RTLD_NEXT, name);
  return *next;
}

void *malloc(size_t bytes)
{
  static void *next;
  return ((void *(*)(size_t))find(&next, "malloc"))(bytes);
}

void free(void *block)
{
  static void *next;
  ((void (*)(void *))find(&next, "free"))(block);
}

pid_t fork(void)
{
  static void *next;
  return ((pid_t(*)(void))find(&next, "fork"))();
}

void exit(int status)
{
  static void *next;
  ((void (*)(int))find(&next, "exit"))(status);
  __builtin_unreachable();
}

ssize_t write(int fd, const void *bytes, size_t count)
{
  static void *next;
  return ((ssize_t(*)(int, const void *, size_t))find(&next, "write"))(fd, bytes, count);
}
