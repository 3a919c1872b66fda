// SPDX-License-Identifier: GPL-2.0-or-later
// What descriptors of segments say: those of user code, data and none at all, and of the kernel.
// compare: no, the core does not know these instructions
// run:
// stdout: as the processor says
// expect: ERROR SUMMARY: 0 errors from 0 contexts
#include <stdio.h>

static const unsigned short selectors[] = {0x00, 0x2b, 0x33, 0x23, 0x13, 0xfff8};
enum { COUNT = sizeof selectors / sizeof *selectors, UNTOUCHED = 0x1337 };

struct answer {
  unsigned long value;
  unsigned char is_valid;
};

static struct answer rights_of(unsigned selector)
{
  struct answer answer = {UNTOUCHED, 2};
  __asm__ volatile("lar %k2, %k0\n\tsetz %1" : "+r"(answer.value), "=q"(answer.is_valid) : "r"(selector) : "cc");
  return answer;
}

static struct answer limit_of(const unsigned short *selector)
{
  struct answer answer = {UNTOUCHED, 2};
  __asm__ volatile("lsl %2, %k0\n\tsetz %1" : "+r"(answer.value), "=q"(answer.is_valid) : "m"(*selector) : "cc");
  return answer;
}

static unsigned char can_be_read(unsigned selector)
{
  unsigned char answer;
  __asm__ volatile("verr %w1\n\tsetz %0" : "=q"(answer) : "r"(selector) : "cc");
  return answer;
}

static unsigned char can_be_written(unsigned selector)
{
  unsigned char answer;
  __asm__ volatile("verw %w1\n\tsetz %0" : "=q"(answer) : "r"(selector) : "cc");
  return answer;
}

static int is_as_expected(int i, int is_user, int is_data)
{
  const struct answer rights = rights_of(selectors[i]), limit = limit_of(&selectors[i]);
  if (!is_user)
    return rights.value == UNTOUCHED && limit.value == UNTOUCHED && rights.is_valid == 0 && limit.is_valid == 0 &&
           can_be_read(selectors[i]) == 0 && can_be_written(selectors[i]) == 0;
  return (rights.value & 0xf000) == 0xf000 && limit.value == 0xffffffff && rights.is_valid == 1 && limit.is_valid == 1 &&
         can_be_read(selectors[i]) == 1 && can_be_written(selectors[i]) == is_data;
}

int main(void)
{
  int expected = 0;
  for (int i = 0; i < COUNT; i++)
    expected += is_as_expected(i, i >= 1 && i <= 3, i == 1);
  puts(expected == COUNT ? "as the processor says" : "otherwise");
  return 0;
}
