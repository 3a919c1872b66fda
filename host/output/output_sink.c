/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Full pipes are waited for, but not for ever: whoever reads them may be stopped, and the program waits for its report.
 * */
#include "host/output/output_sink.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "host/base/memory.h"
#include "host/output/output_name.h"

enum {
  WRITE_PATIENCE_MS = 10000, /* how long a full pipe or socket may stay full */
  ENVIRONMENT_MAX_BYTES = 4 << 20,
};

/* --- writing --- */

/* Wait until a descriptor that is full takes more; false when it does not. */
static bool wait_for_room(int fd)
{
  struct pollfd poll_fd = {.fd = fd, .events = POLLOUT};
  int ready;
  while ((ready = poll(&poll_fd, 1, WRITE_PATIENCE_MS)) < 0 && errno == EINTR)
    continue;
  return ready > 0;
}

static bool write_all(int fd, const char *data, size_t size)
{
  while (size) {
    ssize_t written = write(fd, data, size);
    if (written > 0) {
      data += written;
      size -= written;
    } else if (written < 0 && errno != EINTR && !(errno == EAGAIN && wait_for_room(fd))) {
      return false;
    }
  }
  return true;
}

void output_sink_write(void *context, const char *lines, size_t size)
{
  struct output_sink *place = context;
  if (place->fd < 0 || write_all(place->fd, lines, size))
    return;
  *place->has_failed |= !place->is_socket;
  if (!place->is_socket)
    return;
  close(place->fd);
  place->is_socket = false;
  place->fd = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 3);
  if (place->fd >= 0)
    (void)write_all(place->fd, lines, size);
}

/* --- places --- */

void output_sink_create(struct output_sink **list, const char *name, int fd, bool *has_failed, struct output_sink **ret)
{
  struct output_sink *place = memory_zeroed(1, sizeof *place);
  if (name)
    place->name = memory_text(name);
  place->fd = fd;
  place->has_failed = has_failed;
  place->next = *list;
  *list = place;
  *ret = place;
}

void output_sinks_destroy(struct output_sink *place)
{
  while (place) {
    struct output_sink *next = place->next;
    if (place->fd >= 0)
      close(place->fd);
    free(place->name);
    free(place);
    place = next;
  }
}

struct output_sink *output_sink_find(struct output_sink *place, const char *name)
{
  while (place && strcmp(place->name, name) != 0)
    place = place->next;
  return place;
}

struct error *output_sink_open_file(const char *what, const char *name, bool append, int *ret)
{
  int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | (append ? 0 : O_TRUNC);
  int fd = open(name, flags, 0644);
  if (fd < 0)
    return error_errno(errno, "cannot create %s file %s", what, name);
  *ret = fd;
  return NULL;
}

/* --- connections --- */

static struct error *split_address(const char *option, const char *address, char **ret_host, const char **ret_port)
{
  const char *colon = strrchr(address, ':');
  char *host = colon ? memory_text_begin(address, colon - address) : memory_text(address);
  if (!*host || (colon && strspn(colon + 1, "0123456789") != strlen(colon + 1)) || (colon && !colon[1])) {
    free(host);
    return error_format("%s=%s: expected ADDRESS:PORT", option, address);
  }
  *ret_host = host;
  *ret_port = colon ? colon + 1 : "1500";
  return NULL;
}

static int connect_to(const char *host, const char *port)
{
  struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *found;
  if (getaddrinfo(host, port, &hints, &found) != 0)
    return -1;
  int fd = -1;
  for (struct addrinfo *at = found; at && fd < 0; at = at->ai_next) {
    fd = socket(at->ai_family, at->ai_socktype | SOCK_CLOEXEC, at->ai_protocol);
    if (fd >= 0 && connect(fd, at->ai_addr, at->ai_addrlen) < 0) {
      close(fd);
      fd = -1;
    }
  }
  freeaddrinfo(found);
  return fd;
}

struct error *output_sink_connect(const char *option, const char *address, int *ret)
{
  char *host = NULL;
  const char *port = NULL;
  RETURN_IF_ERROR(split_address(option, address, &host, &port));
  *ret = connect_to(host, port);
  free(host);
  return NULL;
}

int output_sink_copy_fd(int64_t fd)
{
  return fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 3);
}

/* --- names --- */

struct image_count {
  struct image_count *next;
  uint64_t pid, count;
};

uint64_t image_count_next(struct image_count **counts, uint64_t pid)
{
  struct image_count *image = *counts;
  while (image && image->pid != pid)
    image = image->next;
  if (!image) {
    image = memory_zeroed(1, sizeof *image);
    image->pid = pid;
    image->next = *counts;
    *counts = image;
  }
  return ++image->count;
}

void image_counts_destroy(struct image_count *image)
{
  while (image) {
    struct image_count *next = image->next;
    free(image);
    image = next;
  }
}

/* The environment a process was started with: NAME=VALUE texts one after the other, with a NUL each, and one more. */
static char *read_environment_of(uint64_t pid)
{
  char path[64], *text = NULL;
  size_t size = 0, capacity = 0;
  snprintf(path, sizeof path, "/proc/%llu/environ", (unsigned long long)pid);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return NULL;
  for (ssize_t got = 1; got > 0 && size < ENVIRONMENT_MAX_BYTES; size += got) {
    if (size + 2 >= capacity)
      text = memory_resize(text, capacity = 2 * capacity + 8192, 1);
    got = read(fd, text + size, capacity - size - 2);
    if (got < 0)
      break;
  }
  close(fd);
  if (text)
    memset(text + size, 0, 2);
  return text;
}

static const char *find_variable(void *context, const char *variable)
{
  const char *environment = context;
  size_t length = strlen(variable);
  if (!environment || !*environment)
    return getenv(variable);
  for (; *environment; environment += strlen(environment) + 1)
    if (strncmp(environment, variable, length) == 0 && environment[length] == '=')
      return environment + length + 1;
  return NULL;
}

struct error *output_naming_expand(const struct output_naming *naming, uint64_t pid, uint64_t number, char **ret)
{
  bool is_asked = strstr(naming->pattern, "%q") && !naming->is_past;
  char *environment = is_asked ? read_environment_of(pid) : NULL;
  struct output_name name = {
    .option = naming->option, .pattern = naming->pattern, .directory = naming->directory, .pid = pid, .number = number,
    .lookup = find_variable, .lookup_context = environment,
  };
  struct error *error = output_name_expand(&name, ret);
  free(environment);
  return error;
}

void output_naming_variable(const struct output_naming *naming, uint64_t pid, const char *variable, char **ret)
{
  char *environment = naming->is_past ? NULL : read_environment_of(pid);
  const char *value = find_variable(environment, variable);
  char *copy = value ? memory_text(value) : NULL;
  free(environment);
  *ret = copy;
}
