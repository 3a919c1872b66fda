/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A file is read once and becomes one hash per line; the text itself is not kept. White space and comments are dropped
 * first. Lines are looked at one by one, so that what is a comment in one language but not in another spoils one line
 * at worst. A statement ends in a line that ends with ';', '{' or '}', or for this purpose after four lines. A line
 * continues the one before when that ends, or the line itself begins, with something that cannot end or begin a
 * statement.
 *
 * Paths come from debug information and may lead anywhere: only regular files of limited size are read, and none with a
 * zero byte. */
#include "host/symbols/source_lines.h"

#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/fnv.h"
#include "host/base/grow.h"
#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/base/read_up_to.h"

enum {
  FILE_MAX_BYTES = 1 << 24,
  STATEMENT_LINES = 4,       /* with text */
  STATEMENT_LINES_MAX = 16,  /* with those that have none */
  FUNCTION_LINES_MAX = 1000,
  NEIGHBOUR_LINES = 20,
  KEPT_LINES_MAX = 1 << 21,  /* of all files together, */
  KEPT_FILES_MAX = 1 << 16,  /* above which everything is forgotten */
};

struct source {
  char *path;
  uint64_t *hashes; /* by line, from 0: of the statement that it is in; 0: it has no text */
  bool *goes_on;    /* by line: the statement has begun before */
  signed char *braces; /* by line: how many more are opened than closed */
  size_t line_count;
};

struct source_lines {
  htab_t files;
  uint64_t newest_ns;
  size_t line_count;
};

HASHED(source, struct source, HASH_TEXT(path), SAME_TEXT(path))

static void source_destroy(void *item)
{
  struct source *source = item;
  free(source->path);
  free(source->hashes);
  free(source->goes_on);
  free(source->braces);
  free(source);
}

struct source_lines *source_lines_create(uint64_t newest_ns)
{
  struct source_lines *sources = memory_zeroed(1, sizeof *sources);
  sources->newest_ns = newest_ns;
  sources->files = HASH_TABLE(source, 64, source_destroy);
  return sources;
}

void source_lines_destroy(struct source_lines *sources)
{
  if (!sources)
    return;
  htab_delete(sources->files);
  free(sources);
}

/* --- reading --- */

static bool is_trusted(const struct source_lines *sources, const struct stat *stat)
{
  uint64_t mtime_ns = (uint64_t)stat->st_mtim.tv_sec * 1000000000 + (uint64_t)stat->st_mtim.tv_nsec;
  return S_ISREG(stat->st_mode) && stat->st_size > 0 && stat->st_size <= FILE_MAX_BYTES &&
         (!sources->newest_ns || mtime_ns <= sources->newest_ns);
}

/* The text of a file; NULL when it must not be read. It is examined before it is opened, as opening alone affects
 * devices and pipes. */
static char *read_source_text(const struct source_lines *sources, const char *path, size_t *ret_bytes)
{
  struct stat now;
  if (path[0] != '/' || stat(path, &now) < 0 || !is_trusted(sources, &now))
    return NULL;
  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  if (fd < 0)
    return NULL;
  char *text = fstat(fd, &now) == 0 && is_trusted(sources, &now) ? memory_allocate((size_t)now.st_size) : NULL;
  const ssize_t got = text ? read_up_to(fd, text, (size_t)now.st_size) : 0; /* it may have shrunk since */
  close(fd);
  *ret_bytes = got > 0 ? (size_t)got : 0;
  if (*ret_bytes && !memchr(text, '\0', *ret_bytes))
    return text;
  free(text);
  return NULL;
}

/* --- lines --- */

/* The lines of a file, reduced to what matters, one after the other in `text`. */
struct lines {
  char *text;
  size_t *ends; /* of line i in `text`; it begins where the one before ends */
  size_t count, capacity;
};

static bool is_space(char character)
{
  return character == ' ' || (character >= '\t' && character <= '\r');
}

static bool is_word(char character)
{
  return character == '_' || (character >= '0' && character <= '9') ||
         ((character | 32) >= 'a' && (character | 32) <= 'z') || (unsigned char)character >= 0x80;
}

/* How many bytes at `from` belong together: those of a string, which may go to the end of the line, or of a quoted
 * double quote. Other quoted characters need no care, and an apostrophe may also group digits (C++) or begin a lifetime
 * (Rust). */
static size_t quoted_bytes(const char *from, const char *end)
{
  if (end - from >= 3 && from[0] == '\'' && from[1] == '"' && from[2] == '\'')
    return 3;
  if (*from != '"')
    return 1;
  for (const char *next = from + 1; next < end; next++)
    if (*next == '\\')
      next++;
    else if (*next == '"')
      return (size_t)(next - from) + 1;
  return (size_t)(end - from);
}

/* How many bytes of comment begin here. */
static size_t comment_bytes(const char *from, const char *end)
{
  if (end - from < 2 || from[0] != '/' || (from[1] != '/' && from[1] != '*'))
    return 0;
  if (from[1] == '*')
    for (const char *next = from + 2; end - next >= 2; next++)
      if (next[0] == '*' && next[1] == '/')
        return (size_t)(next - from) + 2;
  return (size_t)(end - from);
}

/* Copy what matters of a line, maybe onto itself; returns the new end. */
static char *reduce_line(const char *from, const char *end, char *to)
{
  while (from < end) {
    size_t skipped = comment_bytes(from, end), taken = skipped ? 0 : quoted_bytes(from, end);
    for (const char *stop = from + taken; from < stop; from++)
      if (!is_space(*from))
        *to++ = *from;
    from += skipped;
  }
  return to;
}

static void reduce_lines(struct lines *lines, size_t bytes)
{
  char *to = lines->text;
  for (const char *from = lines->text, *end = from + bytes; from < end;) {
    const char *newline = memchr(from, '\n', (size_t)(end - from)), *stop = newline ? newline : end;
    grow((void **)&lines->ends, lines->count, &lines->capacity, sizeof *lines->ends);
    to = reduce_line(from, stop, to);
    lines->ends[lines->count++] = (size_t)(to - lines->text);
    from = stop + 1;
  }
}

/* --- statements --- */

static bool has_word(const char *from, const char *end)
{
  while (from < end && !is_word(*from))
    from++;
  return from < end;
}

static bool ends_statement(char last)
{
  return last == ';' || last == '{' || last == '}';
}

/* The hash of the statement that begins in a line; 0: none does. */
static uint64_t hash_statement(const struct lines *lines, size_t line)
{
  uint64_t hash = FNV_EMPTY;
  size_t start = line ? lines->ends[line - 1] : 0;
  if (!has_word(lines->text + start, lines->text + lines->ends[line]))
    return 0;
  for (size_t i = line, texts = 0; i < lines->count && i < line + STATEMENT_LINES_MAX && texts < STATEMENT_LINES; i++) {
    size_t end = lines->ends[i];
    hash = fnv_bytes(hash, lines->text + start, end - start);
    if (end > start && ends_statement(lines->text[end - 1]))
      break;
    texts += end > start;
    start = end;
  }
  return hash ? hash : 1;
}

static size_t start_of(const struct lines *lines, size_t line)
{
  return line ? lines->ends[line - 1] : 0;
}

/* Does the line continue the one before? */
static bool goes_on(const struct lines *lines, size_t line)
{
  const char *text = lines->text + start_of(lines, line), *before = lines->text + (line ? start_of(lines,
                                                                                                   line - 1) : 0);
  if (line == 0 || before == text || text == lines->text + lines->ends[line] || *before == '#')
    return false;
  bool is_operator = strchr(".?)", *text) || (text[0] == '&' && text[1] == '&') || (text[0] == '|' && text[1] == '|');
  return strchr(",(=+-*/&|?[<", text[-1]) || (is_operator && !ends_statement(text[-1]));
}

/* The line in which the statement begins that a line is in. */
static size_t first_of_statement(const struct source *source, size_t line)
{
  size_t first = line;
  while (first > 0 && source->goes_on[first] && line - first < STATEMENT_LINES_MAX)
    first--;
  return first;
}

/* How many more braces the line opens than it closes, outside of strings. */
static signed char count_braces(const char *from, const char *end)
{
  int count = 0;
  while (from < end) {
    count += (*from == '{') - (*from == '}');
    from += quoted_bytes(from, end);
  }
  return (signed char)(count > SCHAR_MAX ? SCHAR_MAX : count < SCHAR_MIN ? SCHAR_MIN : count);
}

static void hash_lines(struct source *source, const struct lines *lines)
{
  source->hashes = memory_zeroed(lines->count + 1, sizeof *source->hashes);
  source->braces = memory_zeroed(lines->count + 1, sizeof *source->braces);
  source->goes_on = memory_zeroed(lines->count + 1, sizeof *source->goes_on);
  if (!source->hashes || !source->braces)
    return;
  source->line_count = lines->count;
  for (size_t i = 0; i < lines->count; i++) {
    source->goes_on[i] = goes_on(lines, i);
    source->hashes[i] = hash_statement(lines, first_of_statement(source, i));
    source->braces[i] = count_braces(lines->text + (i > 0 ? lines->ends[i - 1] : 0), lines->text + lines->ends[i]);
  }
}

/* A file that cannot be read has no lines. */
static void source_read(struct source *source, const struct source_lines *sources)
{
  size_t bytes = 0;
  struct lines lines = {.text = read_source_text(sources, source->path, &bytes)};
  if (lines.text) {
    reduce_lines(&lines, bytes);
    hash_lines(source, &lines);
  }
  free(lines.text);
  free(lines.ends);
}

/* --- files --- */

static const struct source *add_source(struct source_lines *sources, const char *path)
{
  if (sources->line_count > KEPT_LINES_MAX || htab_elements(sources->files) > KEPT_FILES_MAX) {
    htab_empty(sources->files);
    sources->line_count = 0;
  }
  struct source *source = memory_zeroed(1, sizeof *source);
  source->path = memory_text(path);
  *htab_find_slot(sources->files, source, INSERT) = source;
  source_read(source, sources);
  sources->line_count += source->line_count;
  return source;
}

static const struct source *find_source(struct source_lines *sources, const char *path)
{
  const struct source *source = htab_find(sources->files, &(struct source){.path = (char *)path});
  return source ? source : add_source(sources, path);
}

/* The hash of the statement before or after the one in a line, within so many lines; 0: there is none. */
static uint64_t neighbour_of(const struct source *source, size_t line, int step)
{
  const size_t here = first_of_statement(source, line);
  for (size_t i = 1; i <= NEIGHBOUR_LINES; i++) {
    const size_t next = step > 0 ? line + i : here - i;
    if (next >= source->line_count) /* or below 0 */
      return 0;
    if (source->hashes[next] && first_of_statement(source, next) != here)
      return source->hashes[next];
  }
  return 0;
}

/* Of line `line`, counted from 0, as `first` is; without its neighbours. */
static struct source_text text_of(const struct source *source, size_t first, size_t line)
{
  struct source_text text = {.hash = source->hashes[line]};
  for (size_t i = first; i < first_of_statement(source, line); i++)
    text.before += source->hashes[i] == text.hash && !source->goes_on[i];
  return text;
}

bool source_lines_find(struct source_lines *sources, const char *path, unsigned first, unsigned line,
                       struct source_text *ret)
{
  const struct source *source = find_source(sources, path);
  if (line == 0 || line > source->line_count || !source->hashes[line - 1])
    return false;
  *ret = text_of(source, first ? first - 1 : 0, line - 1);
  ret->neighbours[0] = neighbour_of(source, line - 1, -1);
  ret->neighbours[1] = neighbour_of(source, line - 1, 1);
  return true;
}

void source_lines_each_statement(struct source_lines *sources, const char *path, unsigned first,
                                 void (*see)(void *context, const struct source_text *text), void *context)
{
  const struct source *source = find_source(sources, path);
  bool is_open = false;
  int depth = 0;
  if (first == 0)
    return;
  for (size_t i = first - 1; i < source->line_count && i < first + FUNCTION_LINES_MAX && !(is_open &&
                                                                                           depth <= 0); i++) {
    if (source->hashes[i] && !source->goes_on[i]) {
      const struct source_text text = text_of(source, first - 1, i);
      see(context, &text);
    }
    depth += source->braces[i];
    is_open |= depth > 0;
  }
}
