/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/runtime/follow_exits.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/pure/shadow/shadow.h"
#include "memcheck/runtime/checks.h"
#include "memcheck/runtime/stack_tags.h"
#include "memcheck/runtime/try_fix.h"
#include "memcheck/stacks/traces.h"

#include "libvex_guest_amd64.h"
#include "pub_tool_machine.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_threadstate.h"

enum { WORD = 8 };

static struct exits *exits;
static Bool (*look_at_exit)(ThreadId tid, followed_id id, uint32_t *ret_registers);
static block_id (*block_of)(followed_id id);

void follow_exits_create(Bool (*look)(ThreadId tid, followed_id id, uint32_t *ret_registers),
                         block_id (*block)(followed_id id))
{
  exits = exits_create();
  look_at_exit = look;
  block_of = block;
}

void follow_exits_mark(Addr word)
{
  shadow_make_undefined(guest.shadow, word, WORD);
  origins_set(guest.origins, word, WORD, CHECKS_FOLLOWED);
  stack_tags_note(word, WORD);
}

/* A stack that was left unnoticed has lost its marks: what is still watched there is in frames that are gone. */
static void give_up_stale(Addr word)
{
  followed_id id = exits_watched_at(exits, word);
  if (id == 0 || shadow_value(guest.shadow, word) != SHADOW_DEFINED)
    return;
  for (; id != 0; id = exits_watched_at(exits, word))
    exits_give_up(exits, id);
}

/* Where the return address of a frame lies: just below the stack pointer of its caller. 0: not known. */
static Addr return_word(Addr caller_sp)
{
  const Addr word = caller_sp - WORD;
  if (caller_sp < WORD || word % WORD != 0 || !shadow_is_addressable(guest.shadow, word))
    return 0;
  give_up_stale(word);
  return word;
}

void follow_exits_begin(followed_id id)
{
  enum { FRAMES = 2 };
  Addr ips[FRAMES], sps[FRAMES], fps[FRAMES];
  const UInt count = VG_(get_StackTrace)(VG_(get_running_tid)(), ips, FRAMES, sps, fps, 0);
  const Addr word = count == FRAMES ? return_word(sps[1]) : 0;
  exits_begin(exits, id, word);
  if (word != 0)
    follow_exits_mark(word);
}

void follow_exits_end(followed_id id)
{
  exits_end(exits, id);
}

static void set_sp(ThreadId tid, Addr sp)
{
  const ULong value = sp;
  VG_(set_shadow_regs_area)(tid, 0, offsetof(VexGuestAMD64State, guest_RSP), sizeof value, (const UChar *)&value);
}

/* The frame that a return leaves, and where the next one outwards has its return address; 0: not known. */
struct left_frame {
  uint32_t stack; /* 0: it was left in another way, by a jump */
  Addr outwards;
};

/* The stack pointer has passed the return address already, but the instruction is still the return. */
static struct left_frame look_at_return(Addr word, ThreadId tid)
{
  enum { FRAMES = 3 };
  Addr ips[FRAMES], sps[FRAMES], fps[FRAMES];
  struct left_frame left = {0};
  set_sp(tid, word);
  const UInt count = VG_(get_StackTrace)(tid, ips, FRAMES, sps, fps, 0);
  if (count > 1 && sps[1] == word + WORD) {
    left.stack = traces_of_thread(tid);
    left.outwards = count == FRAMES ? return_word(sps[2]) : 0;
  }
  set_sp(tid, word + WORD);
  return left;
}

static void leave(Addr word)
{
  const ThreadId tid = VG_(get_running_tid)();
  const Bool may_return = VG_(get_SP)(tid) == word + WORD;
  const struct left_frame left = may_return ? look_at_return(word, tid) : (struct left_frame){0};
  Bool is_watched_on = False;
  for (followed_id id; left.stack != 0 && (id = exits_watched_at(exits, word)) != 0;) {
    struct frame_exit exit = {.stack = left.stack};
    if (!look_at_exit(tid, id, &exit.registers)) {
      exits_give_up(exits, id);
      continue;
    }
    exits_move_on(exits, id, exit, exit.registers != 0 ? left.outwards : 0);
    is_watched_on |= exit.registers != 0;
    try_fix_exit(id, block_of(id), exit.stack);
  }
  if (is_watched_on && left.outwards != 0)
    follow_exits_mark(left.outwards);
  try_fix_settle();
}

void follow_exits_given_up(Addr start, Addr end, Bool is_left)
{
  Addr word;
  while (exits_next_in(exits, start, end, &word)) {
    if (is_left)
      leave(word);
    for (followed_id id; (id = exits_watched_at(exits, word)) != 0;)
      exits_give_up(exits, id);
  }
}

const struct frame_exit *follow_exits_of(followed_id id, unsigned number)
{
  return exits_of(exits, id, number);
}

void follow_exits_show(void)
{
  Addr word = 0;
  for (; exits_next_in(exits, word, ~(Addr)0, &word); word += WORD)
    if (shadow_is_addressable(guest.shadow, word))
      follow_exits_mark(word);
}
