/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "host/heap/exports/xtree_files.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/plain_text.h"
#include "host/base/print.h"
#include "host/heap/exports/xtree_formats.h"

typedef void xtree_format(const struct process *process, const struct xtree *xtree, FILE *output);

void xtree_put_text(const char *text, FILE *output)
{
  plain_text_put(text, output);
}

void xtree_put_command(const struct process *process, FILE *output)
{
  fputs("cmd:", output);
  for (char **argument = process->argv; argument && *argument; argument++) {
    putc(' ', output);
    xtree_put_text(*argument, output);
  }
  putc('\n', output);
}

/* --- the file --- */

/* One process serves many programs, so it must not wait for a pipe that nobody reads. */
static FILE *open_file(const char *file)
{
  int fd = open(file, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOCTTY | O_NONBLOCK, 0644);
  FILE *output = fd < 0 ? NULL : fdopen(fd, "w");
  if (fd >= 0 && !output)
    close(fd);
  return output;
}

static struct error *write_file(const struct process *process, const struct xtree *xtree, xtree_format *put)
{
  FILE *output = open_file(xtree->file);
  if (!output)
    return error_format("can not open xtree output file `%s'", xtree->file);
  put(process, xtree, output);
  bool is_whole = !ferror(output);
  is_whole = fclose(output) == 0 && is_whole;
  return is_whole ? NULL : error_errno(errno, "cannot write xtree output file `%s'", xtree->file);
}

static void tell_problem(const struct process *process, const struct error *error)
{
  char *text = print_text("Error: %s\n", error_message(error));
  struct process_message message = {.class = RECORD_MESSAGE_CORE, .text = text, .size = strlen(text)};
  WRITERS_TELL(process, message, process, &message);
  free(text);
}

static void write_or_tell(const struct process *process, const struct xtree *xtree, xtree_format *put)
{
  struct error *error = write_file(process, xtree, put);
  if (error)
    tell_problem(process, error);
  error_free(error);
}

/* --- what is told --- */

static bool is_for_massif(const char *file)
{
  const char *slash = strrchr(file, '/');
  return strstr(slash ? slash : file, ".ms") != NULL;
}

static void xtree(void *context, const struct process *process, const struct xtree *xtree)
{
  (void)context;
  write_or_tell(process, xtree, is_for_massif(xtree->file) ? xtree_put_massif : xtree_put_callgrind);
}

static void leak_check(void *context, const struct process *process, const struct leak_check *check)
{
  (void)context;
  struct xtree *xtree;
  if (!check->xtree_file || check->block_count == 0)
    return;
  xtree_of_leaks(&process->settings, check, &xtree);
  write_or_tell(process, xtree, xtree_put_callgrind);
  xtree_destroy(xtree);
}

static const struct writer_ops ops = {.xtree = xtree, .leak_check = leak_check};

const struct writer *xtree_files_writer(void)
{
  static const struct writer writer = {&ops, NULL};
  return &writer;
}
