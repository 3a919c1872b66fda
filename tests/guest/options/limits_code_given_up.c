// SPDX-License-Identifier: GPL-2.0-or-later
// What limits_code.sh runs: with an argument it gives up memory for code, fails to execute a program, of which the
// kernel was therefore told, and then calls what has not been translated before. Exit status 77 where the kernel does
// not know that.
// run:
// expect: ERROR SUMMARY: 0 errors
#include <elf.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

enum { SET_MDWE = 65, REFUSE_EXEC_GAIN = 1, BYTES = 1337 };

static int compare(const void *a, const void *b)
{
  return *(const char *)a - *(const char *)b;
}

// It has the head of a program, and nothing else.
static void execute_head(void)
{
  Elf64_Ehdr head = {.e_type = ET_EXEC, .e_machine = EM_X86_64, .e_version = EV_CURRENT, .e_phentsize = sizeof(Elf64_Phdr)};
  memcpy(head.e_ident, ELFMAG "\2\1\1", 7);
  const int file = open("head", O_WRONLY | O_CREAT | O_TRUNC, 0700);
  if (write(file, &head, sizeof head) != sizeof head)
    exit(2);
  close(file);
  execl("./head", "head", NULL);
}

int main(int argc, char **argv)
{
  (void)argv;
  if (argc > 1 && prctl(SET_MDWE, REFUSE_EXEC_GAIN, 0, 0, 0) != 0)
    return 77;
  if (argc > 1)
    execute_head();
  char *bytes = calloc(BYTES, 1);
  qsort(bytes, BYTES, 1, compare);
  free(bytes);
  return 0;
}
