/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Threads of which the core does not know: they run the tool's own code, each on a stack of its own, and end. Signals
 * stay blocked; faults of guarded accesses are handled on the worker's stack. When a thread is gone the kernel clears
 * `is_running` and wakes who sleeps on it. */
#include "shared/base/raw_syscalls.h"
#include "memcheck/pure/base/env.h"

#include "pub_tool_basics.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum {
  STACK_BYTES = 1 << 17,
  WAIT = 0, /* FUTEX_WAIT */
  WAKE = 1, /* FUTEX_WAKE */
  EVERYBODY = 0x7fffffff,
  FLAGS = VKI_CLONE_VM | VKI_CLONE_FS | VKI_CLONE_FILES | VKI_CLONE_SIGHAND | VKI_CLONE_THREAD | VKI_CLONE_SYSVSEM |
          VKI_CLONE_CHILD_CLEARTID | VKI_CLONE_UNTRACED,
};

struct worker {
  void (*work)(void *context, unsigned worker);
  void *context;
  unsigned number;
  _Atomic uint32_t is_running;
  char *stack;
};

static void __attribute__((noreturn)) run_worker(struct worker *worker)
{
  worker->work(worker->context, worker->number);
  for (;;)
    raw_syscall(__NR_exit, 0, 0, 0, 0, 0, 0);
}

/* The new thread pops the function to call, and its argument, from its stack. Returns the kernel's result. */
static __attribute__((noinline)) long start_thread(struct worker *worker)
{
  uint64_t *top = (uint64_t *)(void *)(worker->stack + STACK_BYTES);
  *--top = 0; /* keeps the call below at a multiple of 16 */
  *--top = 0;
  *--top = (uint64_t)worker;
  *--top = (uint64_t)run_worker;
  long result = __NR_clone;
  register _Atomic uint32_t *r10 __asm__("r10") = &worker->is_running;
  register long r8 __asm__("r8") = 0;
  __asm__ volatile(
    "syscall\n\t"
    "test %%rax, %%rax\n\t"
    "jnz 1f\n\t"
    "xor %%ebp, %%ebp\n\t"
    "pop %%rax\n\t"
    "pop %%rdi\n\t"
    "call *%%rax\n"
    "1:"
    : "+a"(result)
    : "D"((long)FLAGS), "S"(top), "d"(0), "r"(r10), "r"(r8)
    : "rcx", "r11", "memory", "cc");
  return result;
}

static void start_worker(struct worker *worker)
{
  worker->stack = env_map_pages(STACK_BYTES);
  worker->is_running = 1;
  if (start_thread(worker) < 0)
    worker->is_running = 0;
}

static void wait_for_worker(struct worker *worker)
{
  for (uint32_t value; (value = worker->is_running) != 0;)
    env_sleep_while(&worker->is_running, value);
  env_unmap_pages(worker->stack, STACK_BYTES);
}

void env_run_workers(unsigned count, void (*work)(void *context, unsigned worker), void *context)
{
  struct worker workers[ENV_WORKERS_MAX];
  ENV_ASSERT(count > 0 && count <= ENV_WORKERS_MAX);
  for (unsigned i = 1; i < count; i++) {
    workers[i] = (struct worker){.work = work, .context = context, .number = i};
    start_worker(&workers[i]);
  }
  work(context, 0);
  for (unsigned i = 1; i < count; i++)
    wait_for_worker(&workers[i]);
}

/* Not FUTEX_PRIVATE, as the kernel's own wake of `is_running` is not. */
void env_sleep_while(_Atomic uint32_t *word, uint32_t value)
{
  (void)raw_syscall(__NR_futex, (long)word, WAIT, (long)value, 0, 0, 0);
}

void env_wake_all(_Atomic uint32_t *word)
{
  (void)raw_syscall(__NR_futex, (long)word, WAKE, EVERYBODY, 0, 0, 0);
}
