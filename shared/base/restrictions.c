/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "shared/base/restrictions.h"

#include <asm/unistd.h>

#include "shared/base/raw_syscalls.h"

enum {
  READ_ONLY = 1, PRIVATE = 2, SEEK_TO_END = 2, /* PROT_READ, MAP_PRIVATE, SEEK_END */
  SET_NO_NEW_PRIVILEGES = 38, SET_MDWE = 65,   /* of prctl() */
  SET_FILTER = 1,                              /* of seccomp() */
  BYTES_MAX = 1 << 24,
  NO_RIGHT = -13, NO_MEMORY = -12,             /* -EACCES, -ENOMEM */
};

static bool is_whole(const struct restrictions *restrictions)
{
  uint32_t count = 0;
  const struct restrictions_filter *filter = NULL;
  while ((filter = restrictions_next(restrictions, filter)))
    count++;
  return count == restrictions->filter_count;
}

const struct restrictions *restrictions_map(int file)
{
  const long bytes = raw_syscall(__NR_lseek, file, 0, SEEK_TO_END, 0, 0, 0);
  if (bytes < (long)sizeof(struct restrictions) || bytes > BYTES_MAX)
    return NULL;
  const long start = raw_syscall(__NR_mmap, 0, bytes, READ_ONLY, PRIVATE, file, 0);
  if (start < 0 && start > -4096)
    return NULL;
  const struct restrictions *const mapped = (const struct restrictions *)start;
  return mapped->magic == RESTRICTIONS_MAGIC && mapped->bytes == (unsigned long)bytes && is_whole(mapped) ? mapped
                                                                                                          : NULL;
}

const struct restrictions_filter *restrictions_next(const struct restrictions *restrictions,
                                                    const struct restrictions_filter *before)
{
  const char *const end = (const char *)restrictions + restrictions->bytes;
  const char *const at =
    before ? (const char *)before + restrictions_filter_bytes(before->step_count) : (const char *)(restrictions + 1);
  const struct restrictions_filter *const filter = (const struct restrictions_filter *)(const void *)at;
  if ((size_t)(end - at) < sizeof *filter || filter->step_count > CALL_FILTER_STEPS_MAX ||
      (size_t)(end - at) < restrictions_filter_bytes(filter->step_count) ||
      !call_filter_is_valid(filter->steps, filter->step_count))
    return NULL;
  return filter;
}

long restrictions_filter_by_kernel(const struct call_filter_step *steps, uint32_t count, uint64_t start, uint64_t end)
{
  struct call_filter_step guarded[CALL_FILTER_STEPS_MAX];
  struct {
    uint16_t count;
    const struct call_filter_step *steps;
  } program = {(uint16_t)(count + CALL_FILTER_GUARD_STEPS), guarded};
  uint64_t behind;
  if (count + CALL_FILTER_GUARD_STEPS > CALL_FILTER_STEPS_MAX)
    return NO_MEMORY;
  call_filter_guard(start, end, guarded);
  for (uint32_t i = 0; i < count; i++)
    guarded[CALL_FILTER_GUARD_STEPS + i] = steps[i];
  long result = restrictions_call(__NR_seccomp, SET_FILTER, 0, (long)&program, &behind);
  if (result == NO_RIGHT && raw_syscall(__NR_prctl, SET_NO_NEW_PRIVILEGES, 1, 0, 0, 0, 0) == 0)
    result = restrictions_call(__NR_seccomp, SET_FILTER, 0, (long)&program, &behind);
  return result;
}

long restrictions_deny_code_by_kernel(uint32_t denial)
{
  return raw_syscall(__NR_prctl, SET_MDWE, denial, 0, 0, 0, 0);
}

__attribute__((noinline, noclone)) long restrictions_call(long number, long a, long b, long c, uint64_t *ret_behind)
{
  long result;
  uint64_t behind;
  __asm__ volatile("lea 1f(%%rip), %[behind]\n\t"
                   "syscall\n"
                   "1:"
                   : "=a"(result), [behind] "=&r"(behind)
                   : "a"(number), "D"(a), "S"(b), "d"(c)
                   : "rcx", "r11", "memory");
  *ret_behind = behind;
  return result;
}
