/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions that are told an alignment, and those that are told the size or alignment of what they free. For the former
 * a table has the rules of each family. What the latter are told must be what the block was made with; for that the
 * alignment that was asked for is kept with the block, which may be aligned to more. */
#include "memcheck/heap/heap_blocks.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/guest_tables.h"
#include "memcheck/errors/errors.h"
#include "memcheck/heap/heap_private.h"
#include "shared/record/told_sizes.h"

#include "pub_tool_libcprint.h"
#include "pub_tool_replacemalloc.h"

enum {
  ALIGNMENT_MAX = 1 << 24, /* that the core's arena can have */
};

struct rule {
  const HChar *fishy;      /* "function(argument)" for sizes that cannot be meant */
  const HChar *should_be;  /* of the alignment */
  unsigned allocator;
  unsigned alignment_min;
  bool rounds_up;          /* the alignment to a power of two, where others fail */
  bool zero_is_unsafe;     /* as a size */
  bool needs_multiple;     /* of the alignment, as a size */
};

static const struct rule rules[] = {
  [PRELOAD_MEMALIGN] = {.fishy = "memalign(size)",
                        .should_be = TOLD_SIZES_MEMALIGN,
                        .allocator = RECORD_ALLOCATOR_MALLOC,
                        .alignment_min = 1,
                        .rounds_up = true,
                        .zero_is_unsafe = true},
  [PRELOAD_POSIX_MEMALIGN] = {.fishy = "memalign(size)",
                              .should_be = TOLD_SIZES_POSIX_MEMALIGN,
                              .allocator = RECORD_ALLOCATOR_MALLOC,
                              .alignment_min = sizeof(void *),
                              .zero_is_unsafe = true},
  [PRELOAD_ALIGNED_ALLOC] = {.fishy = "memalign(size)",
                             .should_be = TOLD_SIZES_ALIGNED_ALLOC,
                             .allocator = RECORD_ALLOCATOR_MALLOC,
                             .zero_is_unsafe = true,
                             .needs_multiple = true},
  [PRELOAD_VALLOC] = {.fishy = "memalign(size)", .allocator = RECORD_ALLOCATOR_MALLOC, .alignment_min = 1},
  [PRELOAD_NEW_ALIGNED] = {.fishy = "__builtin_new_aligned(size)",
                           .should_be = TOLD_SIZES_NEW_ALIGNMENT,
                           .allocator = RECORD_ALLOCATOR_NEW,
                           .alignment_min = 1},
  [PRELOAD_NEW_ARRAY_ALIGNED] = {.fishy = "__builtin_vec_new_aligned(size)",
                                 .should_be = TOLD_SIZES_NEW_ALIGNMENT,
                                 .allocator = RECORD_ALLOCATOR_NEW_ARRAY,
                                 .alignment_min = 1},
};

_Static_assert(sizeof rules / sizeof *rules == PRELOAD_ALIGNED_RULES, "each family has a rule");

static const struct rule malloc_free_rule = {.should_be = TOLD_SIZES_ALIGNED_ALLOC, .needs_multiple = true};
static const struct rule delete_rule = {.should_be = TOLD_SIZES_NEW_ALIGNMENT, .alignment_min = 1};

/* --- what is wrong with an alignment --- */

static bool is_power_of_two(uint64_t alignment)
{
  return (alignment & (alignment - 1)) == 0;
}

static bool is_bad(const struct rule *rule, uint64_t alignment)
{
  return alignment < rule->alignment_min || !is_power_of_two(alignment);
}

static bool is_no_multiple(const struct rule *rule, uint64_t bytes, uint64_t alignment)
{
  return rule->needs_multiple && alignment != 0 && bytes % alignment != 0;
}

static void report_bad_alignment(ThreadId tid, const struct rule *rule, uint64_t alignment)
{
  struct record_error error = {
    .kind = RECORD_ERROR_BAD_ALIGNMENT, .auxiliary = alignment, .text = core_string(rule->should_be)};
  if (is_bad(rule, alignment))
    errors_report(tid, &error, false);
}

static void report_no_multiple(ThreadId tid, const struct rule *rule, uint64_t bytes, uint64_t alignment)
{
  struct record_error error = {.kind = RECORD_ERROR_BAD_SIZE_AND_ALIGNMENT,
                               .size = bytes,
                               .auxiliary = alignment,
                               .text = core_string(TOLD_SIZES_MULTIPLE)};
  if (is_no_multiple(rule, bytes, alignment))
    errors_report(tid, &error, false);
}

static void report_zero_size(ThreadId tid, const struct rule *rule, uint64_t bytes)
{
  if (bytes == 0 && rule->zero_is_unsafe)
    errors_report(tid, &(struct record_error){.kind = RECORD_ERROR_ZERO_SIZE}, false);
}

/* --- blocks --- */

/* log2 of the next power of two. */
static unsigned log_of(uint64_t alignment)
{
  return alignment <= 1 ? 0 : 64 - (unsigned)__builtin_clzll(alignment - 1);
}

static uint64_t new_aligned_block(ThreadId tid, const struct rule *rule, uint64_t bytes, uint64_t alignment)
{
  if (alignment > ALIGNMENT_MAX)
    return 0;
  const unsigned log = log_of(alignment);
  const SizeT aligned = UINT64_C(1) << log, least = VG_(clo_alignment);
  const uint64_t start =
    (uint64_t)heap_new_block(tid, bytes, aligned < least ? least : aligned, rule->allocator, false);
  if (start != 0)
    blocks_at(guest.blocks, heap_find_live(start))->alignment_log = (log + 1) & 63;
  return start;
}

uint64_t heap_allocate_aligned(ThreadId tid, unsigned rule_number, uint64_t bytes, uint64_t alignment)
{
  const struct rule *rule = &rules[rule_number];
  if (is_bad(rule, alignment) || alignment == 0 || is_no_multiple(rule, bytes, alignment) ||
      bytes >= heap_quick_bytes_end())
    return 0;
  return bytes == 0 && rule->zero_is_unsafe ? 0 : new_aligned_block(tid, rule, bytes, alignment);
}

static uint64_t report_and_allocate(ThreadId tid, const struct rule *rule, uint64_t bytes, uint64_t alignment)
{
  report_bad_alignment(tid, rule, alignment);
  report_no_multiple(tid, rule, bytes, alignment);
  report_zero_size(tid, rule, bytes);
  const bool fails = !rule->rounds_up && (alignment == 0 || is_bad(rule, alignment));
  return fails || heap_report_if_fishy(tid, rule->fishy, bytes) ? 0 : new_aligned_block(tid, rule, bytes, alignment);
}

uint64_t heap_report_allocate_aligned(ThreadId tid, unsigned rule_number, uint64_t bytes, uint64_t alignment,
                                      const HChar *function)
{
  const struct rule *rule = &rules[rule_number];
  const uint64_t start = report_and_allocate(tid, rule, bytes, alignment);
  const bool is_new = rule->allocator != RECORD_ALLOCATOR_MALLOC;
  if (VG_(clo_trace_malloc))
    VG_(message)(Vg_DebugMsg, "%s(%lu, %lu) = %p\n", function, is_new ? bytes : alignment, is_new ? alignment : bytes,
                 (void *)(Addr)start);
  return start;
}

/* --- blocks that are freed --- */

static void report_mismatch(ThreadId tid, enum record_error_kind kind, uint64_t start, unsigned how, uint64_t size,
                            uint64_t auxiliary)
{
  const HChar *const functions =
    told_sizes_functions(how & HEAP_ALLOCATOR_MASK, (how & PRELOAD_HAS_SIZE) != 0, (how & PRELOAD_HAS_ALIGNMENT) != 0);
  struct record_error error = {
    .kind = kind, .address = start, .size = size, .auxiliary = auxiliary, .text = core_string(functions)};
  errors_report(tid, &error, true);
}

static void check_size(ThreadId tid, const struct block *block, unsigned how, uint64_t bytes)
{
  if (block && block->size_bytes != bytes)
    report_mismatch(tid, RECORD_ERROR_SIZE_MISMATCH, block->start, how, bytes, 0);
}

static void check_alignment(ThreadId tid, const struct block *block, unsigned how, uint64_t alignment)
{
  if (block && heap_alignment_of(block) != alignment)
    report_mismatch(tid, RECORD_ERROR_ALIGNMENT_MISMATCH, block->start, how, heap_alignment_of(block), alignment);
}

static const struct block *live_block(uint64_t start)
{
  const block_id id = heap_find_live(start);
  return id == 0 ? NULL : blocks_at(guest.blocks, id);
}

/* The live block at `start`, unless it is of another family: that alone is the error then, as size and alignment follow
 * from it. */
static const struct block *block_of_family(uint64_t start, unsigned allocator)
{
  const struct block *block = live_block(start);
  return block && block->allocator == allocator ? block : NULL;
}

void heap_check_default_delete(ThreadId tid, uint64_t start, unsigned allocator)
{
  const struct block *block = block_of_family(start, allocator);
  if (block && block->alignment_log != 0)
    report_mismatch(tid, RECORD_ERROR_ALIGNMENT_MISMATCH, start, allocator, heap_alignment_of(block),
                    HEAP_NO_ALIGNMENT);
}

static void trace_free(const HChar *function, unsigned how, uint64_t start, uint64_t bytes, uint64_t alignment)
{
  VG_(message)(Vg_DebugMsg, "%s(%p", function, (void *)(Addr)start);
  if (how & PRELOAD_HAS_SIZE)
    VG_(message)(Vg_DebugMsg, ", %lu", bytes);
  if (how & PRELOAD_HAS_ALIGNMENT)
    VG_(message)(Vg_DebugMsg, ", %lu", alignment);
  VG_(message)(Vg_DebugMsg, ")\n");
}

/* Errors come in Memcheck's order. */
static void report_free(ThreadId tid, unsigned how, uint64_t start, uint64_t bytes, uint64_t alignment)
{
  const struct block *block = block_of_family(start, how & HEAP_ALLOCATOR_MASK);
  const struct rule *rule = (how & HEAP_ALLOCATOR_MASK) == RECORD_ALLOCATOR_MALLOC ? &malloc_free_rule : &delete_rule;
  if (how & PRELOAD_HAS_SIZE)
    check_size(tid, block, how, bytes);
  if (!(how & PRELOAD_HAS_ALIGNMENT))
    return;
  if (!(how & PRELOAD_HAS_SIZE))
    report_bad_alignment(tid, rule, alignment);
  check_alignment(tid, block, how, alignment);
  if (how & PRELOAD_HAS_SIZE) {
    report_bad_alignment(tid, rule, alignment);
    report_no_multiple(tid, rule, bytes, alignment);
  }
}

void heap_report_free_checked(ThreadId tid, unsigned how, uint64_t start, uint64_t bytes, uint64_t alignment,
                              const HChar *function)
{
  if (VG_(clo_trace_malloc))
    trace_free(function, how, start, bytes, alignment);
  report_free(tid, how, start, bytes, alignment);
  if (start != 0)
    heap_free_block(tid, start, how & HEAP_ALLOCATOR_MASK);
}
