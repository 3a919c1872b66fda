/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is known of an address, in Memcheck's sentences: one function per place. */
#include <stdarg.h>
#include <stdlib.h>

#include "report/names.h"
#include "report/text.h"

/* "Address 0x... is" and what follows. */
static void put_address(struct text *text, const struct error_context *error, const char *format, ...)
  __attribute__((format(printf, 3, 4)));

static void put_address(struct text *text, const struct error_context *error, const char *format, ...)
{
  char *rest;
  va_list arguments;
  va_start(arguments, format);
  int length = vasprintf(&rest, format, arguments);
  va_end(arguments);
  if (length < 0)
    return;
  text_line(text, " Address 0x%llx is %s", (unsigned long long)error->address, rest);
  free(rest);
}

static void describe_unknown(struct text *text, const struct error_context *error)
{
  put_address(text, error, "not stack'd, malloc'd or (recently) free'd");
}

static void describe_just_below(struct text *text, const struct error_context *error)
{
  put_address(text, error, "just below the stack ptr.  To suppress, use: --workaround-gcc296-bugs=yes");
}

/* --- blocks --- */

/* "16 bytes before", "inside" or "after" */
static void put_distance(struct text *text, const struct error_context *error, const char *what, const char *state)
{
  uint64_t end = error->block_start + error->block_bytes, distance = error->address - error->block_start;
  const char *relation = "inside";
  if (error->address < error->block_start) {
    relation = "before";
    distance = error->block_start - error->address;
  } else if (distance >= error->block_bytes) {
    relation = "after";
    distance = error->address - end;
  }
  put_address(text, error, "%s bytes %s a%s of size %s %s", text_number(distance).digits, relation, what,
              text_number(error->block_bytes).digits, state);
}

static void describe_live_block(struct text *text, const struct error_context *error)
{
  put_distance(text, error, error->place_detail == 1 ? " recently re-allocated block" : " block", "alloc'd");
  text_stack(text, error->alloc_stack);
}

static void describe_freed_block(struct text *text, const struct error_context *error)
{
  put_distance(text, error, " block", "free'd");
  text_stack(text, error->free_stack);
  if (!error->alloc_stack)
    return;
  text_line(text, " Block was alloc'd at");
  text_stack(text, error->alloc_stack);
}

static void describe_pool_block(struct text *text, const struct error_context *error)
{
  char *what;
  if (asprintf(&what, " %s", *error->place_name ? error->place_name : "block") < 0)
    return;
  put_distance(text, error, what, "client-defined");
  free(what);
  text_stack(text, error->alloc_stack);
}

static void describe_arena(struct text *text, const struct error_context *error)
{
  char *where;
  if (asprintf(&where, "in arena \"%s\"", error->place_name) < 0)
    return;
  put_distance(text, error, error->place_detail == 1 ? "n unallocated block" : " block", where);
  free(where);
}

/* --- stacks --- */

/* The function that made the frame the address lies in, and the line where it begins; never with a path. */
static void put_stack_frame(struct text *text, const struct error_context *error)
{
  const struct settings *settings = &text->process->settings;
  if (error->place_frame == 0 || !error->place_stack)
    return;
  const struct code *code = error->place_stack->codes[0];
  const struct symbols_frame *frame = &code->frames[code->frame_count - 1];
  if (!frame->function && !frame->file)
    return;
  char line[16] = "";
  if (frame->file && frame->line != 0)
    snprintf(line, sizeof line, "%u", frame->line);
  text_line(text, " in frame #%llu, created by %s (%s:%s)", (unsigned long long)error->place_frame - 1,
            names_function(settings, code, code->frame_count - 1), frame->file ? frame->file : "???", line);
}

static void describe_on_stack(struct text *text, const struct error_context *error)
{
  put_address(text, error, "on thread %llu's stack", (unsigned long long)error->place_tid);
  put_stack_frame(text, error);
  if (error->place_detail != RECORD_STACK_LIVE)
    text_line(text, " %s%lld bytes below stack pointer",
              error->place_detail == RECORD_STACK_GUARD_PAGE ? "In stack guard protected page, " : "",
              (long long)(0 - error->place_offset));
}

/* --- mappings --- */

static void describe_segment(struct text *text, const struct error_context *error)
{
  uint64_t bits = error->place_frame;
  const char *kind = bits & RECORD_SEGMENT_SHARED ? "shared memory"
                     : bits & RECORD_SEGMENT_FILE ? "mapped file"
                                                  : "anonymous";
  put_address(text, error, "in a %c%c%c %s%s%s segment", bits & RECORD_SEGMENT_READ ? 'r' : '-',
              bits & RECORD_SEGMENT_WRITE ? 'w' : '-', bits & RECORD_SEGMENT_EXECUTE ? 'x' : '-', kind,
              *error->place_name ? " " : "", error->place_name);
}

static void describe_data_symbol(struct text *text, const struct error_context *error)
{
  put_address(text, error, "%llu bytes inside data symbol \"%s\"", (unsigned long long)error->place_offset,
              error->place_name);
}

static void describe_section(struct text *text, const struct error_context *error)
{
  put_address(text, error, "in the %s segment of %s", error->place_section, error->place_name);
  text_stack(text, error->place_stack);
}

static void describe_brk(struct text *text, const struct error_context *error)
{
  unsigned long long start = error->block_start, end = error->block_start + error->block_bytes;
  if (error->address >= end)
    put_address(text, error, "%llu bytes after the brk data segment limit 0x%llx",
                (unsigned long long)error->address - end, end);
  else
    put_address(text, error, "in the brk data segment 0x%llx-0x%llx", start, end - 1);
}

void text_address(struct text *text, const struct error_context *error)
{
  static void (*const places[])(struct text *, const struct error_context *) = {
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
  bool is_known = error->place < sizeof places / sizeof places[0];
  places[is_known ? error->place : RECORD_PLACE_UNKNOWN](text, error);
}
