/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Each followed block that has a verdict gets an explanation: the event that lost it or its cycle (references.h), or,
 * if it is not lost by itself, a word that still points to it. Blocks of one loss record that were lost alike, in the
 * same place, are told of once, with the events of one of them. */
#include "memcheck/leak/explain.h"

#include "coregrind-glue/core.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/pure/blocks/blocks_layout.h"
#include "memcheck/errors/pointer_events.h"
#include "memcheck/leak/leak_block_list.h"
#include "memcheck/leak/lost_counts.h"
#include "memcheck/leak/owners.h"
#include "memcheck/runtime/follow_exits.h"
#include "memcheck/runtime/followed_pointers.h"
#include "memcheck/runtime/follow_places.h"
#include "memcheck/runtime/try_fix.h"
#include "memcheck/stacks/traces.h"

enum { MEMBERS_MAX = 1024, GROUPS_MAX = 1 << 16, SLOTS = 2 * GROUPS_MAX, MOMENTS_SENT = 256 };

/* The loss record of a followed block; no kind: it has none. */
static struct leak_loss *losses;
static followed_id losses_end;

struct group {
  uint64_t kind, stack, leader_stack, cycle;
  unsigned cause;
  uint32_t event_stack, stored_stack; /* that they have in common */
  followed_id in_registers;           /* whose exits tell what came then; 0: nothing is known of that */
  uint32_t last_exit, earlier_exit;   /* that they have in common */
  struct owner_loss owner;
  uint32_t owner_stack;               /* that they have in common */
  followed_id example;                /* whose events these are, */
  uint64_t time;                      /* up to this one */
  uint64_t start;                     /* of one of the blocks */
  uint64_t count;                     /* what their counts of references say (lost_counts.h) */
  uint64_t held_at;                   /* the word that points to it; 0: none */
  uint64_t blocks, bytes;
  followed_id first, last; /* of the blocks */
};

struct explanations {
  struct references *references;
  uint64_t *held_at;       /* by followed block: a word that points to it; 0: there is none */
  followed_id *next;       /* by followed block: the next one of its group; 0: none */
  struct group *groups;
  uint32_t *slots;         /* number of a group + 1; 0: free */
  uint32_t count;
};

void explain_begin(void)
{
  if (!follow_is_on)
    return;
  follow_settle();
  losses_end = references_limit(follow_references());
  losses = env_map_pages(losses_end * sizeof *losses);
}

static void note_loss(block_id block, const struct leak_loss *loss)
{
  const followed_id id = follow_of_block(block);
  if (id != 0)
    losses[id] = *loss;
}

void (*explain_teller(void))(block_id block, const struct leak_loss *loss)
{
  return follow_is_on ? note_loss : NULL;
}

/* --- one block --- */

/* A pointer to the start is better than one into the block, and one from outside better than one from a lost block. */
static uint64_t worth(const struct explanations *explanations, const struct reference *reference)
{
  const bool is_lost = reference->holder != 0 && losses[reference->holder].kind <= RECORD_LEAK_INDIRECT;
  return (reference->into == 0) + 2u * !is_lost;
}

static void find_holders(struct explanations *explanations)
{
  size_t cursor = 0;
  for (const struct reference *word; (word = references_next(explanations->references, &cursor)) != NULL;) {
    uint64_t *const known = &explanations->held_at[word->target];
    if (*known == 0 ||
        worth(explanations, word) > worth(explanations, references_find(explanations->references, *known)))
      *known = word->address;
  }
}

static uint32_t exit_stack(followed_id id, unsigned number)
{
  const struct frame_exit *exit = follow_exits_of(id, number);
  return exit ? exit->stack : 0;
}

static void note_exits(followed_id id, struct group *group)
{
  group->in_registers = id;
  group->last_exit = exit_stack(id, 0);
  group->earlier_exit = exit_stack(id, 1);
}

static void explain_loss(const struct explanations *explanations, followed_id id, struct group *group)
{
  static followed_id members[MEMBERS_MAX];
  struct references *const references = explanations->references;
  const struct followed *followed = references_followed(references, id);
  const size_t count = followed->count > 0 ? references_cycle(references, id, members, MEMBERS_MAX) : 1;
  members[0] = id;
  const struct reference_event *event = references_loss(references, members, count, &group->example);
  if (!event) {
    group->cause = followed->was_stored ? RECORD_LOST_UNKNOWN : RECORD_LOST_NEVER_STORED;
    if (!followed->was_stored)
      note_exits(id, group);
    return;
  }
  group->cause = event->cause;
  group->event_stack = event->stack;
  group->stored_stack = event->stored_stack;
  group->time = event->time;
  group->owner = owners_find(group->example, event, (uint32_t)losses[group->example].stack_id);
  group->owner_stack = group->owner.event ? group->owner.event->stack : 0;
  if (event == references_event(references_followed(references, group->example), 0))
    note_exits(group->example, group);
}

static void explain_block(const struct explanations *explanations, followed_id id, struct group *group)
{
  group->kind = losses[id].kind;
  group->stack = losses[id].stack_id;
  group->leader_stack = losses[id].leader_stack_id;
  group->cycle = losses[id].cycle;
  group->start = references_followed(explanations->references, id)->start;
  if (group->kind == RECORD_LEAK_DEFINITE) {
    explain_loss(explanations, id, group);
    group->count = lost_counts_key(id);
    return;
  }
  group->cause = RECORD_LOST_UNKNOWN;
  group->held_at = explanations->held_at[id];
  if (group->held_at == 0)
    return;
  group->cause = group->kind == RECORD_LEAK_INDIRECT ? RECORD_LOST_BY_HOLDER : RECORD_LOST_HELD;
  group->stored_stack = references_find(explanations->references, group->held_at)->stack;
}

/* --- groups --- */

static bool are_alike(const struct group *a, const struct group *b)
{
  return a->kind == b->kind && a->stack == b->stack && a->leader_stack == b->leader_stack && a->cycle == b->cycle &&
         a->cause == b->cause && a->event_stack == b->event_stack && a->stored_stack == b->stored_stack &&
         a->last_exit == b->last_exit && a->earlier_exit == b->earlier_exit && a->count == b->count &&
         a->owner_stack == b->owner_stack;
}

static uint32_t first_slot(const struct group *group)
{
  const uint64_t key = group->stack ^ group->leader_stack << 20 ^ (uint64_t)group->event_stack << 32 ^
                       (uint64_t)group->stored_stack << 12 ^ (uint64_t)group->last_exit << 40 ^
                       (uint64_t)group->earlier_exit << 8 ^ group->kind << 60 ^ (uint64_t)group->cause << 56 ^
                       group->count;
  return (uint32_t)(key * UINT64_C(0x9e3779b97f4a7c15) >> 40) % SLOTS;
}

static void add_to_group(struct explanations *explanations, const struct group *one, followed_id id)
{
  uint32_t i = first_slot(one);
  while (explanations->slots[i] != 0 && !are_alike(&explanations->groups[explanations->slots[i] - 1], one))
    i = (i + 1) % SLOTS;
  if (explanations->slots[i] == 0) {
    if (explanations->count == GROUPS_MAX)
      return;
    explanations->groups[explanations->count] = *one;
    explanations->slots[i] = ++explanations->count;
  }
  struct group *const group = &explanations->groups[explanations->slots[i] - 1];
  group->blocks++;
  group->bytes += references_followed(explanations->references, id)->bytes;
  if (group->last != 0)
    explanations->next[group->last] = id;
  else
    group->first = id;
  group->last = id;
}

static void gather(struct explanations *explanations)
{
  for (followed_id id = 1; id < references_limit(explanations->references); id++) {
    struct group group = {0};
    if (losses[id].kind == 0)
      continue;
    explain_block(explanations, id, &group);
    add_to_group(explanations, &group, id);
  }
}

static void take_back(const struct explanations *explanations, int change)
{
  for (followed_id id = 1; id < references_limit(explanations->references); id++)
    if (losses[id].kind == RECORD_LEAK_DEFINITE || losses[id].kind == RECORD_LEAK_INDIRECT)
      owners_take_back(id, change);
}

/* --- sending --- */

static void send_events(const struct explanations *explanations, uint64_t check_id, uint64_t lost_id,
                        const struct group *group)
{
  const struct followed *followed = references_followed(explanations->references, group->example);
  const struct reference_event *event;
  for (unsigned number = 0; group->time != 0 && (event = references_event(followed, number)) != NULL; number++)
    if (event->time <= group->time && (!group->owner.event || event->time != group->owner.event->time))
      pointer_event_send((struct pointer_event_owner){.check_id = check_id, .lost_id = lost_id}, event);
  if (group->owner.event)
    pointer_event_send(
      (struct pointer_event_owner){.check_id = check_id, .lost_id = lost_id, .role = group->owner.role},
      group->owner.event);
  if (group->held_at == 0)
    return;
  const struct reference *reference = references_find(explanations->references, group->held_at);
  const struct reference_event held = follow_places_held(reference);
  pointer_event_send((struct pointer_event_owner){.check_id = check_id, .lost_id = lost_id}, &held);
}

/* Returns how many there are. */
static size_t take_exits(const struct group *group, uint64_t *ret_stacks, uint64_t *ret_registers)
{
  const struct frame_exit *exit;
  size_t count = 0;
  if (group->in_registers == 0)
    return 0;
  for (; (exit = follow_exits_of(group->in_registers, (unsigned)count)) != NULL; count++) {
    traces_send(exit->stack);
    ret_stacks[count] = exit->stack;
    ret_registers[count] = exit->registers;
  }
  return count;
}

/* Of the blocks of a group, in step. */
struct sent_moments {
  uint64_t threads[MOMENTS_SENT], numbers[MOMENTS_SENT], events[MOMENTS_SENT], exits[MOMENTS_SENT];
  size_t count;
};

/* Not those of a cycle, each of which has events of its own. */
static void take_moments(const struct explanations *explanations, const struct group *group, struct sent_moments *ret)
{
  ret->count = 0;
  for (followed_id id = group->cycle == 0 ? group->first : 0; id != 0 && ret->count < MOMENTS_SENT;
       id = explanations->next[id]) {
    const struct moment moment = try_fix_moment(id);
    ret->threads[ret->count] = moment.thread;
    ret->numbers[ret->count] = moment.number;
    ret->events[ret->count] = moment.events;
    ret->exits[ret->count++] = moment.exits;
  }
}

static void send_group(const struct explanations *explanations, uint64_t check_id, uint64_t lost_id,
                       const struct group *group)
{
  traces_send((stack_id)group->stack);
  traces_send((stack_id)group->leader_stack);
  static struct sent_moments moments;
  uint64_t exit_stacks[EXITS_KEPT], exit_registers[EXITS_KEPT];
  take_moments(explanations, group, &moments);
  const size_t exits = take_exits(group, exit_stacks, exit_registers);
  channel_send_lost(&(struct record_lost){
    .check_id = check_id,
    .id = lost_id,
    .kind = group->kind,
    .stack_id = group->stack,
    .leader_stack_id = group->leader_stack,
    .cycle_id = group->cycle,
    .registers = group->cause == RECORD_LOST_FRAME_LEFT && exits > 0 ? exit_registers[exits - 1] : 0,
    .exit_stack_ids = {exit_stacks, exits},
    .exit_registers = {exit_registers, exits},
    .cause = group->cause,
    .blocks = group->blocks,
    .bytes = group->bytes,
    .start = group->start,
    .block_threads = {moments.threads, moments.count},
    .block_numbers = {moments.numbers, moments.count},
    .block_events = {moments.events, moments.count},
    .block_exits = {moments.exits, moments.count},
  });
  send_events(explanations, check_id, lost_id, group);
  if (group->count != 0)
    lost_counts_send(check_id, lost_id, group->first);
}

void explain_send(uint64_t check_id)
{
  if (!follow_is_on)
    return;
  struct references *const references = follow_references();
  const size_t held_bytes = references_limit(references) * sizeof(uint64_t);
  const size_t next_bytes = references_limit(references) * sizeof(followed_id);
  struct explanations explanations = {
    .references = references,
    .held_at = env_map_pages(held_bytes),
    .next = env_map_pages(next_bytes),
    .groups = env_map_pages(GROUPS_MAX * sizeof(struct group)),
    .slots = env_map_pages(SLOTS * sizeof(uint32_t)),
  };
  find_holders(&explanations);
  take_back(&explanations, -1);
  gather(&explanations);
  for (uint32_t i = 0; i < explanations.count; i++)
    send_group(&explanations, check_id, i + 1, &explanations.groups[i]);
  take_back(&explanations, 1);
  env_unmap_pages(explanations.held_at, held_bytes);
  env_unmap_pages(explanations.next, next_bytes);
  env_unmap_pages(explanations.groups, GROUPS_MAX * sizeof(struct group));
  env_unmap_pages(explanations.slots, SLOTS * sizeof(uint32_t));
  env_unmap_pages(losses, losses_end * sizeof *losses);
}
