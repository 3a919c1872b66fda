/* SPDX-License-Identifier: GPL-2.0-or-later */
/* LeakSanitizer looks for its pattern anywhere in the function, source or module of any frame. An entry's line is about
 * one of these, so a pattern becomes an entry for each that it could mean, after "...".
 *
 * Dr. Memory's frames are "module!function", of which an entry keeps the function, or the module when there is none;
 * they begin at the top, as in Memcheck. Its own functions in place of malloc have other names.
 *
 * Both write C++ names as in the source. Valgrind compares mangled ones: "a::f" becomes "*1a1f*". */
#include "suppressions/generate/convert.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "suppressions/entry.h"
#include "suppressions/file_text.h"

enum { FRAMES_MAX = SUPPRESSIONS_CALLERS_MAX, PATTERN_MAX_BYTES = 2000 };

struct conversion {
  struct file_text source;
  FILE *output;
  void (*warn)(void *context, const char *message);
  void *context;
  struct convert_counts *counts;
};

static const struct heading {
  const char *text, *kinds, *leak_kinds;
} headings[] = {
#define DRMEMORY(heading, kinds, leak_kinds) {heading, kinds, leak_kinds},
#include "suppressions/generate/convert.def"
#undef DRMEMORY
};

/* --- messages --- */

static void skip_suppression(struct conversion *conversion, unsigned line, const char *reason)
{
  char *message = print_text("%s:%u: skipped: %s", conversion->source.name, line, reason);
  conversion->counts->skipped++;
  conversion->warn(conversion->context, message);
  free(message);
}

/* --- names of C++ --- */

static bool is_name_character(char character)
{
  return isalnum((unsigned char)character) || character == '_' || character == '*' || character == '?';
}

/* Is this a plain name, or "a::b" and so on of plain names? */
static bool is_name(const char *text)
{
  while (*text) {
    size_t size = 0;
    while (is_name_character(text[size]))
      size++;
    if (size == 0 || isdigit((unsigned char)text[0]))
      return false;
    text += size;
    if (*text && (text[0] != ':' || text[1] != ':' || !text[2]))
      return false;
    text += *text ? 2 : 0;
  }
  return true;
}

static bool is_qualified(const char *text)
{
  return strstr(text, "::") && is_name(text);
}

/* "*1a1f*" for "a::f". Of names with wildcards the length is not known; neither is that of the first one when the text
 * may begin inside it. */
static void write_mangled(FILE *output, const char *text, bool begins_inside)
{
  fputc('*', output);
  for (bool is_first = true; *text; is_first = false) {
    size_t size = 0;
    while (is_name_character(text[size]))
      size++;
    bool has_wildcards = memchr(text, '*', size) || memchr(text, '?', size);
    if (has_wildcards)
      fputc('*', output);
    else if (!is_first || !begins_inside)
      fprintf(output, "%zu", size);
    fwrite(text, 1, size, output);
    text += size;
    text += *text ? 2 : 0;
  }
  fputc('*', output);
}

static char *mangled_pattern(const char *text, bool begins_inside)
{
  char *pattern;
  size_t size;
  FILE *output = print_begin(&pattern, &size);
  write_mangled(output, text, begins_inside);
  return print_end(output, &pattern);
}

/* --- LeakSanitizer --- */

enum meaning { MEANS_FUNCTION = 1 << 0, MEANS_SOURCE = 1 << 1, MEANS_MODULE = 1 << 2 };

static bool ends_in(const char *text, const char *ending)
{
  size_t size = strlen(text), ending_size = strlen(ending);
  return size >= ending_size && strcmp(text + size - ending_size, ending) == 0;
}

/* What a pattern can be about. */
static unsigned meanings_of(const char *pattern)
{
  static const char *const sources[] = {".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".rs", ".m", ".S"};
  for (size_t i = 0; i < sizeof sources / sizeof *sources; i++)
    if (ends_in(pattern, sources[i]))
      return MEANS_SOURCE;
  if (strstr(pattern, ".so"))
    return MEANS_MODULE;
  if (strchr(pattern, '/'))
    return MEANS_SOURCE | MEANS_MODULE;
  if (strstr(pattern, "::") || strpbrk(pattern, "(<> "))
    return MEANS_FUNCTION;
  return MEANS_FUNCTION | MEANS_SOURCE | MEANS_MODULE;
}

/* One entry: "..." and a line. */
static void write_lsan(struct conversion *conversion, const char *pattern, const char *what, const char *type,
                       const char *glob)
{
  char *name = print_text("leak:%s (%s)", pattern, what);
  fprintf(conversion->output, "%s{\n", conversion->counts->written > 0 ? "\n" : "");
  generate_line(conversion->output, "", name);
  fputs("   Memcheck:Leak\n   match-leak-kinds: definite,indirect\n   ...\n", conversion->output);
  generate_line(conversion->output, type, glob);
  fputs("}\n", conversion->output);
  conversion->counts->written++;
  free(name);
}

/* A plain name that may begin anywhere is found in a mangled one as it is; one that may not stands after "_Z", or that
 * and a letter. */
static void write_lsan_mangled(struct conversion *conversion, const char *pattern, const char *body, bool begins_inside)
{
  bool is_plain = !begins_inside && is_name(body) && !is_qualified(body);
  const char *const starts[] = {"_Z", "_Z?"};
  if (!is_plain && !is_qualified(body))
    return;
  char *mangled = mangled_pattern(body, begins_inside);
  if (!is_plain)
    write_lsan(conversion, pattern, "mangled, for Valgrind", "fun:", mangled);
  for (size_t i = 0; is_plain && i < sizeof starts / sizeof *starts; i++) {
    char *glob = print_text("%s%s", starts[i], mangled + 1);
    write_lsan(conversion, pattern, "mangled, for Valgrind", "fun:", glob);
    free(glob);
  }
  free(mangled);
}

static void write_lsan_entries(struct conversion *conversion, const char *pattern, const char *body, const char *glob,
                               bool begins_inside)
{
  unsigned meant = meanings_of(body);
  if (meant & MEANS_FUNCTION) {
    write_lsan_mangled(conversion, pattern, body, begins_inside);
    write_lsan(conversion, pattern, "functions", "fun:", glob);
  }
  if (meant & MEANS_MODULE)
    write_lsan(conversion, pattern, "modules", "obj:", glob);
  if ((meant & MEANS_SOURCE) && !strchr(glob, ':')) /* a colon would be read as that of a line number */
    write_lsan(conversion, pattern, "sources", "src:", glob);
}

/* '^' and '$' fasten the ends, which are loose otherwise. */
static void convert_pattern(struct conversion *conversion, const char *pattern)
{
  bool is_begin = pattern[0] == '^', is_end = ends_in(pattern, "$") && strlen(pattern) > is_begin;
  char *body = memory_text_begin(pattern + is_begin, strlen(pattern) - is_begin - is_end);
  if (strspn(body, "*?") == strlen(body)) {
    skip_suppression(conversion, conversion->source.line, "it would hide every leak");
  } else if (strlen(body) > PATTERN_MAX_BYTES) {
    skip_suppression(conversion, conversion->source.line, "its pattern is too long");
  } else {
    char *glob = print_text("%s%s%s", is_begin || body[0] == '*' ? "" : "*", body,
                            is_end || ends_in(body, "*") ? "" : "*");
    write_lsan_entries(conversion, pattern, body, glob, !is_begin);
    free(glob);
  }
  free(body);
}

/* "leak:pattern"; other kinds are for other sanitizers. */
static void convert_lsan_line(struct conversion *conversion, const char *line)
{
  static const char leak[] = "leak:";
  conversion->counts->read++;
  if (strncmp(line, leak, strlen(leak)) == 0)
    convert_pattern(conversion, line + strlen(leak));
  else
    skip_suppression(conversion, conversion->source.line, "only \"leak:\" lines are about leaks");
}

/* --- Dr. Memory --- */

struct block {
  const struct heading *heading; /* NULL: none yet */
  unsigned line;
  char *name;
  char *lines[FRAMES_MAX]; /* of the entry */
  size_t count;
  bool is_too_deep, is_concrete;
};

static void block_clear(struct block *block)
{
  for (size_t i = 0; i < block->count; i++)
    free(block->lines[i]);
  free(block->name);
  *block = (struct block){0};
}

static const struct heading *find_heading(const char *line)
{
  for (size_t i = 0; i < sizeof headings / sizeof *headings; i++)
    if (strcmp(line, headings[i].text) == 0)
      return &headings[i];
  return NULL;
}

static void write_block_entry(struct conversion *conversion, const struct block *block, const char *kind)
{
  const char *leak_kinds = block->heading->leak_kinds;
  fprintf(conversion->output, "%s{\n", conversion->counts->written > 0 ? "\n" : "");
  generate_line(conversion->output, "", block->name && block->name[0] && block->name[0] != '#' && block->name[0] != '}'
                                          ? block->name
                                          : block->heading->text);
  fprintf(conversion->output, "   Memcheck:%s\n", kind);
  if (*leak_kinds)
    fprintf(conversion->output, "   match-leak-kinds: %s\n", leak_kinds);
  for (size_t i = 0; i < block->count; i++)
    generate_line(conversion->output, "", block->lines[i]);
  fputs("}\n", conversion->output);
  conversion->counts->written++;
}

/* Why there is no entry for it; NULL: there is one. */
static const char *why_skipped(const struct block *block)
{
  return !*block->heading->kinds ? "Memcheck has no such finding"
         : block->is_too_deep    ? "it has too many frames"
         : !block->is_concrete   ? "no frame of it names anything, so that it would hide too much"
                                 : NULL;
}

static void finish_block(struct conversion *conversion, struct block *block)
{
  if (!block->heading)
    return;
  const char *why = why_skipped(block);
  conversion->counts->read++;
  if (why) {
    skip_suppression(conversion, block->line, why);
    return;
  }
  const char *kinds = block->heading->kinds;
  for (char kind[16]; *kinds; kinds += strspn(kinds, " ")) {
    size_t size = strcspn(kinds, " ");
    snprintf(kind, sizeof kind, "%.*s", (int)size, kinds);
    write_block_entry(conversion, block, kind);
    kinds += size;
  }
}

/* Takes `text` over. */
static void add_block_line(struct block *block, char *text, bool is_concrete)
{
  if (block->count == FRAMES_MAX) {
    block->is_too_deep = true;
    free(text);
    return;
  }
  block->lines[block->count++] = text;
  block->is_concrete = block->is_concrete || is_concrete;
}

/* Functions that Dr. Memory puts in place of others. */
static char *function_line(const char *function)
{
  static const struct {
    const char *name, *line;
  } known[] = {
    {"operator new", "fun:_Znw*"},         {"operator new[]", "fun:_Zna*"},
    {"operator delete", "fun:_Zdl*"},      {"operator delete[]", "fun:_Zda*"},
    {"replace_operator_new", "fun:_Znw*"}, {"replace_operator_new_array", "fun:_Zna*"},
  };
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(function, known[i].name) == 0)
      return memory_text(known[i].line);
  if (strncmp(function, "replace_", strlen("replace_")) == 0)
    return print_text("fun:%s", function + strlen("replace_"));
  if (!is_qualified(function))
    return print_text("fun:%s", function);
  char *mangled = mangled_pattern(function, false), *line = print_text("fun:%s", mangled);
  free(mangled);
  return line;
}

static bool names_something(const char *pattern)
{
  return strspn(pattern, "*?") < strlen(pattern);
}

/* Cut off at `end`: what is in front of it. */
static void add_module(struct block *block, char *frame, char *end)
{
  *end = '\0';
  bool is_concrete = names_something(frame);
  add_block_line(block, is_concrete ? print_text("obj:*/%s", frame) : memory_text("obj:*"), is_concrete);
}

static void convert_frame(struct block *block, char *frame)
{
  char *bang = strchr(frame, '!'), *plus = strrchr(frame, '+');
  if (strcmp(frame, "...") == 0 || (bang && strcmp(bang + 1, "...") == 0))
    add_block_line(block, memory_text("..."), false);
  else if (strcmp(frame, "*") == 0 || frame[0] == '<')
    add_block_line(block, memory_text("obj:*"), false);
  else if (bang && names_something(bang + 1))
    add_block_line(block, function_line(bang + 1), true);
  else if (bang || (plus && strncmp(plus, "+0x", 3) == 0))
    add_module(block, frame, bang ? bang : plus);
  else
    add_block_line(block, function_line(frame), names_something(frame));
}

static struct error *convert_drmemory_line(struct conversion *conversion, struct block *block, char *line)
{
  const struct heading *heading = find_heading(line);
  if (heading) {
    finish_block(conversion, block);
    block_clear(block);
    block->heading = heading;
    block->line = conversion->source.line;
  } else if (strncmp(line, "name=", 5) == 0) {
    free(block->name);
    block->name = memory_text(line + 5);
  } else if (strncmp(line, "instruction=", strlen("instruction=")) != 0) {
    if (!block->heading || strlen(line) > PATTERN_MAX_BYTES)
      return error_format("%s:%u: expected one of Dr. Memory's headings such as LEAK, or a frame",
                          conversion->source.name, conversion->source.line);
    convert_frame(block, line);
  }
  return NULL;
}

/* --- files --- */

/* The next line that is no comment; NULL at the end. */
static struct error *next_line(struct conversion *conversion, char **ret)
{
  struct error *error;
  do
    error = file_text_next_line(&conversion->source, ret);
  while (!error && *ret && **ret == '#');
  return error;
}

static struct error *convert_drmemory(struct conversion *conversion, char *line)
{
  struct block *block = memory_zeroed(1, sizeof *block);
  struct error *error = NULL;
  while (!error && line) {
    error = convert_drmemory_line(conversion, block, line);
    if (!error)
      error = next_line(conversion, &line);
  }
  if (!error)
    finish_block(conversion, block);
  block_clear(block);
  free(block);
  return error;
}

static struct error *convert_lsan(struct conversion *conversion, char *line)
{
  struct error *error = NULL;
  while (!error && line) {
    convert_lsan_line(conversion, line);
    error = next_line(conversion, &line);
  }
  return error;
}

/* "word:something", as all sanitizers have it. */
static bool is_sanitizer_line(const char *line)
{
  size_t size = strspn(line, "abcdefghijklmnopqrstuvwxyz_-");
  return size > 0 && line[size] == ':';
}

static struct error *convert_source(struct conversion *conversion)
{
  char *line;
  struct error *error = next_line(conversion, &line);
  if (error || !line)
    return error;
  if (find_heading(line))
    return convert_drmemory(conversion, line);
  if (is_sanitizer_line(line))
    return convert_lsan(conversion, line);
  const char *hint = strcmp(line, "{") == 0 ? "; this looks like Memcheck's syntax already" : "";
  return error_format("%s:%u: expected \"leak:\" as LeakSanitizer has it, or one of Dr. Memory's headings such as "
                      "LEAK%s", conversion->source.name, conversion->source.line, hint);
}

struct error *convert_text(const char *name, const char *text, size_t size, FILE *output,
                           void (*warn)(void *context, const char *message), void *context,
                           struct convert_counts *counts)
{
  struct conversion conversion = {.output = output, .warn = warn, .context = context, .counts = counts};
  file_text_copy(text, size, &conversion.source);
  conversion.source.name = name;
  struct error *error = convert_source(&conversion);
  file_text_deinit(&conversion.source);
  return error;
}

struct error *convert_file(const char *path, FILE *output, void (*warn)(void *context, const char *message),
                           void *context, struct convert_counts *counts)
{
  struct conversion conversion = {.output = output, .warn = warn, .context = context, .counts = counts};
  struct file_identity identity;
  bool missing;
  struct error *error = file_text_open(path, &conversion.source, &identity, &missing);
  if (error)
    return error_context(error, "%s", path);
  conversion.source.name = path;
  error = convert_source(&conversion);
  file_text_deinit(&conversion.source);
  return error;
}
