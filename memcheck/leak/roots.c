/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Every readable and writable mapping that is not the heap's is a root, less the dead parts of threads' stacks:
 *
 *   low ... | dead: below the stack pointer | live stack | thread-local storage and control block | ... high
 *
 * A live thread's control block leads, through its dynamic thread vector (DTV), to thread-local storage that lies on
 * the heap. libc keeps a pointer 16 bytes into the DTV's block only, so the start of that block is a root by itself. */
#include "memcheck/leak/roots.h"

#include "coregrind-glue/core.h"
#include "memcheck/base/clock.h"
#include "memcheck/pure/base/env.h"
#include "memcheck/base/running_tests.h"
#include "memcheck/leak/leak_reader.h"
#include "memcheck/runtime/followed_pointers.h"
#include "memcheck/runtime/memory_states.h"
#include "memcheck/runtime/running_stacks.h"
#include "memcheck/stacks/live_threads.h"
#include "memcheck/stacks/traces.h"
#include "shared/record/record.h"

#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_guest.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_tooliface.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

enum {
  WORD = sizeof(uint64_t),
  TCB_BYTES = 4096,             /* struct pthread of glibc, rounded up */
  TCB_BYTES_SURE = 2048,        /* it has at least so many */
  TCB_DTV_WORD = 1,             /* index of the DTV pointer in the thread control block */
  DTV_HEADER_BYTES = 16,        /* the pointer skips the entry that holds the vector's length */
  GONE_THREADS_MAX = 4096,
  TCB_ID_FIRST = 512, TCB_ID_END = 1024, /* where in it the thread's number is */
  LARGE_BYTES = 64 << 20,       /* of a mapping */
};

struct thread {
  ThreadId tid;
  uint64_t sp;                  /* first live byte, redzone included */
  uint64_t stack_start, stack_end; /* stack_start..sp is dead */
  uint64_t tls_start, tls_end;
  uint64_t dtv_start;           /* of its block, 0: unknown */
  uint64_t dtv_slot;            /* where the pointer to it lies */
  uint64_t alternate;           /* stack for handlers of signals, which the kernel keeps; 0: none */
};

struct collection {
  XArray *roots;                /* of struct leak_root */
  XArray *threads;              /* of struct thread */
  XArray *words;                /* of uint64_t: registers, then DTV starts; lives as long as the roots */
  XArray *word_places;          /* of uint64_t: of each of these, see struct leak_root */
  XArray *word_tids;            /* of ThreadId */
};

static XArray *remembered_threads;            /* threads at the end */
static struct collection *collecting; /* for the core's callbacks, which carry no context */

static XArray *new_array(SizeT item_bytes)
{
  return VG_(newXA)(VG_(malloc), "seep.roots", VG_(free), item_bytes);
}

static uint64_t round_up(uint64_t address)
{
  return (address + WORD - 1) & ~(uint64_t)(WORD - 1);
}

static uint64_t round_down(uint64_t address)
{
  return address & ~(uint64_t)(WORD - 1);
}

static void add_range(struct collection *collection, uint64_t start, uint64_t end, unsigned root_class, ThreadId tid)
{
  struct leak_root root = {
    .start = round_up(start), .end = round_down(end), .root_class = (uint8_t)root_class, .tid = tid};
  if (root.start < root.end)
    VG_(addToXA)(collection->roots, &root);
}

/* --- threads --- */

static uint64_t dtv_start(uint64_t tcb)
{
  uint64_t slot = tcb + TCB_DTV_WORD * WORD;
  uint64_t dtv;
  bool is_read = VG_(am_is_valid_for_client)(slot, WORD, VKI_PROT_READ) && guarded_load((const uint64_t *)slot, &dtv);
  return is_read ? dtv - DTV_HEADER_BYTES : 0;
}

/* Is it still a thread's control block? Two words of it are its own address. */
static bool is_control_block(uint64_t tcb)
{
  enum { SELF_WORDS = 2 };
  static const unsigned words[SELF_WORDS] = {0, 2};
  for (unsigned i = 0; i < SELF_WORDS; i++) {
    const uint64_t place = tcb + words[i] * WORD;
    uint64_t self;
    if (!VG_(am_is_valid_for_client)(place, WORD, VKI_PROT_READ) || !guarded_load((const uint64_t *)place, &self) ||
        self != tcb)
      return false;
  }
  return true;
}

/* While it runs there, where its usual stack is dead is not known. */
static void run_on_alternate_stack(struct thread *thread)
{
  const uint64_t bytes = VG_(thread_get_altstack_size)(thread->tid), sp = thread->sp;
  if (bytes == 0)
    return;
  thread->alternate = VG_(thread_get_altstack_min)(thread->tid);
  if (sp < thread->alternate || sp - thread->alternate >= bytes)
    return;
  thread->stack_start = thread->alternate;
  thread->stack_end = thread->alternate + bytes;
}

static void add_thread(XArray *threads, ThreadId tid, Addr stack_high)
{
  uint64_t tcb = live_threads_pointer(tid), tls_bytes = modules_tls_bytes();
  struct thread thread = {
    .tid = tid,
    .sp = VG_(get_SP)(tid) - VG_STACK_REDZONE_SZB,
    .stack_end = stack_high + 1,
  };
  const NSegment *segment = VG_(am_find_nsegment)(VG_(get_SP)(tid));
  SizeT size = VG_(thread_get_stack_size)(tid);
  thread.stack_start = size < thread.stack_end ? thread.stack_end - size : 0;
  if (segment && thread.stack_start < segment->start)
    thread.stack_start = segment->start;
  run_on_alternate_stack(&thread);
  if (tcb != 0) {
    thread.tls_start = tcb > tls_bytes ? tcb - tls_bytes : 0;
    thread.tls_end = tcb + TCB_BYTES;
    thread.dtv_start = dtv_start(tcb);
    thread.dtv_slot = tcb + TCB_DTV_WORD * WORD;
  }
  VG_(addToXA)(threads, &thread);
}

/* Threads that come and go mostly have the number, and the place, of an earlier one. */
static void tell_start(ThreadId parent, ThreadId child)
{
  static struct {
    stack_id stack;
    uint32_t generation;
  } * told;
  static ThreadId end;
  if (parent == VG_INVALID_THREADID || !live_threads_has(parent))
    return;
  if (child >= end) {
    const ThreadId larger = 2 * child + 8;
    void *grown = env_allocate("threads", larger * sizeof *told);
    memset(grown, 0, larger * sizeof *told);
    if (told)
      memcpy(grown, told, end * sizeof *told);
    env_free(told);
    told = grown;
    end = larger;
  }
  const stack_id stack = traces_of_thread(parent);
  if (told[child].stack == stack && told[child].generation == clock_generation())
    return;
  told[child].stack = stack;
  told[child].generation = (uint32_t)clock_generation();
  traces_send(stack);
  channel_send_thread_start(&(struct record_thread_start){.tid = child, .stack_id = stack});
}

void roots_thread_begins(ThreadId parent, ThreadId child)
{
  tell_start(parent, child);
  live_threads_add(child);
  running_tests_end(child, clock_allocations); /* it is another thread of that number which ran a test */
  memory_thread_begins(child);
  running_stacks_thread_begins(child);
  direct_thread_begins(child);
  sharing_note_thread(parent, child);
  call_filters_note_thread(parent, child);
}

/* glibc keeps the stacks of threads that have ended, each with its DTV, to use them again. At exit it is asked to free
 * them, which works in no static program, and not for a thread that is just ending; the DTVs would be reported as lost.
 * So it is noted where their pointers were. What belongs to a thread that was neither joined nor detached is never used
 * again, and is no root. */
struct gone_thread {
  uint64_t tcb;
  uint64_t id_place; /* of the kernel's number of it, which the kernel clears when it is gone; 0: not found */
};
static XArray *gone_threads; /* struct gone_thread */

static bool load_id(uint64_t place, uint32_t *ret)
{
  uint64_t word;
  if (!VG_(am_is_valid_for_client)(place, WORD, VKI_PROT_READ) || !guarded_load((const uint64_t *)place, &word))
    return false;
  *ret = (uint32_t)word;
  return true;
}

/* Of the running thread. */
static uint64_t find_id_place(uint64_t tcb)
{
  const uint32_t id = (uint32_t)VG_(gettid)();
  uint32_t found;
  for (uint64_t place = tcb + TCB_ID_FIRST; place < tcb + TCB_ID_END && load_id(place, &found); place += sizeof id)
    if (found == id)
      return place;
  return 0;
}

static void note_gone_thread(ThreadId tid)
{
  const uint64_t tcb = live_threads_pointer(tid);
  if (!gone_threads)
    gone_threads = new_array(sizeof(struct gone_thread));
  for (Word i = 0; i < VG_(sizeXA)(gone_threads); i++)
    if (((struct gone_thread *)VG_(indexXA)(gone_threads, i))->tcb == tcb)
      return;
  const struct gone_thread gone = {.tcb = tcb, .id_place = find_id_place(tcb)};
  if (tcb != 0 && VG_(sizeXA)(gone_threads) < GONE_THREADS_MAX)
    VG_(addToXA)(gone_threads, &gone);
}

static void on_thread_exit(ThreadId tid)
{
  note_gone_thread(tid);
  live_threads_remove(tid);
}

void roots_init(void)
{
  VG_(track_pre_thread_ll_create)(roots_thread_begins);
  VG_(track_pre_thread_ll_exit)(on_thread_exit);
}

static XArray *threads_now(void)
{
  XArray *threads = new_array(sizeof(struct thread));
  ThreadId tid;
  Addr low, high;
  VG_(thread_stack_reset_iter)(&tid);
  while (VG_(thread_stack_next)(&tid, &low, &high))
    if (high != 0 && live_threads_has(tid))
      add_thread(threads, tid, high);
  return threads;
}

void roots_remember_threads(void)
{
  if (remembered_threads)
    VG_(deleteXA)(remembered_threads);
  remembered_threads = threads_now();
}

static void add_word(struct collection *collection, ThreadId tid, uint64_t place, uint64_t word)
{
  VG_(addToXA)(collection->words, &word);
  VG_(addToXA)(collection->word_places, &place);
  VG_(addToXA)(collection->word_tids, &tid);
}

/* DWARF's number of a register that the core calls "RAX" or "R8". */
static uint64_t register_number(const HChar *name)
{
  static const HChar names[][4] = {"RAX", "RDX", "RCX", "RBX", "RSI", "RDI", "RBP", "RSP"};
  for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
    if (VG_(strcmp)(name, names[i]) == 0)
      return i;
  return (uint64_t)VG_(strtoll10)(name + 1, NULL);
}

static void add_register(ThreadId tid, const HChar *name, UWord value)
{
  add_word(collecting, tid, register_number(name), value);
}

/* --- mappings --- */

static const struct thread *thread_at(const struct collection *collection, Word index)
{
  return VG_(indexXA)(collection->threads, index);
}

/* The class of the memory at `address`, up to where it is of that class, and the thread to which it belongs;
 * RECORD_ROOT_NONE: it is dead, and not to be scanned. */
static unsigned class_at(const struct collection *collection, uint64_t address, uint64_t *ret_end, ThreadId *ret_tid)
{
  unsigned root_class = RECORD_ROOT_GLOBAL;
  for (Word i = 0; i < VG_(sizeXA)(collection->threads); i++) {
    const struct thread *thread = thread_at(collection, i);
    const struct {
      uint64_t start, end;
      unsigned root_class;
    } parts[] = {
      {thread->stack_start, thread->sp, RECORD_ROOT_NONE},
      {thread->tls_start, thread->tls_end, RECORD_ROOT_TLS},
      {thread->sp, thread->stack_end, RECORD_ROOT_STACK},
    };
    for (unsigned part = 0; part < sizeof parts / sizeof parts[0]; part++) {
      if (parts[part].start >= parts[part].end)
        continue;
      if (address < parts[part].start && parts[part].start < *ret_end)
        *ret_end = parts[part].start;
      if (address < parts[part].start || address >= parts[part].end)
        continue;
      if (parts[part].end < *ret_end)
        *ret_end = parts[part].end;
      if (root_class != RECORD_ROOT_GLOBAL)
        continue;
      root_class = parts[part].root_class;
      *ret_tid = thread->tid;
    }
  }
  return root_class;
}

static void add_memory(struct collection *collection, uint64_t start, uint64_t memory_end)
{
  for (uint64_t address = start; address < memory_end;) {
    uint64_t end = memory_end;
    ThreadId tid = 0;
    unsigned root_class = class_at(collection, address, &end, &tid);
    if (root_class != RECORD_ROOT_NONE)
      add_range(collection, address, end, root_class, tid);
    address = end;
  }
}

/* Large mappings are mostly reservations. Only what is populated is scanned: reading the rest would populate it. */
static void add_segment(struct collection *collection, const NSegment *segment)
{
  static struct populated populated;
  uint64_t start = segment->start, end = (uint64_t)segment->end + 1;
  if (segment->kind != SkAnonC || end - start < LARGE_BYTES) {
    add_memory(collection, start, end);
    return;
  }
  populated_begin(&populated);
  for (Addr from, to; populated_next(&populated, start, end, &from, &to); start = to)
    add_memory(collection, from, to);
  populated_end(&populated);
}

/* Writable memory; and of a static program also what was writable until it began (RELRO), as its C library keeps
 * pointers to the heap there. In other programs that memory is the loader's, which allocates elsewhere. */
static Bool may_hold_pointers(const NSegment *segment)
{
  const HChar *path = VG_(am_get_filename)(segment);
  return segment->hasR && (segment->hasW || (path && static_program_is_replaced(path)));
}

static void add_segments(struct collection *collection)
{
  Int count = -256;
  Addr *starts = NULL;
  while (count < 0) {
    VG_(free)(starts);
    starts = VG_(malloc)("seep.roots", (SizeT)-count * sizeof *starts);
    count = VG_(am_get_segment_starts)(SkFileC | SkAnonC | SkShmC, starts, -count);
  }
  for (Int i = 0; i < count; i++) {
    const NSegment *segment = VG_(am_find_nsegment)(starts[i]);
    /* The heap's own mappings hold blocks, not roots. Reading a device may have effects. */
    bool is_device = segment->kind == SkFileC && (VKI_S_ISCHR(segment->mode) || VKI_S_ISBLK(segment->mode));
    if (may_hold_pointers(segment) && !segment->isCH && !is_device)
      add_segment(collection, segment);
  }
  VG_(free)(starts);
}

/* A root for each run of words of one thread. */
static void add_words(struct collection *collection, Word first, Word end, unsigned root_class)
{
  while (first < end) {
    const ThreadId tid = *(ThreadId *)VG_(indexXA)(collection->word_tids, first);
    Word next = first + 1;
    while (next < end && *(ThreadId *)VG_(indexXA)(collection->word_tids, next) == tid)
      next++;
    struct leak_root root = {
      .words = VG_(indexXA)(collection->words, first),
      .word_places = VG_(indexXA)(collection->word_places, first),
      .word_count = (size_t)(next - first),
      .tid = tid,
      .root_class = (uint8_t)root_class,
    };
    VG_(addToXA)(collection->roots, &root);
    first = next;
  }
}

static bool is_live_at(const struct collection *collection, uint64_t tcb)
{
  for (Word i = 0; i < VG_(sizeXA)(collection->threads); i++)
    if (thread_at(collection, i)->dtv_slot == tcb + TCB_DTV_WORD * WORD)
      return true;
  return false;
}

/* A detached thread is its own joiner: a third word of its control block is its own address. */
static bool is_detached(uint64_t tcb)
{
  unsigned selves = 0;
  for (uint64_t place = tcb; place < tcb + TCB_BYTES_SURE; place += WORD) {
    uint64_t word;
    if (VG_(am_is_valid_for_client)(place, WORD, VKI_PROT_READ) && guarded_load((const uint64_t *)place, &word))
      selves += word == tcb;
  }
  return selves > 2;
}

/* Its number becomes 0 when it ends, and -1 when it is joined. */
static bool is_never_joined(const struct collection *collection, const struct gone_thread *gone)
{
  uint32_t id;
  return gone->id_place != 0 && load_id(gone->id_place, &id) && id == 0 && !is_detached(gone->tcb)
         && !is_live_at(collection, gone->tcb);
}

/* Starts of the vectors of threads that were not joined, as of the last collection. */
static XArray *never_joined; /* uint64_t */

static void add_gone_threads(struct collection *collection)
{
  if (!never_joined)
    never_joined = new_array(sizeof(uint64_t));
  VG_(dropTailXA)(never_joined, VG_(sizeXA)(never_joined));
  for (Word i = 0; gone_threads && i < VG_(sizeXA)(gone_threads); i++) {
    const struct gone_thread *gone = VG_(indexXA)(gone_threads, i);
    if (!is_control_block(gone->tcb))
      continue;
    const uint64_t dtv = dtv_start(gone->tcb);
    if (is_never_joined(collection, gone))
      VG_(addToXA)(never_joined, &dtv);
    else
      add_word(collection, 0, gone->tcb + TCB_DTV_WORD * WORD, dtv);
  }
}

bool roots_are_of_thread_never_joined(uint64_t start)
{
  for (Word i = 0; never_joined && i < VG_(sizeXA)(never_joined); i++)
    if (*(uint64_t *)VG_(indexXA)(never_joined, i) == start)
      return true;
  return false;
}

static XArray *words_of_last_collection, *places_of_last_collection;

static void add_all_words(struct collection *collection)
{
  collecting = collection;
  VG_(apply_to_GP_regs)(add_register);
  Word registers = VG_(sizeXA)(collection->words);
  for (Word i = 0; i < VG_(sizeXA)(collection->threads); i++) {
    const struct thread *thread = thread_at(collection, i);
    if (thread->dtv_start != 0)
      add_word(collection, thread->tid, thread->dtv_slot, thread->dtv_start);
  }
  add_gone_threads(collection);
  const Word pointers = VG_(sizeXA)(collection->words);
  for (Word i = 0; i < VG_(sizeXA)(collection->threads); i++) {
    const struct thread *thread = thread_at(collection, i);
    if (thread->alternate != 0)
      add_word(collection, thread->tid, thread->alternate, thread->alternate);
  }
  add_words(collection, pointers, VG_(sizeXA)(collection->words), RECORD_ROOT_STACK);
  add_words(collection, registers, pointers, RECORD_ROOT_TLS);
  add_words(collection, 0, registers, RECORD_ROOT_REGISTER);
}

void roots_collect(bool at_exit, struct leak_root **ret_roots, size_t *ret_count)
{
  leak_reader_begin();
  follow_hide();
  if (!at_exit || !remembered_threads)
    roots_remember_threads();
  struct collection collection = {
    .roots = new_array(sizeof(struct leak_root)),
    .threads = remembered_threads,
    .words = new_array(sizeof(uint64_t)),
    .word_places = new_array(sizeof(uint64_t)),
    .word_tids = new_array(sizeof(ThreadId)),
  };
  add_segments(&collection);
  add_all_words(&collection);
  *ret_count = (size_t)VG_(sizeXA)(collection.roots);
  *ret_roots = env_allocate("seep.roots", *ret_count * sizeof **ret_roots);
  for (size_t i = 0; i < *ret_count; i++)
    (*ret_roots)[i] = *(struct leak_root *)VG_(indexXA)(collection.roots, (Word)i);
  VG_(deleteXA)(collection.roots);
  VG_(deleteXA)(collection.word_tids);
  words_of_last_collection = collection.words;
  places_of_last_collection = collection.word_places;
}

void roots_release(struct leak_root *roots)
{
  follow_show();
  env_free(roots);
  VG_(deleteXA)(words_of_last_collection);
  VG_(deleteXA)(places_of_last_collection);
}
