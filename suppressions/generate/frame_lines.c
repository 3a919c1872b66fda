/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What compilers or linkers have added to a name is written as its first character and a star, since Valgrind compares
 * whole names. Directory and version of a path, which differ from machine to machine, are left out. A star that is part
 * of a name ("operator*") is written as "?", which matches less. */
#include "suppressions/generate/frame_lines.h"

#include <ctype.h>
#include <libiberty/hashtab.h>
#include <stdlib.h>
#include <string.h>

#include "shared/base/generated_code_name.h"
#include "suppressions/entry.h"
#include "suppressions/library_name.h"
#include "suppressions/normalize.h"

enum { NAME_MAX_BYTES = 4096, RUST_HASH_BYTES = 3, TELLING_NAME_BYTES = 6 };

struct frame_lines {
  htab_t known; /* struct known_line */
  htab_t texts; /* char: each text once */
};

/* The key is what makes the line. */
struct known_line {
  char *name, *function, *object, *directory; /* NULL: unknown; function: demangled */
  hashval_t hash;
  struct frame_line line;
};

/* Main is in nearly every stack, and lambdas and classes in it have the same names in all programs. */
static bool is_main(const char *name)
{
  static const char local[] = "_ZZ4main";
  bool is_start = strcmp(name, "(below main)") == 0 || strncmp(name, local, strlen(local)) == 0;
  return is_start || (strncmp(name, "main", 4) == 0 && (name[4] == '\0' || name[4] == '.'));
}

/* Short names, and those of inlined operators, closures and what initialises a file's variables. */
static bool is_vague(const char *name)
{
  static const char *const beginnings[] = {
    "operator", "<lambda", "{closure", "{lambda", "_Z41__static_initialization_and_destruction_0",
  };
  for (size_t i = 0; i < sizeof beginnings / sizeof *beginnings; i++)
    if (strncmp(name, beginnings[i], strlen(beginnings[i])) == 0)
      return true;
  return strlen(name) < TELLING_NAME_BYTES;
}

/* `name` NULL: unknown. */
static void set_role(struct frame_line *line, const char *name, const struct frame *frame)
{
  line->role = frame_role_find(name, frame->object, frame->directory, &line->family);
}

/* --- patterns --- */

/* A copy in which wildcards are replaced by '?'. */
static char *mask_wildcards(const char *text)
{
  char *copy = strdup(text);
  for (char *star = copy; star && (star = strchr(star, '*'));)
    *star = '?';
  return copy;
}

/* "*\/libx.so*" for "/usr/lib/libx.so.1.2", "code made by libx.so*" for what it makes; malloc'ed. */
static char *object_pattern(const char *object)
{
  static const char generated[] = GENERATED_CODE_PREFIX;
  char *plain = mask_wildcards(object), *pattern = NULL;
  if (!plain)
    return NULL;
  struct library_name name = library_name(plain);
  const bool is_generated = strncmp(plain, generated, strlen(generated)) == 0;
  bool has_plain_end = name.is_library && (name.version_bytes == 0 || name.version > strstr(name.name, ".so"));
  if (asprintf(&pattern, "%s%.*s%s%s", is_generated ? "" : "*/", (int)name.name_bytes, name.name,
               has_plain_end ? ".so" : "", name.is_library ? "*" : "") < 0)
    pattern = NULL;
  free(plain);
  return pattern;
}

/* Where the minor version of "python3.11" begins, or the end. */
static char *minor_version(char *name)
{
  char *end = name + strlen(name), *start = end;
  while (start > name && (isdigit((unsigned char)start[-1]) || start[-1] == '.'))
    start--;
  start += strspn(start, ".");
  char *dot = strchr(start, '.');
  return dot && isdigit((unsigned char)dot[1]) ? dot + 1 : end;
}

static const char *without_libtool(const char *name)
{
  static const char prefix[] = "lt-";
  bool has_prefix = strncmp(name, prefix, strlen(prefix)) == 0 && name[strlen(prefix)];
  return has_prefix ? name + strlen(prefix) : name;
}

char *frame_program(const char *path)
{
  char *name = mask_wildcards(without_libtool(library_last_component(path))), *program = NULL;
  if (!name)
    return NULL;
  for (char *comma = name; (comma = strchr(comma, ','));)
    *comma = '?'; /* it would be a list */
  char *minor = minor_version(name);
  if (asprintf(&program, "%.*s%s", (int)(minor - name), name, *minor ? "*" : "") < 0)
    program = NULL;
  free(name);
  return program;
}

char *frame_library_name(const char *object)
{
  struct library_name name = library_name(object);
  return strndup(name.name, name.name_bytes);
}

/* "_ZN1a1f17h*E" for a Rust function whose name without its hash is `stripped`; *ret NULL: it is none. `behind` is what
 * follows the hash. */
static struct error *rust_pattern(const char *name, const char *stripped, char **ret, const char **behind)
{
  size_t size = strlen(stripped);
  bool is_rust = size > 4 && strncmp(name, "_ZN", 3) == 0 && stripped[size - 1] == 'E' &&
                 strncmp(name, stripped, size - 1) == 0 && strncmp(name + size - 1, "17h", RUST_HASH_BYTES) == 0;
  *ret = NULL;
  if (is_rust && asprintf(ret, "%.*s17h*E", (int)size - 1, stripped) < 0)
    return error_no_memory();
  if (is_rust)
    *behind = name + size - 1 + RUST_HASH_BYTES + strcspn(name + size - 1 + RUST_HASH_BYTES, "E") + 1;
  return NULL;
}

/* "_RNvCs*_5crate1f" for "_RNvCsgEmfK2I1SDS_5crate1f". */
static struct error *crate_pattern(const char *name, char **ret)
{
  char *pattern = NULL;
  size_t size;
  FILE *output = open_memstream(&pattern, &size);
  if (!output)
    return error_no_memory();
  while (*name) {
    const char *behind = frame_role_skip_crate_hash(name);
    fputs(behind ? "Cs*_" : "", output);
    if (!behind)
      fputc(*name, output);
    name = behind ? behind : name + 1;
  }
  if (fclose(output) != 0 || !pattern) {
    free(pattern);
    return error_no_memory();
  }
  *ret = pattern;
  return NULL;
}

/* `name` without hashes, and what stands behind. */
static struct error *plain_pattern(const char *name, const char *stripped, char **ret, const char **behind)
{
  struct error *error = rust_pattern(name, stripped, ret, behind);
  if (error || *ret)
    return error;
  *behind = name + strlen(stripped);
  if (strncmp(name, "_R", 2) == 0)
    return crate_pattern(stripped, ret);
  *ret = strdup(stripped);
  return *ret ? NULL : error_no_memory();
}

/* "f.*" for "f.part.0": another number, but not another function. */
static struct error *function_pattern(const char *name, char **ret)
{
  char *plain = mask_wildcards(name), *stripped = plain ? normalize_name(plain) : NULL, *pattern = NULL;
  const char *behind = "";
  struct error *error = stripped ? plain_pattern(plain, stripped, &pattern, &behind) : error_no_memory();
  if (!error && !*behind)
    *ret = pattern;
  else if (!error && asprintf(ret, "%s%c*", pattern, *behind) < 0)
    error = error_no_memory();
  if (error || *behind)
    free(pattern);
  free(stripped);
  free(plain);
  return error;
}

/* "fun:..." with what would bend a line made harmless. */
static char *line_text(const char *prefix, const char *pattern)
{
  char *text = NULL;
  size_t size;
  FILE *output = open_memstream(&text, &size);
  if (!output)
    return NULL;
  generate_line(output, prefix, pattern);
  fclose(output);
  if (!text)
    return NULL;
  text[size - 1] = '\0'; /* the newline */
  memmove(text, text + 3, size - 3);
  return text;
}

/* --- keeping --- */

static hashval_t hash_known(const void *item)
{
  return ((const struct known_line *)item)->hash;
}

static bool same_text(const char *a, const char *b)
{
  return a == b || (a && b && strcmp(a, b) == 0);
}

static int equal_known(const void *item_a, const void *item_b)
{
  const struct known_line *a = item_a, *b = item_b;
  return a->hash == b->hash && same_text(a->name, b->name) && same_text(a->function, b->function) &&
         same_text(a->object, b->object) && same_text(a->directory, b->directory);
}

static void free_known(void *item)
{
  struct known_line *known = item;
  free(known->name);
  free(known->function);
  free(known->object);
  free(known->directory);
  free((char *)known->line.comment);
  free(known);
}

static int equal_texts(const void *a, const void *b)
{
  return strcmp(a, b) == 0;
}

struct error *frame_lines_create(struct frame_lines **ret)
{
  struct frame_lines *lines = calloc(1, sizeof *lines);
  if (lines) {
    lines->known = htab_try_create(64, hash_known, equal_known, free_known);
    lines->texts = htab_try_create(64, htab_hash_string, equal_texts, free);
  }
  if (!lines || !lines->known || !lines->texts) {
    frame_lines_destroy(lines);
    return error_no_memory();
  }
  *ret = lines;
  return NULL;
}

void frame_lines_destroy(struct frame_lines *lines)
{
  if (!lines)
    return;
  if (lines->known)
    htab_delete(lines->known);
  if (lines->texts)
    htab_delete(lines->texts);
  free(lines);
}

/* Takes `text` over. */
static struct error *keep_text(struct frame_lines *lines, char *text, const char **ret)
{
  void **slot = text ? htab_find_slot(lines->texts, text, INSERT) : NULL;
  if (!slot) {
    free(text);
    return error_no_memory();
  }
  if (*slot)
    free(text);
  else
    *slot = text;
  *ret = *slot;
  return NULL;
}

/* --- one frame --- */

/* The name as symbol tables have it, without what Valgrind makes of it; NULL: unknown. */
static struct error *plain_name(const struct frame *frame, char **ret)
{
  const char *name = frame->function_linkage ? frame->function_linkage : frame->function;
  *ret = NULL;
  if (!name || !*name)
    return NULL;
  char *plain = normalize_replacement(name);
  if (plain && normalize_is_below_main(plain)) {
    free(plain);
    plain = strdup("(below main)");
  }
  *ret = plain;
  return plain ? NULL : error_no_memory();
}

/* Takes `pattern` over. */
static struct error *keep_pattern(struct frame_lines *lines, const char *prefix, char *pattern, const char **ret)
{
  if (!pattern)
    return error_no_memory();
  if (strlen(pattern) > NAME_MAX_BYTES)
    strcpy(pattern + NAME_MAX_BYTES, "*");
  struct error *error = keep_text(lines, line_text(prefix, pattern), ret);
  free(pattern);
  return error;
}

static struct error *set_text(struct frame_lines *lines, struct known_line *known, const char *object)
{
  char *pattern = NULL;
  if (!known->name)
    return keep_pattern(lines, "obj:", object && *object ? object_pattern(object) : strdup("*"), &known->line.text);
  struct error *error = function_pattern(known->name, &pattern);
  return error ? error : keep_pattern(lines, "fun:", pattern, &known->line.text);
}

/* Not of the preload library, which under Valgrind is another one. */
static struct error *set_module(struct frame_lines *lines, struct known_line *known, const char *object)
{
  bool is_library = object && frame_role_is_library(object) && !strstr(object, "/vgpreload_");
  if (known->line.role != FRAME_RUNTIME || !is_library)
    return NULL;
  return keep_pattern(lines, "obj:", object_pattern(object), &known->line.module);
}

struct error *frame_lines_program(struct frame_lines *lines, const char *object, const char **ret)
{
  const char *name = library_last_component(object);
  bool has_prefix = without_libtool(name) != name;
  char *program = frame_program(object), *pattern = NULL;
  if (program && asprintf(&pattern, "*%s%s", has_prefix ? "" : "/", program) < 0)
    pattern = NULL;
  free(program);
  return keep_pattern(lines, "obj:", pattern, ret);
}

static struct error *set_comment(struct known_line *known, const char *function)
{
  if (!known->name || !function || strcmp(known->name, function) == 0 || !strchr("_", known->name[0]))
    return NULL;
  char *stripped = normalize_name(function);
  known->line.comment = stripped;
  return stripped ? NULL : error_no_memory();
}

static struct error *make_line(struct frame_lines *lines, const struct frame *frame,
                               struct known_line *known)
{
  struct error *error = set_text(lines, known, frame->object);
  if (!error)
    error = set_comment(known, frame->function);
  set_role(&known->line, known->name, frame);
  if (!error)
    error = set_module(lines, known, frame->object);
  known->line.is_function = known->name != NULL;
  known->line.is_main = known->name && is_main(known->name);
  known->line.is_vague = known->name && is_vague(known->name);
  return error;
}

static char *copy_text(const char *text)
{
  return text ? strdup(text) : NULL;
}

static struct error *add_known(struct frame_lines *lines, const struct frame *frame,
                               const struct known_line *key, const struct frame_line **ret)
{
  struct known_line *known = calloc(1, sizeof *known);
  if (!known)
    return error_no_memory();
  *known = (struct known_line){
    copy_text(key->name),      copy_text(key->function), copy_text(key->object),
    copy_text(key->directory), key->hash,                {.text = NULL}};
  bool is_copied = (!key->name || known->name) && (!key->function || known->function) &&
                   (!key->object || known->object) && (!key->directory || known->directory);
  struct error *error = is_copied ? make_line(lines, frame, known) : error_no_memory();
  void **slot = error ? NULL : htab_find_slot_with_hash(lines->known, known, known->hash, INSERT);
  if (!slot) {
    free_known(known);
    return error ? error : error_no_memory();
  }
  *slot = known;
  *ret = &known->line;
  return NULL;
}

static hashval_t hash_texts(const struct known_line *key)
{
  hashval_t hash = key->name ? htab_hash_string(key->name) : 0;
  return hash * 31 + (key->object ? htab_hash_string(key->object) : 0);
}

struct error *frame_lines_find(struct frame_lines *lines, const struct frame *frame,
                               const struct frame_line **ret)
{
  struct known_line key = {.function = (char *)frame->function,
                           .object = (char *)frame->object,
                           .directory = (char *)frame->directory};
  struct error *error = plain_name(frame, &key.name);
  if (error)
    return error;
  key.hash = hash_texts(&key);
  const struct known_line *known = htab_find_with_hash(lines->known, &key, key.hash);
  if (known)
    *ret = &known->line;
  else
    error = add_known(lines, frame, &key, ret);
  free(key.name);
  return error;
}
