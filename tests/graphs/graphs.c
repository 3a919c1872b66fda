// SPDX-License-Identifier: GPL-2.0-or-later
// A heap made by chance, and what a leak check has to say of it, found out in the plainest way: each word of each block
// is compared with every block.
//
//   graphs SEED [BLOCKS]     prints the lines of a leak summary, without commas
//
// Blocks of odd sizes point to one another, to their own middles and ends, and to blocks that are gone; some are made,
// freed or resized by another thread. Roots are the words of one array. The program notes addresses with all bits
// inverted, so that its notes are no pointers, and uses no function of the C library that allocates memory.
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { BLOCKS_MAX = 4000, ROOTS = 40, SIZE_MAX_BYTES = 700, TEXT_BYTES = 512, OLD_STACK_BYTES = 1 << 18 };
enum state { UNSEEN, REACHABLE, POSSIBLE, DEFINITE, INDIRECT, STATES };

struct note {
  uintptr_t hidden; /* its address, inverted */
  size_t bytes;
  enum state state;
  int clique;
};

static uint64_t random_state;
static struct note notes[BLOCKS_MAX];
static int count;
static void *roots[ROOTS];

static uint64_t draw(uint64_t below)
{
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return (random_state >> 33) % below;
}

static char *start_of(int block)
{
  return (char *)~notes[block].hidden;
}

/* --- the heap --- */

static size_t draw_size(void)
{
  return draw(20) == 0 ? draw(3) : draw(50) == 0 ? 1337 * (1 + draw(40)) : 1 + draw(SIZE_MAX_BYTES);
}

static void make(int block)
{
  const size_t bytes = draw_size();
  char *start = draw(3) == 0 ? calloc(1, bytes) : malloc(bytes);
  memset(start, 0, bytes);
  notes[block] = (struct note){.hidden = ~(uintptr_t)start, .bytes = bytes};
}

static void renew(int block)
{
  if (draw(2) == 0) {
    free(start_of(block));
    make(block);
    return;
  }
  const size_t before = notes[block].bytes, bytes = 1 + draw_size();
  char *start = realloc(start_of(block), bytes);
  if (bytes > before)
    memset(start + before, 0, bytes - before);
  notes[block] = (struct note){.hidden = ~(uintptr_t)start, .bytes = bytes};
}

/* The beginning of some block, mostly; else its middle or end, or a number. */
static void *draw_pointer(void)
{
  const int block = (int)draw((uint64_t)count);
  const uint64_t kind = draw(20);
  char *const start = start_of(block);
  return kind < 13 ? start : kind < 17 ? start + draw(notes[block].bytes + 1) : kind < 18 ? start + notes[block].bytes
                                                                                          : (void *)draw(1 << 20);
}

static void fill(int block)
{
  const size_t words = notes[block].bytes / sizeof(void *);
  for (uint64_t times = draw(4); words != 0 && times != 0; times--) {
    void *const pointer = draw_pointer();
    memcpy(start_of(block) + draw(words) * sizeof pointer, &pointer, sizeof pointer);
  }
}

static void *make_share(void *first)
{
  const int from = *(const int *)first;
  for (int block = from; block < count; block++)
    make(block);
  for (int times = count / 8; times > 0; times--)
    renew((int)draw((uint64_t)count));
  return NULL;
}

static __attribute__((noinline)) void build(void)
{
  pthread_t thread;
  for (int block = 0; block < count; block++)
    make(block);
  for (int block = 0; block < count; block++)
    fill(block);
  for (int times = count / 4; times > 0; times--)
    renew((int)draw((uint64_t)count));
  int from = count / 2;
  for (int block = from; block < count; block++)
    free(start_of(block));
  if (pthread_create(&thread, NULL, make_share, &from) != 0)
    _exit(2);
  pthread_join(thread, NULL);
  for (int block = 0; block < count; block++)
    fill(block);
  for (int root = 0; root < ROOTS; root++)
    roots[root] = draw(3) == 0 ? draw_pointer() : NULL;
}

/* --- what is true of it --- */

/* The block that a word points to, at its start or into it; -1: none. */
static int pointed_to(uintptr_t word, int *ret_is_start)
{
  for (int block = 0; block < count; block++) {
    const uintptr_t offset = word - ~notes[block].hidden;
    *ret_is_start = offset == 0;
    if (offset == 0 || offset < notes[block].bytes)
      return block;
  }
  return -1;
}

static void mark(int block, enum state state, int is_start_only);

static void mark_pointed(uintptr_t word, enum state state, int is_start_only)
{
  int is_start;
  const int block = pointed_to(word, &is_start);
  if (block >= 0 && notes[block].state == UNSEEN && (is_start || !is_start_only))
    mark(block, state, is_start_only);
}

static void mark(int block, enum state state, int is_start_only)
{
  notes[block].state = state;
  for (size_t at = 0; at + sizeof(uintptr_t) <= notes[block].bytes; at += sizeof(uintptr_t)) {
    uintptr_t word;
    memcpy(&word, start_of(block) + at, sizeof word);
    mark_pointed(word, state, is_start_only);
  }
}

/* What can be reached by pointers to starts alone is reachable; what needs another pointer somewhere, possibly lost. */
static void mark_held(void)
{
  for (int root = 0; root < ROOTS; root++)
    mark_pointed((uintptr_t)roots[root], REACHABLE, 1);
  for (int block = 0; block < count; block++)
    for (size_t at = 0; notes[block].state == REACHABLE && at + sizeof(uintptr_t) <= notes[block].bytes;
         at += sizeof(uintptr_t)) {
      uintptr_t word;
      memcpy(&word, start_of(block) + at, sizeof word);
      mark_pointed(word, POSSIBLE, 0);
    }
  for (int root = 0; root < ROOTS; root++)
    mark_pointed((uintptr_t)roots[root], POSSIBLE, 0);
}

static void join_clique(int block, int leader)
{
  for (size_t at = 0; at + sizeof(uintptr_t) <= notes[block].bytes; at += sizeof(uintptr_t)) {
    uintptr_t word;
    int is_start;
    memcpy(&word, start_of(block) + at, sizeof word);
    const int other = pointed_to(word, &is_start);
    if (other < 0 || other == leader)
      continue;
    if (notes[other].state == UNSEEN) {
      notes[other].state = INDIRECT;
      join_clique(other, leader);
    } else if (notes[other].state == DEFINITE) {
      notes[other].state = INDIRECT; /* its clique is part of this one */
    }
  }
}

static int next_unseen(uintptr_t from)
{
  int found = -1;
  for (int block = 0; block < count; block++)
    if (notes[block].state == UNSEEN && ~notes[block].hidden >= from &&
        (found < 0 || notes[block].hidden > notes[found].hidden))
      found = block;
  return found;
}

/* By address: the first of those that nobody has met is definitely lost, and what it leads to indirectly. */
static void mark_lost(void)
{
  for (int block = next_unseen(0); block >= 0; block = next_unseen(~notes[block].hidden)) {
    notes[block].state = DEFINITE;
    join_clique(block, block);
  }
}

/* --- what is said of it --- */

static size_t put(char *text, size_t at, const char *words)
{
  memcpy(text + at, words, strlen(words));
  return at + strlen(words);
}

static size_t put_number(char *text, size_t at, size_t number)
{
  char digits[24];
  size_t i = sizeof digits;
  digits[--i] = '\0';
  do
    digits[--i] = (char)('0' + number % 10);
  while ((number /= 10) != 0);
  return put(text, at, digits + i);
}

static void tell(void)
{
  static const char *const names[STATES] = {[DEFINITE] = "definitely lost: ", [INDIRECT] = "indirectly lost: ",
                                            [POSSIBLE] = "possibly lost: ", [REACHABLE] = "still reachable: "};
  static char text[TEXT_BYTES];
  size_t at = 0;
  for (enum state state = UNSEEN + 1; state < STATES; state++) {
    size_t bytes = 0, blocks = 0;
    for (int block = 0; block < count; block++)
      if (notes[block].state == state) {
        bytes += notes[block].bytes;
        blocks++;
      }
    at = put_number(text, put(text, at, names[state]), bytes);
    at = put(text, put_number(text, put(text, at, " bytes in "), blocks), " blocks\n");
  }
  if (write(STDOUT_FILENO, text, at) != (ssize_t)at)
    _exit(2);
}

/* Nothing of what has been computed remains below the stack pointer, or in registers that calls keep. */
static __attribute__((noinline)) void forget(void)
{
  volatile char old[OLD_STACK_BYTES];
  memset((char *)old, 0, sizeof old);
  __asm__ volatile("xor %%ebx, %%ebx\n\txor %%r12d, %%r12d\n\txor %%r13d, %%r13d\n\txor %%r14d, %%r14d\n\t"
                   "xor %%r15d, %%r15d" ::: "rbx", "r12", "r13", "r14", "r15", "memory");
}

int main(int argc, char **argv)
{
  random_state = argc > 1 ? strtoull(argv[1], NULL, 10) * 2862933555777941757u + 3037000493u : 1;
  count = argc > 2 ? atoi(argv[2]) : 60 + (int)draw(400);
  if (count < 2 || count > BLOCKS_MAX)
    return 2;
  build();
  mark_held();
  mark_lost();
  tell();
  forget();
  return 0;
}
