// SPDX-License-Identifier: GPL-2.0-or-later
// After an execve() that the kernel has refused, the registers with its arguments are as they were.
// run:
// exit: 8
#include <sys/stat.h>
#include <fcntl.h>
#include <unistd.h>
int main(void)
{
  static const char words[] = "exit_of_words";
  char *arguments[] = {"words", 0};
  const int fd = open(words, O_CREAT | O_WRONLY, 0755);
  if (fd < 0 || write(fd, "exit 1\n", 7) != 7 || fchmod(fd, 0755) < 0 || close(fd) < 0)
    return 1;
  long result = 59;
  const char *path = words;
  char **list = arguments, **environment = 0;
  __asm__ volatile("syscall" : "+a"(result), "+D"(path), "+S"(list), "+d"(environment) : : "rcx", "r11", "memory");
  return path == words && list == arguments && environment == 0 ? (int)-result : 2;
}
