/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One function per place of an address, each of which adds its notes to a list. */
#include "host/model/words/error_notes.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "host/base/print.h"
#include "host/model/frames/frame_names.h"
#include "host/model/process/error_trails.h"
#include "host/model/process/found_later.h"
#include "host/model/words/lost_words.h"
#include "host/model/words/numbers.h"
#include "host/model/words/sentences.h"

/* --- the list --- */

static void add_note(struct error_notes *notes, const struct stack *stack, const char *format, ...)
  __attribute__((format(printf, 3, 4)));
static void add_note(struct error_notes *notes, const struct stack *stack, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  notes->items[notes->count++] = (struct error_note){.sentence = print_args(format, arguments), .stack = stack};
  va_end(arguments);
}

/* "Address 0x... is" and what follows. */
static void add_address(struct error_notes *notes, const struct stack *stack, const struct error_context *error,
                        const char *format, ...) __attribute__((format(printf, 4, 5)));
static void add_address(struct error_notes *notes, const struct stack *stack, const struct error_context *error,
                        const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  char *rest = print_args(format, arguments);
  va_end(arguments);
  add_note(notes, stack, "Address 0x%llx is %s", (unsigned long long)error->address, rest);
  free(rest);
}

/* Of the last note, if it has a stack. */
static void set_title(struct error_notes *notes, const char *title)
{
  if (notes->count > 0 && notes->items[notes->count - 1].stack)
    notes->items[notes->count - 1].title = title;
}

void error_notes_release(struct error_notes *notes)
{
  for (size_t i = 0; i < notes->count; i++)
    free(notes->items[i].sentence);
  notes->count = 0;
}

static void describe_unknown(struct error_notes *notes, const struct settings *settings,
                             const struct error_context *error)
{
  (void)settings;
  add_address(notes, NULL, error, "not stack'd, malloc'd or (recently) free'd");
}

static void describe_just_below(struct error_notes *notes, const struct settings *settings,
                                const struct error_context *error)
{
  (void)settings;
  add_address(notes, NULL, error, "just below the stack ptr.  To suppress, use: --workaround-gcc296-bugs=yes");
}

/* --- blocks --- */

struct extent {
  uint64_t start, bytes;
};

static struct extent block_of(const struct error_context *error)
{
  return (struct extent){error->block_start, error->block_bytes};
}

/* "16 bytes before", "inside" or "after" */
static void add_distance(struct error_notes *notes, const struct stack *stack, const struct error_context *error,
                         struct extent block, const char *what, const char *state)
{
  uint64_t end = block.start + block.bytes, distance = error->address - block.start;
  const char *relation = "inside";
  if (error->address < block.start) {
    relation = "before";
    distance = block.start - error->address;
  } else if (distance >= block.bytes) {
    relation = "after";
    distance = error->address - end;
  }
  add_address(notes, stack, error, "%s bytes %s a%s of size %s %s", grouped_number(distance).digits, relation, what,
              grouped_number(block.bytes).digits, state);
  /* The core's own blocks never had a stack. */
  if (notes->count > 0)
    notes->items[notes->count - 1].lacks_stack =
      !stack && error->place != RECORD_PLACE_ARENA && !found_later_of(error->kind);
  set_title(notes, "Allocated here");
}

static void describe_live_block(struct error_notes *notes, const struct settings *settings,
                                const struct error_context *error)
{
  (void)settings;
  add_distance(notes, error->alloc_stack, error, block_of(error),
               error->place_detail == 1 ? " recently re-allocated block" : " block", "alloc'd");
}

static void add_freed(struct error_notes *notes, const struct error_context *error, struct extent block)
{
  add_distance(notes, error->free_stack, error, block, " block", "free'd");
  set_title(notes, "Freed here");
  if (error->alloc_stack)
    add_note(notes, error->alloc_stack, "Block was alloc'd at");
  if (error->alloc_stack)
    set_title(notes, "Allocated here");
}

static void describe_freed_block(struct error_notes *notes, const struct settings *settings,
                                 const struct error_context *error)
{
  (void)settings;
  add_freed(notes, error, block_of(error));
}

static void describe_pool_block(struct error_notes *notes, const struct settings *settings,
                                const struct error_context *error)
{
  (void)settings;
  char *what = print_text(" %s", *error->place_name ? error->place_name : "block");
  add_distance(notes, error->alloc_stack, error, block_of(error), what, "client-defined");
  free(what);
}

/* However far away it is: how the allocator lays out its memory is no concern of the program's. Memcheck names the
 * arena's block when that is free, or is the one that holds the nearest block; with its personality so do we. */
static bool names_nearest(const struct settings *settings, const struct error_context *error)
{
  bool is_as_in_memcheck = error->place_detail == 1 || error->nearest_start == error->block_start;
  return error->nearest_start != 0 && !(settings->is_memcheck && is_as_in_memcheck);
}

static void describe_arena(struct error_notes *notes, const struct settings *settings,
                           const struct error_context *error)
{
  const struct extent nearest = {error->nearest_start, error->nearest_bytes};
  char *where;
  if (names_nearest(settings, error)) {
    if (error->nearest_is_freed)
      add_freed(notes, error, nearest);
    else
      add_distance(notes, error->alloc_stack, error, nearest, " block", "alloc'd");
    return;
  }
  where = print_text("in arena \"%s\"", error->place_name);
  add_distance(notes, NULL, error, block_of(error), error->place_detail == 1 ? "n unallocated block" : " block", where);
  free(where);
}

/* --- stacks --- */

/* The function that made the frame the address lies in, and the line where it begins; never with a path. */
static void add_stack_frame(struct error_notes *notes, const struct settings *settings,
                            const struct error_context *error)
{
  if (error->place_frame == 0 || !error->place_stack)
    return;
  const struct code *code = error->place_stack->codes[0];
  const struct frame *frame = &code->frames[code->frame_count - 1];
  if (!frame->function && !frame->file)
    return;
  char line[16] = "";
  if (frame->file)
    snprintf(line, sizeof line, "%u", frame->line);
  add_note(notes, NULL, "in frame #%llu, created by %s (%s:%s)", (unsigned long long)error->place_frame - 1,
      frame_names_function(settings, code, code->frame_count - 1), frame->file ? frame->file : "???", line);
}

static void describe_on_stack(struct error_notes *notes, const struct settings *settings,
                              const struct error_context *error)
{
  add_address(notes, NULL, error, "on thread %llu's stack", (unsigned long long)error->place_tid);
  add_stack_frame(notes, settings, error);
  if (error->place_detail != RECORD_STACK_LIVE)
    add_note(notes, NULL, "%s%lld bytes below stack pointer",
        error->place_detail == RECORD_STACK_GUARD_PAGE ? "In stack guard protected page, " : "",
        (long long)(0 - error->place_offset));
}

/* --- mappings --- */

static void describe_segment(struct error_notes *notes, const struct settings *settings,
                             const struct error_context *error)
{
  (void)settings;
  uint64_t bits = error->place_frame;
  const char *kind = bits & RECORD_SEGMENT_SHARED ? "shared memory"
                     : bits & RECORD_SEGMENT_FILE ? "mapped file"
                                                  : "anonymous";
  add_address(notes, NULL, error, "in a %c%c%c %s%s%s segment", bits & RECORD_SEGMENT_READ ? 'r' : '-',
              bits & RECORD_SEGMENT_WRITE ? 'w' : '-', bits & RECORD_SEGMENT_EXECUTE ? 'x' : '-', kind,
              *error->place_name ? " " : "", error->place_name);
}

static void describe_data_symbol(struct error_notes *notes, const struct settings *settings,
                                 const struct error_context *error)
{
  (void)settings;
  add_address(notes, NULL, error, "%llu bytes inside data symbol \"%s\"", (unsigned long long)error->place_offset,
              error->place_name);
}

static void describe_section(struct error_notes *notes, const struct settings *settings,
                             const struct error_context *error)
{
  (void)settings;
  add_address(notes, error->place_stack, error, "in the %s segment of %s", error->place_section, error->place_name);
}

static void describe_brk(struct error_notes *notes, const struct settings *settings, const struct error_context *error)
{
  (void)settings;
  unsigned long long start = error->block_start, end = error->block_start + error->block_bytes;
  if (error->address >= end)
    add_address(notes, NULL, error, "%llu bytes after the brk data segment limit 0x%llx",
                (unsigned long long)error->address - end, end);
  else
    add_address(notes, NULL, error, "in the brk data segment 0x%llx-0x%llx", start, end - 1);
}

/* --- variables --- */

/* "inside local var "x"" or "inside a[3].x,": as in Memcheck, a comma stands behind a path, or where
 * no declaration follows. */
static void add_inside(struct error_notes *notes, const struct error_context *error)
{
  static const char *const kinds[] = {
    [VARIABLE_LOCAL] = "local",
    [VARIABLE_STATIC] = "static",
    [VARIABLE_GLOBAL] = "global",
    [VARIABLE_THREAD] = "thread-local",
  };
  const struct variable *variable = &error->variable;
  unsigned long long address = error->address, offset = variable->offset;
  const char *plural = offset == 1 ? "" : "s";
  if (*variable->path)
    add_note(notes, NULL, "Location 0x%llx is %llu byte%s inside %s%s,", address, offset, plural, variable->name,
        variable->path);
  else
    add_note(notes, NULL, "Location 0x%llx is %llu byte%s inside %s var \"%s\"%s", address, offset, plural,
        kinds[variable->kind], variable->name, variable->file || variable->kind == VARIABLE_GLOBAL ? "" : ",");
}

/* What kind of variable it is has been said unless its parts were. */
static void add_whose(struct error_notes *notes, const struct variable *variable)
{
  static const char *const kinds[] = {
    [VARIABLE_STATIC] = "a static variable",
    [VARIABLE_GLOBAL] = "a global variable",
    [VARIABLE_THREAD] = "a thread-local variable",
  };
  const char *kind = variable->kind != VARIABLE_LOCAL && *variable->path ? kinds[variable->kind] : "";
  const char *space = *kind && variable->file ? " " : "";
  char declared[512] = "", where[512] = "";
  if (variable->file)
    snprintf(declared, sizeof declared, "declared at %s:%u", variable->file, variable->line);
  const char *comma = *kind || variable->file ? ", " : "";
  if (variable->kind == VARIABLE_LOCAL)
    snprintf(where, sizeof where, "%sin frame #%llu of thread %llu", comma, (unsigned long long)variable->frame,
             (unsigned long long)variable->tid);
  else if (variable->kind == VARIABLE_STATIC)
    snprintf(where, sizeof where, "%sin %s", comma, variable->function);
  else if (variable->kind == VARIABLE_THREAD)
    snprintf(where, sizeof where, "%sof thread %llu", comma, (unsigned long long)variable->tid);
  if (!*kind && !*declared && !*where)
    return;
  const size_t before = notes->count;
  add_note(notes, NULL, "%s%s%s%s", kind, space, declared, where);
  if (notes->count == before)
    return;
  notes->items[before].file = variable->file;
  notes->items[before].line = variable->line;
}

static void describe_variable(struct error_notes *notes, const struct error_context *error)
{
  add_inside(notes, error);
  add_whose(notes, &error->variable);
}

static void describe_place(struct error_notes *notes, const struct settings *settings,
                           const struct error_context *error)
{
  static void (*const places[])(struct error_notes *, const struct settings *, const struct error_context *) = {
    [RECORD_PLACE_UNKNOWN] = describe_unknown,
    [RECORD_PLACE_LIVE_BLOCK] = describe_live_block,
    [RECORD_PLACE_FREED_BLOCK] = describe_freed_block,
    [RECORD_PLACE_POOL_BLOCK] = describe_pool_block,
    [RECORD_PLACE_STACK] = describe_on_stack,
    [RECORD_PLACE_SEGMENT] = describe_segment,
    [RECORD_PLACE_DATA_SYMBOL] = describe_data_symbol,
    [RECORD_PLACE_SECTION] = describe_section,
    [RECORD_PLACE_BRK] = describe_brk,
    [RECORD_PLACE_JUST_BELOW] = describe_just_below,
    [RECORD_PLACE_ARENA] = describe_arena,
  };
  if (error->variable.kind != VARIABLE_NONE) {
    describe_variable(notes, error);
    return;
  }
  bool is_known = error->place < sizeof places / sizeof places[0];
  places[is_known ? error->place : RECORD_PLACE_UNKNOWN](notes, settings, error);
}

/* --- values --- */

static void describe_origin(struct error_notes *notes, const struct error_context *error)
{
  static const char *const origins[] = {
    [RECORD_ORIGIN_NONE] = "",
    [RECORD_ORIGIN_HEAP] = " by a heap allocation",
    [RECORD_ORIGIN_STACK] = " by a stack allocation",
    [RECORD_ORIGIN_CLIENT] = " by a client request",
    [RECORD_ORIGIN_PAST_END] = " by a load of bytes past the end of a block alloc'd",
  };
  static const char *const titles[] = {
    [RECORD_ORIGIN_NONE] = "The value comes from here",
    [RECORD_ORIGIN_HEAP] = "Allocated here, never initialised",
    [RECORD_ORIGIN_STACK] = "A local variable of this function, which was never set",
    [RECORD_ORIGIN_CLIENT] = "Declared uninitialised here",
    [RECORD_ORIGIN_PAST_END] = "Bytes past the end of this block were loaded",
  };
  bool is_known = error->origin < sizeof origins / sizeof origins[0];
  if (error->origin_stack)
    add_note(notes, error->origin_stack, "Uninitialised value was created%s",
        origins[is_known ? error->origin : RECORD_ORIGIN_NONE]);
  if (error->origin_stack)
    set_title(notes, titles[is_known ? error->origin : RECORD_ORIGIN_NONE]);
}

void error_notes_describe_place(const struct error_context *error, const struct settings *settings,
                                struct error_notes *ret)
{
  ret->count = 0;
  describe_place(ret, settings, error);
}

static void describe_descriptor(struct error_notes *notes, const struct error_context *error)
{
  if (error->free_stack)
    add_note(notes, error->free_stack, "Previously closed");
  if (error->alloc_stack)
    add_note(notes, error->alloc_stack, "Originally opened");
}

static void describe_found_later(struct error_notes *notes, const struct error_context *error)
{
  char *const sentence = found_later_sentence(error);
  add_note(notes, error->place_stack, "%s", sentence);
  set_title(notes, "Found here");
  free(sentence);
}

/* Of a long path of a value both ends matter: its use is at the first event, its origin behind the last. */
static void describe_trail(struct error_notes *notes, const struct process *process, const struct trail *trail)
{
  const size_t left_out = trail->count > TRAIL_NOTES_MAX ? trail->count - TRAIL_NOTES_MAX : 0;
  for (size_t i = 0; i < trail->count; i++) {
    const size_t skipped = i + 1 == TRAIL_NOTES_MAX ? left_out : 0;
    i += skipped;
    char *sentence = trail_sentence(process, trail, i, skipped);
    if (sentence)
      notes->items[notes->count++] = (struct error_note){
        .sentence = sentence, .stack = trail->events[i].stored, .title = "Stored here", .names_place = true};
  }
}

/* The path of a value leads to its origin. */
void error_notes_describe(const struct process *process, const struct error_context *error, struct error_notes *ret)
{
  ret->count = 0;
  if (error_is_of_descriptor(error))
    describe_descriptor(ret, error);
  if (error_has_place(error))
    describe_place(ret, &process->settings, error);
  if (found_later_of(error->kind))
    describe_found_later(ret, error);
  if (error->trail)
    describe_trail(ret, process, error->trail);
  if (error_is_of_value(error))
    describe_origin(ret, error);
}
