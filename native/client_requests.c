/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The sequence has 19 bytes: four rotations of %rdi, which cancel each other out, and an exchange that changes nothing.
 * %rax has the address of the request and its arguments, %rdx what it returns natively, and has the result behind it.
 * The call that takes its place steps over what functions keep below the stack pointer, and all registers but %rdx stay
 * as they are. It leads to a page close to the program, as a call reaches no further than 2 GiB. */
#include "native/client_requests.h"

#include <cpuid.h>
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>

#include "native/check.h"
#include "native/forks.h"
#include "native/jumps.h"
#include "native/locks.h"
#include "native/own_stack.h"
#include "native/process_private.h"
#include "native/request_places.h"
#include "native/snapshots.h"
#include "native/standstill.h"
#include "shared/base/raw_syscalls.h"

enum {
  CALL_AT = 5,
  CALL_END = 10,
  REDZONE = 128,
  PAGE_BYTES = 4096,
  MEMCHECK = 'M' << 24 | 'C' << 16,
  SEEP = 'S' << 24 | 'P' << 16,
  LABEL_BYTES = 200,
};

/* As in the headers. */
enum {
  DO_LEAK_CHECK = MEMCHECK + 6,
  COUNT_LEAKS = MEMCHECK + 7,
  COUNT_LEAK_BLOCKS = MEMCHECK + 12,
  SNAPSHOT = SEEP,
  MARK = SEEP + 1,
};

enum { RAX, RDX, RSP = 7 }; /* in DWARF's order */

/* --- what is asked --- */

struct client_request {
  const uint64_t *arguments;
  uint64_t result;
  struct watched_thread *thread;
};

static void check_leaks(struct client_request *request)
{
  static const unsigned deltas[] = {RECORD_DELTA_NONE, RECORD_DELTA_INCREASED, RECORD_DELTA_CHANGED, RECORD_DELTA_NEW};
  const uint64_t *const arguments = request->arguments;
  struct record_reply reply;
  struct standstill still;
  standstill_begin(&still, request->thread, 0);
  standstill_tell(&still);
  if (still.has_roots)
    check_run(&process.output, &process.settings, standstill_blocks(&still),
              &(struct check_order){.mode = arguments[1] == 1 ? RECORD_LEAK_SUMMARY : RECORD_LEAK_FULL,
                                    .delta = arguments[2] < 4 ? deltas[arguments[2]] : RECORD_DELTA_NONE,
                                    .reason = RECORD_LEAK_BY_REQUEST,
                                    .generation = forks_generation()});
  standstill_end(&still);
  watched_threads_go_on();
  output_ask(&process.output, RECORD_QUESTION_SYNC, &reply);
  request->result = 0;
}

static void count_leaks(struct client_request *request)
{
  struct record_reply reply;
  memset(&reply, 0, sizeof reply);
  output_ask(&process.output, RECORD_QUESTION_LEAKS, &reply);
  for (unsigned i = 0; i < 4; i++)
    *(uint64_t *)request->arguments[i + 1] =
      request->arguments[0] == COUNT_LEAKS ? reply.leak_bytes[i] : reply.leak_blocks[i];
  request->result = 0;
}

static struct record_string text_of(const struct client_request *request)
{
  const char *const text = (const char *)request->arguments[1];
  return (struct record_string){text ? text : "", text ? strnlen(text, LABEL_BYTES) : 0};
}

static void take_snapshot(struct client_request *request)
{
  const struct record_snapshot *const snapshot =
    snapshots_take_now(request->thread, &(struct snapshot_order){.reason = RECORD_SNAPSHOT_BY_REQUEST,
                                                                 .tid = request->thread->number,
                                                                 .label = text_of(request)});
  request->result = snapshot->problem.size == 0 ? snapshot->id : 0;
}

static void mark(struct client_request *request)
{
  output_send(&process.output, RECORD_MARK,
              &(struct record_mark){.elapsed_ns = process_now_ns(CLOCK_MONOTONIC) - process.began_ns,
                                    .allocations = forks_births(),
                                    .tid = request->thread->number,
                                    .text = text_of(request)});
  output_flush(&process.output);
}

static const struct {
  uint64_t number;
  void (*function)(struct client_request *request);
} functions[] = {{DO_LEAK_CHECK, check_leaks},
                 {COUNT_LEAKS, count_leaks},
                 {COUNT_LEAK_BLOCKS, count_leaks},
                 {SNAPSHOT, take_snapshot},
                 {MARK, mark}};
enum { FUNCTIONS = sizeof functions / sizeof *functions };

static void answer(void *argument)
{
  struct client_request *const request = argument;
  for (unsigned i = 0; i < FUNCTIONS; i++)
    if (functions[i].number == request->arguments[0])
      functions[i].function(request);
}

/* --- the way here --- */

/* Not in a handler that has interrupted the library. */
static bool is_answered(uint64_t number)
{
  const struct watched_thread *const thread = watched_thread_current();
  bool is_known = false;
  for (unsigned i = 0; i < FUNCTIONS; i++)
    is_known |= functions[i].number == number;
  return is_known && process_is_this() && !(thread && thread->is_inside);
}

/* With the claim, but not inside. */
static void answer_claimed(struct client_request *request, const uint64_t *registers)
{
  struct watched_thread *const thread = watched_thread_begin();
  if (!thread)
    return;
  memcpy(thread->registers, registers, sizeof thread->registers);
  thread->pc = *(const uint64_t *)(registers + REGISTERS);
  thread->registers[RSP] = (uint64_t)(registers + REGISTERS + 1) + REDZONE;
  request->thread = thread;
  own_stack_run(answer, request);
  watched_thread_end(thread);
}

/* `registers`: the program's, in DWARF's order; the return address behind them. */
__attribute__((used)) void native_client_request(uint64_t *registers); /* the code below calls it */
void native_client_request(uint64_t *registers)
{
  struct client_request request = {.arguments = (const uint64_t *)registers[RAX], .result = registers[RDX]};
  const uint64_t all = ~UINT64_C(0);
  const int error = errno;
  uint64_t before;
  if (!is_answered(request.arguments[0]))
    return;
  watched_threads_wait_for_claim();
  (void)raw_syscall(SYS_rt_sigprocmask, 2 /* SIG_SETMASK */, (long)&all, (long)&before, sizeof all, 0, 0);
  answer_claimed(&request, registers);
  watched_threads_give_back();
  (void)raw_syscall(SYS_rt_sigprocmask, 2, (long)&before, 0, sizeof before, 0, 0);
  registers[RDX] = request.result;
  errno = error;
}

uint64_t native_state_bytes __attribute__((visibility("hidden"), used)); /* of the processor's other registers */
extern const char native_client_entry[];
__asm__(".text\n"
        ".local native_client_entry\n"
        ".type native_client_entry, @function\n"
        "native_client_entry:\n\t"
        "pushq %r15\n\tpushq %r14\n\tpushq %r13\n\tpushq %r12\n\tpushq %r11\n\tpushq %r10\n\tpushq %r9\n\tpushq %r8\n\t"
        "pushq %rsp\n\tpushq %rbp\n\tpushq %rdi\n\tpushq %rsi\n\tpushq %rbx\n\tpushq %rcx\n\tpushq %rdx\n\t"
        "pushq %rax\n\t"
        "movq %rsp, %rbx\n\t"
        "subq native_state_bytes(%rip), %rsp\n\t"
        "andq $-64, %rsp\n\t"
        "cld\n\t"
        "leaq 512(%rsp), %rdi\n\t"
        "xorl %eax, %eax\n\t"
        "movl $8, %ecx\n\t"
        "rep stosq\n\t"
        "movl $-1, %eax\n\t"
        "movl $-1, %edx\n\t"
        "xsave64 (%rsp)\n\t"
        "movq %rbx, %rdi\n\t"
        "call native_client_request\n\t"
        "movl $-1, %eax\n\t"
        "movl $-1, %edx\n\t"
        "xrstor64 (%rsp)\n\t"
        "movq %rbx, %rsp\n\t"
        "popq %rax\n\tpopq %rdx\n\tpopq %rcx\n\tpopq %rbx\n\tpopq %rsi\n\tpopq %rdi\n\tpopq %rbp\n\t"
        "leaq 8(%rsp), %rsp\n\t"
        "popq %r8\n\tpopq %r9\n\tpopq %r10\n\tpopq %r11\n\tpopq %r12\n\tpopq %r13\n\tpopq %r14\n\tpopq %r15\n\t"
        "ret\n\t"
        ".size native_client_entry, . - native_client_entry\n");

/* --- calls in place of the sequences --- */

/* A page that jumps to the entry; 0: there is no room. */
static uint64_t make_page(uint64_t start, uint64_t end)
{
  unsigned char *const page = jumps_map_near(start, end);
  if (!page)
    return 0;
  jumps_encode(native_client_entry, page);
  return jumps_close(page) ? (uint64_t)page : 0;
}

static bool put_call(unsigned char *place, uint64_t page)
{
  /* lea -128(%rsp),%rsp; call; lea 128(%rsp),%rsp; nop */
  unsigned char code[REQUEST_BYTES] = {0x48, 0x8d, 0x64, 0x24, 0x80, 0xe8, 0, 0, 0,   0,
                                       0x48, 0x8d, 0xa4, 0x24, 0x80, 0,    0, 0, 0x90};
  const int32_t distance = (int32_t)(page - ((uint64_t)place + CALL_END));
  memcpy(code + CALL_AT + 1, &distance, sizeof distance);
  return jumps_write(place, code, sizeof code);
}

/* How much room the processor's other registers take; false: they cannot be kept. */
static bool find_state_bytes(void)
{
  unsigned eax, ebx = 0, ecx, edx;
  if (!__get_cpuid(1, &eax, &ebx, &ecx, &edx) || (ecx & bit_OSXSAVE) == 0)
    return false;
  __cpuid_count(0xd, 0, eax, ebx, ecx, edx);
  native_state_bytes = ebx;
  return true;
}

static bool replace(unsigned char *place, uint64_t code_start, uint64_t code_end)
{
  static uint64_t page, page_of; /* the code that it is for */
  if (page == 0 || page_of != code_start)
    page = native_state_bytes != 0 || find_state_bytes() ? make_page(code_start, code_end) : 0;
  page_of = code_start;
  return page != 0 && put_call(place, page);
}

/* Few programs have any. Until one is found, the processor is asked nothing: in a virtual machine that takes long. */
void client_requests_begin(void)
{
  request_places_visit(replace);
}
