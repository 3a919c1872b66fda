// SPDX-License-Identifier: GPL-2.0-or-later
// A call that fails because there is no descriptor left has done nothing: no connection is taken, no file is made or
// emptied, and nobody looks whether it is there.
// compare: no, under Memcheck the call is made, and then what it has made is closed
// run: -q
// stdout: accept -1 Too many open files, open -1 Too many open files, 5 bytes, create -1 Too many open files, not there
// stdout: not there -1 Too many open files, openat2 -1 Too many open files, bad -1 Bad file descriptor
// stdout: accepted with 1337, opened, 0 bytes
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { LIMIT = 40, OPENAT2 = 437, ABOVE = 77 };

static int listener(struct sockaddr_in *address)
{
  socklen_t bytes = sizeof *address;
  const int fd = socket(AF_INET, SOCK_STREAM, 0);
  *address = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  bind(fd, (void *)address, bytes);
  listen(fd, 3);
  getsockname(fd, (void *)address, &bytes);
  return fd;
}

static long size_of(const char *path)
{
  struct stat file;
  return stat(path, &file) == 0 ? (long)file.st_size : -1;
}

static const char *result(const char *what, long result)
{
  static char text[80];
  snprintf(text, sizeof text, "%s %ld %s", what, result, result < 0 ? strerror(errno) : "");
  return text;
}

int main(void)
{
  const uint64_t how[3] = {O_RDONLY};
  struct sockaddr_in address;
  char bytes[5] = "";
  const int waiting = listener(&address), peer = socket(AF_INET, SOCK_STREAM, 0);
  int file = open("full.txt", O_CREAT | O_TRUNC | O_WRONLY, 0600);
  (void)!write(file, "12345", 5);
  connect(peer, (void *)&address, sizeof address);
  (void)!write(peer, "1337", 4);
  unlink("made.txt");
  setrlimit(RLIMIT_NOFILE, &(struct rlimit){LIMIT, LIMIT});
  while (dup(0) >= 0)
    ;
  printf("%s", result("accept", accept(waiting, NULL, NULL)));
  printf(", %s, %ld bytes", result("open", open("full.txt", O_TRUNC | O_WRONLY)), size_of("full.txt"));
  printf(", %s", result("create", creat("made.txt", 0600)));
  puts(size_of("made.txt") < 0 ? ", not there" : ", there");
  printf("%s", result("not there", open("/nowhere/at/all", O_RDONLY)));
  printf(", %s", result("openat2", syscall(OPENAT2, AT_FDCWD, "/nowhere/at/all", how, sizeof how)));
  printf(", %s\n", result("bad", accept(ABOVE, NULL, NULL)));
  close(LIMIT - 1);
  const int accepted = accept(waiting, NULL, NULL);
  (void)!read(accepted, bytes, 4);
  close(accepted);
  file = open("full.txt", O_TRUNC | O_WRONLY);
  printf("accepted with %s, %s, %ld bytes\n", bytes, file == LIMIT - 1 ? "opened" : "not opened", size_of("full.txt"));
  return 0;
}
