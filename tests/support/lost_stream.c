/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "support/lost_stream.h"

#include "support/fake_symbols.h"
#include "unit/unit.h"

enum {
  PROGRAM = 0x108000, /* where its file begins */
  LIBRARY = 0x4740000,
  MALLOC = LIBRARY + 0x100100,
  FREE = LIBRARY + 0x100200,
  REALLOC = LIBRARY + 0x100300,
  MAIN = PROGRAM + 0x100,
  POP = PROGRAM + 0x200,
  PARSE = PROGRAM + 0x300,
  PARSE_AGAIN = PROGRAM + 0x308,
  DROP = PROGRAM + 0x400,
  NODE = PROGRAM + 0x500,
  SHRINK = PROGRAM + 0x600,
  COPY = PROGRAM + 0x700,
};

void lost_stream_names(void)
{
  static const char directory[] = "/home/user";
  fake_symbols_clear();
  fake_symbols_add(MALLOC - LIBRARY, "malloc", NULL, NULL, 0);
  fake_symbols_add(FREE - LIBRARY, "free", NULL, NULL, 0);
  fake_symbols_add(REALLOC - LIBRARY, "realloc", NULL, NULL, 0);
  fake_symbols_add(MAIN - PROGRAM, "main", directory, "leak.c", 7);
  fake_symbols_add(POP - PROGRAM, "list_pop", directory, "list.c", 88);
  fake_symbols_add(PARSE - PROGRAM, "parse", directory, "parse.c", 120);
  fake_symbols_add(PARSE_AGAIN - PROGRAM, "parse", directory, "parse.c", 120);
  fake_symbols_add(DROP - PROGRAM, "cache_drop", directory, "cache.c", 40);
  fake_symbols_add(NODE - PROGRAM, "node_new", directory, "node.c", 12);
  fake_symbols_add(SHRINK - PROGRAM, "shrink", directory, "vector.c", 5);
  fake_symbols_add(COPY - PROGRAM, "copy", NULL, NULL, 0);
  fake_symbols_add_variable(LOST_GLOBAL - PROGRAM, NULL, "head");
  fake_symbols_add_variable(LOST_STATIC - PROGRAM, "parse", "cache");
  fake_symbols_add_local(PARSE - PROGRAM, "parse", "token", -0x20);
}

void lost_stream_begin(struct record_builder *stream, uint64_t epoch)
{
  const struct record_numbers stacks[LOST_STACKS] = {
    [LOST_STACK_ALLOCATED] = BUILD_NUMBERS(MALLOC, MAIN),
    [LOST_STACK_POP] = BUILD_NUMBERS(POP, MAIN),
    [LOST_STACK_PARSE] = BUILD_NUMBERS(PARSE, MAIN),
    [LOST_STACK_PARSE_AGAIN] = BUILD_NUMBERS(PARSE_AGAIN, MAIN),
    [LOST_STACK_DROP] = BUILD_NUMBERS(FREE, DROP, MAIN),
    [LOST_STACK_NODE] = BUILD_NUMBERS(MALLOC, NODE, MAIN),
    [LOST_STACK_RESIZED] = BUILD_NUMBERS(REALLOC, SHRINK, MAIN),
    [LOST_STACK_COPIED] = BUILD_NUMBERS(MALLOC, COPY, MAIN),
    [LOST_STACK_LIBRARY] = BUILD_NUMBERS(COPY),
  };
  for (uint64_t id = 1; id < LOST_STACKS; id++)
    build_stack(stream, (struct record_stack){.id = id, .epoch = epoch, .ips = stacks[id]});
  build_leak_begin(stream, (struct record_leak_begin){.id = 1, .mode = RECORD_LEAK_FULL,
                                                      .reason = RECORD_LEAK_AT_EXIT, .tid = 1});
}

void lost_stream_end(struct record_builder *stream)
{
  build_leak_end(stream, (struct record_leak_end){.id = 1});
}

void lost_stream_loss(struct record_builder *stream, enum record_leak_kind kind, uint64_t blocks)
{
  build_loss(stream, (struct record_loss){.check_id = 1, .kind = kind, .stack_id = LOST_STACK_ALLOCATED,
                                          .bytes = 100 * blocks, .blocks = blocks});
}

struct record_lost lost_stream_lost(uint64_t id, enum record_lost_cause cause, uint64_t blocks)
{
  return (struct record_lost){.check_id = 1, .id = id, .kind = RECORD_LEAK_DEFINITE, .stack_id = LOST_STACK_ALLOCATED,
                              .cause = cause, .blocks = blocks, .bytes = 100 * blocks, .start = 0x4a00000};
}

static struct record_lost_event event(uint64_t id, enum record_lost_cause cause, enum lost_stack stack)
{
  return (struct record_lost_event){.check_id = 1, .lost_id = id, .cause = cause, .tid = 1, .stack_id = stack};
}

struct record_lost_event lost_event_in_global(uint64_t id, enum record_lost_cause cause, enum lost_stack stack)
{
  struct record_lost_event made = event(id, cause, stack);
  made.address = LOST_GLOBAL;
  made.place = RECORD_PLACE_DATA_SYMBOL;
  made.place_name = build_string("head");
  return made;
}

struct record_lost_event lost_event_in_frame(uint64_t id, enum record_lost_cause cause, enum lost_stack stack)
{
  static const uint64_t stack_pointers[] = {0x6fe0, LOST_LOCAL + 0x20, 0x7100}, frame_pointers[] = {0x7010, 0x7090};
  struct record_lost_event made = event(id, cause, stack);
  made.address = LOST_LOCAL;
  made.place = RECORD_PLACE_STACK;
  made.place_tid = made.place_frame = 1;
  made.place_stack_id = LOST_STACK_LIBRARY;
  made.frames_stack_id = LOST_STACK_PARSE;
  made.frame_sps = (struct record_numbers){stack_pointers, 3};
  made.frame_fps = (struct record_numbers){frame_pointers, 2};
  return made;
}

struct record_lost_event lost_event_in_block(uint64_t id, enum record_lost_cause cause, enum lost_stack stack)
{
  struct record_lost_event made = event(id, cause, stack);
  made.address = LOST_BLOCK + 8;
  made.place = RECORD_PLACE_LIVE_BLOCK;
  made.block_start = LOST_BLOCK;
  made.block_bytes = 32;
  made.alloc_stack_id = LOST_STACK_NODE;
  return made;
}

/* --- the model --- */

void lost_run_begin(struct lost_run *run)
{
  struct report_run *base = &run->run;
  lost_stream_names();
  report_run_begin(base, (const char *const[]){"--count-inherited=no", "--personality=seep", NULL});
  report_run_start(base);
  process_create(
    &(struct process_config){.options = base->options, .symbols = base->symbols, .suppressions = base->suppressions},
    &run->process);
  lost_stream_begin(&base->stream, 2);
}

void lost_run_end(struct lost_run *run)
{
  process_destroy(run->process);
  report_run_end(&run->run);
}

struct error *lost_run_take(struct lost_run *run)
{
  struct report_run *base = &run->run;
  struct record_frame frame;
  bool is_found = true;
  record_reader_feed(base->reader, base->stream.data + base->taken,
                                           base->stream.size - base->taken);
  struct error *error = NULL;
  for (base->taken = base->stream.size; !error && is_found;) {
    error = record_reader_next(base->reader, &is_found, &frame);
    if (!error && is_found)
      error = process_take(run->process, &frame);
  }
  return error;
}

const struct loss_record *lost_run_analyse(struct lost_run *run, enum record_leak_kind kind)
{
  lost_stream_end(&run->run.stream);
  ck_no_error(lost_run_take(run));
  const struct loss_record *found = leak_check_find(&run->process->check, kind, LOST_STACK_ALLOCATED);
  ck_assert_ptr_nonnull(found);
  return found;
}
