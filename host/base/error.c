/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An error is its message. */
#include "host/base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/plain_text.h"
#include "host/base/print.h"

struct error {
  char *message;
};

/* Messages name files and repeat text of others; the lines that one may have stay. */
static char *make_plain(const char *message)
{
  char *plain, shown[PLAIN_SHOWN_BYTES];
  size_t size;
  FILE *stream = print_begin(&plain, &size);
  for (size_t left = strlen(message), bytes; left > 0; left -= bytes, message += bytes) {
    bytes = plain_character(message, left, shown);
    fputs(*message == '\n' ? "\n" : *message == '\t' ? "\t" : shown, stream);
  }
  return print_end(stream, &plain);
}

/* Frees `message`. */
static struct error *error_take(char *message)
{
  struct error *error = memory_allocate(sizeof *error);
  error->message = make_plain(message);
  free(message);
  return error;
}

/* "first: second"; frees `first`. */
static char *join(char *first, const char *second)
{
  char *message = print_text("%s: %s", first, second);
  free(first);
  return message;
}

struct error *error_format(const char *format, ...)
{
  va_list args;
  va_start(args, format);
  char *message = print_args(format, args);
  va_end(args);
  return error_take(message);
}

struct error *error_errno(int errno_value, const char *format, ...)
{
  va_list args;
  va_start(args, format);
  char *message = print_args(format, args);
  va_end(args);
  return error_take(join(message, strerror(errno_value)));
}

struct error *error_context(struct error *error, const char *format, ...)
{
  if (!error)
    return error;
  va_list args;
  va_start(args, format);
  char *message = join(print_args(format, args), error->message);
  va_end(args);
  error_free(error);
  return error_take(message);
}

const char *error_message(const struct error *error)
{
  return error->message;
}

void error_free(struct error *error)
{
  if (!error)
    return;
  free(error->message);
  free(error);
}
