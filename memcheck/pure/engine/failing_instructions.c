/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Members are few, and looked for one after the other: that happens when code is made, which is rare beside how often
 * it runs. What happens all the time, counting, is done by the code itself, in tables that lie at fixed places. */
#include "memcheck/pure/engine/failing_instructions.h"

#include <stddef.h>

struct promotions_tally *promotions_tally(struct promotions *promotions, uint64_t address)
{
  return &promotions->tallies[address * UINT64_C(0x9e3779b97f4a7c15) >> 32 & (PROMOTIONS_TALLIES - 1)];
}

static const struct promotions_member *find_member(const struct promotions *promotions, uint64_t address)
{
  for (uint32_t i = 0; i < promotions->member_count; i++)
    if (promotions->members[i].address == address)
      return &promotions->members[i];
  return NULL;
}

enum promotions_standing promotions_standing(const struct promotions *promotions, uint64_t address)
{
  const struct promotions_member *member = promotions != NULL ? find_member(promotions, address) : NULL;
  return member != NULL ? member->standing : PROMOTIONS_USUAL;
}

bool promotions_any_in(const struct promotions *promotions, uint64_t start, uint64_t bytes)
{
  for (uint32_t i = 0; i < promotions->member_count; i++)
    if (promotions->members[i].standing != PROMOTIONS_USUAL && promotions->members[i].address - start < bytes)
      return true;
  return false;
}

struct change {
  struct promotions *promotions;
  void (*changed)(uint64_t address);
};

static void set_standing(const struct change *change, struct promotions_member *member,
                         enum promotions_standing standing, uint64_t windows)
{
  member->standing = standing;
  member->until = change->promotions->window + windows;
  change->changed(member->address);
}

/* One that was watched. */
static void judge_member(const struct change *change, struct promotions_member *member)
{
  struct promotions *promotions = change->promotions;
  const struct promotions_rules *rules = &promotions->rules;
  const struct promotions_tally *tally = promotions_tally(promotions, member->address);
  const bool fails = tally->address == member->address && tally->failures >= rules->failures_min &&
                     tally->runs / rules->runs_per_failure <= tally->failures;
  promotions->promoted += fails;
  set_standing(change, member, fails ? PROMOTIONS_PRECISE : PROMOTIONS_USUAL, member->period);
  member->period = member->period < rules->period_max / 2 ? member->period * 2 : rules->period_max;
}

static void review_member(const struct change *change, struct promotions_member *member)
{
  if (member->standing == PROMOTIONS_WATCHED) {
    judge_member(change, member);
  } else if (member->standing == PROMOTIONS_PRECISE && change->promotions->window >= member->until) {
    change->promotions->ended++;
    set_standing(change, member, PROMOTIONS_USUAL, 0);
  }
}

/* When there is no more room, all begin anew. */
static struct promotions_member *add_member(const struct change *change, uint64_t address)
{
  struct promotions *promotions = change->promotions;
  if (promotions->member_count == PROMOTIONS_MEMBERS_MAX) {
    for (uint32_t i = 0; i < PROMOTIONS_MEMBERS_MAX; i++)
      if (promotions->members[i].standing != PROMOTIONS_USUAL)
        set_standing(change, &promotions->members[i], PROMOTIONS_USUAL, 0);
    promotions->member_count = 0;
  }
  struct promotions_member *member = &promotions->members[promotions->member_count++];
  *member = (struct promotions_member){.address = address, .period = promotions->rules.period_min};
  return member;
}

static void consider_tally(const struct change *change, const struct promotions_tally *tally)
{
  struct promotions *promotions = change->promotions;
  if (tally->failures < promotions->rules.failures_min)
    return;
  struct promotions_member *member = (struct promotions_member *)find_member(promotions, tally->address);
  if (member == NULL)
    member = add_member(change, tally->address);
  if (member->standing == PROMOTIONS_USUAL && promotions->window >= member->until)
    set_standing(change, member, PROMOTIONS_WATCHED, 1);
}

void promotions_end_window(struct promotions *promotions, void (*changed)(uint64_t address))
{
  const struct change change = {promotions, changed};
  promotions->window++;
  for (uint32_t i = 0; i < promotions->member_count; i++)
    review_member(&change, &promotions->members[i]);
  for (unsigned i = 0; i < PROMOTIONS_TALLIES; i++) {
    consider_tally(&change, &promotions->tallies[i]);
    promotions->tallies[i].failures = promotions->tallies[i].runs = 0;
  }
}

bool promotions_is_valid(const struct promotions *promotions)
{
  if (promotions->member_count > PROMOTIONS_MEMBERS_MAX || promotions->ended > promotions->promoted)
    return false;
  for (uint32_t i = 0; i < promotions->member_count; i++) {
    const struct promotions_member *member = &promotions->members[i];
    const bool has_standing = member->standing == PROMOTIONS_USUAL || member->standing == PROMOTIONS_WATCHED ||
                              member->standing == PROMOTIONS_PRECISE;
    if (!has_standing || find_member(promotions, member->address) != member ||
        member->period < promotions->rules.period_min || member->period > promotions->rules.period_max)
      return false;
    if (member->standing != PROMOTIONS_USUAL && member->until <= promotions->window)
      return false;
  }
  return true;
}
