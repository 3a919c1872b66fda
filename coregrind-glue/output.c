/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A place is a descriptor that lines are written to. All processes share one place, or each name that the pattern gives
 * is a place of its own. A place whose last process is gone is closed, but its name is remembered: should another
 * process get it, its report is added rather than put over the earlier one. */
#include "coregrind-glue/output.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "coregrind-glue/line_stream.h"

enum {
  WRITE_PATIENCE_MS = 10000, /* how long a full pipe or socket may stay full */
  ENVIRONMENT_MAX_BYTES = 4 << 20,
};

struct place {
  struct place *next;
  char *name; /* of a file; NULL: the place all processes share */
  int fd;     /* -1: not open */
  bool is_socket;
  bool *has_failed; /* of all outputs: something could not be written */
  unsigned users;
};

/* An output handed out, and what it stands for. */
struct use {
  struct use *next;
  FILE *stream;
  struct place *place;
};

/* How many images of a process there were, for %n. */
struct image_count {
  struct image_count *next;
  uint64_t pid, count;
};

struct outputs {
  struct outputs_config config;
  char *directory;
  const char *pattern; /* NULL: all processes share the first place */
  struct place *places;
  struct use *uses;
  struct image_count *images;
  bool has_failed;
};

static void warn(const struct outputs *outputs, const char *format, const char *detail)
{
  char *message;
  if (!outputs->config.warn || asprintf(&message, format, detail) < 0)
    return;
  outputs->config.warn(outputs->config.warn_context, message);
  free(message);
}

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

/* A connection that breaks gives way to standard error; other places have no substitute, and what they do not take is in
 * the record only. */
static void write_lines(void *context, const char *lines, size_t size)
{
  struct place *place = context;
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

static struct error *place_create(struct outputs *outputs, const char *name, int fd, struct place **ret)
{
  struct place *place = calloc(1, sizeof *place);
  if (!place)
    return error_no_memory();
  if (name && !(place->name = strdup(name))) {
    free(place);
    return error_no_memory();
  }
  place->fd = fd;
  place->has_failed = &outputs->has_failed;
  place->next = outputs->places;
  outputs->places = place;
  *ret = place;
  return NULL;
}

static struct place *find_place(const struct outputs *outputs, const char *name)
{
  struct place *place = outputs->places;
  while (place && strcmp(place->name, name) != 0)
    place = place->next;
  return place;
}

static struct error *open_file(const char *name, bool append, int *ret)
{
  int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | (append ? 0 : O_TRUNC);
  int fd = open(name, flags, 0644);
  if (fd < 0)
    return error_errno(errno, "cannot create log file %s", name);
  *ret = fd;
  return NULL;
}

static struct error *open_place(struct outputs *outputs, const char *name, struct place **ret)
{
  struct place *place = find_place(outputs, name);
  if (place && place->fd >= 0) {
    *ret = place;
    return NULL;
  }
  int fd = -1;
  struct error *error = open_file(name, place || outputs->config.append, &fd);
  if (error)
    return error;
  if (place) {
    place->fd = fd;
    *ret = place;
    return NULL;
  }
  error = place_create(outputs, name, fd, ret);
  if (error)
    close(fd);
  return error;
}

/* --- names --- */

/* The environment a process was started with: NAME=VALUE texts one after the other, with a NUL each, and one more. */
static char *read_environment(uint64_t pid)
{
  char path[64], *text = NULL;
  size_t size = 0, capacity = 0;
  snprintf(path, sizeof path, "/proc/%llu/environ", (unsigned long long)pid);
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0)
    return NULL;
  for (ssize_t got = 1; got > 0 && size < ENVIRONMENT_MAX_BYTES; size += got) {
    if (size + 2 >= capacity) {
      char *larger = realloc(text, capacity = 2 * capacity + 8192);
      if (!larger)
        break;
      text = larger;
    }
    got = read(fd, text + size, capacity - size - 2);
    if (got < 0)
      break;
  }
  close(fd);
  if (text)
    memset(text + size, 0, 2);
  return text;
}

static const char *look_up(void *context, const char *variable)
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

/* One more image of the process; 0 without memory. */
static uint64_t count_image(struct outputs *outputs, uint64_t pid)
{
  struct image_count *image = outputs->images;
  while (image && image->pid != pid)
    image = image->next;
  if (!image) {
    image = calloc(1, sizeof *image);
    if (!image)
      return 0;
    image->pid = pid;
    image->next = outputs->images;
    outputs->images = image;
  }
  return ++image->count;
}

static struct error *expand(struct outputs *outputs, uint64_t pid, uint64_t number, char **ret)
{
  char *environment = strstr(outputs->pattern, "%q") ? read_environment(pid) : NULL;
  struct output_name name = {
    .pattern = outputs->pattern, .directory = outputs->directory, .pid = pid, .number = number,
    .lookup = look_up, .lookup_context = environment,
  };
  struct error *error = output_name_expand(&name, ret);
  free(environment);
  return error;
}

/* --- connections --- */

/* "HOST:PORT", or "HOST" with Valgrind's standard port. */
static struct error *split_address(const char *address, char **ret_host, const char **ret_port)
{
  const char *colon = strrchr(address, ':');
  char *host = colon ? strndup(address, colon - address) : strdup(address);
  if (!host)
    return error_no_memory();
  if (!*host || (colon && strspn(colon + 1, "0123456789") != strlen(colon + 1)) || (colon && !colon[1])) {
    free(host);
    return error_format("--log-socket=%s: expected ADDRESS:PORT", address);
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

/* *ret is -1 when nobody listens. */
static struct error *open_socket(const char *address, int *ret)
{
  char *host = NULL;
  const char *port = NULL;
  struct error *error = split_address(address, &host, &port);
  if (error)
    return error;
  *ret = connect_to(host, port);
  free(host);
  return NULL;
}

/* --- making --- */

/* A copy of a descriptor that the launcher was started with, out of the way of the standard ones; -1: not open. */
static int copy_descriptor(int64_t fd)
{
  return fd < 0 ? -1 : fcntl(fd, F_DUPFD_CLOEXEC, 3);
}

static struct error *create_connection(struct outputs *outputs, const char *address)
{
  int fd = -1;
  struct error *error = open_socket(address, &fd);
  if (error)
    return error;
  bool connected = fd >= 0;
  if (!connected) {
    warn(outputs, "failed to connect to logging server '%s'; logging messages will be sent to stderr instead", address);
    fd = copy_descriptor(STDERR_FILENO);
  }
  struct place *place = NULL;
  error = place_create(outputs, NULL, fd, &place);
  if (error && fd >= 0)
    close(fd);
  if (!error)
    place->is_socket = connected;
  return error;
}

static struct error *create_descriptor(struct outputs *outputs)
{
  int64_t wanted = options_number(outputs->config.options, OPTION_log_fd);
  int fd = copy_descriptor(wanted);
  if (fd < 0 && wanted >= 0 && wanted != STDERR_FILENO) {
    warn(outputs, "--log-fd=%s: the file descriptor is not open; using stderr",
         options_text(outputs->config.options, OPTION_log_fd));
    fd = copy_descriptor(STDERR_FILENO);
  }
  struct place *place = NULL;
  struct error *error = place_create(outputs, NULL, fd, &place);
  if (error && fd >= 0)
    close(fd);
  return error;
}

/* The first process's file is made now, so that what cannot work is said before the run. */
static struct error *create_first_file(struct outputs *outputs)
{
  char *name = NULL;
  struct place *place = NULL;
  struct error *error = expand(outputs, outputs->config.pid, 1, &name);
  if (error)
    return error;
  error = open_place(outputs, name, &place);
  free(name);
  return error;
}

static struct error *create_places(struct outputs *outputs)
{
  const char *address = options_text(outputs->config.options, OPTION_log_socket);
  outputs->pattern = options_text(outputs->config.options, OPTION_log_file);
  if (outputs->pattern)
    return create_first_file(outputs);
  return address ? create_connection(outputs, address) : create_descriptor(outputs);
}

struct error *outputs_create(const struct outputs_config *config, struct outputs **ret)
{
  struct outputs *outputs = calloc(1, sizeof *outputs);
  if (!outputs)
    return error_no_memory();
  outputs->config = *config;
  outputs->directory = strdup(config->directory);
  struct error *error = outputs->directory ? create_places(outputs) : error_no_memory();
  if (error)
    outputs_destroy(outputs);
  else
    *ret = outputs;
  return error;
}

static void places_destroy(struct place *place)
{
  while (place) {
    struct place *next = place->next;
    if (place->fd >= 0)
      close(place->fd);
    free(place->name);
    free(place);
    place = next;
  }
}

void outputs_destroy(struct outputs *outputs)
{
  if (!outputs)
    return;
  while (outputs->uses)
    outputs_close(outputs, outputs->uses->stream);
  places_destroy(outputs->places);
  while (outputs->images) {
    struct image_count *next = outputs->images->next;
    free(outputs->images);
    outputs->images = next;
  }
  free(outputs->directory);
  free(outputs);
}

/* --- handing out --- */

static struct error *place_of_process(struct outputs *outputs, uint64_t pid, struct place **ret)
{
  if (!outputs->pattern) {
    *ret = outputs->places;
    return NULL;
  }
  char *name = NULL;
  struct error *error = expand(outputs, pid, count_image(outputs, pid), &name);
  if (error)
    return error;
  error = open_place(outputs, name, ret);
  free(name);
  return error;
}

struct error *outputs_open(struct outputs *outputs, uint64_t pid, FILE **ret)
{
  struct place *place = NULL;
  struct error *error = place_of_process(outputs, pid, &place);
  if (error)
    return error;
  if (place->fd < 0) {
    *ret = NULL;
    return NULL;
  }
  struct use *use = calloc(1, sizeof *use);
  FILE *stream = use ? line_stream_open(write_lines, place) : NULL;
  if (!stream) {
    free(use);
    return error_no_memory();
  }
  *use = (struct use){.next = outputs->uses, .stream = stream, .place = place};
  outputs->uses = use;
  place->users++;
  *ret = stream;
  return NULL;
}

void outputs_close(struct outputs *outputs, FILE *output)
{
  struct use **link = &outputs->uses;
  while (*link && (*link)->stream != output)
    link = &(*link)->next;
  struct use *use = *link;
  if (!output || !use)
    return;
  *link = use->next;
  fclose(output);
  if (--use->place->users == 0 && use->place->name) {
    close(use->place->fd);
    use->place->fd = -1;
  }
  free(use);
}

bool outputs_have_failed(const struct outputs *outputs)
{
  return outputs->has_failed;
}

bool outputs_is_terminal(const struct outputs *outputs)
{
  int fd = outputs_descriptor(outputs);
  return fd >= 0 && isatty(fd);
}

int outputs_descriptor(const struct outputs *outputs)
{
  return outputs->pattern ? -1 : outputs->places->fd;
}
