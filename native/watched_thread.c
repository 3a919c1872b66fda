/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Other threads are stopped by a signal that the C library keeps for itself (that by which setuid() reaches all
 * threads), as no program can block it. For the time of the check the kernel has our handler for it. A thread that is
 * in the checker's own code stops when it leaves that, so that it holds none of the checker's locks. */
#include "native/watched_thread.h"

#include <sys/syscall.h>
#include <linux/futex.h>
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdatomic.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <ucontext.h>

#include "memcheck/pure/base/env.h"
#include "native/ended_threads.h"
#include "native/kernel_actions.h"
#include "native/locks.h"
#include "native/signal_stacks.h"
#include "native/thread_pointer.h"
#include "shared/base/native_requests.h"
#include "shared/base/raw_syscalls.h"

enum { STOP_SIGNAL = NATIVE_REQUESTS_SIGNAL, QUEUED = -1 /* SI_QUEUE */, GET_FS = 0x1003, NO_PROCESS = -3 };
enum {
  SHORT_WAIT_NS = 50000,
  SHORT_WAITS = 20,
  WAIT_NS = 1000000,
  WAITS_MAX = 2000,
  LIST_BYTES = 1 << 15,
  ROUNDS_MAX = 10
};

static struct watched_thread *all;
static uint32_t last_number;
static _Atomic uint32_t stops; /* odd: all stand still */
static const char mark;        /* its address is in our signals */

static __thread struct watched_thread *current __attribute__((tls_model("initial-exec")));
static __thread bool is_beginning __attribute__((tls_model("initial-exec")));

static int call_for_id(long number)
{
  return (int)raw_syscall(number, 0, 0, 0, 0, 0, 0);
}

/* --- their structures --- */

static bool has_ended(const struct watched_thread *thread)
{
  return thread->kernel_id == 0 ||
         raw_syscall(SYS_tgkill, call_for_id(SYS_getpid), thread->kernel_id, 0, 0, 0, 0) == NO_PROCESS;
}

/* Of a thread that has ended, or a new one. What the former knew of stacks is as good for the new one, unless it has
 * ended in the library's code. */
static struct watched_thread *take_unused(void)
{
  enum { LOOKED_AT = 16 };
  struct watched_thread *thread = all;
  for (unsigned i = 0; thread && i < LOOKED_AT && !has_ended(thread); i++)
    thread = thread->next;
  if (thread && has_ended(thread))
    return thread;
  thread = env_map_pages(sizeof *thread);
  thread->unwind = NULL;
  thread->next = all;
  all = thread;
  return thread;
}

static __attribute__((noinline)) struct watched_thread *begin_first(void)
{
  if (is_beginning)
    return NULL;
  is_beginning = true;
  locks_take(LOCK_THREADS);
  struct watched_thread *const thread = take_unused();
  thread->number = ++last_number;
  thread->kernel_id = call_for_id(SYS_gettid);
  thread->stack_start = thread->stack_end = 0;
  if (thread->is_inside)
    thread->code_epoch = 0;
  thread->next_birth = thread->end_birth = 0;
  thread->is_inside = true;
  thread->call_when_out = NULL;
  locks_release(LOCK_THREADS);
  current = thread;
  ended_threads_note(thread_pointer_here());
  signal_stacks_give(thread);
  is_beginning = false;
  return thread;
}

struct watched_thread *watched_thread_begin(void)
{
  struct watched_thread *const thread = current;
  if (!thread)
    return begin_first();
  if (atomic_load_explicit(&thread->is_inside, memory_order_relaxed))
    return NULL;
  atomic_store_explicit(&thread->is_inside, true, memory_order_relaxed);
  atomic_signal_fence(memory_order_seq_cst);
  return thread;
}

struct watched_thread *watched_thread_current(void)
{
  return current;
}

struct watched_thread *watched_threads(void)
{
  return all;
}

/* --- standing still --- */

void watched_thread_ask_kernel(struct watched_thread *thread)
{
  stack_t stack = {.ss_flags = SS_DISABLE};
  (void)raw_syscall(SYS_arch_prctl, GET_FS, (long)&thread->thread_pointer, 0, 0, 0, 0);
  (void)raw_syscall(SYS_sigaltstack, 0, (long)&stack, 0, 0, 0, 0);
  const bool is_there = (stack.ss_flags & SS_DISABLE) == 0;
  thread->signal_stack = is_there ? (uint64_t)stack.ss_sp : 0;
  thread->signal_stack_bytes = is_there ? stack.ss_size : 0;
}

/* A new standstill may begin before it has noticed that one is over. */
static void stand_still(struct watched_thread *thread)
{
  thread->is_to_stop = thread->call_when_out != NULL;
  watched_thread_ask_kernel(thread);
  for (uint32_t now; ((now = stops) & 1) != 0;) {
    thread->stopped_for = now;
    env_sleep_while(&stops, now);
  }
}

bool watched_thread_is_still(const struct watched_thread *thread)
{
  return (stops & 1) != 0 && thread->stopped_for == stops;
}

static void (*ask_function)(struct watched_thread *thread); /* NULL: nobody listens */

static void ask(struct watched_thread *thread)
{
  const int error = errno;
  thread->is_asked = false;
  thread->is_inside = true;
  if (ask_function)
    ask_function(thread);
  thread->is_inside = false;
  errno = error;
}

static void call_once(struct watched_thread *thread)
{
  void (*const function)(struct watched_thread *) = thread->call_when_out;
  thread->call_when_out = NULL;
  thread->is_inside = true;
  function(thread);
  thread->is_inside = false;
}

static void set_mask(const uint64_t *mask, uint64_t *before)
{
  (void)raw_syscall(SYS_rt_sigprocmask, SIG_SETMASK, (long)mask, (long)before, KERNEL_SIGNAL_SET_BYTES, 0, 0);
}

static __attribute__((noinline)) void stop_after_all(struct watched_thread *thread)
{
  uint64_t *const to = thread->registers;
  __asm__ volatile("movq %%rax, 0(%0); movq %%rdx, 8(%0); movq %%rcx, 16(%0); movq %%rbx, 24(%0);"
                   "movq %%rsi, 32(%0); movq %%rdi, 40(%0); movq %%rbp, 48(%0); movq %%rsp, 56(%0);"
                   "movq %%r8, 64(%0); movq %%r9, 72(%0); movq %%r10, 80(%0); movq %%r11, 88(%0);"
                   "movq %%r12, 96(%0); movq %%r13, 104(%0); movq %%r14, 112(%0); movq %%r15, 120(%0);"
                   "leaq (%%rip), %%rax; movq %%rax, 128(%0)" ::"r"(to)
                   : "memory", "rax");
  if (thread->is_asked || thread->call_when_out) {
    const uint64_t all_signals = ~UINT64_C(0);
    uint64_t before;
    set_mask(&all_signals, &before);
    if (thread->call_when_out)
      call_once(thread);
    if (thread->is_asked)
      ask(thread);
    set_mask(&before, NULL);
  }
  stand_still(thread);
  signal_stacks_take_back(thread, NULL);
}

void watched_thread_end(struct watched_thread *thread)
{
  if (!thread)
    return;
  atomic_signal_fence(memory_order_seq_cst);
  atomic_store_explicit(&thread->is_inside, false, memory_order_relaxed);
  if (__builtin_expect(atomic_load_explicit(&thread->is_to_stop, memory_order_relaxed), false))
    stop_after_all(thread);
}

static void copy_registers(struct watched_thread *thread, const ucontext_t *context)
{
  static const unsigned char order[REGISTERS] = {REG_RAX, REG_RDX, REG_RCX, REG_RBX, REG_RSI, REG_RDI,
                                                 REG_RBP, REG_RSP, REG_R8,  REG_R9,  REG_R10, REG_R11,
                                                 REG_R12, REG_R13, REG_R14, REG_R15};
  for (unsigned i = 0; i < REGISTERS; i++)
    thread->registers[i] = (uint64_t)context->uc_mcontext.gregs[order[i]];
  thread->pc = (uint64_t)context->uc_mcontext.gregs[REG_RIP];
}

static struct kernel_action action_before;

static struct watched_thread *find_current(void)
{
  struct watched_thread *thread = current;
  if (!thread && (thread = begin_first()))
    thread->is_inside = false;
  return thread;
}

struct watched_thread *watched_thread_at(const void *context)
{
  struct watched_thread *const thread = find_current();
  if (thread && !thread->is_inside)
    copy_registers(thread, context);
  return thread;
}

/* Where no more signals may be queued (RLIMIT_SIGPENDING), one that the kernel takes for a user's comes all the same,
 * but nothing is known of it. */
static bool has_no_info(const siginfo_t *info)
{
  return info->si_code == SI_USER && info->si_pid == 0;
}

static void on_stop(int number, siginfo_t *info, void *context)
{
  const bool is_standstill = (stops & 1) != 0, is_bare = has_no_info(info);
  const bool is_from_here = is_bare ? is_standstill : info->si_code == QUEUED && info->si_value.sival_ptr == &mark;
  const bool is_asked =
    is_bare ? !is_standstill : info->si_code == QUEUED && info->si_value.sival_int == NATIVE_REQUESTS_VALUE;
  if (!is_from_here && !is_asked) {
    if ((unsigned long)action_before.handler > 1)
      action_before.handler(number, info, context);
    return;
  }
  struct watched_thread *const thread = find_current();
  if (!thread)
    return;
  if (is_asked)
    thread->is_asked = true;
  thread->is_to_stop = true;
  if (thread->is_inside)
    return;
  const uint64_t since_ns = interrupted_calls_now_ns();
  copy_registers(thread, context);
  if (is_asked)
    ask(thread);
  stand_still(thread);
  signal_stacks_take_back(thread, context);
  interrupted_calls_go_on(context, since_ns, is_from_here ? &thread->call : NULL);
}

/* As unwinders know the end of a handler. */
void native_restore(void);
__asm__(".text\n"
        "nop\n"
        ".local native_restore\n"
        ".type native_restore, @function\n"
        "native_restore:\n\t"
        "movq $15, %rax\n\t"
        "syscall\n\t"
        ".size native_restore, . - native_restore\n");

static void set_handler(void)
{
  const struct kernel_action action = {on_stop, SA_SIGINFO | KERNEL_ACTION_HAS_RESTORER | SA_RESTART, native_restore,
                                       ~0ull};
  struct kernel_action before = {NULL, 0, NULL, 0};
  if (kernel_action_change(STOP_SIGNAL, &action, &before) == 0 && before.handler != on_stop)
    action_before = before;
}

static void restore_handler(void)
{
  (void)kernel_action_change(STOP_SIGNAL, &action_before, NULL);
}

/* Not by nanosleep(): the kernel would forget what it can continue of the call in which this thread was. */
static void wait_a_little(unsigned waits)
{
  struct {
    long s, ns;
  } time = {0, waits < SHORT_WAITS ? SHORT_WAIT_NS : WAIT_NS};
  (void)raw_syscall(SYS_pselect6, 0, 0, 0, 0, (long)&time, 0);
}

/* --- requests --- */

void watched_threads_listen(void (*function)(struct watched_thread *thread))
{
  ask_function = function;
  set_handler();
}

void watched_thread_ask(struct watched_thread *thread)
{
  thread->is_asked = true;
  thread->is_to_stop = true;
}

void watched_thread_call_when_out(struct watched_thread *thread, void (*function)(struct watched_thread *thread))
{
  thread->call_when_out = function;
  thread->is_to_stop = true;
}

void watched_threads_listen_on(void)
{
  if (ask_function)
    set_handler();
}

/* What is ignored for a moment is forgotten by the kernel. */
static void forget_signals(void)
{
  const struct kernel_action ignored = {(void (*)(int, siginfo_t *, void *))(uintptr_t)SIG_IGN, 0, NULL, 0};
  (void)kernel_action_change(STOP_SIGNAL, &ignored, NULL);
}

void watched_threads_listen_no_more(void)
{
  if (ask_function) {
    forget_signals();
    restore_handler();
  }
  ask_function = NULL;
}

static _Atomic int claimed_by; /* 0: nobody */

bool watched_threads_claim(void)
{
  int nobody = 0;
  return atomic_compare_exchange_strong(&claimed_by, &nobody, call_for_id(SYS_gettid));
}

bool watched_threads_are_claimed_here(void)
{
  return claimed_by == call_for_id(SYS_gettid);
}

void watched_threads_wait_for_claim(void)
{
  while (!watched_threads_claim())
    wait_a_little(0);
}

void watched_threads_give_back(void)
{
  claimed_by = 0;
}

/* --- all of them --- */

static struct watched_thread *find(int kernel_id)
{
  struct watched_thread *thread = all;
  while (thread && thread->kernel_id != kernel_id)
    thread = thread->next;
  return thread;
}

static void send_stop(int process, int kernel_id)
{
  siginfo_t info;
  memset(&info, 0, sizeof info);
  info.si_signo = STOP_SIGNAL;
  info.si_code = QUEUED;
  info.si_pid = process;
  info.si_value.sival_ptr = (void *)&mark;
  if (raw_syscall(SYS_rt_tgsigqueueinfo, process, kernel_id, STOP_SIGNAL, (long)&info, 0, 0) != -EAGAIN)
    return;
  info.si_code = SI_USER;
  (void)raw_syscall(SYS_rt_tgsigqueueinfo, process, kernel_id, STOP_SIGNAL, (long)&info, 0, 0);
}

/* The beginning of a file, terminated; empty if it cannot be read. */
static void read_file(const char *path, char *text, size_t bytes)
{
  const int file = (int)raw_syscall(SYS_open, (long)path, O_RDONLY | O_CLOEXEC, 0, 0, 0, 0);
  const long count = file < 0 ? 0 : raw_syscall(SYS_read, file, (long)text, (long)bytes - 1, 0, 0, 0);
  if (file >= 0)
    (void)raw_syscall(SYS_close, file, 0, 0, 0, 0, 0);
  text[count > 0 ? count : 0] = '\0';
}

/* A thread that has ended, but is still listed: main(), while others go on. */
static bool is_zombie(int kernel_id)
{
  char path[64], text[512];
  snprintf(path, sizeof path, "/proc/self/task/%d/stat", kernel_id);
  read_file(path, text, sizeof text);
  const char *const name_end = strrchr(text, ')');
  return name_end && (name_end[2] == 'Z' || name_end[2] == 'X');
}

static void note_call(struct watched_thread *thread)
{
  char path[64], text[256];
  unsigned long sp, pc;
  long number;
  snprintf(path, sizeof path, "/proc/self/task/%d/syscall", thread->kernel_id);
  read_file(path, text, sizeof text);
  thread->call.number = -1;
  if (sscanf(text, "%ld 0x%*x 0x%*x 0x%*x 0x%*x 0x%*x 0x%*x 0x%lx 0x%lx", &number, &sp, &pc) == 3)
    thread->call = (struct waiting_call){.number = number, .sp = sp, .pc = pc};
}

/* One look at the list of threads. Returns how many do not stand still yet; those that were not told are told. */
static unsigned look_at_all(bool tells)
{
  static char list[LIST_BYTES];
  const int process = call_for_id(SYS_getpid), own = call_for_id(SYS_gettid);
  const int folder = (int)raw_syscall(SYS_open, (long)"/proc/self/task", 0x10000 /* O_DIRECTORY */, 0, 0, 0, 0);
  unsigned moving = folder < 0;
  for (long bytes; (bytes = raw_syscall(SYS_getdents64, folder, (long)list, sizeof list, 0, 0, 0)) > 0;)
    for (long at = 0; at < bytes; at += *(const unsigned short *)(list + at + 16)) {
      int kernel_id = 0;
      for (const char *digit = list + at + 19; *digit >= '0' && *digit <= '9'; digit++)
        kernel_id = kernel_id * 10 + *digit - '0';
      struct watched_thread *const thread = find(kernel_id);
      if (kernel_id == 0 || kernel_id == own || (thread && watched_thread_is_still(thread)) || is_zombie(kernel_id))
        continue;
      moving++;
      if (thread && tells)
        note_call(thread);
      if (tells)
        send_stop(process, kernel_id);
    }
  (void)raw_syscall(SYS_close, folder, 0, 0, 0, 0, 0);
  return moving;
}

unsigned watched_threads_count(void)
{
  struct stat stat; /* of a folder with a folder for each thread */
  enum { OTHER_LINKS = 2 };
  if (raw_syscall(SYS_stat, (long)"/proc/self/task", (long)&stat, 0, 0, 0, 0) < 0 || stat.st_nlink <= OTHER_LINKS)
    return UINT_MAX;
  return (unsigned)stat.st_nlink - OTHER_LINKS;
}

unsigned watched_threads_stop(void)
{
  unsigned moving = 0;
  set_handler();
  stops++;
  for (unsigned waits = 0; waits < WAITS_MAX; waits++) {
    moving = look_at_all(waits % ROUNDS_MAX == 0);
    if (moving == 0)
      break;
    wait_a_little(waits);
  }
  for (struct watched_thread *thread = all; thread; thread = thread->next)
    if (has_ended(thread))
      thread->kernel_id = 0;
  return moving;
}

void watched_threads_go_on(void)
{
  if ((stops & 1) == 0)
    return;
  stops++;
  (void)raw_syscall(SYS_futex, (long)&stops, FUTEX_WAKE_PRIVATE, INT_MAX, 0, 0, 0);
}

void watched_threads_in_child(void)
{
  const int own = call_for_id(SYS_gettid);
  stops = 0;
  claimed_by = 0;
  for (struct watched_thread *thread = all; thread; thread = thread->next) {
    thread->kernel_id = thread == current ? own : 0;
    thread->is_to_stop = thread->is_asked = false;
    thread->stopped_for = 0;
  }
  if (current)
    current->next_birth = current->end_birth = 0;
}
