// SPDX-License-Identifier: GPL-2.0-or-later
// A program made by chance: blocks of all families, made, resized and freed by threads, some of which have ended; held
// by globals, thread-local variables, stacks, registers, mapped pages and libraries, some of which are there no more.
//
//   mixed SEED PLUGIN
//
// A block points to later ones only, so that what is lost does not depend on where blocks lie. Notes of addresses have
// all bits inverted. PLUGIN is this file, built with -DPLUGIN.
#ifdef PLUGIN

extern "C" {
void *plugin_slots[16] = {};
}

#else

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <malloc.h>
#include <new>
#include <pthread.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))

namespace
{

enum { BLOCKS = 600, SITES = 12, SLOTS = 16, PAGE = 4096, POOLS = 4, KEEPERS_MAX = 4, SIZE_MAX_BYTES = 900 };
enum form { MALLOC, CALLOC, REALLOC, NEW, NEW_ARRAY, NEW_ALIGNED, POSIX, ALIGNED, FORMS };

struct note {
  uintptr_t hidden; // its address, inverted
  size_t bytes;
  form how;
};

// What a thread has that lives until the end.
struct keeper {
  pthread_t thread;
  int blocks[4]; // held by a thread-local variable, its stack (twice) and a register
};

uint64_t random_state;
note notes[BLOCKS];
keeper keepers[KEEPERS_MAX];
void *globals[SLOTS];
__thread void *volatile local;
unsigned ready; // threads that have what they keep

unsigned draw(unsigned below)
{
  random_state = random_state * 6364136223846793005u + 1442695040888963407u;
  return static_cast<unsigned>((random_state >> 33) % below);
}

char *start_of(int block)
{
  return reinterpret_cast<char *>(~notes[block].hidden);
}

// --- blocks ---

void *allocate(form how, size_t bytes)
{
  void *made = nullptr;
  switch (how) {
  case MALLOC:
    return malloc(bytes);
  case CALLOC:
    return calloc(1, bytes);
  case REALLOC:
    return realloc(malloc(bytes / 2 + 1), bytes);
  case NEW:
    return operator new(bytes);
  case NEW_ARRAY:
    return operator new[](bytes);
  case NEW_ALIGNED:
    return operator new(bytes, std::align_val_t(64));
  case POSIX:
    return posix_memalign(&made, 128, bytes) == 0 ? made : nullptr;
  default:
    return aligned_alloc(32, bytes);
  }
}

template <int number> NOINLINE void *site(form how, size_t bytes)
{
  void *const made = allocate(how, bytes);
  memset(made, 0, bytes);
  __asm__ volatile("" : : "i"(number));
  return made;
}

void *(*const sites[SITES])(form, size_t) = {site<0>, site<1>, site<2>, site<3>, site<4>,  site<5>,
                                             site<6>, site<7>, site<8>, site<9>, site<10>, site<11>};

void make(int block)
{
  const size_t bytes = 1 + draw(draw(40) == 0 ? 200 * SIZE_MAX_BYTES : SIZE_MAX_BYTES);
  const form how = static_cast<form>(draw(FORMS));
  notes[block] = {~reinterpret_cast<uintptr_t>(sites[draw(SITES)](how, bytes)), bytes, how};
}

void release(int block)
{
  void *const start = start_of(block);
  switch (notes[block].how) {
  case NEW:
    operator delete(start);
    break;
  case NEW_ARRAY:
    operator delete[](start);
    break;
  case NEW_ALIGNED:
    operator delete(start, std::align_val_t(64));
    break;
  default:
    free(start);
  }
}

// Another block may get the address of one that is given back, so nothing may point there; and what that holds, so it
// is cleared: native runs cannot tell that such pointers are old.
NOINLINE void erase_pointers_to(int block)
{
  for (int other = 0; other < block; other++)
    for (size_t at = 0; at + sizeof(uintptr_t) <= notes[other].bytes; at += sizeof(uintptr_t)) {
      uintptr_t word;
      memcpy(&word, start_of(other) + at, sizeof word);
      if (word - ~notes[block].hidden <= notes[block].bytes)
        memset(start_of(other) + at, 0, sizeof word);
    }
}

NOINLINE void renew(int block)
{
  erase_pointers_to(block);
  memset(start_of(block), 0, notes[block].bytes);
  note &it = notes[block];
  if (draw(2) == 0 || it.how == NEW || it.how == NEW_ARRAY || it.how == NEW_ALIGNED) {
    release(block);
    make(block);
    return;
  }
  const size_t before = it.bytes;
  it.bytes = 1 + draw(2 * SIZE_MAX_BYTES);
  char *const start = static_cast<char *>(realloc(start_of(block), it.bytes));
  if (it.bytes > before)
    memset(start + before, 0, it.bytes - before);
  it.hidden = ~reinterpret_cast<uintptr_t>(start);
}

// Mostly the beginning of a block.
void *pointer_to(int block)
{
  const unsigned kind = draw(10);
  return start_of(block) + (kind < 7   ? 0
                            : kind < 9 ? draw(static_cast<unsigned>(notes[block].bytes))
                                       : notes[block].bytes);
}

NOINLINE void fill(int block)
{
  const unsigned words = static_cast<unsigned>(notes[block].bytes / sizeof(void *));
  for (unsigned times = draw(3); times > 0 && words > 0 && block + 1 < BLOCKS; times--) {
    void *const pointer = pointer_to(block + 1 + static_cast<int>(draw(static_cast<unsigned>(BLOCKS - block - 1))));
    memcpy(start_of(block) + draw(words) * sizeof pointer, &pointer, sizeof pointer);
  }
}

// --- what holds them ---

int some_block()
{
  return static_cast<int>(draw(BLOCKS));
}

NOINLINE void *keep(void *given)
{
  const keeper &self = *static_cast<keeper *>(given);
  void *volatile held[2] = {start_of(self.blocks[1]), start_of(self.blocks[2])};
  local = start_of(self.blocks[0]);
  // One block is in this register alone.
  __asm__ volatile("movq %0, %%r13\n\t"
                   "notq %%r13\n\t"
                   "lock incl %2\n"
                   "1:\tmovl %1, %%eax\n\t"
                   "syscall\n\t"
                   "jmp 1b"
                   :
                   : "r"(notes[self.blocks[3]].hidden), "i"(SYS_pause), "m"(ready)
                   : "rax", "rcx", "r11", "r13", "memory");
  return held[0];
}

NOINLINE void *make_share(void *)
{
  for (int times = BLOCKS / 3; times > 0; times--)
    renew(some_block());
  local = start_of(some_block()); // which goes with the thread
  return nullptr;
}

NOINLINE void use_threads()
{
  pthread_t thread;
  const unsigned count = draw(KEEPERS_MAX + 1);
  for (unsigned times = draw(3); times > 0; times--)
    if (pthread_create(&thread, nullptr, make_share, nullptr) == 0)
      pthread_join(thread, nullptr);
  for (int block = 0; block < BLOCKS; block++)
    fill(block);
  for (unsigned i = 0; i < count; i++) {
    for (int &block : keepers[i].blocks)
      block = some_block();
    pthread_create(&keepers[i].thread, nullptr, keep, &keepers[i]);
  }
  while (__atomic_load_n(&ready, __ATOMIC_ACQUIRE) < count)
    usleep(100);
}

NOINLINE void use_pools()
{
  for (int pool = 0; pool < POOLS; pool++) {
    char *const start =
      static_cast<char *>(mmap(nullptr, 4 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
    for (unsigned times = draw(4); times > 0; times--) {
      void *const pointer = pointer_to(some_block());
      memcpy(start + draw(4 * PAGE / 8) * 8, &pointer, sizeof pointer);
    }
    switch (draw(6)) {
    case 0:
      munmap(start, 4 * PAGE);
      break;
    case 1:
      munmap(start + PAGE, PAGE);
      break;
    case 2:
      mprotect(start, 2 * PAGE, PROT_NONE);
      break;
    case 3:
      mprotect(start, 4 * PAGE, PROT_READ);
      break;
    default:
      break;
    }
  }
}

NOINLINE void use_plugin(void *library)
{
  void **const slots = static_cast<void **>(dlsym(library, "plugin_slots"));
  for (unsigned times = draw(6); times > 0; times--)
    slots[draw(SLOTS)] = pointer_to(some_block());
  if (draw(2) == 0)
    dlclose(library);
}

NOINLINE void use_globals()
{
  for (unsigned times = draw(20); times > 0; times--)
    globals[draw(SLOTS)] = pointer_to(some_block());
  if (draw(2) == 0)
    local = pointer_to(some_block());
}

NOINLINE void build(const char *path)
{
  // Before anything is freed: the loader has large blocks with bytes that it never sets.
  void *const plugin = dlopen(path, RTLD_NOW);
  for (int block = 0; block < BLOCKS; block++)
    make(block);
  for (int times = BLOCKS / 3; times > 0; times--) {
    const int block = some_block();
    fill(block);
    renew(block);
  }
  use_threads();
  use_globals();
  use_pools();
  use_plugin(plugin);
}

// --- the end ---

// Nothing of that remains below the stack pointer, or in registers that calls keep.
NOINLINE void forget()
{
  volatile char old[1 << 16];
  memset(const_cast<char *>(old), 0, sizeof old);
  __asm__ volatile("xor %%ebx, %%ebx\n\txor %%r12d, %%r12d\n\txor %%r13d, %%r13d\n\txor %%r14d, %%r14d\n\t"
                   "xor %%r15d, %%r15d" ::
                     : "rbx", "r12", "r13", "r14", "r15", "memory");
}

// Blocks that frames of functions hold that call exit() in the end.
NOINLINE void end_deep(int depth)
{
  void *volatile held = depth % 5 == 0 ? start_of(some_block()) : nullptr;
  if (depth == 0)
    exit(3);
  end_deep(depth - 1);
  __asm__ volatile("" : : "m"(held));
}

} // namespace

int main(int count, char **arguments)
{
  if (count < 3)
    return 2;
  random_state = strtoull(arguments[1], nullptr, 10) * 2862933555777941757u + 3037000493u;
  build(arguments[2]);
  forget();
  if (draw(3) == 0)
    end_deep(static_cast<int>(draw(12)));
  return 3;
}

#endif
