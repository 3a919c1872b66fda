/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The same operations come again and again: their last results are kept in two small tables. */
#include "host/heap/graph/label_sets.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/grow.h"
#include "host/base/hash_table.h"
#include "host/base/memory.h"

enum {
  MEMORY_BITS = 14,
  LABELS_MAX = 1 << 24,  /* of all sets together */
  WORK_MAX = 1 << 30,    /* labels looked at, for all operations together */
};

struct answer {
  uint32_t a, b, result;
  bool is_known;
};

struct label_sets {
  htab_t by_labels; /* of struct label_set */
  struct label_set **sets;
  uint32_t count;
  size_t capacity;
  uint64_t label_count, work;
  struct label_set *scratch; /* with room for scratch_count labels */
  uint32_t scratch_count;
  struct answer meets[1 << MEMORY_BITS], adds[1 << MEMORY_BITS];
};

HASHED(set, struct label_set, iterative_hash(x->labels, x->count * sizeof *x->labels, x->count),
       SAME(count) && memcmp(x->labels, y->labels, x->count * sizeof *x->labels) == 0)

static size_t bytes_of(uint32_t count)
{
  return sizeof(struct label_set) + count * sizeof(uint32_t);
}

static void keep_scratch(struct label_sets *sets, void **slot)
{
  const size_t bytes = bytes_of(sets->scratch->count);
  struct label_set *kept = memory_copy(sets->scratch, bytes);
  grow((void **)&sets->sets, sets->count, &sets->capacity, sizeof(struct label_set *));
  kept->id = sets->count;
  sets->sets[sets->count++] = kept;
  sets->label_count += kept->count;
  *slot = kept;
}

/* The id of the set in scratch. */
static bool intern_scratch(struct label_sets *sets, uint32_t *ret)
{
  void **slot = htab_find_slot(sets->by_labels, sets->scratch, INSERT);
  if (!*slot && sets->label_count + sets->scratch->count > LABELS_MAX)
    return false;
  if (!*slot)
    keep_scratch(sets, slot);
  *ret = ((const struct label_set *)*slot)->id;
  return true;
}

/* False: it has taken too long. */
static bool make_scratch_room(struct label_sets *sets, uint32_t count)
{
  sets->work += count;
  if (sets->work > WORK_MAX)
    return false;
  if (count <= sets->scratch_count)
    return true;
  sets->scratch = memory_resize(sets->scratch, bytes_of(2 * count), 1);
  sets->scratch_count = 2 * count;
  return true;
}

struct label_sets *label_sets_create(void)
{
  struct label_sets *sets = memory_zeroed(1, sizeof *sets);
  uint32_t empty;
  sets->by_labels = HASH_TABLE(set, 1024, NULL);
  (void)make_scratch_room(sets, 64);
  *sets->scratch = (struct label_set){0};
  (void)intern_scratch(sets, &empty);
  return sets;
}

void label_sets_destroy(struct label_sets *sets)
{
  if (!sets)
    return;
  for (uint32_t i = 0; i < sets->count; i++)
    free(sets->sets[i]);
  hash_table_delete(sets->by_labels);
  free(sets->sets);
  free(sets->scratch);
  free(sets);
}

static struct answer *answer_for(struct answer *memory, uint32_t a, uint32_t b)
{
  const uint32_t hash = (a * UINT32_C(0x9e3779b1)) ^ (b * UINT32_C(0x85ebca77));
  return &memory[hash >> (32 - MEMORY_BITS)];
}

static bool recall_answer(const struct answer *answer, uint32_t a, uint32_t b, uint32_t *ret)
{
  if (!answer->is_known || answer->a != a || answer->b != b)
    return false;
  *ret = answer->result;
  return true;
}

/* --- intersections --- */

static bool intersect_labels(struct label_sets *sets, uint32_t a, uint32_t b, uint32_t *ret)
{
  const struct label_set *x = sets->sets[a], *y = sets->sets[b];
  if (!make_scratch_room(sets, x->count + y->count + 1))
    return false;
  struct label_set *both = sets->scratch;
  both->count = 0;
  for (uint32_t i = 0, j = 0; i < x->count && j < y->count;) {
    if (x->labels[i] == y->labels[j])
      both->labels[both->count++] = x->labels[i];
    const uint32_t label = x->labels[i];
    i += label <= y->labels[j];
    j += y->labels[j] <= label;
  }
  return intern_scratch(sets, ret);
}

bool label_sets_intersect(struct label_sets *sets, uint32_t a, uint32_t b, uint32_t *ret)
{
  if (a == b || a == 0 || b == 0) {
    *ret = a == b ? a : 0;
    return true;
  }
  struct answer *answer = answer_for(sets->meets, a, b);
  if (recall_answer(answer, a, b, ret))
    return true;
  if (!intersect_labels(sets, a, b, ret))
    return false;
  *answer = (struct answer){a, b, *ret, true};
  return true;
}

/* --- one label more --- */

static bool insert_label(struct label_sets *sets, uint32_t a, uint32_t label, uint32_t *ret)
{
  const struct label_set *x = sets->sets[a];
  if (!make_scratch_room(sets, x->count + 1))
    return false;
  struct label_set *more = sets->scratch;
  uint32_t i = 0;
  for (; i < x->count && x->labels[i] < label; i++)
    more->labels[i] = x->labels[i];
  const bool is_in = i < x->count && x->labels[i] == label;
  if (!is_in)
    more->labels[i] = label;
  memcpy(&more->labels[i + !is_in], &x->labels[i], (x->count - i) * sizeof *x->labels);
  more->count = x->count + !is_in;
  return intern_scratch(sets, ret);
}

bool label_sets_add(struct label_sets *sets, uint32_t a, uint32_t label, uint32_t *ret)
{
  struct answer *answer = answer_for(sets->adds, a, label);
  if (recall_answer(answer, a, label, ret))
    return true;
  if (!insert_label(sets, a, label, ret))
    return false;
  *answer = (struct answer){a, label, *ret, true};
  return true;
}

uint32_t label_sets_count(const struct label_sets *sets)
{
  return sets->count;
}

const struct label_set *label_sets_at(const struct label_sets *sets, uint32_t id)
{
  return sets->sets[id];
}
