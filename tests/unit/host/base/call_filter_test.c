/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Filters of system calls, beside the kernel: a child gives each to the kernel, and makes a call. */
#include "shared/base/call_filter.h"

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "unit/unit.h"

enum { TAKEN = 0, REFUSED = 1, NOT_THERE = 2, CALL = SYS_getpgid, STEPS = 24 };

static const struct call_filter_step allow = {BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW};

/* What the kernel says: in the child's status. */
static int kernel_takes(const struct call_filter_step *steps, size_t count)
{
  const pid_t pid = fork();
  if (pid == 0) {
    struct sock_fprog program = {(unsigned short)count, (struct sock_filter *)(uintptr_t)steps};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
      _exit(NOT_THERE);
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0)
      syscall(SYS_exit_group, TAKEN);
    _exit(errno == EINVAL ? REFUSED : NOT_THERE);
  }
  int status = 0;
  waitpid(pid, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : TAKEN; /* its filter has ended it */
}

static void compare_validity(const struct call_filter_step *steps, size_t count)
{
  const int kernel = kernel_takes(steps, count);
  if (kernel == NOT_THERE)
    return;
  ck_assert_msg(call_filter_is_valid(steps, count) == (kernel == TAKEN), "code 0x%x, operand %u: the kernel has %s it",
                steps[0].code, steps[0].operand, kernel == TAKEN ? "taken" : "refused");
}

START_TEST(every_code_is_judged_as_by_the_kernel)
{
  static const uint32_t operands[] = {0, 1, 4, 15, 16, 31, 32, 60, 61, 64};
  for (uint32_t code = 0; code < 0x140; code++)
    for (size_t i = 0; i < sizeof operands / sizeof *operands; i += code % 3 + 1) {
      const struct call_filter_step steps[] = {{(uint16_t)code, 0, 0, operands[i]}, allow};
      compare_validity(steps, 2);
    }
}
END_TEST

static uint32_t seed = 1;

static uint32_t random_below(uint32_t limit)
{
  seed = seed * 1103515245u + 12345u;
  return (seed >> 16) % limit;
}

/* Often valid. */
static struct call_filter_step random_step(size_t following)
{
  static const uint16_t codes[] = {0x20, 0x00, 0x60, 0x80, 0x01, 0x61, 0x81, 0x02, 0x03, 0x04, 0x0c, 0x14, 0x1c,
                                   0x24, 0x2c, 0x34, 0x3c, 0x44, 0x4c, 0x54, 0x5c, 0x64, 0x6c, 0x74, 0x7c, 0x84,
                                   0xa4, 0xac, 0x05, 0x15, 0x1d, 0x25, 0x2d, 0x35, 0x3d, 0x45, 0x4d, 0x07, 0x87};
  struct call_filter_step step = {codes[random_below(sizeof codes / sizeof *codes)], 0, 0, random_below(16)};
  if (step.code == 0x20)
    step.operand = step.operand * 4;
  else if (step.code == 0x05)
    step.operand %= (uint32_t)following;
  else if (step.code == 0x00 || step.code == 0x01)
    step.operand = random_below(2) ? random_below(40) : seed;
  step.when_true = (uint8_t)random_below((uint32_t)following);
  step.when_false = (uint8_t)random_below((uint32_t)following);
  return step;
}

/* Calls but one are allowed; for that one something is computed, of which an errno value is made. */
static size_t make_filter(struct call_filter_step *steps)
{
  size_t count = 0;
  steps[count++] = (struct call_filter_step){BPF_LD | BPF_W | BPF_ABS, 0, 0, 0};
  steps[count++] = (struct call_filter_step){BPF_JMP | BPF_JEQ | BPF_K, 1, 0, CALL};
  steps[count++] = allow;
  for (uint32_t i = 0; i < 8; i++) {
    steps[count++] = (struct call_filter_step){BPF_LD | BPF_IMM, 0, 0, i * 0x01010101u};
    steps[count++] = (struct call_filter_step){random_below(8) ? BPF_ST : BPF_STX, 0, 0, i * 2};
  }
  for (size_t i = 0; i < STEPS; i++, count++)
    steps[count] = random_step(STEPS - i);
  steps[count++] = (struct call_filter_step){BPF_ALU | BPF_AND | BPF_K, 0, 0, 0xfff};
  steps[count++] = (struct call_filter_step){BPF_ALU | BPF_OR | BPF_K, 0, 0, SECCOMP_RET_ERRNO};
  steps[count++] = (struct call_filter_step){BPF_RET | BPF_A, 0, 0, 0};
  return count;
}

/* The error that the call ends with under the filter, or -1: the filter has ended the process; *ret_data: what it was
 * asked about. */
static long kernel_answers(const struct call_filter_step *steps, size_t count, struct call_filter_data *ret_data)
{
  int ends[2];
  long result = -1;
  uint64_t behind = 0;
  ck_assert(pipe(ends) == 0);
  const pid_t pid = fork();
  if (pid == 0) {
    struct sock_fprog program = {(unsigned short)count, (struct sock_filter *)(uintptr_t)steps};
    prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
    if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
      _exit(NOT_THERE);
    register long r10 __asm__("r10") = 4, r8 __asm__("r8") = 5, r9 __asm__("r9") = 6;
    __asm__ volatile("lea 1f(%%rip), %1\n\tsyscall\n1:"
                     : "=a"(result), "=&r"(behind)
                     : "a"((long)CALL), "D"(-1L), "S"(0x123456789abcdefL), "d"(3L), "r"(r10), "r"(r8), "r"(r9)
                     : "rcx", "r11", "memory");
    const uint64_t told[2] = {(uint64_t)result, behind};
    _exit(write(ends[1], told, sizeof told) == sizeof told ? 0 : 9);
  }
  close(ends[1]);
  uint64_t told[2] = {0, 0};
  const ssize_t bytes = read(ends[0], told, sizeof told);
  close(ends[0]);
  int status = 0;
  waitpid(pid, &status, 0);
  *ret_data =
    (struct call_filter_data){CALL, (uint32_t)CALL_FILTER_X86_64, told[1], {~0ul, 0x123456789abcdefL, 3, 4, 5, 6}};
  return bytes == sizeof told ? -(long)told[0] : -1;
}

START_TEST(random_filters_say_what_they_say_to_the_kernel)
{
  struct call_filter_step steps[STEPS + 32];
  int compared = 0;
  for (seed = 1; compared < 300 && seed != 0; seed += 7919) {
    const uint32_t begun = seed;
    const size_t count = make_filter(steps);
    compare_validity(steps, count);
    if (!call_filter_is_valid(steps, count)) {
      seed = begun;
      continue;
    }
    struct call_filter_data data;
    const long kernel = kernel_answers(steps, count, &data);
    if (kernel < 0) { /* ended: the answer was 0, or no filters here */
      seed = begun;
      compared++;
      continue;
    }
    const uint32_t answer = call_filter_run(steps, count, &data);
    ck_assert_int_eq(answer & CALL_FILTER_ACTION, CALL_FILTER_ERRNO);
    const long error = answer & 0xffff;
    ck_assert_msg(error == kernel, "seed %u: %ld, the kernel says %ld", begun, error, kernel);
    compared++;
    seed = begun;
  }
}
END_TEST

START_TEST(weightier_answers_apply)
{
  static const uint32_t by_weight[] = {CALL_FILTER_KILL_PROCESS, CALL_FILTER_KILL_THREAD, CALL_FILTER_TRAP,
                                       CALL_FILTER_ERRNO,        CALL_FILTER_USER_NOTIF,  CALL_FILTER_TRACE,
                                       CALL_FILTER_LOG,          CALL_FILTER_ALLOW};
  for (size_t i = 0; i < sizeof by_weight / sizeof *by_weight; i++)
    for (size_t j = 0; j < sizeof by_weight / sizeof *by_weight; j++)
      ck_assert(call_filter_outweighs(by_weight[i] | 0xffff, by_weight[j]) == (i < j));
}
END_TEST

START_TEST(a_guard_lets_calls_of_its_range_pass)
{
  struct call_filter_step steps[CALL_FILTER_GUARD_STEPS + 1];
  static const struct {
    uint64_t instruction;
    bool is_within;
  } cases[] = {{0x7f0012345677, false},
               {0x7f0012345678, true},
               {0x7f001234ffff, true},
               {0x7f0012350000, false},
               {0x12345678, false}};
  call_filter_guard(0x7f0012345678, 0x7f0012350000, steps);
  steps[CALL_FILTER_GUARD_STEPS] = (struct call_filter_step){BPF_RET | BPF_A, 0, 0, 0};
  ck_assert(call_filter_is_valid(steps, CALL_FILTER_GUARD_STEPS + 1));
  for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
    const struct call_filter_data data = {.instruction = cases[i].instruction};
    ck_assert_uint_eq(call_filter_run(steps, CALL_FILTER_GUARD_STEPS + 1, &data),
                      cases[i].is_within ? CALL_FILTER_ALLOW : 0);
  }
}
END_TEST

static Suite *make_suite(void)
{
  Suite *suite = suite_create("call_filter");
  TCase *tcase = tcase_create("call_filter");
  tcase_set_timeout(tcase, 60);
  tcase_add_test(tcase, every_code_is_judged_as_by_the_kernel);
  tcase_add_test(tcase, random_filters_say_what_they_say_to_the_kernel);
  tcase_add_test(tcase, weightier_answers_apply);
  tcase_add_test(tcase, a_guard_lets_calls_of_its_range_pass);
  suite_add_tcase(suite, tcase);
  return suite;
}

int main(void)
{
  return unit_run(make_suite());
}
