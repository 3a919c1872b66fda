/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Connections come and go, and each asks a registry to be told of timeouts. They close, but never take themselves off the
 * registry, which holds each with its buffer. Built with -DFIXED they do. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { WAIT_US = 300 };

struct connection {
  unsigned number;
  char *buffer;
};

static struct registry {
  struct connection **watched;
  size_t count, capacity;
} *timeouts;

static struct registry *registry_new(void)
{
  return calloc(1, sizeof(struct registry));
}

static void registry_add(struct registry *registry, struct connection *connection)
{
  if (registry->count == registry->capacity) {
    size_t capacity = 2 * registry->capacity + 16;
    struct connection **watched = realloc(registry->watched, capacity * sizeof(struct connection *));
    if (!watched)
      return;
    registry->watched = watched;
    registry->capacity = capacity;
  }
  registry->watched[registry->count++] = connection;
}

#ifdef FIXED
static void registry_remove(struct registry *registry, const struct connection *connection)
{
  for (size_t i = 0; i < registry->count; i++)
    if (registry->watched[i] == connection)
      registry->watched[i--] = registry->watched[--registry->count];
}
#endif

static struct connection *connection_open(unsigned number)
{
  struct connection *connection = calloc(1, sizeof *connection);
  if (!connection)
    return NULL;
  connection->number = number;
  connection->buffer = malloc(1337);
  registry_add(timeouts, connection);
  return connection;
}

static unsigned connection_serve(struct connection *connection)
{
  unsigned sum = 0;
  memset(connection->buffer, (int)(connection->number & 0x7f), 1337);
  for (int i = 0; i < 1337; i++)
    sum = sum * 31 + (unsigned char)connection->buffer[i];
  return sum;
}

static void connection_close(struct connection *connection)
{
#ifdef FIXED
  registry_remove(timeouts, connection);
  free(connection->buffer);
  free(connection);
#else
  connection->number = 0; /* whoever looks after timeouts frees it, it is said */
#endif
}

int main(int argc, char **argv)
{
  unsigned connections = argc > 1 ? (unsigned)atoi(argv[1]) : 5000, sum = 0;
  timeouts = registry_new();
  for (unsigned number = 0; timeouts && number < connections; number++) {
    struct connection *connection = connection_open(number);
    if (!connection)
      break;
    sum += connection_serve(connection);
    connection_close(connection);
    usleep(WAIT_US); /* for the next one */
  }
  printf("%u connections, %zu watched, %u\n", connections, timeouts ? timeouts->count : 0, sum);
  return 0;
}
