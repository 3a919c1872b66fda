/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sockets in the abstract namespace leave nothing behind in the file system. Everybody can see their names, so the
 * server checks who connects. */
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "host/base/print.h"
#include "host/reporter/server.h"

enum { NAME_RANDOM_BYTES = 16, BACKLOG = 128 };

/* The address of an abstract name: a NUL, then the name without one. */
static struct error *make_address(const char *name, struct sockaddr_un *ret, socklen_t *ret_size)
{
  size_t length = strlen(name);
  if (length == 0 || length + 1 > sizeof ret->sun_path)
    return error_format("no usable socket name: \"%s\"", name);
  *ret = (struct sockaddr_un){.sun_family = AF_UNIX};
  memcpy(ret->sun_path + 1, name, length);
  *ret_size = offsetof(struct sockaddr_un, sun_path) + 1 + length;
  return NULL;
}

static struct error *random_name(char **ret)
{
  unsigned char bytes[NAME_RANDOM_BYTES];
  char text[2 * NAME_RANDOM_BYTES + 1];
  if (getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
    return error_errno(errno, "no random numbers for the name of the reporter's socket");
  for (size_t i = 0; i < sizeof bytes; i++)
    snprintf(text + 2 * i, 3, "%02x", bytes[i]);
  *ret = print_text("seep-%s", text);
  return NULL;
}

/* Moves a descriptor above the standard ones; closes the old one. */
static int above_standard(int fd)
{
  if (fd < 0 || fd > STDERR_FILENO)
    return fd;
  int higher = fcntl(fd, F_DUPFD_CLOEXEC, STDERR_FILENO + 1);
  int saved = errno;
  close(fd);
  errno = saved;
  return higher;
}

static int open_socket(int flags)
{
  return above_standard(socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | flags, 0));
}

struct error *server_listen(int *ret_fd, char **ret_name)
{
  char *name = NULL;
  RETURN_IF_ERROR(random_name(&name));
  struct sockaddr_un address;
  socklen_t size;
  int fd = open_socket(SOCK_NONBLOCK);
  struct error *error = make_address(name, &address, &size);
  if (!error && (fd < 0 || bind(fd, (struct sockaddr *)&address, size) < 0 || listen(fd, BACKLOG) < 0))
    error = error_errno(errno, "cannot make the reporter's socket");
  if (error) {
    free(name);
    if (fd >= 0)
      close(fd);
    return error;
  }
  *ret_fd = fd;
  *ret_name = name;
  return NULL;
}

struct error *server_connect(const char *name, int *ret_fd)
{
  struct sockaddr_un address;
  socklen_t size;
  struct error *error = make_address(name, &address, &size);
  if (error)
    return error;
  int fd = open_socket(0);
  if (fd < 0 || connect(fd, (struct sockaddr *)&address, size) < 0) {
    error = error_errno(errno, "cannot connect to the reporter");
    if (fd >= 0)
      close(fd);
    return error;
  }
  *ret_fd = fd;
  return NULL;
}
