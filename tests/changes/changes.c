/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Code that changes: functions lie in memory of each kind, are written and patched in each way that reaches it, and are
 * called. What they return goes into a sum, which is printed, so that it can be compared with the processor's.
 *
 *     changes SEED COUNT [AREA]     so many steps, of one area or of all */
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

enum { SLOTS = 24, SLOT_BYTES = 344, BYTES = 12288 /* slots cross pages */, PAGE = 4096 };

typedef unsigned char byte;

static uint64_t state;

static unsigned chance(unsigned limit)
{
  state = state * 6364136223846793005u + 1442695040888963407u;
  return (unsigned)(state >> 33) % limit;
}

/* --- areas --- */

enum kind {
  PLAIN,
  TOGGLED,
  TWICE,
  PRIVATE_FILE,
  SHARED_FILE,
  SHARED_ANONYMOUS,
  ON_STACK,
  TEXT,
  HEAP,
  SEGMENT,
  BELOW,
  KINDS
};
static const char *const names[KINDS] = {"plain", "toggled", "twice", "private file", "shared file", "shared anonymous",
                                         "stack", "text",    "heap",  "segment",      "below"};

struct area {
  enum kind kind;
  byte *code;    /* where it is executed */
  byte *written; /* where it is written to; NULL: by the file only */
  int file;      /* -1: none */
  int is_in_place; /* functions may write to themselves */
};

static struct area areas[KINDS];
static int memory_file; /* /proc/self/mem */
static int pipes[2];

__attribute__((section("text_of_its_own,\"awx\",@progbits#"), aligned(4096))) byte text[BYTES];

static void *map(int rights, int flags, int file)
{
  void *const at = mmap(0, BYTES, rights, flags, file, 0);
  if (at == MAP_FAILED)
    exit(77);
  return at;
}

static int new_file(void)
{
  char name[] = "/tmp/changesXXXXXX";
  const int file = mkstemp(name);
  unlink(name);
  if (file < 0 || ftruncate(file, BYTES) != 0)
    exit(77);
  return file;
}

static void *opened(void *at)
{
  if (mprotect(at, BYTES, PROT_READ | PROT_WRITE | PROT_EXEC) != 0)
    exit(77);
  return at;
}

static byte *break_moved(void)
{
  byte *const at = (byte *)(((uintptr_t)sbrk(0) + PAGE - 1) & -(uintptr_t)PAGE);
  return brk(at + BYTES) == 0 ? at : NULL;
}

static void make_areas(byte *stack)
{
  const int all = PROT_READ | PROT_WRITE | PROT_EXEC, executed = PROT_READ | PROT_EXEC,
            written = PROT_READ | PROT_WRITE;
  const int memory = memfd_create("changes", 0), file = new_file(), private_file = new_file();
  if (memory < 0 || ftruncate(memory, BYTES) != 0)
    exit(77);
  void *const segment = shmat(shmget(IPC_PRIVATE, BYTES, 0700), 0, SHM_EXEC);
  areas[PLAIN] = (struct area){PLAIN, map(all, MAP_PRIVATE | MAP_ANONYMOUS, -1), NULL, -1, 1};
  areas[TOGGLED] = (struct area){TOGGLED, map(executed, MAP_PRIVATE | MAP_ANONYMOUS, -1), NULL, -1, 0};
  areas[TWICE] = (struct area){TWICE, map(executed, MAP_SHARED, memory), map(written, MAP_SHARED, memory), memory, 0};
  areas[PRIVATE_FILE] = (struct area){PRIVATE_FILE, map(executed, MAP_PRIVATE, private_file), NULL, private_file, 0};
  areas[SHARED_FILE] = (struct area){SHARED_FILE, map(executed, MAP_SHARED, file), NULL, file, 0};
  areas[SHARED_ANONYMOUS] = (struct area){SHARED_ANONYMOUS, map(all, MAP_SHARED | MAP_ANONYMOUS, -1), NULL, -1, 1};
  areas[ON_STACK] = (struct area){ON_STACK, opened(stack), NULL, -1, 1};
  areas[TEXT] = (struct area){TEXT, opened(text), NULL, -1, 1};
  areas[HEAP] = (struct area){HEAP, opened(aligned_alloc(PAGE, BYTES)), NULL, -1, 1};
  areas[SEGMENT] =
    (struct area){SEGMENT, segment == (void *)-1 ? map(all, MAP_SHARED | MAP_ANONYMOUS, -1) : segment, NULL, -1, 1};
  areas[BELOW] = (struct area){BELOW, opened(break_moved()), NULL, -1, 1};
  for (int i = 0; i < KINDS; i++)
    if (!areas[i].written && areas[i].file < 0)
      areas[i].written = areas[i].code;
}

/* --- functions --- */

/* Each takes %edi and returns %eax. A slot calls only slots before it. */
static unsigned put(byte *to, unsigned at, const char *bytes, unsigned count)
{
  memcpy(to + at, bytes, count);
  return at + count;
}

static unsigned put_number(byte *to, unsigned at, int32_t number)
{
  memcpy(to + at, &number, sizeof number);
  return at + (unsigned)sizeof number;
}

#define PUT(bytes) at = put(to, at, bytes, sizeof bytes - 1)
#define NUMBER(number) at = put_number(to, at, (int32_t)(number))

static unsigned pad(byte *to, unsigned at)
{
  for (unsigned count = chance(4) ? 0 : chance(60); count > 0; count--)
    PUT("\x90");
  return at;
}

/* The distance of a slot's start from the end of a jump that ends there. */
static int32_t back_to(unsigned slot, unsigned at, unsigned target)
{
  return (int32_t)(target * SLOT_BYTES) - (int32_t)(slot * SLOT_BYTES + at);
}

/* *ret_number: where a number is that may be another. */
static unsigned function(byte to[SLOT_BYTES], unsigned slot, int is_in_place, unsigned *ret_number)
{
  unsigned at = pad(to, 0);
  const unsigned before = slot == 0 ? 0 : chance(slot);
  switch (chance(is_in_place ? 11 : 8)) {
  case 0:
    PUT("\xb8"); /* mov $, %eax; add $, %eax; ret */
    *ret_number = at;
    NUMBER(chance(1 << 30));
    PUT("\x83\xc0\x07\xc3");
    break;
  case 1:
    PUT("\x8d\x87"); /* lea (%rdi), %eax; ret */
    *ret_number = at;
    NUMBER(chance(1 << 30));
    PUT("\xc3");
    break;
  case 2:
    PUT("\xb9"); /* mov $, %ecx; xor %eax, %eax; 1: add $, %eax; dec %ecx; jnz 1b; ret */
    NUMBER(1 + chance(20));
    PUT("\x31\xc0\x05");
    *ret_number = at;
    NUMBER(chance(1 << 30));
    PUT("\xff\xc9\x75\xf7\xc3");
    break;
  case 3:
  case 4: /* call; add $, %eax; ret */
    if (slot > 0) {
      PUT("\xe8");
      NUMBER(back_to(slot, at + 4, before));
    } else {
      PUT("\x31\xc0");
    }
    PUT("\x05");
    *ret_number = at;
    NUMBER(chance(1 << 30));
    PUT("\xc3");
    break;
  case 5:
  case 6: /* cmp $, %edi; jmp to what may read the flags */
    PUT("\x81\xff");
    *ret_number = at;
    NUMBER(chance(64));
    if (slot > 0) {
      PUT("\xe9");
      NUMBER(back_to(slot, at + 4, before));
    } else {
      PUT("\x0f\x9c\xc0\x0f\xb6\xc0\xc3"); /* setl %al; movzbl %al, %eax; ret */
    }
    break;
  case 7: /* setb %al; movzbl %al, %eax; lea (%rax); ret */
    PUT("\x0f\x92\xc0\x0f\xb6\xc0\x8d\x80");
    *ret_number = at;
    NUMBER(chance(1 << 30));
    PUT("\xc3");
    break;
  case 8: /* mov %edi, 1f + 1(%rip); 1: mov $, %eax; ret */
    PUT("\x89\x3d\x01\x00\x00\x00\xb8");
    *ret_number = at;
    NUMBER(0);
    PUT("\xc3");
    break;
  case 9: /* mov %edi, 1f + 1(%rip); jmp 1f; 1: mov $, %eax; ret */
    PUT("\x89\x3d\x03\x00\x00\x00\xeb\x00\xb8");
    *ret_number = at;
    NUMBER(0);
    PUT("\xc3");
    break;
  default: /* mov $9, %ecx; xor %eax, %eax; 2: add %edi, 1f + 1(%rip); 1: add $, %eax; dec %ecx; jnz 2b; ret */
    PUT("\xb9\x09\x00\x00\x00\x31\xc0\x01\x3d\x01\x00\x00\x00\x05");
    *ret_number = at;
    NUMBER(chance(1 << 30));
    PUT("\xff\xc9\x75\xf1\xc3");
    break;
  }
  return at;
}

/* --- ways to write --- */

static struct {
  byte *to;
  const byte *from;
  size_t bytes;
} job;
static sem_t wanted, done;

static void copy_job(int number)
{
  memcpy(job.to, job.from, job.bytes);
}

static void *work(void *none)
{
  for (;;) {
    sem_wait(&wanted);
    copy_job(0);
    sem_post(&done);
  }
  return none;
}

static void by_words(byte *to, const byte *from, size_t bytes)
{
  size_t i = 0;
  for (uint64_t word; i + 8 <= bytes; i += 8) {
    memcpy(&word, from + i, 8);
    __atomic_exchange_n((uint64_t *)(to + i), word, __ATOMIC_SEQ_CST);
  }
  for (; i < bytes; i++)
    __atomic_store_n(to + i, from[i], __ATOMIC_RELAXED);
}

static void by_string(byte *to, const byte *from, size_t bytes)
{
  __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(bytes) : : "memory");
}

static void by_pipe(byte *to, const byte *from, size_t bytes)
{
  if (write(pipes[1], from, bytes) != (ssize_t)bytes || read(pipes[0], to, bytes) != (ssize_t)bytes)
    exit(1);
}

static void by_pieces(byte *to, const byte *from, size_t bytes)
{
  const struct iovec pieces[] = {{to, bytes / 2}, {to + bytes / 2, bytes - bytes / 2}};
  if (write(pipes[1], from, bytes) != (ssize_t)bytes || readv(pipes[0], pieces, 2) != (ssize_t)bytes)
    exit(1);
}

static void by_child(byte *to, const byte *from, size_t bytes)
{
  const pid_t child = fork();
  if (child == 0) {
    memcpy(to, from, bytes);
    _exit(0);
  }
  waitpid(child, NULL, 0);
}

static void by_thread(byte *to, const byte *from, size_t bytes)
{
  job.to = to;
  job.from = from;
  job.bytes = bytes;
  sem_post(&wanted);
  sem_wait(&done);
}

static void by_handler(byte *to, const byte *from, size_t bytes)
{
  job.to = to;
  job.from = from;
  job.bytes = bytes;
  raise(SIGUSR1);
}

static void by_memory_file(byte *to, const byte *from, size_t bytes)
{
  if (pwrite(memory_file, from, bytes, (off_t)(uintptr_t)to) != (ssize_t)bytes)
    memcpy(to, from, bytes);
}

static void as_of_another(byte *to, const byte *from, size_t bytes)
{
  const struct iovec here = {(void *)from, bytes}, there = {to, bytes};
  if (process_vm_writev(getpid(), &here, 1, &there, 1, 0) != (ssize_t)bytes)
    memcpy(to, from, bytes);
}

static void plainly(byte *to, const byte *from, size_t bytes)
{
  memcpy(to, from, bytes);
}

typedef void write_way(byte *to, const byte *from, size_t bytes);

static void write_to_memory(const struct area *area, byte *to, const byte *from, size_t bytes)
{
  static write_way *const ways[] = {plainly,   by_words,   by_string,      by_pipe,      by_pieces,
                                    by_thread, by_handler, by_memory_file, as_of_another};
  const int is_shared = area->kind == SHARED_ANONYMOUS || area->kind == SEGMENT || area->kind == TWICE;
  if (is_shared && chance(8) == 0)
    by_child(to, from, bytes);
  else
    ways[chance(sizeof ways / sizeof *ways)](to, from, bytes);
}

/* Pages are mapped anew, or moved there. */
static void move_there(const struct area *area, size_t offset, const byte *from, size_t bytes)
{
  byte *const made = map(PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1);
  memcpy(made, area->code, BYTES);
  memcpy(made + offset, from, bytes);
  if (chance(2) == 0) {
    mprotect(made, BYTES, PROT_READ | PROT_EXEC);
    mremap(made, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, area->code);
    return;
  }
  mmap(area->code, BYTES, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0);
  memcpy(area->code, made, BYTES);
  mprotect(area->code, BYTES, PROT_READ | PROT_EXEC);
  munmap(made, BYTES);
}

static void lose_pages(const struct area *area, size_t offset, const byte *from, size_t bytes)
{
  static byte copy[BYTES];
  memcpy(copy, area->code, BYTES);
  memcpy(copy + offset, from, bytes);
  madvise(area->code, BYTES, MADV_DONTNEED);
  memcpy(area->code, copy, BYTES);
}

static void write_toggling(const struct area *area, size_t offset, const byte *from, size_t bytes)
{
  switch (chance(8)) {
  case 0:
    move_there(area, offset, from, bytes);
    break;
  case 1:
    by_memory_file(area->code + offset, from, bytes);
    break;
  default:
    mprotect(area->code, BYTES, chance(2) ? PROT_READ | PROT_WRITE : PROT_READ | PROT_WRITE | PROT_EXEC);
    write_to_memory(area, area->code + offset, from, bytes);
    if (chance(4) > 0)
      mprotect(area->code, BYTES, PROT_READ | PROT_EXEC);
    else
      mprotect(area->code, BYTES, PROT_READ | PROT_WRITE | PROT_EXEC);
  }
}

static void write_code(const struct area *area, size_t offset, const byte *from, size_t bytes)
{
  const int has_file = area->file >= 0;
  if (area->kind == TOGGLED)
    write_toggling(area, offset, from, bytes);
  else if (has_file && (!area->written || chance(4) == 0))
    (void)!pwrite(area->file, from, bytes, (off_t)offset);
  else if (area->kind == PLAIN && chance(16) == 0)
    lose_pages(area, offset, from, bytes);
  else
    write_to_memory(area, area->written + offset, from, bytes);
}

/* --- steps --- */

static unsigned numbers[KINDS][SLOTS]; /* where a function has its number */
static uint32_t sum;

/* With flags that are known. */
static uint32_t call(const byte *code, uint32_t argument)
{
  uint32_t result;
  __asm__ volatile("lea -128(%%rsp), %%rsp\n\txor %%eax, %%eax\n\tcall *%2\n\tlea 128(%%rsp), %%rsp"
                   : "=&a"(result), "+D"(argument)
                   : "r"(code)
                   : "rcx", "rdx", "rsi", "r8", "r9", "r10", "r11", "memory", "cc");
  return result;
}

static void write_slot(const struct area *area, unsigned slot)
{
  byte code[SLOT_BYTES];
  memset(code, 0x90, sizeof code);
  const unsigned bytes = function(code, slot, area->is_in_place, &numbers[area->kind][slot]);
  write_code(area, slot * SLOT_BYTES, code, bytes);
}

static void patch_slot(const struct area *area, unsigned slot)
{
  const uint32_t number = chance(1 << 30);
  write_code(area, slot * SLOT_BYTES + numbers[area->kind][slot], (const byte *)&number, sizeof number);
}

static void step(const struct area *area)
{
  const unsigned slot = chance(SLOTS);
  if (chance(3) == 0)
    write_slot(area, slot);
  else if (chance(4) > 0)
    patch_slot(area, slot);
  for (unsigned calls = chance(12) == 0 ? 300 : chance(4); calls > 0; calls--)
    sum = sum * 31 + call(area->code + (chance(2) ? slot : chance(SLOTS)) * SLOT_BYTES, chance(100));
}

int main(int argc, char **argv)
{
  byte stack[BYTES + PAGE];
  const unsigned count = argc > 2 ? (unsigned)atoi(argv[2]) : 1000;
  pthread_t thread;
  state = argc > 1 ? strtoul(argv[1], NULL, 10) : 1;
  const int only = argc > 3 ? atoi(argv[3]) : KINDS;
  sem_init(&wanted, 0, 0);
  sem_init(&done, 0, 0);
  signal(SIGUSR1, copy_job);
  memory_file = open("/proc/self/mem", O_RDWR);
  if (pipe(pipes) != 0 || pthread_create(&thread, NULL, work, NULL) != 0)
    return 77;
  make_areas((byte *)(((uintptr_t)stack + PAGE - 1) & -(uintptr_t)PAGE));
  for (int i = 0; i < KINDS; i++)
    for (unsigned slot = 0; slot < SLOTS; slot++)
      write_slot(&areas[i], slot);
  for (unsigned i = 0; i < count; i++) {
    const struct area *const area = &areas[only < KINDS ? only : (int)chance(KINDS)];
    step(area);
    if (i % 50 == 49)
      printf("%u %s %08x\n", i, names[area->kind], sum), fflush(stdout);
  }
  return 0;
}
