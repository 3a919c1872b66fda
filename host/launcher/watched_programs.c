/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A program that is checked is executed by the tool, whose file the kernel names; one that runs natively has the
 * library mapped. Both keep the program's own name and arguments. */
#include "host/launcher/watched_programs.h"

#include <dirent.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/order.h"
#include "host/base/grow.h"
#include "host/base/memory.h"
#include "host/base/plain_text.h"
#include "host/base/print.h"
#include "host/launcher/native_asking.h"

enum { COMMAND_BYTES = 4096, COMMAND_SHOWN = 200 };

/* Of a file of /proc/PID, with spaces for zero bytes; empty: it cannot be read. */
static char *read_text(long pid, const char *file)
{
  char path[64], text[COMMAND_BYTES];
  snprintf(path, sizeof path, "/proc/%ld/%s", pid, file);
  FILE *const stream = fopen(path, "re");
  size_t bytes = stream ? fread(text, 1, sizeof text - 1, stream) : 0;
  if (stream)
    fclose(stream);
  while (bytes > 0 && (text[bytes - 1] == '\0' || text[bytes - 1] == '\n'))
    bytes--;
  for (size_t i = 0; i < bytes; i++)
    text[i] = text[i] ? text[i] : ' ';
  return memory_text_begin(text, bytes);
}

/* Its file, as the kernel names it; empty: not known. */
static void read_program(long pid, char ret[PATH_MAX])
{
  char path[64], program[PATH_MAX];
  snprintf(path, sizeof path, "/proc/%ld/exe", pid);
  const ssize_t bytes = readlink(path, program, sizeof program - 1);
  program[bytes > 0 ? bytes : 0] = '\0';
  const char *slash = strrchr(program, '/');
  strcpy(ret, slash ? slash + 1 : program);
}

/* The tool is called "seep-amd64-linux"; the launcher and the reporter, which read the library, are "seep". */
static void add_process(struct watched_programs *programs, long pid, bool is_any)
{
  char program[PATH_MAX];
  read_program(pid, program);
  const bool is_checked = strncmp(program, "seep-amd64", strlen("seep-amd64")) == 0;
  if (!is_checked && (is_any ? program[0] == '\0' : strcmp(program, "seep") == 0 || !native_asking_is_native(pid)))
    return;
  *NEW_ITEM(programs->items, programs->count, programs->capacity) =
    (struct watched_program){.pid = pid,
                             .name = read_text(pid, "comm"),
                             .command = read_text(pid, "cmdline"),
                             .is_native = !is_checked && !is_any};
}

ORDER(by_pid, struct watched_program, UP(pid))

static void find(struct watched_programs *ret, bool is_any)
{
  *ret = (struct watched_programs){0};
  DIR *const processes = opendir("/proc");
  for (const struct dirent *entry; processes && (entry = readdir(processes));) {
    char *end;
    const long pid = strtol(entry->d_name, &end, 10);
    if (pid > 0 && !*end && pid != getpid())
      add_process(ret, pid, is_any);
  }
  if (processes)
    closedir(processes);
  if (ret->count > 0)
    qsort(ret->items, ret->count, sizeof *ret->items, by_pid);
}

void watched_programs_find(struct watched_programs *ret)
{
  find(ret, false);
}

void watched_programs_release(struct watched_programs *programs)
{
  for (size_t i = 0; i < programs->count; i++) {
    free(programs->items[i].name);
    free(programs->items[i].command);
  }
  free(programs->items);
}

/* By the name that ps shows, or by that of the file in its command line: the former has no more than 15 bytes. */
static bool has_name(const struct watched_program *program, const char *name)
{
  const size_t bytes = strcspn(program->command, " ");
  const char *start = program->command;
  for (size_t i = 0; i < bytes; i++)
    if (program->command[i] == '/')
      start = program->command + i + 1;
  const size_t size = (size_t)(program->command + bytes - start);
  return strcmp(program->name, name) == 0 || (strlen(name) == size && strncmp(name, start, size) == 0);
}

void watched_programs_print(const struct watched_programs *programs, const char *name, FILE *output)
{
  for (size_t i = 0; i < programs->count; i++) {
    const struct watched_program *program = &programs->items[i];
    if (name && !has_name(program, name))
      continue;
    char *command = memory_text_begin(program->command, strnlen(program->command, COMMAND_SHOWN));
    fprintf(output, "  %7ld  ", program->pid);
    plain_text_put(*command ? command : program->name, output);
    fputs(program->is_native ? "  (leaks only)\n" : "\n", output);
    free(command);
  }
}

/* What watched_programs_print() writes, without the last end of a line. */
static char *text_of(const struct watched_programs *programs, const char *name)
{
  char *text;
  size_t bytes;
  FILE *list = print_begin(&text, &bytes);
  watched_programs_print(programs, name, list);
  char *shown = print_end(list, &text);
  if (*shown)
    shown[strlen(shown) - 1] = '\0';
  return shown;
}

static struct error *error_of(const struct watched_programs *programs, const char *name, size_t found)
{
  struct error *error;
  char *const shown = text_of(programs, found > 0 ? name : NULL);
  if (found > 0)
    error = error_format("%zu programs called %s run under Seep; name one by its number:\n%s", found, name, shown);
  else if (programs->count > 0)
    error = error_format("no program called %s runs under Seep; these do:\n%s", name, shown);
  else
    error = error_format("no program called %s runs under Seep, nor does any other", name);
  free(shown);
  return error;
}

static size_t find_named(const struct watched_programs *programs, const char *name, long *ret)
{
  size_t found = 0;
  for (size_t i = 0; i < programs->count; i++)
    if (has_name(&programs->items[i], name)) {
      *ret = programs->items[i].pid;
      found++;
    }
  return found;
}

struct error *watched_programs_pid(const char *name, long *ret)
{
  struct watched_programs programs;
  watched_programs_find(&programs);
  const size_t found = find_named(&programs, name, ret);
  struct error *error = found == 1 ? NULL : error_of(&programs, name, found);
  watched_programs_release(&programs);
  return error;
}

struct error *watched_programs_any_pid(const char *name, long *ret)
{
  struct watched_programs programs;
  find(&programs, true);
  const size_t found = find_named(&programs, name, ret);
  char *const shown = text_of(&programs, name);
  struct error *const error =
    found == 1  ? NULL
    : found > 1 ? error_format("%zu programs are called %s; name one by its number:\n%s", found, name, shown)
                : error_format("no program that you may look at is called %s", name);
  free(shown);
  watched_programs_release(&programs);
  return error;
}
