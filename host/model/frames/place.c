/* SPDX-License-Identifier: GPL-2.0-or-later */
/* First each frame is described by itself; then the stack is walked outwards, with no more than those descriptions. */
#include "host/model/frames/place.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/model/frames/frame_names.h"
#include "host/model/frames/ownership.h"
#include "host/model/frames/test_frames.h"
#include "suppressions/frame_role.h"

enum { WRAPPER_CALLERS_LEAST = 2 };

struct place_rules {
  struct ownership *ownership;
  const struct options *options;
};

void place_rules_create(const struct options *options, struct place_rules **ret)
{
  struct place_rules *rules = memory_zeroed(1, sizeof *rules);
  ownership_create(options, &rules->ownership);
  rules->options = options;
  *ret = rules;
}

void place_rules_destroy(struct place_rules *rules)
{
  if (!rules)
    return;
  ownership_destroy(rules->ownership);
  free(rules);
}

const struct ownership *place_ownership(const struct place_rules *rules)
{
  return rules->ownership;
}

/* --- a frame --- */

/* "DIRECTORY/FILE" as far as they are known; malloc'ed. *ret NULL: nothing is. */
static void source_path(const struct frame *frame, char **ret)
{
  *ret = NULL;
  if (!frame->file)
    return;
  bool is_whole = frame->file[0] == '/' || !frame->directory;
  size_t size = strlen(frame->file) + (is_whole ? 0 : strlen(frame->directory) + 1) + 1;
  char *path = memory_allocate(size);
  *path = '\0';
  if (!is_whole)
    strcat(strcpy(path, frame->directory), "/");
  strcat(path, frame->file);
  *ret = path;
}

/* By --wrappers. */
static bool is_given_wrapper(const struct place_rules *rules, const struct frame *frame)
{
  const char *names[] = {frame->function, frame->function_linkage, frame->inlined_linkage};
  for (size_t i = 0; i < options_count(rules->options, OPTION_wrappers); i++)
    for (size_t j = 0; j < sizeof names / sizeof *names; j++)
      if (names[j] && fnmatch(options_at(rules->options, OPTION_wrappers, i), names[j], 0) == 0)
        return true;
  return false;
}

/* The library that stands in front of the program's functions: whatever they are called, and it may have been built
 * again. */
static bool is_of_checker(const char *object)
{
  static const char library[] = "/native-amd64-linux.so";
  const size_t bytes = object ? strlen(object) : 0;
  return object && (strstr(object, "/vgpreload_") ||
                    (bytes >= sizeof library - 1 && strcmp(object + bytes - (sizeof library - 1), library) == 0));
}

/* The name alone does not make a wrapper of a function in the program's own code: that may lose memory itself, so its
 * machine code is looked at as well. */
static enum frame_role role_of(const struct place_rules *rules, const struct frame *frame, const char *object,
                               const char *source, bool *ret_named)
{
  const char *family, *name = frame->inlined_linkage ? frame->inlined_linkage : frame->function_linkage;
  enum frame_role role = frame_role_find(name ? name : frame->function, object, source, &family);
  *ret_named = role == FRAME_ALLOCATOR && !family && ownership_is_local(rules->ownership, object, source);
  if (*ret_named)
    role = FRAME_TELLING;
  if (is_of_checker(object))
    return FRAME_ALLOCATOR;
  return role == FRAME_TELLING && is_given_wrapper(rules, frame) ? FRAME_ALLOCATOR : role;
}

static uint64_t hash_mark(uint64_t seed, uint64_t value)
{
  uint64_t hash = (seed ^ value) * UINT64_C(0x9e3779b97f4a7c15);
  return hash ^ hash >> 32;
}

/* By the line's text if symbols have told it; else by the line's number, else by the instruction, which in code that
 * the program makes is somewhere else each time. */
static uint64_t mark_of(const struct code *code, const struct frame *frame)
{
  enum { BY_LINE = 1, BY_OFFSET = 2 };
  if (frame->mark != 0)
    return frame->mark;
  if (frame->line > 0)
    return hash_mark(BY_LINE, frame->line);
  return code->mapping && !code->mapping->maker ? hash_mark(BY_OFFSET, code_offset(code)) : 0;
}

/* Code that a library makes is the library's. */
static const char *object_of(const struct code *code)
{
  if (!code->mapping)
    return NULL;
  return code->mapping->maker ? code->mapping->maker : code->mapping->file.path;
}

void place_describe_frame(const struct place_rules *rules, const struct code *code, struct frame *frame)
{
  const char *object = object_of(code);
  char *source;
  source_path(frame, &source);
  frame->role = role_of(rules, frame, object, source, &frame->is_named);
  frame->is_own = ownership_is_own(rules->ownership, frame->function, object, source);
  frame->is_local = ownership_is_local(rules->ownership, object, source);
  frame->test = test_frames_find(frame, object, source);
  if (frame->mark == 0 && frame->mark_kind == FRAME_MARK_TEXT)
    frame->mark_kind = FRAME_MARK_NONE;
  frame->mark = mark_of(code, frame);
  if (frame->line_in_function == 0)
    frame->line_in_function = frame->line;
  free(source);
}

/* --- a stack --- */

struct walk {
  const struct frame *frames;
  size_t count;
  bool by_own;
};

static bool is_telling(const struct walk *walk, size_t index)
{
  return walk->frames[index].role == FRAME_TELLING;
}

static bool is_own(const struct walk *walk, size_t index)
{
  const struct frame *frame = &walk->frames[index];
  return frame->role == FRAME_TELLING && (walk->by_own ? frame->is_own : frame->is_local);
}

static size_t next_telling(const struct walk *walk, size_t start)
{
  while (start < walk->count && !is_telling(walk, start))
    start++;
  return start;
}

/* Past wrappers; an allocator of the program's own, which a container uses, is one of them. The walk stops where own
 * code hands a block to a library: who frees it then is still own code's business. */
static size_t pass_wrappers(const struct walk *walk, size_t site)
{
  while (site < walk->count && walk->frames[site].hands_on) {
    size_t next = next_telling(walk, site + 1);
    if (next == walk->count || (is_own(walk, site) && !is_own(walk, next)))
      break;
    site = next;
  }
  return site;
}

static size_t first_own(const struct walk *walk, size_t start)
{
  for (size_t i = start; i < walk->count; i++)
    if (is_own(walk, i))
      return i;
  return start;
}

/* --- wrappers --- */

enum { ALL_WAYS = (1 << SYMBOLS_WAYS) - 1, RESULT_WAY = 1 << SYMBOLS_WAY_RESULT };

/* How allocators give blocks to their callers. */
static unsigned ways_of_allocator(const struct frame *frame)
{
  static const char *const storing[] = {"posix_memalign", "asprintf", "__asprintf", "vasprintf", "__vasprintf",
                                        "__asprintf_chk", "__vasprintf_chk", "__vasprintf_internal"};
  const char *name = frame->function_linkage ? frame->function_linkage : frame->function;
  for (size_t i = 0; name && i < sizeof storing / sizeof *storing; i++)
    if (strcmp(name, storing[i]) == 0)
      return RESULT_WAY | 1U << SYMBOLS_WAY_ARGUMENT;
  return RESULT_WAY;
}

/* Of frame `index`, counted over all codes; what is known of merged frames is not about any of them. */
static void find_call(struct symbols *symbols, const struct stack *stack, size_t index, struct symbols_call *ret)
{
  const struct code *code = stack_code_at(stack, &index);
  *ret = (struct symbols_call){0};
  if (!code->mapping || code->is_merged)
    return;
  symbols_call(symbols, &code->mapping->file, code_offset(code), index, ret);
}

static unsigned ways_beyond(const struct symbols_call *call, unsigned ways)
{
  unsigned ret = 0;
  for (unsigned i = 0; call->is_known && i < SYMBOLS_WAYS; i++)
    ret |= ways >> i & 1 ? call->ways[i] : 0;
  return ret;
}

/* How the block that came to a frame by `*ways` goes on from there; where nothing is known of a library, in every way.
 * Of a telling frame that hands it on it is also said whether it is one by line. Returns whether it has several
 * callers. */
static bool pass_frame(struct frame *frame, const struct symbols_call *call, unsigned *ways)
{
  unsigned beyond = ways_beyond(call, *ways);
  bool is_result = (*ways & RESULT_WAY) && call->is_returned && !call->is_stored;
  if (frame->role == FRAME_ALLOCATOR && !frame->is_local) {
    *ways = ways_of_allocator(frame);
    return false;
  }
  frame->is_by_line = frame->role == FRAME_TELLING && call->is_known && !is_result;
  *ways = beyond || (frame->role == FRAME_TELLING && call->is_known) ? beyond : ALL_WAYS;
  return frame->is_named || call->callers >= WRAPPER_CALLERS_LEAST;
}

/* Version 2 followed results only, up to the first container. */
static bool returned_on(const struct frame *frame, const struct symbols_call *call)
{
  if (frame->role != FRAME_TELLING)
    return false;
  if (!call->is_known)
    return frame->is_named;
  return call->is_returned && (frame->is_named || call->callers >= WRAPPER_CALLERS_LEAST);
}

/* All that the block came through up to a wrapper are wrappers, also those with one caller. */
static void mark_up_to(struct frame *frames, size_t last)
{
  for (size_t i = 0; i <= last; i++)
    if (frames[i].role == FRAME_TELLING)
      frames[i].hands_on = true;
}

void place_mark_wrappers(struct symbols *symbols, const struct stack *stack, size_t codes, struct frame *frames)
{
  const size_t count = stack ? stack_count_frames(stack, codes) : 0;
  unsigned ways = RESULT_WAY;
  bool is_returned = false;
  bool is_handed = count > 0 && frames[0].role != FRAME_TELLING;
  for (size_t i = 0; i < count && is_handed; i++) {
    struct frame *frame = &frames[i];
    struct symbols_call call;
    find_call(symbols, stack, i, &call);
    bool is_shared = i > 0 && pass_frame(frame, &call, &ways);
    if (i == 0)
      ways = ways_of_allocator(frame);
    is_handed = frame->role != FRAME_TELLING || (call.is_known ? ways != 0 : frame->is_named);
    if (is_handed && is_shared && frame->role == FRAME_TELLING)
      mark_up_to(frames, i);
    frame->returns_on = i > 0 && is_returned && returned_on(frame, &call);
    is_returned = frame->returns_on || frame->role == FRAME_ALLOCATOR;
  }
}

void place_frames_of(struct symbols *symbols, const struct settings *settings, const struct stack *stack,
                     struct frame **ret, size_t *ret_count)
{
  const size_t codes = stack ? frame_names_shown_codes(settings, stack) : 0;
  stack_frames(stack, codes, ret, ret_count);
  place_mark_wrappers(symbols, stack, codes, *ret);
}

struct place place_find(const struct frame *frames, size_t count, bool is_leak, bool by_own)
{
  const struct walk walk = {frames, count, by_own};
  size_t site = next_telling(&walk, 0);
  if (site == count) /* the caller that is furthest from the allocator */
    site = count > 0 ? count - 1 : 0;
  size_t kept = is_leak ? pass_wrappers(&walk, site) : site;
  return (struct place){site, kept, first_own(&walk, kept)};
}
