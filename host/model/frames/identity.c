/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each part of an identity is normalised on its own and hashed with a zero byte after it, so that two parts cannot be
 * taken for one. */
#include "host/model/frames/identity.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/fnv.h"
#include "host/base/memory.h"
#include "host/base/order.h"
#include "suppressions/normalize.h"
#include "host/symbols/symbols.h"

/* --- names --- */

/* "libz.so" of "/usr/lib/libz.so.1.2.13", "tool" of "/bin/tool" and of libtool's "/build/.libs/lt-tool"; "?" of
 * nothing. */
static char *module_name(const char *object)
{
  const char *slash = object ? strrchr(object, '/') : NULL;
  const char *name = slash ? slash + 1 : object ? object : "?";
  name += strncmp(name, "lt-", 3) == 0 && name[3] ? 3 : 0;
  const char *version = strstr(name, ".so.");
  return memory_text_begin(name, version ? (size_t)(version - name) + strlen(".so") : strlen(name));
}

/* The names of inlined functions are plain ("push_back") unless the compiler tells the whole one. */
static char *whole_name(const char *function, const char *inlined_linkage)
{
  if (!inlined_linkage)
    return memory_text(function);
  char *demangled = symbols_demangle(inlined_linkage);
  return demangled ? demangled : memory_text(inlined_linkage);
}

char *identity_frame_signature(const char *function, const char *inlined_linkage, const char *object)
{
  if (!function)
    return module_name(object);
  char *whole = whole_name(function, inlined_linkage);
  char *replaced = normalize_replacement(whole);
  char *plain = replaced ? normalize_name(replaced) : NULL;
  free(whole);
  free(replaced);
  return plain;
}

char *identity_frame_name(const char *function, const char *inlined_linkage, const char *object)
{
  char *signature = identity_frame_signature(function, inlined_linkage, object);
  char *name = signature && function ? normalize_without_parameters(signature) : NULL;
  if (!function)
    return signature;
  free(signature);
  return name;
}

/* --- the hash --- */

/* With its zero byte. */
static uint64_t hash_text(uint64_t hash, const char *text)
{
  return fnv_bytes(hash, text, strlen(text) + 1);
}

static struct identity identity_of_hash(uint64_t hash)
{
  struct identity identity;
  snprintf(identity.digits, sizeof identity.digits, "%016llx", (unsigned long long)hash);
  return identity;
}

struct identity identity_of_stack(const char *kind, const char *extra, const char *const *names, size_t count)
{
  uint64_t hash = hash_text(FNV_EMPTY, kind);
  hash = hash_text(hash, extra ? extra : "");
  for (size_t i = 0; i < count; i++)
    if (i == 0 || strcmp(names[i], names[i - 1]) != 0)
      hash = hash_text(hash, names[i]);
  return identity_of_hash(hash);
}

/* --- places --- */

#define VERSION_TEXT "2"

ORDER(by_name_and_mark, struct identity_step, UP_TEXT(name) ?: UP(mark))

uint64_t identity_of_steps(const struct identity_step *steps, size_t count)
{
  uint64_t sum = 0;
  for (size_t i = 0; i < count; i++)
    if (steps[i].mark)
      sum += fnv_bytes(hash_text(FNV_EMPTY, steps[i].name), &steps[i].mark, sizeof steps[i].mark);
  return sum;
}

static uint64_t hash_mark(uint64_t hash, uint64_t mark)
{
  char digits[24];
  snprintf(digits, sizeof digits, "%llx", (unsigned long long)mark);
  return hash_text(hash, digits);
}

/* What stays of a name when a template has other arguments, or a lambda before it has gone. */
static void hash_name(uint64_t *hash, const char *name)
{
  char *plain = normalize_without_arguments(name);
  *hash = hash_text(*hash, plain);
  free(plain);
}

/* Functions of one name are told apart by their parameters, but not those of a template, which go with its
 * arguments. */
static void hash_function(uint64_t *hash, const char *signature)
{
  char *bare = normalize_without_parameters(signature), *plain = normalize_without_arguments(bare);
  hash_name(hash, strcmp(bare, plain) == 0 ? signature : bare);
  free(plain);
  free(bare);
}

static void hash_through(uint64_t *hash, const struct identity_place *place)
{
  struct identity_step *sorted = memory_copy(place->through, place->through_count * sizeof *sorted);
  qsort(sorted, place->through_count, sizeof *sorted, by_name_and_mark);
  for (size_t i = 0; i < place->through_count; i++) {
    if (i > 0 && by_name_and_mark(&sorted[i - 1], &sorted[i]) == 0)
      continue;
    hash_name(hash, sorted[i].name);
    if (sorted[i].mark)
      *hash = hash_mark(*hash, sorted[i].mark);
  }
  free(sorted);
}

/* Every program has a main(), so of that the program tells more than the name of its source file. */
static void hash_scope(uint64_t *hash, const struct identity_place *place)
{
  bool by_module = !place->file || strcmp(place->function, "main") == 0;
  const char *slash = by_module ? NULL : strrchr(place->file, '/');
  char *scope = by_module ? module_name(place->object) : memory_text(slash ? slash + 1 : place->file);
  *hash = hash_text(*hash, scope);
  free(scope);
}

void identity_of_place(const struct identity_place *place, struct identity *ret)
{
  uint64_t hash = hash_text(hash_text(FNV_EMPTY, VERSION_TEXT), place->kind);
  hash = hash_text(hash, place->extra ? place->extra : "");
  hash_through(&hash, place);
  hash_scope(&hash, place);
  hash_function(&hash, place->function);
  *ret = identity_of_hash(hash_mark(hash, place->mark));
}

ORDER(by_digits, struct identity, UP_TEXT(digits))

void identity_of_cycle(const char *kind, const struct identity *places, size_t count, struct identity *ret)
{
  struct identity *sorted = memory_copy(places, count * sizeof *sorted);
  qsort(sorted, count, sizeof *sorted, by_digits);
  bool is_one = count > 0 && strcmp(sorted[0].digits, sorted[count - 1].digits) == 0;
  uint64_t hash = hash_text(hash_text(FNV_EMPTY, VERSION_TEXT "cycle"), kind);
  for (size_t i = 0; i < count; i++)
    if (i == 0 || strcmp(sorted[i].digits, sorted[i - 1].digits) != 0)
      hash = hash_text(hash, sorted[i].digits);
  *ret = is_one ? sorted[0] : identity_of_hash(hash);
  free(sorted);
}

bool identity_is(const char *text)
{
  size_t digits = strspn(text, "0123456789abcdef");
  return digits == IDENTITY_DIGITS && text[digits] == '\0';
}

bool identity_is_prefix(const char *text)
{
  size_t digits = strspn(text, "0123456789abcdef");
  return digits >= IDENTITY_DIGITS_LEAST && digits <= IDENTITY_DIGITS && text[digits] == '\0';
}
