/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The patterns of one type are sorted by their literal beginnings. A name is looked up in this order byte by byte, as
 * in a tree: the range of patterns that agree with it so far narrows. Those whose literal part ends here come first in
 * the range, and only these are compared as wildcards, and only when the name has all triples of characters that the
 * pattern has. The result is remembered per name, since stacks repeat names. */
#include "suppressions/patterns.h"

#include <libiberty/hashtab.h>
#include <stdlib.h>
#include <string.h>

#include "shared/base/generated_code_name.h"
#include "host/base/grow.h"
#include "suppressions/function_names.h"
#include "suppressions/glob.h"
#include "suppressions/normalize.h"

/* A way to write the pattern `id`: its text or, for functions without wildcards, the text without compilers'
 * suffixes. */
struct spelling {
  const char *text;
  size_t literal_bytes;
  unsigned id;
  struct glob_triples triples;
};

struct spellings {
  struct spelling *items;
  size_t count, capacity;
};

/* What a name matches. One allocation: the ids and then the strings follow. */
struct memo {
  const char *first, *second; /* the key; either may be NULL */
  hashval_t hash;
  size_t count;
  unsigned ids[];
};

/* What was found for the text at an address. This is tried before the table, as stacks point to the same strings again
 * and again. The text may have changed meanwhile, so it is compared. */
struct shortcut {
  const char *first;
  const struct memo *memo;
};
enum { SHORTCUT_BITS = 13 };

struct patterns {
  struct pointer_list locations; /* struct location, by id; borrowed */
  htab_t ids_of_locations;       /* struct numbered_location */
  struct spellings spellings[LOCATION_TYPES];
  struct pointer_list texts;     /* char; spellings that are not the entry's own */
  htab_t memos[LOCATION_TYPES];  /* struct memo */
  /* To those of functions and objects, by address. */
  struct shortcut shortcuts[LOCATION_SOURCE][1 << SHORTCUT_BITS];
  unsigned *matched;             /* room for the ids found for one name, with repetitions */
  size_t matched_count, matched_capacity;
};

/* --- numbering --- */

struct numbered_location {
  const struct location *location;
  unsigned id;
};

/* Eight bytes at a time, as most of the time of a match goes into looking names up. */
static hashval_t hash_text(const char *text)
{
  uint64_t hash = 0, word;
  size_t size = text ? strlen(text) : 0;
  for (; size >= sizeof word; size -= sizeof word, text += sizeof word) {
    memcpy(&word, text, sizeof word);
    hash = (hash ^ word) * 0x9e3779b97f4a7c15u;
    hash ^= hash >> 32;
  }
  for (; size > 0; size--, text++)
    hash = (hash ^ (unsigned char)*text) * 0x9e3779b97f4a7c15u;
  return (hashval_t)(hash >> 32);
}

static hashval_t hash_location(const void *item)
{
  const struct location *location = ((const struct numbered_location *)item)->location;
  return hash_text(location->text) + (unsigned)location->type + location->line * 7919;
}

static int equal_locations(const void *item_a, const void *item_b)
{
  const struct location *a = ((const struct numbered_location *)item_a)->location;
  const struct location *b = ((const struct numbered_location *)item_b)->location;
  return a->type == b->type && a->line == b->line && strcmp(a->text, b->text) == 0;
}

static struct error *add_spelling(struct patterns *patterns, enum location_type type, const char *text, unsigned id)
{
  struct spellings *spellings = &patterns->spellings[type];
  if (!grow((void **)&spellings->items, spellings->count, &spellings->capacity, sizeof *spellings->items))
    return error_no_memory();
  spellings->items[spellings->count++] =
    (struct spelling){text, glob_literal_bytes(text), id, glob_triples_of_pattern(text)};
  return NULL;
}

/* Takes `text` over. */
static struct error *add_other_spelling(struct patterns *patterns, enum location_type type, char *text, unsigned id)
{
  if (!text)
    return error_no_memory();
  struct error *error = pointer_list_add(&patterns->texts, text);
  if (error) {
    free(text);
    return error;
  }
  return add_spelling(patterns, type, text, id);
}

/* A pattern that has wildcards is left alone: without its suffix "*.part.0" would match everything. */
static struct error *add_spellings(struct patterns *patterns, const struct location *location, unsigned id)
{
  struct error *error = add_spelling(patterns, location->type, location->text, id);
  if (error || location->type != LOCATION_FUNCTION || location->text[glob_literal_bytes(location->text)])
    return error;
  return add_other_spelling(patterns, location->type, normalize_name(location->text), id);
}

struct error *patterns_add(struct patterns *patterns, const struct location *location, unsigned *ret_id)
{
  struct numbered_location key = {location, (unsigned)patterns->locations.count};
  const struct numbered_location *known = htab_find(patterns->ids_of_locations, &key);
  if (known) {
    *ret_id = known->id;
    return NULL;
  }
  struct numbered_location *added = malloc(sizeof *added);
  void **slot = added ? htab_find_slot(patterns->ids_of_locations, &key, INSERT) : NULL;
  if (!slot) {
    free(added);
    return error_no_memory();
  }
  *added = key;
  *slot = added;
  struct error *error = pointer_list_add(&patterns->locations, (void *)location);
  if (!error)
    error = add_spellings(patterns, location, key.id);
  if (!error)
    *ret_id = key.id;
  return error;
}

/* By literal part, byte by byte, one that ends before one that goes on. */
static int compare_spellings(const void *item_a, const void *item_b)
{
  const struct spelling *a = item_a, *b = item_b;
  size_t common = a->literal_bytes < b->literal_bytes ? a->literal_bytes : b->literal_bytes;
  int order = memcmp(a->text, b->text, common);
  return order ? order : (a->literal_bytes > b->literal_bytes) - (a->literal_bytes < b->literal_bytes);
}

void patterns_finish(struct patterns *patterns)
{
  for (int type = 0; type < LOCATION_TYPES; type++) {
    struct spellings *spellings = &patterns->spellings[type];
    if (spellings->count > 0)
      qsort(spellings->items, spellings->count, sizeof *spellings->items, compare_spellings);
  }
}

/* --- matching one text --- */

static struct error *add_matched(struct patterns *patterns, unsigned id)
{
  if (!grow((void **)&patterns->matched, patterns->matched_count, &patterns->matched_capacity,
            sizeof *patterns->matched))
    return error_no_memory();
  patterns->matched[patterns->matched_count++] = id;
  return NULL;
}

/* The first of the sorted items in [start, end) whose byte at `depth`, which all of them have, is at least `byte`. */
static size_t lower_bound(const struct spelling *items, size_t start, size_t end, size_t depth, unsigned byte)
{
  while (start < end) {
    size_t middle = start + (end - start) / 2;
    if ((unsigned char)items[middle].text[depth] < byte)
      start = middle + 1;
    else
      end = middle;
  }
  return start;
}

/* Keep those of the items in [*start, *end) that have this byte at `depth`; often that is all of them. */
static void narrow_range(const struct spelling *items, size_t *start, size_t *end, size_t depth, unsigned byte)
{
  if (*start == *end || ((unsigned char)items[*start].text[depth] == byte &&
                         (unsigned char)items[*end - 1].text[depth] == byte))
    return;
  *start = lower_bound(items, *start, *end, depth, byte);
  *end = lower_bound(items, *start, *end, depth, byte + 1);
}

/* Add the ids of all patterns of the type that match the text. */
static struct error *match_text(struct patterns *patterns, enum location_type type, const char *text)
{
  const struct spelling *items = patterns->spellings[type].items;
  size_t start = 0, end = patterns->spellings[type].count;
  struct glob_triples triples = glob_triples_of_text(text);
  struct error *error = NULL;
  for (size_t depth = 0; start < end; depth++) {
    for (; start < end && items[start].literal_bytes == depth; start++) {
      if (glob_may_match(&triples, &items[start].triples) && glob_match(items[start].text + depth, text + depth) &&
          (error = add_matched(patterns, items[start].id)))
        return error;
    }
    unsigned byte = (unsigned char)text[depth];
    if (byte == 0)
      break;
    narrow_range(items, &start, &end, depth, byte);
  }
  return NULL;
}

/* --- matching names --- */

static struct error *match_function(struct patterns *patterns, const char *linkage, const char *function)
{
  struct function_names names = {.count = 0};
  struct error *error = function_names_collect(&names, linkage, function);
  for (size_t i = 0; !error && i < names.count; i++)
    error = match_text(patterns, LOCATION_FUNCTION, names.items[i]);
  function_names_deinit(&names);
  return error;
}

/* Forget the ids found since there were `count` of them whose pattern has no slash. */
static void keep_slashed(struct patterns *patterns, size_t count)
{
  size_t kept = count;
  for (size_t i = count; i < patterns->matched_count; i++) {
    const struct location *location = patterns->locations.items[patterns->matched[i]];
    if (strchr(location->text, '/'))
      patterns->matched[kept++] = patterns->matched[i];
  }
  patterns->matched_count = kept;
}

/* The file's name as it is; and patterns with slashes with as many trailing parts of the path, so that it does not
 * matter how a compiler has divided the path into directory and file. */
static struct error *match_source(struct patterns *patterns, const char *file, const char *directory)
{
  char *path;
  if (!file)
    return NULL;
  struct error *error = match_text(patterns, LOCATION_SOURCE, file);
  if (error || !directory)
    return error;
  size_t count = patterns->matched_count;
  if (asprintf(&path, "%s/%s", directory, file) < 0)
    return error_no_memory();
  error = match_text(patterns, LOCATION_SOURCE, path);
  for (const char *slash = strchr(path, '/'); !error && slash; slash = strchr(slash + 1, '/'))
    error = match_text(patterns, LOCATION_SOURCE, slash + 1);
  free(path);
  keep_slashed(patterns, count);
  return error;
}

/* Memcheck has "???" for code that the program makes, so its entries do, too. */
static struct error *match_object(struct patterns *patterns, const char *object)
{
  static const char prefix[] = GENERATED_CODE_PREFIX;
  struct error *error = object ? match_text(patterns, LOCATION_OBJECT, object) : NULL;
  const bool is_in_file = object && strncmp(object, prefix, strlen(prefix)) != 0;
  return error || is_in_file ? error : match_text(patterns, LOCATION_OBJECT, "???");
}

static struct error *match_key(struct patterns *patterns, enum location_type type, const char *first,
                               const char *second)
{
  patterns->matched_count = 0;
  switch (type) {
  case LOCATION_FUNCTION:
    return match_function(patterns, first, second);
  case LOCATION_OBJECT:
    return match_object(patterns, first);
  default:
    return match_source(patterns, first, second);
  }
}

/* --- remembering --- */

static bool same_text(const char *a, const char *b)
{
  return a == b || (a && b && strcmp(a, b) == 0);
}

static hashval_t hash_memo(const void *item)
{
  return ((const struct memo *)item)->hash;
}

static int equal_memos(const void *item_a, const void *item_b)
{
  const struct memo *a = item_a, *b = item_b;
  return a->hash == b->hash && same_text(a->first, b->first) && same_text(a->second, b->second);
}

/* The demangled name, second, follows from the linkage name. */
static int equal_functions(const void *item_a, const void *item_b)
{
  const struct memo *a = item_a, *b = item_b;
  return a->hash == b->hash && same_text(a->first, b->first);
}

static int compare_ids(const void *item_a, const void *item_b)
{
  unsigned a = *(const unsigned *)item_a, b = *(const unsigned *)item_b;
  return (a > b) - (a < b);
}

static void sort_matched(struct patterns *patterns)
{
  size_t unique = 0;
  if (patterns->matched_count > 0)
    qsort(patterns->matched, patterns->matched_count, sizeof *patterns->matched, compare_ids);
  for (size_t i = 0; i < patterns->matched_count; i++)
    if (i == 0 || patterns->matched[i] != patterns->matched[i - 1])
      patterns->matched[unique++] = patterns->matched[i];
  patterns->matched_count = unique;
}

static size_t text_bytes(const char *text)
{
  return text ? strlen(text) + 1 : 0;
}

static struct memo *memo_create(const struct patterns *patterns, const struct memo *key)
{
  size_t ids_bytes = patterns->matched_count * sizeof *patterns->matched;
  size_t first_bytes = text_bytes(key->first), second_bytes = text_bytes(key->second);
  struct memo *memo = malloc(sizeof *memo + ids_bytes + first_bytes + second_bytes);
  if (!memo)
    return NULL;
  char *texts = (char *)memo->ids + ids_bytes;
  *memo = (struct memo){.hash = key->hash, .count = patterns->matched_count};
  if (ids_bytes > 0)
    memcpy(memo->ids, patterns->matched, ids_bytes);
  if (key->first)
    memo->first = memcpy(texts, key->first, first_bytes);
  if (key->second)
    memo->second = memcpy(texts + first_bytes, key->second, second_bytes);
  return memo;
}

static struct error *remember_match(struct patterns *patterns, enum location_type type, const struct memo *key,
                                    const struct memo **ret)
{
  struct error *error = match_key(patterns, type, key->first, key->second);
  if (error)
    return error;
  sort_matched(patterns);
  struct memo *memo = memo_create(patterns, key);
  void **slot = memo ? htab_find_slot_with_hash(patterns->memos[type], memo, memo->hash, INSERT) : NULL;
  if (!slot) {
    free(memo);
    return error_no_memory();
  }
  *slot = memo;
  *ret = memo;
  return NULL;
}

/* *ret_memo (may be NULL): where it is remembered, unless no pattern is of the type. */
static struct error *find_memo(struct patterns *patterns, enum location_type type, const char *first,
                               const char *second, struct pattern_ids *ret, const struct memo **ret_memo)
{
  *ret = (struct pattern_ids){NULL, 0};
  if (patterns->spellings[type].count == 0)
    return NULL;
  struct memo key = {.first = first, .second = second, .hash = hash_text(first)};
  const struct memo *memo = htab_find_with_hash(patterns->memos[type], &key, key.hash);
  struct error *error = memo ? NULL : remember_match(patterns, type, &key, &memo);
  if (!error)
    *ret = (struct pattern_ids){memo->ids, memo->count};
  if (!error && ret_memo)
    *ret_memo = memo;
  return error;
}

/* For what is found by one text, functions and objects. */
static struct error *find_memo_of_text(struct patterns *patterns, enum location_type type, const char *first,
                                       const char *second, struct pattern_ids *ret)
{
  uint64_t hash = (uint64_t)(uintptr_t)first * 0x9e3779b97f4a7c15u;
  struct shortcut *shortcut = &patterns->shortcuts[type][hash >> (64 - SHORTCUT_BITS)];
  if (first && shortcut->first == first && strcmp(shortcut->memo->first, first) == 0) {
    *ret = (struct pattern_ids){shortcut->memo->ids, shortcut->memo->count};
    return NULL;
  }
  const struct memo *memo = NULL;
  struct error *error = find_memo(patterns, type, first, second, ret, &memo);
  if (!error && first && memo)
    *shortcut = (struct shortcut){first, memo};
  return error;
}

struct error *patterns_of_frame(struct patterns *patterns, const struct frame *frame,
                                const struct frame *previous, struct pattern_ids ids[LOCATION_TYPES])
{
  const char *linkage = frame->function_linkage;
  bool same_object = previous && frame->object == previous->object;
  bool same_source = previous && frame->file == previous->file && frame->directory == previous->directory;
  struct error *error = find_memo_of_text(patterns, LOCATION_FUNCTION, linkage ? linkage : frame->function,
                                          frame->function, &ids[LOCATION_FUNCTION]);
  if (!error && !same_object)
    error = find_memo_of_text(patterns, LOCATION_OBJECT, frame->object, NULL, &ids[LOCATION_OBJECT]);
  if (!error && !same_source)
    error = find_memo(patterns, LOCATION_SOURCE, frame->file, frame->directory, &ids[LOCATION_SOURCE], NULL);
  return error;
}

bool patterns_line_fits(const struct patterns *patterns, unsigned id, const struct frame *frame)
{
  const struct location *location = patterns->locations.items[id];
  return location->line == 0 || location->line == frame->line;
}

/* --- life --- */

struct error *patterns_create(struct patterns **ret)
{
  struct patterns *patterns = calloc(1, sizeof *patterns);
  if (!patterns)
    return error_no_memory();
  patterns->ids_of_locations = htab_try_create(64, hash_location, equal_locations, free);
  bool complete = patterns->ids_of_locations != NULL;
  for (int type = 0; type < LOCATION_TYPES; type++) {
    htab_eq equal = type == LOCATION_FUNCTION ? equal_functions : equal_memos;
    patterns->memos[type] = htab_try_create(64, hash_memo, equal, free);
    complete = complete && patterns->memos[type];
  }
  if (!complete) {
    patterns_destroy(patterns);
    return error_no_memory();
  }
  *ret = patterns;
  return NULL;
}

void patterns_destroy(struct patterns *patterns)
{
  if (!patterns)
    return;
  if (patterns->ids_of_locations)
    htab_delete(patterns->ids_of_locations);
  for (int type = 0; type < LOCATION_TYPES; type++) {
    if (patterns->memos[type])
      htab_delete(patterns->memos[type]);
    free(patterns->spellings[type].items);
  }
  for (size_t i = 0; i < patterns->texts.count; i++)
    free(patterns->texts.items[i]);
  free(patterns->texts.items);
  free(patterns->locations.items);
  free(patterns->matched);
  free(patterns);
}
