// SPDX-License-Identifier: GPL-2.0-or-later
// execve() with arguments and an environment that are not in order.
// run:
// expect: Syscall param execve(argv[0]) points to uninitialised byte(s)
// expect: Syscall param execve(envp) points to uninitialised byte(s)
// expect: Syscall param execve(filename) points to unaddressable byte(s)
// expect: ERROR SUMMARY: 3 errors from 3 contexts
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
int main(void)
{
  char *word = malloc(4);
  word[3] = '\0';
  char *arguments[] = {word, NULL}, *environment[] = {NULL};
  execve("/does/not/exist", arguments, environment);
  char *path = malloc(4);
  memcpy(path, "/bin", 4);
  arguments[0] = "x";
  char **half = calloc(2, sizeof *half);
  char **junk = malloc(sizeof *junk);
  half[0] = (char *)((unsigned long)*junk & 0x10);
  execve("/does/not/exist", arguments, half);
  execve(path, arguments, environment);
  free(junk);
  free(half);
  free(path);
  free(word);
}
