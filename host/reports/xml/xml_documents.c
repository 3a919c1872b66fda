/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A place is a file, by its name, a connection or the descriptor. Files are opened when the first line is written, so
 * that lazy documents leave none; others write theirs at once. */
#include "host/reports/xml/xml_documents.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "host/output/line_stream.h"
#include "host/output/output_sink.h"

/* A document that is being written. */
struct use {
  struct use *next;
  struct xml_documents *documents;
  FILE *stream;
  struct output_sink *place;
  struct xml_qualifier *qualifiers;
  size_t qualifier_count;
};

struct xml_documents {
  struct xml_documents_config config;
  char *directory;
  const char *pattern, *address; /* of --xml-file and --xml-socket; both NULL: the descriptor */
  struct output_naming naming;
  struct output_sink *places;
  struct output_sink *first; /* made for the first process, and not taken yet */
  struct use *uses;
  struct image_count *images;
  bool has_failed;
};

static void warn(const struct xml_documents *documents, const char *format, const char *detail)
{
  char *message;
  if (!documents->config.warn)
    return;
  message = print_text(format, detail);
  documents->config.warn(documents->config.warn_context, message);
  free(message);
}

/* --- opening places --- */

static int substitute(const struct xml_documents *documents)
{
  warn(documents, "failed to connect to XML logging server '%s'; XML output will be sent to stderr instead",
       documents->address);
  return output_sink_copy_fd(STDERR_FILENO);
}

static struct error *open_place(struct xml_documents *documents, struct output_sink *place)
{
  if (documents->pattern)
    return output_sink_open_file("XML", place->name, false, &place->fd);
  struct error *error = output_sink_connect("--xml-socket", documents->address, &place->fd);
  place->is_socket = !error && place->fd >= 0;
  if (!error && place->fd < 0)
    place->fd = substitute(documents);
  return error;
}

/* When the sink cannot be opened now, what was to be written is missing from the XML; a warning says so. */
static void write_lines(void *context, const char *lines, size_t size)
{
  struct output_sink *place = ((struct use *)context)->place;
  struct xml_documents *documents = ((struct use *)context)->documents;
  struct error *error = place->fd < 0 ? open_place(documents, place) : NULL;
  if (error) {
    warn(documents, "%s", error_message(error));
    error_free(error);
    documents->has_failed = true;
  }
  output_sink_write(place, lines, size);
}

/* --- making --- */

static void make_place(struct xml_documents *documents, const char *name, uint64_t pid, struct output_sink **ret)
{
  output_sink_create(&documents->places, name, -1, &documents->has_failed, ret);
  (*ret)->pid = pid;
}

static struct error *expand_name(const struct xml_documents *documents, uint64_t pid, uint64_t number, char **ret)
{
  return output_naming_expand(&documents->naming, pid, number, ret);
}

/* The first process's file. One that an earlier reporter has written stays: what follows goes beside it. */
static struct error *make_first_file(struct xml_documents *documents)
{
  char *name = NULL;
  struct error *error = expand_name(documents, documents->config.pid, 1, &name);
  bool is_there = !error && documents->config.append && access(name, F_OK) == 0;
  if (!error)
    make_place(documents, name, is_there ? 0 : documents->config.pid, &documents->first);
  if (!error && !is_there)
    error = open_place(documents, documents->first);
  if (is_there)
    documents->first = NULL;
  free(name);
  return error;
}

static struct error *make_descriptor(struct xml_documents *documents)
{
  int64_t wanted = options_number(documents->config.options, OPTION_xml_fd);
  make_place(documents, NULL, documents->config.pid, &documents->first);
  documents->first->fd = output_sink_copy_fd(wanted);
  if (documents->first->fd >= 0)
    return NULL;
  return error_format("--xml-fd=%lld: the file descriptor is not open", (long long)wanted);
}

static struct error *make_first(struct xml_documents *documents)
{
  documents->pattern = options_text(documents->config.options, OPTION_xml_file);
  documents->address = options_text(documents->config.options, OPTION_xml_socket);
  documents->naming = (struct output_naming){.option = "--xml-file", .pattern = documents->pattern,
                                            .directory = documents->directory, .is_past = documents->config.is_past};
  if (!documents->pattern && !documents->address)
    return make_descriptor(documents);
  if (documents->config.pid == 0)
    return NULL;
  if (documents->pattern)
    return make_first_file(documents);
  make_place(documents, NULL, documents->config.pid, &documents->first);
  return open_place(documents, documents->first);
}

struct error *xml_documents_create(const struct xml_documents_config *config, struct xml_documents **ret)
{
  if (!options_flag(config->options, OPTION_xml)) {
    *ret = NULL;
    return NULL;
  }
  struct xml_documents *documents = memory_zeroed(1, sizeof *documents);
  documents->config = *config;
  documents->directory = memory_text(config->directory);
  struct error *error = make_first(documents);
  if (error)
    xml_documents_destroy(documents);
  else
    *ret = documents;
  return error;
}

void xml_documents_destroy(struct xml_documents *documents)
{
  if (!documents)
    return;
  while (documents->uses)
    xml_documents_close(documents, &(struct xml_config){.output = documents->uses->stream}, false);
  output_sinks_destroy(documents->places);
  image_counts_destroy(documents->images);
  free(documents->directory);
  free(documents);
}

bool xml_documents_have_failed(const struct xml_documents *documents)
{
  return documents && documents->has_failed;
}

/* --- the place of a process --- */

/* NAME.PID, NAME.PID.2 ...: the first that nobody has. */
static char *free_name(const struct xml_documents *documents, const char *name, uint64_t pid)
{
  for (unsigned number = 1;; number++) {
    char *free_name = number == 1 ? print_text("%s.%llu", name, (unsigned long long)pid)
                                  : print_text("%s.%llu.%u", name, (unsigned long long)pid, number);
    if (!output_sink_find(documents->places, free_name))
      return free_name;
    free(free_name);
  }
}

static bool is_regular(const char *name)
{
  struct stat status;
  return stat(name, &status) == 0 && S_ISREG(status.st_mode);
}

/* A program takes the file of the one before it; errors that this one had are not lost. */
static void take_over(struct xml_documents *documents, struct output_sink *place)
{
  if (!place->has_findings || !is_regular(place->name))
    return;
  struct output_sink *kept;
  char *name = free_name(documents, place->name, place->pid);
  if (rename(place->name, name) == 0)
    make_place(documents, name, 0, &kept);
  free(name);
}

static void place_beside(struct xml_documents *documents, const char *name, uint64_t pid, struct output_sink **ret)
{
  char *other = free_name(documents, name, pid);
  make_place(documents, other, pid, ret);
  free(other);
}

static struct error *file_of_process(struct xml_documents *documents, uint64_t pid, bool is_fork,
                                     struct output_sink **ret, bool *ret_is_lazy)
{
  char *name = NULL;
  RETURN_IF_ERROR(expand_name(documents, pid, image_count_next(&documents->images, pid), &name));
  struct output_sink *place = output_sink_find(documents->places, name);
  bool is_first = place && place == documents->first;
  bool is_successor = place && !is_first && place->pid == pid && !is_fork && place->users == 0;
  if (!place)
    make_place(documents, name, pid, ret);
  else if (is_first || is_successor) {
    if (is_successor)
      take_over(documents, place);
    place->pid = pid;
    *ret = place;
  } else {
    place_beside(documents, name, pid, ret);
    *ret_is_lazy = true;
  }
  documents->first = is_first ? NULL : documents->first;
  free(name);
  return NULL;
}

/* Each has a connection of its own. */
static void connection_of_process(struct xml_documents *documents, uint64_t pid, bool is_fork, struct output_sink **ret,
                                  bool *ret_is_lazy)
{
  struct output_sink *first = documents->first;
  documents->first = NULL;
  *ret_is_lazy = is_fork && !first;
  if (!first) {
    make_place(documents, NULL, pid, ret);
    return;
  }
  *ret = first;
}

/* Programs that follow one another in a process have documents that follow one another; *ret is NULL for others. */
static struct output_sink *descriptor_of_process(struct xml_documents *documents, uint64_t pid, bool is_fork)
{
  struct output_sink *place = documents->places;
  bool is_first = place == documents->first;
  documents->first = NULL;
  if (is_first)
    place->pid = pid;
  return is_first || (place->pid == pid && !is_fork && place->users == 0) ? place : NULL;
}

/* --- handing out --- */

static void open_document_destroy(struct use *use)
{
  for (size_t i = 0; i < use->qualifier_count; i++) {
    free(use->qualifiers[i].variable);
    free(use->qualifiers[i].value);
  }
  free(use->qualifiers);
  free(use);
}

static void add_qualifier(struct use *use, uint64_t pid, const char *name, size_t size)
{
  struct xml_qualifier *qualifiers = memory_resize(use->qualifiers, use->qualifier_count + 1, sizeof *qualifiers);
  use->qualifiers = qualifiers;
  struct xml_qualifier qualifier = {.variable = memory_text_begin(name, size)};
  output_naming_variable(&use->documents->naming, pid, qualifier.variable, &qualifier.value);
  if (!qualifier.value) {
    free(qualifier.variable);
    return;
  }
  qualifiers[use->qualifier_count++] = qualifier;
}

/* Each %q{NAME} of the pattern, which has been expanded before and so is a good one. */
static void find_qualifiers(struct use *use, const char *pattern, uint64_t pid)
{
  for (const char *at = pattern; at && (at = strchr(at, '%')); at += 2) {
    const char *start = at + 3, *end = at[1] == 'q' ? strchr(start, '}') : NULL;
    if (end)
      add_qualifier(use, pid, start, (size_t)(end - start));
  }
}

static void open_document_create(struct xml_documents *documents, uint64_t pid, struct output_sink *place,
                                 struct use **ret)
{
  struct use *use = memory_zeroed(1, sizeof *use);
  use->documents = documents;
  use->place = place;
  find_qualifiers(use, documents->pattern, pid);
  use->stream = line_stream_open(write_lines, use, NULL);
  use->next = documents->uses;
  documents->uses = use;
  place->users++;
  *ret = use;
}

struct error *xml_documents_open(struct xml_documents *documents, uint64_t pid, bool is_fork, struct xml_config *ret)
{
  struct output_sink *place = NULL;
  struct use *use = NULL;
  bool is_lazy = false;
  struct error *error = NULL;
  if (documents->pattern)
    error = file_of_process(documents, pid, is_fork, &place, &is_lazy);
  else if (documents->address)
    connection_of_process(documents, pid, is_fork, &place, &is_lazy);
  else
    place = descriptor_of_process(documents, pid, is_fork);
  if (error || !place) {
    *ret = (struct xml_config){0};
    return error;
  }
  open_document_create(documents, pid, place, &use);
  *ret = (struct xml_config){.output = use->stream, .is_lazy = is_lazy, .qualifiers = use->qualifiers,
                             .qualifier_count = use->qualifier_count};
  return NULL;
}

/* The descriptor, and a file that cannot be opened again, stay open. */
static void leave_place(const struct xml_documents *documents, struct output_sink *place)
{
  place->users--;
  bool can_close = place->name ? is_regular(place->name) : documents->address != NULL;
  if (place->fd < 0 || !can_close)
    return;
  close(place->fd);
  place->fd = -1;
}

void xml_documents_close(struct xml_documents *documents, struct xml_config *document, bool has_findings)
{
  struct use **link = &documents->uses;
  while (*link && (*link)->stream != document->output)
    link = &(*link)->next;
  struct use *use = *link;
  if (!document->output || !use)
    return;
  *link = use->next;
  fclose(use->stream);
  use->place->has_findings = has_findings;
  leave_place(documents, use->place);
  open_document_destroy(use);
}
