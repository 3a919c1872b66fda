/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Runs random sequences of instructions and writes for each what it left: the values, and which bits of these are
 * undefined. Run natively, it tries what undefined bits of the input can change instead. So what a checker says can be
 * held against what is:
 *
 *     sequences SEED FIRST COUNT FILE LEFT_OUT [faults] [threads] [signals]
 *     sequences SEED NUMBER code FILE LEFT_OUT
 *
 * The second form writes a sequence's code. LEFT_OUT is usually 0: instructions that are not to be there, as bits. With
 * `faults`, the data is on two closed pages; a handler opens the one that is accessed and closes the other, and takes
 * down the registers and flags that it finds. With `threads`, several threads do the same work at a time, and must have
 * the same results; with `signals`, a timer interrupts it. */
#include "sequence.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/time.h>
#include <ucontext.h>
#include <unistd.h>
#include <valgrind/memcheck.h>

enum { THREADS = 3, SUBSETS = 48, OUT_BYTES = DATA_BYTES + sizeof(struct output), INTERRUPT_USECONDS = 1500 };

/* Sums of what the handler has found in the first run. */
struct at_faults {
  uint64_t registers, flags;
};

/* What is written to the file. */
struct result {
  uint8_t values[OUT_BYTES], v_bits[OUT_BYTES];
  uint64_t errors;
  struct at_faults at_faults;
};

struct job {
  uint64_t seed;
  unsigned first, count;
  bool has_faults;
  const uint8_t *code; /* SEQUENCE_BYTES each */
  const uint16_t *eflags_at; /* of each of these bytes */
  struct area *area;
  struct result *results;
};

static void fail(const char *what)
{
  perror(what);
  exit(2);
}

/* --- one sequence --- */

static void make_input(struct random *random, struct input *input)
{
  static const uint8_t usual[] = {0, 1, 0x7f, 0x80, 0xff};
  uint8_t *bytes = (uint8_t *)input;
  for (size_t i = 0; i < sizeof *input; i++)
    bytes[i] = random_below(random, 3) == 0 ? (uint8_t)random_word(random) : usual[random_below(random, sizeof usual)];
}

/* A few places, each some bits, a byte, or several. */
static void make_v_bits(struct random *random, struct input *v_bits)
{
  uint8_t *bytes = (uint8_t *)v_bits;
  memset(v_bits, 0, sizeof *v_bits);
  for (unsigned places = 1 + random_below(random, 6); places > 0; places--) {
    size_t at = random_below(random, sizeof *v_bits - 8);
    unsigned width = random_below(random, 3) == 0 ? 1 + random_below(random, 8) : 1;
    uint8_t bits =
      random_below(random, 2) == 0 ? (uint8_t)(1u << random_below(random, 8)) : (uint8_t)random_word(random);
    memset(bytes + at, random_below(random, 3) == 0 ? 0xff : bits, width);
  }
}

/* --- what a handler finds at faults --- */

/* Of the sequence that this thread runs. */
static __thread struct {
  struct area *area;
  const uint8_t *code;
  const uint16_t *eflags_at;
  uintptr_t code_address; /* of the last fault */
  struct at_faults found;
} faults;

static void add_to(uint64_t *sum, uint64_t word)
{
  *sum = (*sum ^ word) * UINT64_C(0x9e3779b97f4a7c15);
  *sum ^= *sum >> 29;
}

/* Addresses differ from run to run; so %rsp is left out, and others are counted from the beginning of the area. */
static uint64_t without_address(uint64_t word)
{
  return word - (uintptr_t)faults.area <= sizeof *faults.area ? word - (uintptr_t)faults.area : word;
}

static void add_registers(const ucontext_t *context)
{
  const gregset_t *registers = &context->uc_mcontext.gregs;
  const uintptr_t offset = (uintptr_t)(*registers)[REG_RIP] - (uintptr_t)faults.code;
  static const uint8_t numbers[] = {REG_RAX, REG_RCX, REG_RDX, REG_RBX, REG_RBP, REG_RSI, REG_RDI, REG_R8,
                                    REG_R9,  REG_R10, REG_R11, REG_R12, REG_R13, REG_R14, REG_R15};
  add_to(&faults.found.registers, offset);
  for (size_t i = 0; i < sizeof numbers; i++)
    add_to(&faults.found.registers, without_address((uint64_t)(*registers)[numbers[i]]));
  add_to(&faults.found.flags, (uint64_t)(*registers)[REG_EFL] & faults.eflags_at[offset]);
  for (unsigned i = 0; i < VECTORS; i++)
    for (unsigned word = 0; word < 4; word++)
      add_to(&faults.found.registers, context->uc_mcontext.fpregs->_xmm[i].element[word]);
}

static void close_page(uintptr_t page)
{
  if (mprotect((void *)page, PAGE_BYTES, PROT_NONE) != 0)
    fail("mprotect");
}

/* An instruction that needs both pages faults a second time. */
static void open_page(int signal, siginfo_t *info, void *context)
{
  (void)signal;
  const uintptr_t page = (uintptr_t)info->si_addr & -(uintptr_t)PAGE_BYTES, area = (uintptr_t)faults.area;
  const uintptr_t code_address = (uintptr_t)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
  if (code_address - (uintptr_t)faults.code >= SEQUENCE_BYTES || page - area > PAGE_BYTES)
    _exit(3);
  add_to(&faults.found.registers, (uintptr_t)info->si_addr - area);
  add_registers(context);
  mprotect((void *)page, PAGE_BYTES, PROT_READ | PROT_WRITE);
  if (code_address != faults.code_address)
    close_page(page == area ? area + PAGE_BYTES : area);
  faults.code_address = code_address;
}

static void begin_faults(const struct job *job, const uint8_t *code)
{
  faults.area = job->area;
  faults.code = code;
  faults.eflags_at = job->eflags_at + (code - job->code);
  faults.code_address = 0;
  faults.found = (struct at_faults){0};
  close_page((uintptr_t)job->area);
  close_page((uintptr_t)job->area + PAGE_BYTES);
}

static void end_faults(const struct job *job)
{
  if (mprotect(job->area, sizeof *job->area, PROT_READ | PROT_WRITE) != 0)
    fail("mprotect");
}

/* Calls the code with registers that hold nothing of the caller's, as handlers see them. */
void call_with_clear_registers(struct area *area, const uint8_t *code);
__asm__("call_with_clear_registers: push %rbx\n push %rbp\n push %r12\n push %r13\n push %r14\n push %r15\n push %rsi\n"
        " xor %eax, %eax\n xor %ecx, %ecx\n xor %edx, %edx\n xor %ebx, %ebx\n xor %ebp, %ebp\n xor %esi, %esi\n"
        " xor %r8d, %r8d\n xor %r9d, %r9d\n xor %r10d, %r10d\n xor %r11d, %r11d\n xor %r12d, %r12d\n xor %r14d, %r14d\n"
        " xor %r15d, %r15d\n vzeroall\n call *(%rsp)\n"
        " pop %rsi\n pop %r15\n pop %r14\n pop %r13\n pop %r12\n pop %rbp\n pop %rbx\n ret\n");

static void run_code(const struct job *job, const uint8_t *code, const struct input *input)
{
  struct area *area = job->area;
  memset(&area->output, 0, sizeof area->output);
  area->input = *input;
  if (!job->has_faults) {
    ((sequence_function *)(uintptr_t)code)(area);
    return;
  }
  begin_faults(job, code);
  call_with_clear_registers(area, code);
  end_faults(job);
}

static void read_result(const struct area *area, uint8_t out[OUT_BYTES])
{
  memcpy(out, area->input.data, DATA_BYTES);
  memcpy(out + DATA_BYTES, &area->output, sizeof area->output);
}

/* --- natively: which bits change? --- */

static void try_bits(const struct job *job, const uint8_t *code, const struct input *input, const struct input *flipped,
                     struct result *result)
{
  struct input tried;
  uint8_t out[OUT_BYTES];
  for (size_t i = 0; i < sizeof tried; i++)
    ((uint8_t *)&tried)[i] = ((const uint8_t *)input)[i] ^ ((const uint8_t *)flipped)[i];
  run_code(job, code, &tried);
  read_result(job->area, out);
  for (size_t i = 0; i < sizeof out; i++)
    result->v_bits[i] |= out[i] ^ result->values[i];
}

static void find_changes(const struct job *job, const uint8_t *code, const struct input *input,
                         const struct input *v_bits, struct random *random, struct result *result)
{
  struct input flipped;
  for (size_t i = 0; i < sizeof flipped; i++)
    for (unsigned bit = 0; bit < 8; bit++)
      if (((const uint8_t *)v_bits)[i] >> bit & 1) {
        memset(&flipped, 0, sizeof flipped);
        ((uint8_t *)&flipped)[i] = (uint8_t)(1u << bit);
        try_bits(job, code, input, &flipped, result);
      }
  for (unsigned subset = 0; subset < SUBSETS; subset++) {
    for (size_t i = 0; i < sizeof flipped; i++)
      ((uint8_t *)&flipped)[i] = ((const uint8_t *)v_bits)[i] & (uint8_t)random_word(random);
    try_bits(job, code, input, &flipped, result);
  }
}

/* --- under a checker: what does it say? --- */

static void ask_checker(const struct job *job, const uint8_t *code, const struct input *input,
                        const struct input *v_bits, struct result *result)
{
  struct area *area = job->area;
  struct input marked = *input;
  const unsigned errors = VALGRIND_COUNT_ERRORS;
  (void)VALGRIND_SET_VBITS(&marked, v_bits, sizeof marked);
  run_code(job, code, &marked);
  result->at_faults = faults.found;
  (void)VALGRIND_MAKE_MEM_DEFINED(&result->at_faults, sizeof result->at_faults);
  (void)VALGRIND_GET_VBITS(area->input.data, result->v_bits, DATA_BYTES);
  (void)VALGRIND_GET_VBITS(&area->output, result->v_bits + DATA_BYTES, sizeof area->output);
  (void)VALGRIND_MAKE_MEM_DEFINED(&area->input, sizeof area->input);
  (void)VALGRIND_MAKE_MEM_DEFINED(&area->output, sizeof area->output);
  read_result(area, result->values);
  result->errors = VALGRIND_COUNT_ERRORS - errors;
}

static void *work(void *opaque)
{
  const struct job *job = opaque;
  for (unsigned i = 0; i < job->count; i++) {
    struct random random = random_begin(job->seed ^ 0x1234567, job->first + i);
    struct input input, v_bits;
    const uint8_t *code = job->code + (size_t)i * SEQUENCE_BYTES;
    struct result *result = &job->results[i];
    make_input(&random, &input);
    make_v_bits(&random, &v_bits);
    if (RUNNING_ON_VALGRIND) {
      ask_checker(job, code, &input, &v_bits, result);
    } else {
      run_code(job, code, &input);
      result->at_faults = faults.found;
      read_result(job->area, result->values);
      find_changes(job, code, &input, &v_bits, &random, result);
    }
  }
  return NULL;
}

/* --- disturbances --- */

static volatile unsigned interrupts;

/* Uses vectors and flags, and the stack below. */
static void interrupt(int signal)
{
  volatile unsigned char dirt[300];
  memset((void *)dirt, signal, sizeof dirt);
  __asm__ volatile("pcmpeqd %%xmm0, %%xmm0; movdqa %%xmm0, %%xmm7; cmp $1, %0; sbb %%rax, %%rax"
                   : : "r"(interrupts)
                   : "rax", "xmm0", "xmm7", "cc");
  interrupts += dirt[7] != 0;
}

static void set_handler(int signal, void (*handler)(int), void (*handler_of_fault)(int, siginfo_t *, void *))
{
  struct sigaction action = {.sa_flags = SA_RESTART | (handler_of_fault ? SA_SIGINFO : 0)};
  if (handler_of_fault)
    action.sa_sigaction = handler_of_fault;
  else
    action.sa_handler = handler;
  if (sigaction(signal, &action, NULL) != 0)
    fail("sigaction");
}

static void interrupt_from_time_to_time(void)
{
  const struct itimerval often = {{0, INTERRUPT_USECONDS}, {0, INTERRUPT_USECONDS}};
  set_handler(SIGALRM, interrupt, NULL);
  if (setitimer(ITIMER_REAL, &often, NULL) != 0)
    fail("setitimer");
}

/* --- all of them --- */

/* Code of a file: how the code of programs is found. */
static const uint8_t *make_code(uint64_t seed, unsigned first, unsigned count, uint64_t left_out, uint16_t *eflags_at)
{
  const size_t bytes = (size_t)count * SEQUENCE_BYTES;
  int fd = memfd_create("sequences", MFD_CLOEXEC);
  uint8_t code[SEQUENCE_BYTES];
  for (unsigned i = 0; i < count; i++) {
    struct random random = random_begin(seed, first + i);
    memset(code, 0xcc, sizeof code);
    sequence_make(code, eflags_at + (size_t)i * SEQUENCE_BYTES, &random, left_out);
    if (write(fd, code, sizeof code) != sizeof code)
      fail("write");
  }
  const uint8_t *mapped = mmap(NULL, bytes, PROT_READ | PROT_EXEC, MAP_PRIVATE, fd, 0);
  if (mapped == MAP_FAILED)
    fail("mmap");
  close(fd);
  return mapped;
}

static void *zeroed(size_t bytes)
{
  void *memory = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED)
    fail("mmap");
  return memory;
}

static void do_work(struct job jobs[], unsigned count)
{
  pthread_t threads[THREADS];
  for (unsigned i = 1; i < count; i++)
    if (pthread_create(&threads[i], NULL, work, &jobs[i]) != 0)
      fail("pthread_create");
  work(&jobs[0]);
  for (unsigned i = 1; i < count; i++)
    pthread_join(threads[i], NULL);
}

static bool is_given(char **arguments, const char *word)
{
  while (*arguments != NULL && strcmp(*arguments, word) != 0)
    arguments++;
  return *arguments != NULL;
}

static void write_file(const char *path, const void *data, size_t bytes)
{
  FILE *file = fopen(path, "wb");
  if (file == NULL || fwrite(data, 1, bytes, file) != bytes || fclose(file) != 0)
    fail(path);
}

static int write_code(uint64_t seed, unsigned number, const char *path, uint64_t left_out)
{
  uint8_t code[SEQUENCE_BYTES];
  uint16_t eflags_at[SEQUENCE_BYTES];
  struct random random = random_begin(seed, number);
  write_file(path, code, sequence_make(code, eflags_at, &random, left_out));
  return 0;
}

/* Errors are counted for all threads. */
static bool are_alike(const struct result *a, const struct result *b)
{
  return memcmp(a->values, b->values, OUT_BYTES) == 0 && memcmp(a->v_bits, b->v_bits, OUT_BYTES) == 0 &&
         memcmp(&a->at_faults, &b->at_faults, sizeof a->at_faults) == 0;
}

static int compare_threads(const struct job jobs[], unsigned count)
{
  int status = 0;
  for (unsigned i = 1; i < count; i++)
    for (unsigned k = 0; k < jobs[0].count; k++)
      if (!are_alike(&jobs[0].results[k], &jobs[i].results[k])) {
        printf("sequence %u: thread %u has another result than the first\n", jobs[0].first + k, i);
        status = 1;
      }
  return status;
}

int main(int argc, char **argv)
{
  if (argc < 6)
    return 2;
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi2")) {
    fputs("the processor lacks AVX2 or BMI\n", stderr);
    return 77;
  }
  const uint64_t seed = strtoull(argv[1], NULL, 0), left_out = strtoull(argv[5], NULL, 0);
  const unsigned first = (unsigned)strtoul(argv[2], NULL, 0), count = (unsigned)strtoul(argv[3], NULL, 0);
  if (strcmp(argv[3], "code") == 0)
    return write_code(seed, first, argv[4], left_out);
  uint16_t *eflags_at = zeroed((size_t)count * SEQUENCE_BYTES * sizeof *eflags_at);
  const uint8_t *code = make_code(seed, first, count, left_out, eflags_at);
  const unsigned threads = is_given(argv + 6, "threads") ? THREADS : 1;
  struct job jobs[THREADS];
  for (unsigned i = 0; i < threads; i++)
    jobs[i] = (struct job){seed,
                           first,
                           count,
                           is_given(argv + 6, "faults"),
                           code,
                           eflags_at,
                           zeroed(sizeof(struct area)),
                           zeroed(count * sizeof(struct result))};
  set_handler(SIGSEGV, NULL, open_page);
  if (is_given(argv + 6, "signals"))
    interrupt_from_time_to_time();
  do_work(jobs, threads);
  write_file(argv[4], jobs[0].results, count * sizeof(struct result));
  return compare_threads(jobs, threads);
}
