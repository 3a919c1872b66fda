/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Wanted moments are few and in a list, sorted by block, so a block that is made has its own by a search, once. */
#include "memcheck/pure/follow/moments.h"

#include "memcheck/pure/base/env.h"

enum { FIELDS = 4 };

/* By id. */
struct life {
  struct moment now;
  uint32_t wanted; /* the number of a wanted moment, from 1; 0: none is of this block */
};

struct moments {
  struct life *lives;
  followed_id limit;
  uint32_t *made; /* by thread: how many */
  uint32_t threads;
  struct moment *wanted;
  uint32_t wanted_count;
};

struct moments *moments_create(void)
{
  struct moments *moments = env_allocate("moments", sizeof *moments);
  *moments = (struct moments){0};
  return moments;
}

void moments_destroy(struct moments *moments)
{
  env_free(moments->lives);
  env_free(moments->made);
  env_free(moments->wanted);
  env_free(moments);
}

/* A larger array with the same items, and zeros behind them. */
static void *enlarge(void *items, size_t old_bytes, size_t bytes)
{
  char *larger = env_allocate("moments", bytes);
  memset(larger, 0, bytes);
  if (items)
    memcpy(larger, items, old_bytes);
  env_free(items);
  return larger;
}

/* --- what is wanted --- */

static bool is_before(const struct moment *a, const struct moment *b)
{
  return a->thread != b->thread ? a->thread < b->thread : a->number < b->number;
}

/* NULL: there is no number. */
static const char *take_number(const char *text, uint32_t *ret)
{
  uint32_t number = 0;
  if (*text < '0' || *text > '9')
    return NULL;
  for (; *text >= '0' && *text <= '9'; text++)
    number = 10 * number + (uint32_t)(*text - '0');
  *ret = number;
  return text;
}

/* Behind its comma, if there is one; NULL: it is no moment. */
static const char *take_moment(const char *text, struct moment *ret)
{
  uint32_t fields[FIELDS];
  for (unsigned i = 0; i < FIELDS; i++) {
    text = take_number(text, &fields[i]);
    if (!text || (i + 1 < FIELDS && *text++ != '.'))
      return NULL;
  }
  if (*text != '\0' && *text != ',')
    return NULL;
  *ret = (struct moment){fields[0], fields[1], fields[2], fields[3]};
  return text + (*text == ',');
}

/* They come nearly sorted. */
static void insert(struct moments *moments, const struct moment *moment)
{
  uint32_t at = moments->wanted_count++;
  for (; at > 0 && is_before(moment, &moments->wanted[at - 1]); at--)
    moments->wanted[at] = moments->wanted[at - 1];
  moments->wanted[at] = *moment;
}

bool moments_want(struct moments *moments, const char *text)
{
  uint32_t items = 1;
  for (const char *c = text; *c; c++)
    items += *c == ',';
  moments->wanted = enlarge(NULL, 0, items * sizeof *moments->wanted);
  while (*text) {
    struct moment moment;
    text = take_moment(text, &moment);
    if (!text)
      return false;
    insert(moments, &moment);
  }
  return true;
}

static uint32_t find_wanted(const struct moments *moments, const struct moment *block)
{
  uint32_t low = 0, high = moments->wanted_count;
  while (low < high) {
    const uint32_t middle = low + (high - low) / 2;
    if (is_before(&moments->wanted[middle], block))
      low = middle + 1;
    else
      high = middle;
  }
  return low < moments->wanted_count && !is_before(block, &moments->wanted[low]) ? low + 1 : 0;
}

/* --- blocks --- */

void moments_made(struct moments *moments, followed_id id, uint32_t thread)
{
  if (id >= moments->limit) {
    const followed_id limit = 2 * id + 64;
    moments->lives = enlarge(moments->lives, moments->limit * sizeof *moments->lives, limit * sizeof *moments->lives);
    moments->limit = limit;
  }
  if (thread >= moments->threads) {
    const uint32_t threads = 2 * thread + 8;
    moments->made = enlarge(moments->made, moments->threads * sizeof *moments->made, threads * sizeof *moments->made);
    moments->threads = threads;
  }
  struct life *life = &moments->lives[id];
  *life = (struct life){.now = {.thread = thread, .number = ++moments->made[thread]}};
  life->wanted = find_wanted(moments, &life->now);
}

static bool is_wanted(const struct moments *moments, const struct life *life)
{
  const struct moment *wanted = life->wanted != 0 ? &moments->wanted[life->wanted - 1] : NULL;
  return wanted && wanted->events == life->now.events && wanted->exits == life->now.exits;
}

bool moments_event(struct moments *moments, followed_id id)
{
  struct life *life = &moments->lives[id];
  life->now.events++;
  life->now.exits = 0;
  return is_wanted(moments, life);
}

bool moments_exit(struct moments *moments, followed_id id)
{
  struct life *life = &moments->lives[id];
  life->now.exits++;
  return is_wanted(moments, life);
}

struct moment moments_of(const struct moments *moments, followed_id id)
{
  return id < moments->limit ? moments->lives[id].now : (struct moment){0};
}
