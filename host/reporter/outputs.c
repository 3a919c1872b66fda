/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A place is a descriptor that lines are written to. Either all processes share one place, or each name that the
 * pattern gives is a place of its own. When its last process has gone a place is closed, but its name is remembered:
 * if another process gets the same name, its report is appended rather than written over the earlier one. */
#include "host/reporter/outputs.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/base/memory.h"
#include "host/base/plain_stream.h"
#include "host/base/print.h"
#include "host/output/line_stream.h"
#include "host/output/output_sink.h"

/* A stream that was handed out for a process, and the place it writes to. */
struct use {
  struct use *next;
  FILE *stream;
  struct line_stream *lines; /* of it */
  struct output_sink *place;
  struct plain_filter filter;
};

struct outputs {
  struct outputs_config config;
  char *directory;
  const char *pattern; /* NULL: all processes share the first place */
  struct output_naming naming;
  struct output_sink *places;
  struct use *uses;
  struct image_count *images;
  bool has_failed;
};

static void warn(const struct outputs *outputs, const char *format, const char *detail)
{
  char *message;
  if (!outputs->config.warn)
    return;
  message = print_text(format, detail);
  outputs->config.warn(outputs->config.warn_context, message);
  free(message);
}

/* --- places --- */

static struct error *open_place(struct outputs *outputs, const char *name, struct output_sink **ret)
{
  struct output_sink *place = output_sink_find(outputs->places, name);
  if (place && place->fd >= 0) {
    *ret = place;
    return NULL;
  }
  int fd = -1;
  RETURN_IF_ERROR(output_sink_open_file("log", name, place || outputs->config.append, &fd));
  if (place) {
    place->fd = fd;
    *ret = place;
    return NULL;
  }
  output_sink_create(&outputs->places, name, fd, &outputs->has_failed, ret);
  return NULL;
}

/* --- creating --- */

static struct error *create_connection(struct outputs *outputs, const char *address)
{
  int fd = -1;
  RETURN_IF_ERROR(output_sink_connect("--log-socket", address, &fd));
  bool connected = fd >= 0;
  if (!connected) {
    warn(outputs, "failed to connect to logging server '%s'; logging messages will be sent to stderr instead", address);
    fd = output_sink_copy_fd(STDERR_FILENO);
  }
  struct output_sink *place = NULL;
  output_sink_create(&outputs->places, NULL, fd, &outputs->has_failed, &place);
  place->is_socket = connected;
  return NULL;
}

static void create_descriptor(struct outputs *outputs)
{
  int64_t wanted = options_number(outputs->config.options, OPTION_log_fd);
  int fd = output_sink_copy_fd(wanted);
  if (fd < 0 && wanted >= 0 && wanted != STDERR_FILENO) {
    warn(outputs, "--log-fd=%s: the file descriptor is not open; using stderr",
         options_text(outputs->config.options, OPTION_log_fd));
    fd = output_sink_copy_fd(STDERR_FILENO);
  }
  struct output_sink *place = NULL;
  output_sink_create(&outputs->places, NULL, fd, &outputs->has_failed, &place);
}

/* The file of the first process is made now, so that errors are reported before the run. */
static struct error *create_first_file(struct outputs *outputs)
{
  char *name = NULL;
  struct output_sink *place = NULL;
  RETURN_IF_ERROR(output_naming_expand(&outputs->naming, outputs->config.pid, 1, &name));
  struct error *error = open_place(outputs, name, &place);
  free(name);
  return error;
}

static struct error *create_places(struct outputs *outputs)
{
  const char *address = options_text(outputs->config.options, OPTION_log_socket);
  outputs->pattern = options_text(outputs->config.options, OPTION_log_file);
  outputs->naming = (struct output_naming){.option = "--log-file", .pattern = outputs->pattern,
                                          .directory = outputs->directory};
  if (outputs->pattern)
    return create_first_file(outputs);
  if (address)
    return create_connection(outputs, address);
  create_descriptor(outputs);
  return NULL;
}

struct error *outputs_create(const struct outputs_config *config, struct outputs **ret)
{
  struct outputs *outputs = memory_zeroed(1, sizeof *outputs);
  outputs->config = *config;
  outputs->directory = memory_text(config->directory);
  struct error *error = create_places(outputs);
  if (error)
    outputs_destroy(outputs);
  else
    *ret = outputs;
  return error;
}

void outputs_destroy(struct outputs *outputs)
{
  if (!outputs)
    return;
  while (outputs->uses)
    outputs_close(outputs, outputs->uses->stream);
  output_sinks_destroy(outputs->places);
  image_counts_destroy(outputs->images);
  free(outputs->directory);
  free(outputs);
}

/* --- handing out --- */

static struct error *place_of_process(struct outputs *outputs, uint64_t pid, struct output_sink **ret)
{
  if (!outputs->pattern) {
    *ret = outputs->places;
    return NULL;
  }
  char *name = NULL;
  RETURN_IF_ERROR(output_naming_expand(&outputs->naming, pid, image_count_next(&outputs->images, pid), &name));
  struct error *error = open_place(outputs, name, ret);
  free(name);
  return error;
}

static void write_plain(void *context, const char *lines, size_t size)
{
  struct use *use = context;
  size_t plain_size;
  char *plain = plain_filter_take(&use->filter, lines, size, &plain_size);
  output_sink_write(use->place, plain, plain_size);
  free(plain);
}

struct error *outputs_open(struct outputs *outputs, uint64_t pid, FILE **ret)
{
  struct output_sink *place = NULL;
  RETURN_IF_ERROR(place_of_process(outputs, pid, &place));
  if (place->fd < 0) {
    *ret = NULL;
    return NULL;
  }
  struct use *use = memory_zeroed(1, sizeof *use);
  struct line_stream *lines = NULL;
  FILE *stream = line_stream_open(write_plain, use, &lines);
  *use = (struct use){.next = outputs->uses, .stream = stream, .lines = lines, .place = place};
  outputs->uses = use;
  place->users++;
  *ret = stream;
  return NULL;
}

static struct use *find_use(const struct outputs *outputs, const FILE *output)
{
  struct use *use = outputs->uses;
  while (use && use->stream != output)
    use = use->next;
  return use;
}

void outputs_write_partial_line(const struct outputs *outputs, FILE *output)
{
  const struct use *use = find_use(outputs, output);
  if (!use)
    return;
  fflush(output);
  line_stream_flush_unfinished(use->lines);
}

void outputs_write_ahead(const struct outputs *outputs, FILE *output, const char *line)
{
  struct use *use = find_use(outputs, output);
  if (use)
    write_plain(use, line, strlen(line));
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

int outputs_descriptor(const struct outputs *outputs)
{
  return outputs->pattern ? -1 : outputs->places->fd;
}
