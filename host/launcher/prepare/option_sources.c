/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Valgrind's sources are read first, so that users can keep both and Seep's own override them. */
#include "host/launcher/prepare/option_sources.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/base/read_up_to.h"

enum { FILE_MAX_BYTES = 1 << 20 };

static bool is_space(char c)
{
  return isspace((unsigned char)c);
}

/* Moves the next word from *text to `word`, which has room for all of it, and removes quotes; false at the end. */
static bool next_word(const char **text, char *word)
{
  const char *from = *text;
  char quote = '\0';
  while (is_space(*from))
    from++;
  bool found = *from;
  for (; *from && (quote || !is_space(*from)); from++) {
    if (*from == quote)
      quote = '\0';
    else if (!quote && (*from == '\'' || *from == '"'))
      quote = *from;
    else
      *word++ = *from;
  }
  *word = '\0';
  *text = from;
  return found;
}

/* --tool=callgrind in ~/.valgrindrc, say, is meant for valgrind and must not keep Seep from running. */
static bool is_for_valgrind_alone(const char *word, const char *origin)
{
  return strncmp(word, "--tool=", 7) == 0 && (strstr(origin, "VALGRIND_OPTS") || strstr(origin, ".valgrindrc"));
}

struct error *option_sources_read_text(struct options *options, const char *text, const char *origin)
{
  char *word = memory_allocate(strlen(text) + 1);
  struct error *error = NULL;
  while (!error && next_word(&text, word))
    if (*word && !is_for_valgrind_alone(word, origin))
      error = options_set(options, word, origin);
  free(word);
  return error;
}

static bool is_trusted(const struct stat *status)
{
  return S_ISREG(status->st_mode) && status->st_uid == geteuid() && !(status->st_mode & S_IWOTH);
}

static void warn_of(const struct sources *sources, const char *path)
{
  char *message;
  if (!sources->warn)
    return;
  message = print_text("%s was not read as it is either not a regular file, or is world writeable, "
                       "or is not owned by the current user",
                       path);
  sources->warn(sources->warn_context, message);
  free(message);
}

/* All of an open file as text. */
static struct error *read_all(int fd, const char *path, size_t size, char **ret)
{
  if (size > FILE_MAX_BYTES)
    return error_format("%s: too large for an options file (more than 1 MiB)", path);
  char *text = memory_allocate(size + 1);
  const ssize_t got = read_up_to(fd, text, size);
  if (got < 0) {
    free(text);
    return error_errno(errno, "%s", path);
  }
  text[got] = '\0';
  *ret = text;
  return NULL;
}

static struct error *read_open_file(struct options *options, const struct sources *sources, int fd, const char *path)
{
  struct stat status;
  if (fstat(fd, &status) < 0 || !is_trusted(&status)) {
    warn_of(sources, path);
    return NULL;
  }
  char *text = NULL;
  RETURN_IF_ERROR(read_all(fd, path, status.st_size, &text));
  struct error *error = option_sources_read_text(options, text, path);
  free(text);
  return error;
}

static struct error *read_file(struct options *options, const struct sources *sources, const char *directory,
                               const char *name)
{
  char *path = print_text("%s/%s", directory, name);
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  struct error *error = fd < 0 ? NULL : read_open_file(options, sources, fd, path);
  if (fd >= 0)
    close(fd);
  free(path);
  return error;
}

static struct error *read_family(struct options *options, const struct sources *sources, const char *file,
                                 const char *variable, const char *value)
{
  const char *home = sources->home, *here = sources->working_directory;
  struct error *error = home ? read_file(options, sources, home, file) : NULL;
  if (!error && value)
    error = option_sources_read_text(options, value, variable);
  if (!error && home && here && strcmp(home, here) != 0)
    error = read_file(options, sources, ".", file);
  return error;
}

struct error *option_sources_read(struct options *options, const struct sources *sources)
{
  struct error *error = read_family(options, sources, ".valgrindrc", "VALGRIND_OPTS", sources->valgrind_opts);
  return error ? error : read_family(options, sources, ".seeprc", "SEEP_OPTS", sources->seep_opts);
}
