/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is left of the references, against brute force: random programs take and give them back, and store and drop
 * pointers. Each way of choosing among those that are equally near is tried. What is said must be what is left in all
 * of them, and what is called a contradiction must be one in all of them. */
#include "memcheck/pure/follow/count_balance.h"

#include <string.h>

#include "unit/unit.h"

enum { EVENTS = 14, STACKS = 12, FRAMES = 4, WORDS = 4, WORD = 8, OUTCOMES = 64, PROGRAMS = UNIT_TRIALS(100000) };
#define WORDS_AT UINT64_C(0x1000)

/* --- stacks --- */

static struct model {
  uint64_t random;
  unsigned frames[STACKS + 1][FRAMES]; /* outermost first; 0: no more */
  unsigned known, settled;
} model;

static unsigned random_below(unsigned limit)
{
  model.random = model.random * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
  return (unsigned)(model.random >> 33) % limit;
}

static size_t frames_of(uint32_t stack)
{
  size_t count = 0;
  while (count < FRAMES && model.frames[stack][count] != 0)
    count++;
  return count;
}

static size_t in_common(uint32_t a, uint32_t b)
{
  size_t count = 0;
  while (count < FRAMES && model.frames[a][count] != 0 && model.frames[a][count] == model.frames[b][count])
    count++;
  return count;
}

static uint32_t key_of(uint32_t stack)
{
  const size_t count = frames_of(stack);
  return model.frames[stack][count - 1] * 16 + (count > 1 ? model.frames[stack][count - 2] : 0);
}

static const struct count_stacks stacks = {frames_of, in_common, key_of};

static void make_stacks(void)
{
  memset(model.frames, 0, sizeof model.frames);
  for (unsigned stack = 1; stack <= STACKS; stack++)
    for (unsigned i = 0, count = 2 + random_below(FRAMES - 1); i < count; i++)
      model.frames[stack][i] = 1 + random_below(i == 0 ? 1 : 3);
}

/* --- events --- */

enum event_kind { TOOK, GAVE, STORED, DROPPED };

struct event {
  enum event_kind kind;
  uint32_t stack;
  uint64_t word;
};

static struct event events[EVENTS];

static void make_events(void)
{
  bool is_stored[WORDS] = {0};
  int count = 0;
  for (unsigned i = 0; i < EVENTS; i++) {
    const unsigned at = random_below(WORDS);
    struct event *event = &events[i];
    *event = (struct event){.stack = 1 + random_below(STACKS), .word = WORDS_AT + at * 3 * WORD};
    const bool changes_count = random_below(3) > 0;
    event->kind = changes_count ? (count > 0 && random_below(2) == 0 ? GAVE : TOOK) : is_stored[at] ? DROPPED : STORED;
    if (event->kind == STORED || event->kind == DROPPED)
      is_stored[at] = event->kind == STORED;
    count += event->kind == TOOK ? 1 : event->kind == GAVE ? -1 : 0;
  }
}

/* --- brute force --- */

/* What is left in each way: so many of each key. */
struct outcome {
  uint32_t keys[EVENTS];
  unsigned count;
};

static struct outcome outcomes[OUTCOMES];
static unsigned outcome_count, contradictions, ways;

static void sort_keys(struct outcome *outcome)
{
  for (unsigned i = 1; i < outcome->count; i++)
    for (unsigned j = i; j > 0 && outcome->keys[j - 1] > outcome->keys[j]; j--) {
      const uint32_t key = outcome->keys[j];
      outcome->keys[j] = outcome->keys[j - 1];
      outcome->keys[j - 1] = key;
    }
}

static bool are_equal(const struct outcome *a, const struct outcome *b)
{
  return a->count == b->count && memcmp(a->keys, b->keys, a->count * sizeof *a->keys) == 0;
}

static void note_outcome(const bool *is_left)
{
  struct outcome outcome = {0};
  for (unsigned i = 0; i < EVENTS; i++)
    if (is_left[i])
      outcome.keys[outcome.count++] = key_of(events[i].stack);
  sort_keys(&outcome);
  for (unsigned i = 0; i < outcome_count; i++)
    if (are_equal(&outcomes[i], &outcome))
      return;
  if (outcome_count < OUTCOMES)
    outcomes[outcome_count++] = outcome;
}

static void try_from(unsigned at, bool *is_left)
{
  size_t best = 0;
  unsigned candidates = 0;
  while (at < EVENTS && events[at].kind != GAVE) {
    is_left[at] = events[at].kind == TOOK;
    at++;
  }
  if (at == EVENTS) {
    ways++;
    note_outcome(is_left);
    return;
  }
  for (unsigned i = 0; i < at; i++)
    if (is_left[i] && in_common(events[i].stack, events[at].stack) + 1 > best)
      best = in_common(events[i].stack, events[at].stack) + 1;
  for (unsigned i = 0; i < at; i++)
    if (is_left[i] && in_common(events[i].stack, events[at].stack) + 1 == best) {
      bool left[EVENTS];
      memcpy(left, is_left, sizeof left);
      left[i] = left[at] = false;
      candidates++;
      try_from(at + 1, left);
    }
  contradictions += candidates == 0;
}

/* --- the module --- */

static void note_paired(void *context, uint32_t taker, uint32_t giver)
{
}

static size_t unknown(void *context, uint32_t taker, uint32_t giver)
{
  return 0;
}

static void feed(struct count_balance *balance, const struct count_pairing *pairing)
{
  for (unsigned i = 0; i < EVENTS; i++)
    switch (events[i].kind) {
    case TOOK:
      count_balance_took(balance, pairing, events[i].stack);
      break;
    case GAVE:
      count_balance_gave(balance, pairing, events[i].stack);
      break;
    case STORED:
      count_balance_stored(balance, events[i].word, events[i].stack);
      break;
    case DROPPED:
      count_balance_dropped(balance, events[i].word, events[i].stack, i % 2 == 0);
      break;
    }
  count_balance_settle(balance, pairing);
}

static struct outcome outcome_of(const struct count_parts *parts)
{
  struct outcome outcome = {0};
  for (size_t i = 0; i < parts->count; i++)
    for (uint32_t n = 0; n < parts->items[i].number && outcome.count < EVENTS; n++)
      outcome.keys[outcome.count++] = key_of(parts->items[i].stack);
  sort_keys(&outcome);
  return outcome;
}

/* Has `parts` all that an outcome leaves? */
static bool has_all_of(const struct count_parts *parts, const struct outcome *outcome)
{
  for (unsigned i = 0; i < outcome->count; i++) {
    unsigned left = 0, may_be_left = 0;
    for (unsigned j = 0; j < outcome->count; j++)
      left += outcome->keys[j] == outcome->keys[i];
    for (size_t j = 0; j < parts->count; j++)
      may_be_left += key_of(parts->items[j].stack) == outcome->keys[i] ? parts->items[j].number : 0;
    if (left > may_be_left)
      return false;
  }
  return true;
}

static void try_program(unsigned program)
{
  const struct count_pairing pairing = {&stacks, note_paired, NULL};
  struct count_balance balance = {0};
  struct count_parts left;
  bool is_left[EVENTS] = {0};
  make_stacks();
  make_events();
  outcome_count = contradictions = ways = 0;
  try_from(0, is_left);
  feed(&balance, &pairing);
  const bool is_known = count_balance_left(&balance, &stacks, unknown, NULL, &left);
  ck_assert_msg(balance.is_unsure == (ways == 0), "program %u: %u contradictions in %u ways", program, contradictions,
                ways);
  if (!balance.is_unsure)
    for (unsigned i = 0; i < outcome_count; i++)
      ck_assert_msg(has_all_of(&left, &outcomes[i]), "program %u: more is left than may be", program);
  if (is_known) {
    const struct outcome outcome = outcome_of(&left);
    ck_assert_msg(outcome_count == 1 && are_equal(&outcomes[0], &outcome), "program %u: one of %u outcomes was told",
                  program, outcome_count);
    model.known++;
  }
  model.settled += outcome_count == 1 && ways > 0;
  count_parts_release(&left);
  count_balance_release(&balance);
}

START_TEST(what_is_left_is_left_in_all_ways)
{
  model.random = 20261128;
  for (unsigned program = 0; program < PROGRAMS; program++)
    try_program(program);
  ck_assert_uint_gt(model.known, PROGRAMS / 4);
  ck_assert_uint_gt(20 * model.known, 15 * model.settled);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("count_balance");
  TCase *test = tcase_create("count_balance");
  tcase_add_test(test, what_is_left_is_left_in_all_ways);
  tcase_set_timeout(test, 60);
  suite_add_tcase(suite, test);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
