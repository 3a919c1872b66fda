// SPDX-License-Identifier: GPL-2.0-or-later
// --checks=leaks: where there is no memory, new asks the program's handler, and what it gets then is its own, not
// malloc()'s. A size that cannot be meant is reported once.
// compare: no, it is Seep's own
// run: --checks=leaks
// stdout: 1 handled, 2 refused
// expect: Argument 'size' of function __builtin_new has a fishy (possibly negative) value: -1337
// next: at operator new(unsigned long)
// next: by is_refused(unsigned long)
// reject: Mismatched
// expect: All heap blocks were freed
// expect: ERROR SUMMARY: 2 errors from 2 contexts
#include <cstdio>
#include <cstdlib>
#include <new>
#include <sys/resource.h>

static int handled;
static rlimit limit_before;

static void handle()
{
  handled++;
  setrlimit(RLIMIT_AS, &limit_before);
  std::set_new_handler(nullptr);
}

static int is_refused(std::size_t bytes)
{
  try {
    operator delete(operator new(bytes));
  } catch (const std::bad_alloc &) {
    return 1;
  }
  return 0;
}

int main()
{
  getrlimit(RLIMIT_AS, &limit_before);
  rlimit limit = limit_before;
  limit.rlim_cur = 1UL << 30;
  setrlimit(RLIMIT_AS, &limit);
  std::set_new_handler(handle);
  char *volatile block = new char[2000000000];
  delete[] block;
  volatile std::size_t bytes = -1337;
  const int refused = is_refused(bytes) + !operator new(bytes, std::nothrow);
  std::printf("%d handled, %d refused\n", handled, refused);
  std::fflush(stdout);
}
