/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A text without wildcards is found by bisection. Those with wildcards are compared one by one, but only if the name
 * has all sequences of three characters that the text has. What was found is remembered for each function, object and
 * source, as stacks repeat them. */
#include "suppressions/patterns.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/hash_table.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "host/base/print.h"
#include "shared/base/generated_code_name.h"
#include "suppressions/glob.h"
#include "suppressions/normalize.h"

struct pattern {
  const char *text;
  unsigned number;
  uint64_t triples;
};

struct list {
  struct pattern *items; /* by text, once they are numbered */
  size_t count, capacity;
};

/* What was found for a function (linkage and demangled name), an object, or a source (file and folder). */
struct known {
  enum location_type type;
  char *first, *second; /* NULL: not known */
  hashval_t hash;
  struct pattern_numbers numbers;
  size_t capacity;
};

struct patterns {
  struct list lists[LOCATION_TYPES][2]; /* [1]: those with wildcards */
  unsigned count;
  htab_t known; /* struct known */
};

/* --- numbering --- */

/* The sequences of three characters, hashed to bits, but for those with wildcards. A text that lacks one of a pattern's
 * does not match it. */
static uint64_t triples_of(const char *text)
{
  uint64_t triples = 0;
  for (size_t i = 0, size = 0; text[i]; i++) {
    size = text[i] == '*' || text[i] == '?' ? 0 : size + 1;
    if (size >= 3)
      triples |= UINT64_C(1) << ((text[i - 2] * 0x9e3779b1u + text[i - 1] * 0x85ebca6bu + text[i] * 0xc2b2ae35u) >> 26);
  }
  return triples;
}

static struct list *list_of(struct patterns *patterns, enum location_type type, const char *text)
{
  return &patterns->lists[type][glob_has_wildcards(text)];
}

void patterns_add(struct patterns *patterns, enum location_type type, const char *text)
{
  struct list *list = list_of(patterns, type, text);
  *NEW_ITEM(list->items, list->count, list->capacity) = (struct pattern){text, 0, triples_of(text)};
}

ORDER(compare_patterns, struct pattern, UP_TEXT(text))

/* Keep one of each text. */
static void number_list(struct list *list, unsigned *next)
{
  const size_t count = list->count;
  list->count = 0;
  if (count > 0)
    qsort(list->items, count, sizeof *list->items, compare_patterns);
  for (size_t i = 0; i < count; i++) {
    struct pattern *last = list->count > 0 ? &list->items[list->count - 1] : NULL, *pattern = &list->items[i];
    if (last && strcmp(last->text, pattern->text) == 0)
      continue;
    pattern->number = (*next)++;
    list->items[list->count++] = *pattern;
  }
}

void patterns_number(struct patterns *patterns)
{
  for (int type = 0; type < LOCATION_TYPES; type++)
    for (int wild = 0; wild < 2; wild++)
      number_list(&patterns->lists[type][wild], &patterns->count);
}

unsigned patterns_count(const struct patterns *patterns)
{
  return patterns->count;
}

static const struct pattern *find_text(const struct list *list, const char *text)
{
  const struct pattern wanted = {.text = text};
  return list->count > 0 ? bsearch(&wanted, list->items, list->count, sizeof wanted, compare_patterns) : NULL;
}

unsigned patterns_find(struct patterns *patterns, enum location_type type, const char *text)
{
  return find_text(list_of(patterns, type, text), text)->number;
}

/* --- matching --- */

static void add_number(struct known *known, const struct pattern *pattern)
{
  *NEW_ITEM(known->numbers.items, known->numbers.count, known->capacity) = pattern->number;
}

/* Add what matches the text; for the end of a path only what has a slash. */
static void match_text(const struct patterns *patterns, struct known *known, const char *text, bool is_end)
{
  const struct list *wild = &patterns->lists[known->type][true];
  const struct pattern *same = find_text(&patterns->lists[known->type][false], text);
  if (same && (!is_end || strchr(text, '/')))
    add_number(known, same);
  const uint64_t triples = triples_of(text);
  for (size_t i = 0; i < wild->count; i++) {
    const struct pattern *pattern = &wild->items[i];
    if (!(pattern->triples & ~triples) && glob_match(pattern->text, text) && (!is_end || strchr(pattern->text, '/')))
      add_number(known, pattern);
  }
}

/* A pattern that matches any of a function's names means the function. Each name once. */
struct names {
  char *items[8];
  size_t count;
};

/* Takes `name` over. */
static void add_name(struct names *names, char *name)
{
  for (size_t i = 0; i < names->count; i++)
    if (strcmp(names->items[i], name) == 0) {
      free(name);
      return;
    }
  names->items[names->count++] = name;
}

/* The linkage name (or what else is known) as it is and without what compilers add; the demangled name likewise and
 * without parameters; "(below main)" for what calls main; "???" when nothing is known. */
static struct names names_of(const char *linkage, const char *function)
{
  struct names names = {{normalize_replacement(linkage ? linkage : function ? function : "???")}, 1};
  add_name(&names, normalize_name(names.items[0]));
  if (normalize_is_below_main(names.items[0]))
    add_name(&names, memory_text("(below main)"));
  if (function) {
    char *stripped = normalize_name(function);
    add_name(&names, memory_text(function));
    add_name(&names, normalize_without_parameters(stripped));
    add_name(&names, stripped);
  }
  return names;
}

static void match_function(const struct patterns *patterns, struct known *known)
{
  struct names names = names_of(known->first, known->second);
  for (size_t i = 0; i < names.count; i++) {
    match_text(patterns, known, names.items[i], false);
    free(names.items[i]);
  }
}

/* Memcheck has "???" for code that the program makes, so its entries do, too. */
static void match_object(const struct patterns *patterns, struct known *known)
{
  static const char prefix[] = GENERATED_CODE_PREFIX;
  if (known->first)
    match_text(patterns, known, known->first, false);
  if (!known->first || strncmp(known->first, prefix, strlen(prefix)) == 0)
    match_text(patterns, known, "???", false);
}

/* The file's name as it is; and patterns with slashes with as many trailing parts of the path, so that it does not
 * matter how a compiler has divided the path into directory and file. */
static void match_source(const struct patterns *patterns, struct known *known)
{
  if (known->first)
    match_text(patterns, known, known->first, false);
  if (!known->first || !known->second)
    return;
  char *path = print_text("%s/%s", known->second, known->first);
  match_text(patterns, known, path, true);
  for (const char *slash = strchr(path, '/'); slash; slash = strchr(slash + 1, '/'))
    match_text(patterns, known, slash + 1, true);
  free(path);
}

ORDER(compare_numbers, unsigned, COMPARE(*x, *y))

static struct known *match(const struct patterns *patterns, const struct known *key)
{
  static void (*const by_type[])(const struct patterns *, struct known *) = {
    [LOCATION_FUNCTION] = match_function, [LOCATION_OBJECT] = match_object, [LOCATION_SOURCE] = match_source};
  struct known *known = memory_copy(key, sizeof *key);
  known->first = key->first ? memory_text(key->first) : NULL;
  known->second = key->second ? memory_text(key->second) : NULL;
  by_type[key->type](patterns, known);
  if (known->numbers.count > 1)
    qsort(known->numbers.items, known->numbers.count, sizeof *known->numbers.items, compare_numbers);
  return known;
}

/* --- remembering --- */

static bool same_text(const char *a, const char *b)
{
  return a == b || (a && b && strcmp(a, b) == 0);
}

/* A demangled name follows from the linkage name. */
HASHED(known, struct known, x->hash,
       SAME(hash) && SAME(type) && same_text(x->first, y->first) &&
         ((x->type == LOCATION_FUNCTION && x->first) || same_text(x->second, y->second)))

static void release(void *item)
{
  struct known *known = item;
  free(known->first);
  free(known->second);
  free(known->numbers.items);
  free(known);
}

static const struct pattern_numbers *find_numbers(struct patterns *patterns, enum location_type type, const char *first,
                                                  const char *second)
{
  static const struct pattern_numbers none;
  if (patterns->lists[type][false].count + patterns->lists[type][true].count == 0)
    return &none;
  const char *hashed = first ? first : second ? second : "";
  struct known key = {type, (char *)first, (char *)second, iterative_hash(hashed, strlen(hashed), type), none, 0};
  void **slot = htab_find_slot_with_hash(patterns->known, &key, key.hash, INSERT);
  if (!*slot)
    *slot = match(patterns, &key);
  return &((const struct known *)*slot)->numbers;
}

const struct pattern_numbers *patterns_of_function(struct patterns *patterns, const char *linkage,
                                                   const char *function)
{
  return find_numbers(patterns, LOCATION_FUNCTION, linkage, function);
}

const struct pattern_numbers *patterns_of_object(struct patterns *patterns, const char *object)
{
  return find_numbers(patterns, LOCATION_OBJECT, object, NULL);
}

const struct pattern_numbers *patterns_of_source(struct patterns *patterns, const char *file, const char *directory)
{
  return find_numbers(patterns, LOCATION_SOURCE, file, directory);
}

/* --- life --- */

struct patterns *patterns_create(void)
{
  struct patterns *patterns = memory_zeroed(1, sizeof *patterns);
  patterns->known = HASH_TABLE(known, 64, release);
  return patterns;
}

void patterns_destroy(struct patterns *patterns)
{
  for (int type = 0; type < LOCATION_TYPES; type++)
    for (int wild = 0; wild < 2; wild++)
      free(patterns->lists[type][wild].items);
  htab_delete(patterns->known);
  free(patterns);
}
