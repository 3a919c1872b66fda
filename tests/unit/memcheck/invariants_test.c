/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each invariant that an operation checks (ENV_CHECK) is broken once: the operation must stop and name it. */
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include "memcheck/pure/base/address_map.h"
#include "memcheck/pure/base/id_set.h"
#include "memcheck/pure/blocks/blocks_layout.h"
#include "memcheck/pure/blocks/quarantine.h"
#include "memcheck/pure/leak/leak_private.h"
#include "memcheck/pure/shadow/origins.h"
#include "memcheck/pure/shadow/origins_layout.h"
#include "memcheck/pure/shadow/shadow.h"
#include "memcheck/pure/stacks/stacks.h"
#include "unit/memcheck/broken_private.h"
#include "unit/unit.h"

enum { BASE = 0x10000, BYTES = 1337 };

/* --- sets and maps --- */

static void set_has_lost_count(void)
{
  struct id_set set;
  id_set_init(&set, 100);
  id_set_add(&set, 7);
  set.count = 0;
  id_set_take(&set, 0);
}

static void set_is_not_told_above(void)
{
  struct id_set set;
  id_set_init(&set, 100);
  id_set_add(&set, 3);
  id_set_add(&set, 5);
  set.levels[1][0] = 0;
  id_set_take(&set, 0);
}

static struct address_map some_map(void)
{
  struct address_map map = {0};
  address_map_add(&map, BASE, 1);
  return map;
}

static void map_is_full(void)
{
  struct address_map map = some_map();
  map.count = map.capacity;
  address_map_find(&map, BASE + 1);
}

static void map_has_odd_capacity(void)
{
  struct address_map map = some_map();
  map.capacity--;
  address_map_add(&map, BASE + 1, 2);
}

static void map_lacks_power(void)
{
  struct address_map map = some_map();
  map.capacity--;
  address_map_remove(&map, BASE, 1);
}

/* --- blocks --- */

static struct blocks *some_blocks(void)
{
  struct blocks *blocks = blocks_create();
  blocks_add(blocks, BLOCK_HEAP, BASE, BYTES);
  return blocks;
}

static void chain_is_a_circle(void)
{
  struct blocks *blocks = some_blocks();
  blocks_entry(blocks, 1)->next = 1;
  blocks_add(blocks, BLOCK_HEAP, BASE, BYTES);
}

static void block_is_in_no_chain(void)
{
  struct blocks *blocks = some_blocks();
  blocks_leaf_of(blocks, BASE)->first[blocks_granule_in_leaf(BASE)] = 0;
  blocks_remove(blocks, 1);
}

static void large_block_is_not_listed(void)
{
  struct blocks *blocks = blocks_create();
  const block_id id = blocks_add(blocks, BLOCK_HEAP, BASE, UINT64_C(1) << LARGE_BITS);
  blocks->large[0] = id + 1;
  blocks_remove(blocks, id);
}

static void unused_entry_is_in_use(void)
{
  struct blocks *blocks = some_blocks();
  blocks->unused = 1;
  blocks_add(blocks, BLOCK_HEAP, 2 * BASE, BYTES);
}

static void block_was_never_made(void)
{
  struct blocks *blocks = some_blocks();
  blocks_at(blocks, blocks_limit(blocks));
}

/* --- quarantine --- */

static struct blocks *blocks;
static struct quarantine quarantine;

static void fill_quarantine(void)
{
  blocks = some_blocks();
  blocks_add(blocks, BLOCK_HEAP, 2 * BASE, BYTES);
  quarantine_init(&quarantine, 4 * BYTES, 2 * BYTES);
  quarantine_add(&quarantine, blocks, 1);
}

static void queue_has_no_end(void)
{
  fill_quarantine();
  quarantine.big.last = 1;
  quarantine_add(&quarantine, blocks, 2);
}

static void quarantine_has_lost_count(void)
{
  fill_quarantine();
  quarantine.count = 0;
  quarantine.limit_bytes = 0;
  quarantine_take_excess(&quarantine, blocks);
}

static void quarantined_block_is_live(void)
{
  fill_quarantine();
  blocks_entry(blocks, 1)->state = BLOCK_LIVE;
  quarantine.limit_bytes = 0;
  quarantine_take_excess(&quarantine, blocks);
}

static void quarantine_has_lost_bytes(void)
{
  fill_quarantine();
  quarantine.bytes = 1;
  quarantine.limit_bytes = 0;
  quarantine_take_excess(&quarantine, blocks);
}

static void emptied_quarantine_has_bytes(void)
{
  fill_quarantine();
  quarantine.bytes++;
  quarantine.limit_bytes = 0;
  quarantine_take_excess(&quarantine, blocks);
}

/* --- shadow --- */

/* What is not addressable must be undefined, too. */
static struct shadow *shadow_with_hole(void)
{
  struct shadow *shadow = shadow_create();
  shadow_make_defined(shadow, BASE, 64);
  memset(shadow_a_bits(BASE), 0xff, 64 / 8);
  return shadow;
}

static void unaddressable_byte_is_defined(void)
{
  shadow_make_noaccess(shadow_with_hole(), BASE, 64);
}

static void new_memory_is_defined(void)
{
  shadow_make_undefined(shadow_with_hole(), BASE, 64);
}

/* --- origins --- */

static struct origins *some_origins(void)
{
  struct origins *origins = origins_create(1 << 16);
  origins_set(origins, BASE, 4, 5);
  return origins;
}

static void tag_has_no_bit(void)
{
  struct origins *origins = some_origins();
  *origins_word(origins, origins_line_number(BASE) / ORIGINS_LINES) = 0;
  origins_set_range(origins, BASE, 1 << 15, 7);
}

static void tag_is_outside(void)
{
  struct origins *origins = some_origins();
  origins->table->granule_end = 0;
  origins_drop(origins, BASE, 4);
}

/* --- stacks --- */

static void stack_was_never_made(void)
{
  size_t count;
  struct stacks *stacks = stacks_create();
  stacks_get(stacks, stacks_limit(stacks), &count);
}

static void representative_is_another_stack(void)
{
  static const uint64_t a[] = {0x1000, 0x2000, 0x3000}, b[] = {0x1000, 0x2000, 0x4000};
  struct stacks *stacks = stacks_create();
  size_t count;
  const stack_id first = stacks_intern(stacks, a, 3), second = stacks_intern(stacks, b, 3);
  stacks_key(stacks, first, 2);
  ((uint64_t *)(uintptr_t)stacks_get(stacks, first, &count))[0]++;
  stacks_key(stacks, second, 2);
}

/* --- leaks --- */

static struct leak_scan scan;
static const struct leak_options no_options;
static uint64_t root_words[1] = {BASE};

static void begin_scan(void)
{
  scan.blocks = some_blocks();
  scan.options = &no_options;
  leak_index_build(&scan.index, scan.blocks);
  scan.pointers.index = &scan.index;
  scan.lost_count = scan.index.block_count;
  id_set_init(&scan.pending, scan.index.mark_limit);
}

static void follow_root(void)
{
  leak_mark_root(&scan, &(struct leak_root){.words = root_words, .word_count = 1, .root_class = RECORD_ROOT_GLOBAL});
  leak_mark_all(&scan);
}

static void claimed_block_becomes_reachable(void)
{
  begin_scan();
  scan.index.marks[1].kind = RECORD_LEAK_INDIRECT;
  follow_root();
}

static void more_is_found_than_was_lost(void)
{
  begin_scan();
  scan.lost_count = 0;
  follow_root();
}

static void losses_lack_a_block(void)
{
  struct leak_result result;
  begin_scan();
  scan.index.block_count++;
  leak_loss_sum_up(&scan, &result);
}

/* --- all of them --- */

static const struct {
  void (*run)(void);
  const char *broken; /* part of the condition that is named */
} cases[] = {
  {set_has_lost_count, "set->count > 0"},
  {set_is_not_told_above, "is_told_above(set, id)"},
  {map_is_full, "has_room(map)"},
  {map_has_odd_capacity, "has_room(map)"},
  {map_lacks_power, "has_room(map)"},
  {chain_is_a_circle, "is_linked(blocks, id)"},
  {block_is_in_no_chain, "is_linked(blocks, id)"},
  {large_block_is_not_listed, "at < blocks->large_count"},
  {unused_entry_is_in_use, "state == BLOCK_UNUSED"},
  {block_was_never_made, "id < blocks->limit"},
  {queue_has_no_end, "is_consistent(quarantine, blocks)"},
  {quarantine_has_lost_count, "quarantine->count > 0"},
  {quarantined_block_is_live, "is_consistent(quarantine, blocks)"},
  {quarantine_has_lost_bytes, "quarantine->bytes >= "},
  {emptied_quarantine_has_bytes, "is_consistent(quarantine, blocks)"},
  {broken_slot_is_free_twice, "span_is_valid(slots, span)"},
  {broken_span_is_of_no_region, "span->count == 0"},
  {broken_region_is_in_use, "region->used_spans == 0"},
  {unaddressable_byte_is_defined, "are_ends_undefined(shadow, start, end, false)"},
  {new_memory_is_defined, "are_ends_undefined(shadow, start, end, true)"},
  {tag_has_no_bit, "origins_get(origins, start) == tag"},
  {tag_is_outside, "origins_get(origins, start) == 0"},
  {stack_was_never_made, "id < stacks->limit"},
  {representative_is_another_stack, "same_ips("},
  {broken_stack_is_in_no_bucket, "is_linked(stacks, id)"},
  {claimed_block_becomes_reachable, "may_become("},
  {more_is_found_than_was_lost, "scan->lost_count > 0"},
  {losses_lack_a_block, "summed_blocks(&table) == "},
};
enum { CASES = sizeof cases / sizeof *cases };

/* Runs a case as a process of its own. Returns how that ended, and what it said. */
static int run_case(unsigned number, char *text, size_t bytes_max)
{
  int ends[2], status;
  size_t size = 0;
  ck_assert_int_eq(pipe(ends), 0);
  const pid_t child = fork();
  ck_assert_int_ge(child, 0);
  if (child == 0) {
    dup2(ends[1], STDERR_FILENO);
    signal(SIGABRT, SIG_DFL);
    cases[number].run();
    _exit(0);
  }
  close(ends[1]);
  for (ssize_t got; size < bytes_max && (got = read(ends[0], text + size, bytes_max - size)) > 0; size += (size_t)got)
    ;
  text[size] = '\0';
  close(ends[0]);
  ck_assert_int_eq(waitpid(child, &status, 0), child);
  return status;
}

START_TEST(broken_invariant_is_named)
{
  char text[4096];
  const int status = run_case((unsigned)_i, text, sizeof text - 1);
  ck_assert_msg(WIFSIGNALED(status) && WTERMSIG(status) == SIGABRT, "case %d goes on", _i);
  ck_assert_msg(strstr(text, cases[_i].broken) != NULL, "\"%s\" lacks \"%s\"", text, cases[_i].broken);
}
END_TEST

START_TEST(costs_nothing_at_first)
{
  env_is_thorough = false;
  struct id_set set;
  id_set_init(&set, 100);
  id_set_add(&set, 7);
  set.count = 0;
  ck_assert_uint_eq(id_set_take(&set, 0), 7);
  id_set_deinit(&set);
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("invariants");
  TCase *tcase = tcase_create("broken");
  tcase_add_loop_test(tcase, broken_invariant_is_named, 0, CASES);
  tcase_add_test(tcase, costs_nothing_at_first);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
