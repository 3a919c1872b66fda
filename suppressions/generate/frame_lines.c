/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What compilers or linkers have added to a name is written as its first character and a star, since Valgrind compares
 * whole names. Directory and version of a path, which differ from machine to machine, are left out. A star that is part
 * of a name ("operator*") is written as "?", which matches less. */
#include "suppressions/generate/frame_lines.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/base/print.h"
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

/* --- patterns --- */

/* A copy in which wildcards are replaced by '?'. */
static char *mask_wildcards(const char *text)
{
  char *copy = memory_text(text);
  for (char *star = copy; (star = strchr(star, '*'));)
    *star = '?';
  return copy;
}

/* "*\/libx.so*" for "/usr/lib/libx.so.1.2", "code made by libx.so*" for what it makes; malloc'ed. */
static char *object_pattern(const char *object)
{
  static const char generated[] = GENERATED_CODE_PREFIX;
  char *plain = mask_wildcards(object);
  struct library_name name = library_name(plain);
  const bool is_generated = strncmp(plain, generated, strlen(generated)) == 0;
  bool has_plain_end = name.is_library && (name.version_bytes == 0 || name.version > strstr(name.name, ".so"));
  char *pattern = print_text("%s%.*s%s%s", is_generated ? "" : "*/", (int)name.name_bytes, name.name,
                             has_plain_end ? ".so" : "", name.is_library ? "*" : "");
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
  char *name = mask_wildcards(without_libtool(library_last_component(path)));
  for (char *comma = name; (comma = strchr(comma, ','));)
    *comma = '?'; /* it would be a list */
  char *minor = minor_version(name);
  char *program = print_text("%.*s%s", (int)(minor - name), name, *minor ? "*" : "");
  free(name);
  return program;
}

char *frame_library_name(const char *object)
{
  struct library_name name = library_name(object);
  return memory_text_begin(name.name, name.name_bytes);
}

/* "_ZN1a1f17h*E" for a Rust function whose name without its hash is `stripped`; NULL: it is none. `behind` is what
 * follows the hash. */
static char *rust_pattern(const char *name, const char *stripped, const char **behind)
{
  size_t size = strlen(stripped);
  bool is_rust = size > 4 && strncmp(name, "_ZN", 3) == 0 && stripped[size - 1] == 'E' &&
                 strncmp(name, stripped, size - 1) == 0 && strncmp(name + size - 1, "17h", RUST_HASH_BYTES) == 0;
  if (!is_rust)
    return NULL;
  *behind = name + size - 1 + RUST_HASH_BYTES + strcspn(name + size - 1 + RUST_HASH_BYTES, "E") + 1;
  return print_text("%.*s17h*E", (int)size - 1, stripped);
}

/* "_RNvCs*_5crate1f" for "_RNvCsgEmfK2I1SDS_5crate1f". */
static char *crate_pattern(const char *name)
{
  char *pattern;
  size_t size;
  FILE *output = print_begin(&pattern, &size);
  while (*name) {
    const char *behind = frame_role_skip_crate_hash(name);
    fputs(behind ? "Cs*_" : "", output);
    if (!behind)
      fputc(*name, output);
    name = behind ? behind : name + 1;
  }
  return print_end(output, &pattern);
}

/* `name` without hashes, and what stands after them. */
static char *plain_pattern(const char *name, const char *stripped, const char **behind)
{
  char *rust = rust_pattern(name, stripped, behind);
  if (rust)
    return rust;
  *behind = name + strlen(stripped);
  return strncmp(name, "_R", 2) == 0 ? crate_pattern(stripped) : memory_text(stripped);
}

/* "f.*" for "f.part.0": another number, but not another function. */
static char *function_pattern(const char *name)
{
  char *plain = mask_wildcards(name), *stripped = normalize_name(plain);
  const char *behind;
  char *pattern = plain_pattern(plain, stripped, &behind);
  char *wide = *behind ? print_text("%s%c*", pattern, *behind) : NULL;
  free(stripped);
  free(plain);
  if (!wide)
    return pattern;
  free(pattern);
  return wide;
}

/* "fun:..." with what would bend a line made harmless. */
static char *line_text(const char *prefix, const char *pattern)
{
  char *text;
  size_t size;
  FILE *output = print_begin(&text, &size);
  generate_line(output, prefix, pattern);
  print_end(output, &text);
  text[size - 1] = '\0'; /* the newline */
  memmove(text, text + 3, size - 3);
  return text;
}

/* --- keeping --- */

static bool same_text(const char *a, const char *b)
{
  return a == b || (a && b && strcmp(a, b) == 0);
}

HASHED(known, struct known_line, x->hash,
       SAME(hash) && same_text(x->name, y->name) && same_text(x->function, y->function) &&
         same_text(x->object, y->object) && same_text(x->directory, y->directory))

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

struct frame_lines *frame_lines_create(void)
{
  struct frame_lines *lines = memory_zeroed(1, sizeof *lines);
  lines->known = HASH_TABLE(known, 64, free_known);
  lines->texts = HASH_TABLE(plain_text, 64, free);
  return lines;
}

void frame_lines_destroy(struct frame_lines *lines)
{
  htab_delete(lines->known);
  htab_delete(lines->texts);
  free(lines);
}

/* Takes `text` over. */
static const char *keep_text(struct frame_lines *lines, char *text)
{
  void **slot = htab_find_slot(lines->texts, text, INSERT);
  if (!slot)
    memory_lacking(0);
  if (*slot)
    free(text);
  else
    *slot = text;
  return *slot;
}

/* --- one frame --- */

/* The name as symbol tables have it, without what Valgrind makes of it; NULL: unknown. */
static char *plain_name(const struct frame *frame)
{
  const char *name = frame->function_linkage ? frame->function_linkage : frame->function;
  if (!name || !*name)
    return NULL;
  char *plain = normalize_replacement(name);
  if (!normalize_is_below_main(plain))
    return plain;
  free(plain);
  return memory_text("(below main)");
}

/* Takes `pattern` over. */
static const char *keep_pattern(struct frame_lines *lines, const char *prefix, char *pattern)
{
  if (strlen(pattern) > NAME_MAX_BYTES)
    strcpy(pattern + NAME_MAX_BYTES, "*");
  const char *kept = keep_text(lines, line_text(prefix, pattern));
  free(pattern);
  return kept;
}

static const char *main_text(struct frame_lines *lines, const char *name, const char *object)
{
  if (name)
    return keep_pattern(lines, "fun:", function_pattern(name));
  return keep_pattern(lines, "obj:", object && *object ? object_pattern(object) : memory_text("*"));
}

/* Not of the preload library, which under Valgrind is another one. */
static const char *module_text(struct frame_lines *lines, enum frame_role role, const char *object)
{
  bool is_library = object && frame_role_is_library(object) && !strstr(object, "/vgpreload_");
  return role == FRAME_RUNTIME && is_library ? keep_pattern(lines, "obj:", object_pattern(object)) : NULL;
}

const char *frame_lines_program(struct frame_lines *lines, const char *object)
{
  const char *name = library_last_component(object);
  bool has_prefix = without_libtool(name) != name;
  char *program = frame_program(object), *pattern = print_text("*%s%s", has_prefix ? "" : "/", program);
  free(program);
  return keep_pattern(lines, "obj:", pattern);
}

static char *comment_for(const char *name, const char *function)
{
  bool is_mangled = name && function && strcmp(name, function) != 0 && strchr("_", name[0]);
  return is_mangled ? normalize_name(function) : NULL;
}

static char *copy_text(const char *text)
{
  return text ? memory_text(text) : NULL;
}

static struct known_line *make_known(struct frame_lines *lines, const struct frame *frame, const struct known_line *key)
{
  struct known_line *known = memory_zeroed(1, sizeof *known);
  const char *name = key->name;
  *known = (struct known_line){
    copy_text(name), copy_text(key->function), copy_text(key->object), copy_text(key->directory), key->hash,
    {.text = main_text(lines, name, frame->object), .comment = comment_for(name, frame->function),
     .is_function = name != NULL, .is_main = name && is_main(name), .is_vague = name && is_vague(name)}};
  known->line.role = frame_role_find(name, frame->object, frame->directory, &known->line.family);
  known->line.module = module_text(lines, known->line.role, frame->object);
  return known;
}

static hashval_t hash_texts(const struct known_line *key)
{
  hashval_t hash = key->name ? htab_hash_string(key->name) : 0;
  return hash * 31 + (key->object ? htab_hash_string(key->object) : 0);
}

const struct frame_line *frame_lines_find(struct frame_lines *lines, const struct frame *frame)
{
  struct known_line key = {.name = plain_name(frame), .function = (char *)frame->function,
                           .object = (char *)frame->object, .directory = (char *)frame->directory};
  key.hash = hash_texts(&key);
  void **slot = htab_find_slot_with_hash(lines->known, &key, key.hash, INSERT);
  if (!slot)
    memory_lacking(0);
  if (!*slot)
    *slot = make_known(lines, frame, &key);
  free(key.name);
  return &((const struct known_line *)*slot)->line;
}
