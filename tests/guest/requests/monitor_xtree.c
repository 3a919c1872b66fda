// SPDX-License-Identifier: GPL-2.0-or-later
// Execution trees on request: of what is allocated, and of a leak check, which shows its summary only. Files are
// numbered. What stands in them is compared by xtree_beside.sh.
// run: --leak-check=no
// expect: /xtree memory report: .*/named\.kcg$/
// expect: /xtree memory report: .*/xtmemory\.kcg\.[0-9]+\.1$/
// expect: /xtree leak report: .*/xtleak\.kcg\.[0-9]+\.2$/
// next: LEAK SUMMARY:
// next: definitely lost: 1,337 (+1,337) bytes in 1 (+1) blocks
// expect: /xtree leak report: .*/xtleak\.kcg\.[0-9]+\.3$/
// next: LEAK SUMMARY:
// next: definitely lost: 1,350 bytes in 2 blocks
// expect: /xtree memory report: .*/named\.ms$/
// reject: loss record
// run: -q --leak-check=no --xtree-memory=full --xtree-memory-file=at-exit
// expect: /named\.kcg$/
// reject: /at-exit
// run: -- --xtree-memory=full
// expect: Cannot change --xtree-memory
// run: -q -- bad
// only: seep
// expect: xtmemory: no file can have the name '%q{NO_SUCH_THING}'
// expect: xtmemory: no file can have the name '%q'
// expect: xtmemory: no file can have the name 'tree%x'
// expect: xtmemory: no file can have the name '~/tree'
// reject: xtree memory report
#include "guest.h"
#include "monitor.h"
#include <stdlib.h>
#include <string.h>
static NOINLINE void lose(size_t bytes)
{
  void *volatile p = malloc(bytes);
  p = NULL;
}
static void ask_for_bad_names(void)
{
  monitor("xtmemory %%q{NO_SUCH_THING}");
  monitor("xtmemory %%q");
  monitor("xtmemory tree%%x");
  monitor("xtmemory ~/tree");
}
int main(int argc, char **argv)
{
  if (argc > 1 && strcmp(argv[1], "bad") == 0) {
    ask_for_bad_names();
    return 0;
  }
  lose(1337);
  scrub();
  free(malloc(55));
  monitor("xtmemory named.kcg");
  monitor("xtmemory");
  monitor("leak_check xtleak");
  lose(13);
  scrub();
  monitor("leak_check xtleak kinds all any");
  monitor("xtmemory named.ms");
  if (argc > 1)
    VALGRIND_CLO_CHANGE(argv[1]);
}
