/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A bit for each 16 bytes of the heaps that there were when Seep came; blocks with pages of their own are a list. A
 * block that a thread was just freeing or making then may be noted wrongly. So one counts only if the C library has it
 * in use at both times. */
#include "native/old_blocks.h"

#include <stdatomic.h>
#include <stddef.h>
#include <sys/mman.h>

#include "memcheck/pure/base/env.h"
#include "native/call_stacks.h"
#include "native/libc_blocks.h"
#include "native/libc_chunks.h"

enum { PIECES_MAX = 1 << 14, PIECE_LOG = 22, GRANULE_LOG = 4, BITS = 64, MAPPED_MAX = 4096 };
enum { PIECE_WORDS = 1 << (PIECE_LOG - GRANULE_LOG - 6) };

/* 4 MiB of addresses. */
static struct piece {
  uint64_t number;
  _Atomic uint64_t *bits;
} pieces[PIECES_MAX]; /* ascending */
static unsigned piece_count;
static _Atomic uint64_t mapped[MAPPED_MAX]; /* 0: is gone */
static unsigned mapped_count;
static struct old_totals totals;

/* In the place of stacks that nobody has seen: its name is what is told of these blocks. */
__attribute__((visibility("default"), used, noinline)) void allocated_before_seep_was_attached(void)
{
  __asm__ volatile("nop; nop");
}

stack_id old_blocks_stack(void)
{
  const uint64_t place = (uint64_t)&allocated_before_seep_was_attached + 1;
  return walks_intern(&place, 1);
}

/* Where that piece is, or would be. */
static unsigned place_of(uint64_t number)
{
  unsigned low = 0, high = piece_count;
  while (low < high) {
    const unsigned middle = (low + high) / 2;
    if (pieces[middle].number < number)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

static struct piece *find_piece(uint64_t start)
{
  const unsigned at = place_of(start >> PIECE_LOG);
  return at < piece_count && pieces[at].number == start >> PIECE_LOG ? &pieces[at] : NULL;
}

/* NULL: there are too many. */
static struct piece *find_or_add_piece(uint64_t start)
{
  const uint64_t number = start >> PIECE_LOG;
  const unsigned at = place_of(number);
  if (at < piece_count && pieces[at].number == number)
    return &pieces[at];
  if (piece_count == PIECES_MAX)
    return NULL;
  for (unsigned i = piece_count++; i > at; i--)
    pieces[i] = pieces[i - 1];
  pieces[at] = (struct piece){number, env_map_pages(PIECE_WORDS * sizeof(uint64_t))};
  return &pieces[at];
}

static uint64_t bit_of(uint64_t start)
{
  return UINT64_C(1) << (start >> GRANULE_LOG) % BITS;
}

static _Atomic uint64_t *word_of(const struct piece *piece, uint64_t start)
{
  const uint64_t at = (start & ((UINT64_C(1) << PIECE_LOG) - 1)) >> GRANULE_LOG;
  return &piece->bits[at / BITS];
}

static _Atomic uint64_t *find_mapped(uint64_t start)
{
  for (unsigned i = 0; i < mapped_count; i++)
    if (mapped[i] == start)
      return &mapped[i];
  return NULL;
}

static void note(void *context, uint64_t start, uint64_t end, enum libc_chunk kind)
{
  (void)context;
  (void)end;
  if (kind == LIBC_CHUNK_MAPPED && mapped_count < MAPPED_MAX)
    mapped[mapped_count++] = start;
  struct piece *const piece = kind == LIBC_CHUNK_USED ? find_or_add_piece(start) : NULL;
  if (piece)
    *word_of(piece, start) |= bit_of(start);
}

static bool is_old(uint64_t start, enum libc_chunk kind)
{
  if (kind == LIBC_CHUNK_MAPPED)
    return find_mapped(start) != NULL;
  const struct piece *const piece = kind == LIBC_CHUNK_USED ? find_piece(start) : NULL;
  return piece && (*word_of(piece, start) & bit_of(start)) != 0;
}

static void forget_all(void)
{
  for (unsigned i = 0; i < piece_count; i++)
    env_unmap_pages((void *)pieces[i].bits, PIECE_WORDS * sizeof(uint64_t));
  piece_count = mapped_count = 0;
}

uint64_t old_blocks_take(void)
{
  forget_all();
  return libc_chunks_visit(note, NULL);
}

void old_blocks_forget(uint64_t start)
{
  const struct piece *const piece = find_piece(start);
  _Atomic uint64_t *const place = mapped_count > 0 ? find_mapped(start) : NULL;
  _Atomic uint64_t *const word = piece ? word_of(piece, start) : NULL;
  if (word && (atomic_load_explicit(word, memory_order_relaxed) & bit_of(start)) != 0)
    *word &= ~bit_of(start);
  if (place)
    *place = 0;
}

struct visit {
  void (*of_block)(void *context, uint64_t start, uint64_t size_bytes);
  void *context;
  void (*of_heap)(uint64_t start, uint64_t end);
};

static void pass_on(void *context, uint64_t start, uint64_t end, enum libc_chunk kind)
{
  const struct visit *const visit = context;
  const bool is_one = is_old(start, kind);
  if (is_one) {
    totals.blocks++;
    totals.bytes += end - start;
  }
  if (is_one && visit->of_block)
    visit->of_block(visit->context, start, end - start);
  if (visit->of_heap && (is_one || kind == LIBC_CHUNK_FREE))
    visit->of_heap(is_one ? start - LIBC_HEAD_BYTES : start, end);
}

static void visit_all(struct visit visit)
{
  totals = (struct old_totals){.blocks = 0};
  totals.unknown_bytes = libc_chunks_visit(pass_on, &visit);
}

void old_blocks_visit(void (*visit)(void *context, uint64_t start, uint64_t size_bytes), void *context)
{
  visit_all((struct visit){.of_block = visit, .context = context});
}

void old_blocks_visit_heap(void (*visit)(uint64_t start, uint64_t end))
{
  visit_all((struct visit){.of_heap = visit});
}

struct old_totals old_blocks_totals(void)
{
  return totals;
}
