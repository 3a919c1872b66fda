/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A list by id, and a hash over identities and two frames, which agree wherever four do. */
#include "memcheck/pure/errors/told_errors.h"

#include "memcheck/pure/base/env.h"

enum { BUCKETS = 4096, CONTEXTS_FIRST = 64 };

/* What tells errors of a kind apart, besides the stack. */
enum { BY_SIZE = 1, BY_AUXILIARY = 2, BY_TEXT = 4 };
static const uint8_t distinguishing_fields[] = {
  [RECORD_ERROR_FISHY_VALUE] = BY_TEXT,
  [RECORD_ERROR_VALUE] = BY_SIZE,
  [RECORD_ERROR_INVALID_READ] = BY_SIZE,
  [RECORD_ERROR_SYSCALL_PARAM] = BY_AUXILIARY | BY_TEXT,
  [RECORD_ERROR_COREMEM] = BY_TEXT,
  [RECORD_ERROR_CLIENT_CHECK] = BY_AUXILIARY,
  [RECORD_ERROR_BAD_ALIGNMENT] = BY_AUXILIARY,
  [RECORD_ERROR_BAD_SIZE_AND_ALIGNMENT] = BY_SIZE | BY_AUXILIARY,
  [RECORD_ERROR_SIZE_MISMATCH] = BY_SIZE,
  [RECORD_ERROR_ALIGNMENT_MISMATCH] = BY_SIZE | BY_AUXILIARY,
  [RECORD_ERROR_FD_BAD_CLOSE] = BY_AUXILIARY,
  [RECORD_ERROR_FD_BAD_USE] = BY_AUXILIARY | BY_TEXT,
};

/* Fields that do not tell this kind apart are 0 and empty. */
struct identity {
  uint64_t kind, size, auxiliary;
  struct record_string text;
};

struct told_errors {
  struct told_error *buckets[BUCKETS];
  struct told_error **all;
  size_t count, capacity;
};

struct told_errors *told_errors_create(void)
{
  struct told_errors *const errors = env_allocate("errors", sizeof *errors);
  memset(errors, 0, sizeof *errors);
  return errors;
}

size_t told_errors_count(const struct told_errors *errors)
{
  return errors->count;
}

struct told_error *told_errors_at(const struct told_errors *errors, size_t index)
{
  return errors->all[index];
}

/* A write belongs to the context of a read in the same place: an instruction that does both makes one mistake. */
static struct identity identity_of(const struct record_error *error)
{
  struct identity identity = {.kind =
                                error->kind == RECORD_ERROR_INVALID_WRITE ? RECORD_ERROR_INVALID_READ : error->kind};
  const unsigned fields = identity.kind < sizeof distinguishing_fields ? distinguishing_fields[identity.kind] : 0;
  if (fields & BY_SIZE)
    identity.size = error->size;
  if (fields & BY_AUXILIARY)
    identity.auxiliary = error->auxiliary;
  if (fields & BY_TEXT)
    identity.text = error->text;
  return identity;
}

static bool is_same_text(struct record_string a, struct record_string b)
{
  size_t same = 0;
  while (same < a.size && same < b.size && a.data[same] == b.data[same])
    same++;
  return same == a.size && same == b.size;
}

static bool is_same(const struct identity *a, const struct identity *b)
{
  return a->kind == b->kind && a->size == b->size && a->auxiliary == b->auxiliary && is_same_text(a->text, b->text);
}

static struct told_error **bucket_of(struct told_errors *errors, const struct identity *identity, stack_id many_frames)
{
  const uint64_t hash = (many_frames * UINT64_C(64) + identity->kind) * UINT64_C(0x9e3779b97f4a7c15) + identity->size;
  return &errors->buckets[(hash >> 32) % BUCKETS];
}

struct told_error *told_errors_find(struct told_errors *errors, const struct record_error *error,
                                    struct told_frames frames, bool by_few)
{
  const struct identity wanted = identity_of(error);
  struct told_error **const bucket = bucket_of(errors, &wanted, frames.many);
  for (struct told_error **link = bucket; *link; link = &(*link)->next) {
    struct told_error *const told = *link;
    const struct identity identity = identity_of(&told->error);
    const bool agrees = by_few ? told->frames.few == frames.few : told->frames.many == frames.many;
    if (!agrees || !is_same(&identity, &wanted))
      continue;
    *link = told->next;
    told->next = *bucket;
    *bucket = told;
    return told;
  }
  return NULL;
}

static struct record_string keep(struct record_string string)
{
  char *const kept = env_allocate("errors", string.size + 1);
  memcpy(kept, string.data, string.size);
  return (struct record_string){kept, string.size};
}

static void make_room(struct told_errors *errors)
{
  if (errors->count < errors->capacity)
    return;
  errors->capacity = errors->capacity ? 2 * errors->capacity : CONTEXTS_FIRST;
  struct told_error **const larger = env_allocate("errors", errors->capacity * sizeof *larger);
  if (errors->all)
    memcpy(larger, errors->all, errors->count * sizeof *larger);
  env_free(errors->all);
  errors->all = larger;
}

void told_errors_add(struct told_errors *errors, struct told_error *told)
{
  told->error.text = keep(told->error.text);
  told->error.place_name = keep(told->error.place_name);
  told->error.place_section = keep(told->error.place_section);
  told->count = told->sent_count = 1;
  make_room(errors);
  errors->all[errors->count++] = told;
  told->error.id = errors->count;
  const struct identity identity = identity_of(&told->error);
  struct told_error **const bucket = bucket_of(errors, &identity, told->frames.many);
  told->next = *bucket;
  *bucket = told;
}
