/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Cycles. When a block of a clique points back to its leader, any block of that cycle could have been the leader. The
 * one with the lowest address is, and addresses differ from run to run. Which blocks lead to each other does not
 * differ, and neither do the places that allocated them. So a loss record names the set of those places.
 *
 * Every block of a clique is reached from its leader, so the blocks of the cycle are those from which the leader is
 * reached. To find them, pointers are followed through the clique once more, and each block is noted with the blocks
 * that point to it. As soon as a block is known to lead back, so do all that are noted to point to it, and pointers
 * from these need not be noted any more.
 *
 * A block belongs to one clique, so only one search sees it, and nothing has to be cleared between searches. They are
 * made when all cliques are final. A leader that another one has claimed needs none: its cycle hangs from that one. A
 * block that an earlier leader has claimed cannot lead to a later one, which would have been claimed as well; so all
 * blocks of a cycle were claimed by its leader itself.
 *
 * A cycle is named by the set of its blocks' stacks; equal sets are kept once.
 *
 * One more thing hangs on addresses. A leader outside may lead into a cycle: if its address is the lower one it has
 * claimed the cycle, otherwise both are definitely lost. So all lost blocks are scanned once more for pointers into
 * cycles from other cliques, and loss records of a cycle name such a leader. */
#include "memcheck/pure/base/env.h"
#include "memcheck/pure/base/heapsort.h"
#include "memcheck/pure/leak/leak_private.h"

enum { FIRST_CAPACITY = 1 << 10 };

#define LINK_NONE UINT32_MAX /* a block of the clique to which no pointer is noted yet */
#define UNNAMED UINT32_MAX   /* a block that leads back to its leader; its set is not known yet */

/* --- arrays that grow --- */

static void make_room(void **items, uint32_t count, uint32_t more, uint32_t *capacity, size_t item_bytes)
{
  const size_t wanted = (size_t)count + more;
  if (wanted <= *capacity)
    return;
  const uint32_t old_capacity = *capacity;
  *capacity = FIRST_CAPACITY;
  while (*capacity < wanted)
    *capacity = *capacity <= UINT32_MAX / 2 ? *capacity * 2 : UINT32_MAX;
  void *bigger = env_allocate("cycles", *capacity * item_bytes);
  if (old_capacity)
    memcpy(bigger, *items, count * item_bytes);
  env_free(*items);
  *items = bigger;
}

/* --- which blocks lead back --- */

static void add_member(struct leak_cycle_search *search, block_id id)
{
  search->cycle_of[id] = UNNAMED;
  search->members[search->member_count++] = id;
}

/* What points to a member is a member. */
static void add_sources_of_members(struct leak_cycle_search *search)
{
  while (search->members_followed != search->member_count) {
    const block_id to = search->members[search->members_followed++];
    for (uint32_t at = search->last_link[to]; at != LINK_NONE; at = search->links[at].next)
      if (!search->cycle_of[search->links[at].from])
        add_member(search, search->links[at].from);
  }
}

/* A block is scanned in one go, so if it is noted for `to` already, it was the last one. Links that cannot be numbered,
 * of which there would be more than four billion, are left out. */
static void note_link(struct leak_cycle_search *search, block_id from, block_id to)
{
  uint32_t *last = &search->last_link[to];
  if (*last != LINK_NONE && search->links[*last].from == from)
    return;
  if (search->link_count == LINK_NONE)
    return;
  make_room((void **)&search->links, search->link_count, 1, &search->link_capacity, sizeof *search->links);
  search->links[search->link_count] = (struct leak_link){from, *last};
  *last = search->link_count++;
}

static bool is_in_clique(const struct leak_scan *scan, block_id id)
{
  return id == scan->leader || (scan->index.marks[id].kind == RECORD_LEAK_INDIRECT &&
                                blocks_entry(scan->blocks, id)->leak_leader == scan->leader);
}

static bool note_pointer_in_clique(struct leak_scan *scan, block_id from, block_id to)
{
  struct leak_cycle_search *search = &scan->cycles;
  if (!is_in_clique(scan, to))
    return false;
  bool is_new = !search->last_link[to];
  if (is_new)
    search->last_link[to] = LINK_NONE;
  if (search->cycle_of[from] || from == to)
    return is_new;
  if (search->cycle_of[to]) {
    add_member(search, from);
    add_sources_of_members(search);
  } else {
    note_link(search, from, to);
  }
  return is_new;
}

/* --- which leaders lead to a cycle from outside --- */

static block_id leader_of(const struct leak_scan *scan, block_id id)
{
  return scan->index.marks[id].kind == RECORD_LEAK_INDIRECT ? leak_loss_final_leader(scan, blocks_entry(scan->blocks,
                                                                                                   id)) : id;
}

static void note_pointer_from_outside(struct leak_scan *scan, block_id from, block_id to)
{
  struct leak_cycle_search *search = &scan->cycles;
  if (!search->cycle_of[to])
    return;
  const block_id led = leader_of(scan, to), leader = leader_of(scan, from);
  const uint32_t stack_id = blocks_entry(scan->blocks, leader)->alloc_stack_id;
  if (leader != led && stack_id && (!search->outer_stack[led] || stack_id < search->outer_stack[led]))
    search->outer_stack[led] = stack_id;
}

static void find_outsiders(struct leak_scan *scan)
{
  scan->cycles.are_members_found = true;
  for (block_id id = 1; id < scan->index.mark_limit; id++)
    if (scan->index.marks[id].kind == RECORD_LEAK_DEFINITE || scan->index.marks[id].kind == RECORD_LEAK_INDIRECT)
      leak_mark_block(scan, id);
  leak_mark_all(scan);
}

/* --- both --- */

bool leak_cycle_note_pointer(struct leak_scan *scan, block_id from, block_id to)
{
  if (!scan->cycles.are_members_found)
    return note_pointer_in_clique(scan, from, to);
  note_pointer_from_outside(scan, from, to);
  return false;
}

static void find_members(struct leak_scan *scan, block_id leader)
{
  struct leak_cycle_search *search = &scan->cycles;
  scan->leader = leader;
  search->link_count = 1; /* there is no number 0 */
  search->member_count = search->members_followed = 0;
  search->last_link[leader] = LINK_NONE;
  add_member(search, leader);
  leak_mark_block(scan, leader);
  leak_mark_all(scan);
}

/* --- sets --- */

static uint32_t set_count(const struct leak_cycle_search *search, uint32_t number)
{
  return search->sets[number].end - search->sets[number].first;
}

static const uint32_t *set_stacks(const struct leak_cycle_search *search, uint32_t number)
{
  return search->stack_ids + search->sets[number].first;
}

/* Any order will do, as long as it is the same in every run. */
static int compare_sets(const struct leak_cycle_search *search, uint32_t a, uint32_t b)
{
  const uint32_t *of_a = set_stacks(search, a), *of_b = set_stacks(search, b);
  const uint32_t count_a = set_count(search, a), count_b = set_count(search, b);
  for (uint32_t i = 0; i < count_a && i < count_b; i++)
    if (of_a[i] != of_b[i])
      return of_a[i] < of_b[i] ? -1 : 1;
  return (count_a > count_b) - (count_a < count_b);
}

static uint32_t first_slot(const struct leak_cycle_search *search, uint32_t number)
{
  uint64_t hash = 0;
  for (uint32_t i = 0; i < set_count(search, number); i++)
    hash = ((hash ^ hash >> 32) + set_stacks(search, number)[i] + 1) * UINT64_C(0x9e3779b97f4a7c15);
  return (uint32_t)(hash >> 32) & (search->slot_count - 1);
}

/* The slot of an equal set, or the free one where this set belongs. */
static uint32_t *find_slot(const struct leak_cycle_search *search, uint32_t number)
{
  uint32_t at = first_slot(search, number);
  while (search->slots[at] && compare_sets(search, search->slots[at], number) != 0)
    at = (at + 1) & (search->slot_count - 1);
  return &search->slots[at];
}

static void make_slots(struct leak_cycle_search *search, uint32_t slot_count)
{
  env_free(search->slots);
  search->slot_count = slot_count;
  search->slots = env_allocate("cycles", slot_count * sizeof *search->slots);
  memset(search->slots, 0, slot_count * sizeof *search->slots);
  for (uint32_t number = 1; number < search->set_count; number++)
    *find_slot(search, number) = number;
}

/* A stack of the set that is being put together. */
static void add_distinct(struct leak_cycle_search *search, uint32_t stack_id)
{
  struct id_set old = search->distinct;
  if (stack_id >= search->distinct_limit) {
    search->distinct_limit = stack_id < UINT32_MAX / 2 ? stack_id * 2 + 1 : UINT32_MAX;
    id_set_init(&search->distinct, search->distinct_limit);
    while (old.count)
      id_set_add(&search->distinct, id_set_take(&old, 0));
    if (old.level_count)
      id_set_deinit(&old);
  }
  id_set_add(&search->distinct, stack_id);
}

/* Moves these stacks to `ret`, each once, ascending; returns how many they are. */
static uint32_t take_distinct(struct leak_cycle_search *search, uint32_t *ret)
{
  uint32_t count = 0;
  while (search->distinct.count) {
    ret[count] = id_set_take(&search->distinct, count ? ret[count - 1] : 0);
    count++;
  }
  return count;
}

/* Ends the set that is being put together; returns its number. */
static uint32_t number_distinct(struct leak_cycle_search *search)
{
  const uint32_t count = search->distinct.count;
  make_room((void **)&search->stack_ids, search->stack_count, count, &search->stack_capacity,
            sizeof *search->stack_ids);
  make_room((void **)&search->sets, search->set_count, 1, &search->set_capacity, sizeof *search->sets);
  take_distinct(search, search->stack_ids + search->stack_count);
  search->sets[search->set_count] = (struct leak_cycle_set){search->stack_count, search->stack_count + count};
  if (search->slot_count / 2 <= search->set_count)
    make_slots(search, search->slot_count * 2);
  uint32_t *slot = find_slot(search, search->set_count);
  if (*slot)
    return *slot;
  search->stack_count += count;
  return *slot = search->set_count++;
}

static void number_members(struct leak_scan *scan)
{
  struct leak_cycle_search *search = &scan->cycles;
  for (uint32_t at = 0; at < search->member_count; at++)
    add_distinct(search, blocks_entry(scan->blocks, search->members[at])->alloc_stack_id);
  const uint32_t number = number_distinct(search);
  for (uint32_t at = 0; at < search->member_count; at++)
    search->cycle_of[search->members[at]] = number;
}

/* --- for leak_scan.c --- */

void leak_cycle_note_leader(struct leak_scan *scan)
{
  struct leak_cycle_search *search = &scan->cycles;
  make_room((void **)&search->leaders, search->leader_count, 1, &search->leader_capacity, sizeof *search->leaders);
  search->leaders[search->leader_count++] = scan->leader;
}

static size_t table_bytes(const struct leak_scan *scan)
{
  return scan->index.mark_limit * sizeof(uint32_t);
}

static void begin_search(struct leak_scan *scan)
{
  struct leak_cycle_search *search = &scan->cycles;
  search->is_under_way = true;
  search->members = env_map_pages(table_bytes(scan));
  search->last_link = env_map_pages(table_bytes(scan));
  search->cycle_of = env_map_pages(table_bytes(scan));
  search->outer_stack = env_map_pages(table_bytes(scan));
  search->set_count = 1; /* there is no number 0 */
  make_room((void **)&search->sets, 0, 1, &search->set_capacity, sizeof *search->sets);
  make_slots(search, FIRST_CAPACITY);
}

static void end_search(struct leak_scan *scan)
{
  struct leak_cycle_search *search = &scan->cycles;
  env_unmap_pages(search->members, table_bytes(scan));
  env_unmap_pages(search->last_link, table_bytes(scan));
  env_free(search->links);
  search->is_under_way = false;
}

void leak_cycle_find(struct leak_scan *scan)
{
  struct leak_cycle_search *search = &scan->cycles;
  if (!search->leader_count)
    return;
  begin_search(scan);
  for (uint32_t at = 0; at < search->leader_count; at++)
    if (scan->index.marks[search->leaders[at]].kind == RECORD_LEAK_DEFINITE) {
      find_members(scan, search->leaders[at]);
      number_members(scan);
    }
  if (search->set_count > 1)
    find_outsiders(scan);
  end_search(scan);
}

uint32_t leak_cycle_of(const struct leak_scan *scan, block_id id)
{
  return scan->cycles.cycle_of ? scan->cycles.cycle_of[id] : 0;
}

uint32_t leak_cycle_outer_stack(const struct leak_scan *scan, block_id leader)
{
  return scan->cycles.outer_stack ? scan->cycles.outer_stack[leader] : 0;
}

void leak_cycle_release(struct leak_scan *scan)
{
  struct leak_cycle_search *search = &scan->cycles;
  env_free(search->leaders);
  if (!search->cycle_of)
    return;
  env_unmap_pages(search->cycle_of, table_bytes(scan));
  env_unmap_pages(search->outer_stack, table_bytes(scan));
  if (search->distinct_limit)
    id_set_deinit(&search->distinct);
  env_free(search->stack_ids);
  env_free(search->sets);
  env_free(search->slots);
}

/* --- from sets to the result --- */

static void cut_set(struct leak_cycle_search *search, struct leak_cycle_set *set, const struct leak_options *options)
{
  for (uint32_t at = set->first; at < set->end; at++)
    add_distinct(search, options->stack_key(options->stack_key_context, search->stack_ids[at]));
  set->end = set->first + take_distinct(search, search->stack_ids + set->first);
}

static bool is_set_before(const void *a, const void *b, const void *context)
{
  return compare_sets(context, *(const uint32_t *)a, *(const uint32_t *)b) < 0;
}

/* Append a set, unless it is the last one. */
static void append_set(const struct leak_cycle_search *search, struct leak_cycles *cycles, uint32_t number,
                       uint32_t previous)
{
  if (previous && compare_sets(search, previous, number) == 0)
    return;
  uint32_t first = cycles->ends[cycles->count], count = set_count(search, number);
  memcpy(cycles->stack_ids + first, set_stacks(search, number), count * sizeof *cycles->stack_ids);
  cycles->ends[++cycles->count] = first + count;
}

uint32_t *leak_cycle_sum_up(struct leak_scan *scan, struct leak_cycles *ret)
{
  struct leak_cycle_search *search = &scan->cycles;
  *ret = (struct leak_cycles){0};
  if (search->set_count <= 1)
    return NULL;
  const uint32_t count = search->set_count - 1;
  uint32_t *order = env_allocate("cycles", count * sizeof *order);
  uint32_t *numbers = env_allocate("cycles", search->set_count * sizeof *numbers);
  for (uint32_t at = 0; at < count; at++) {
    order[at] = at + 1;
    if (scan->options->stack_key)
      cut_set(search, &search->sets[at + 1], scan->options);
  }
  heapsort_items(order, count, sizeof *order, is_set_before, search);
  ret->stack_ids = env_allocate("cycles", search->stack_count * sizeof *ret->stack_ids);
  ret->ends = env_allocate("cycles", search->set_count * sizeof *ret->ends);
  numbers[0] = ret->ends[0] = 0;
  for (uint32_t at = 0; at < count; at++) {
    append_set(search, ret, order[at], at ? order[at - 1] : 0);
    numbers[order[at]] = ret->count;
  }
  env_free(order);
  return numbers;
}
