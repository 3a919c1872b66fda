/* SPDX-License-Identifier: GPL-2.0-or-later */
/* SARIF 2.1.0 (OASIS): one run of one tool, a rule per kind, a result per finding. Readers differ in what they show of
 * a stack, so it stands there twice: in `stacks` with all frames and in `codeFlows`, outermost first, with those that
 * have a source; the flows after it lead from an allocation to where the block was lost. Code scanning takes no result
 * without a physical location: the module stands in where no source is known. */
#include <config.h>

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "host/base/print.h"
#include "host/model/findings/finding_kinds.h"
#include "host/reports/formats/format_parts.h"
#include "host/reports/formats/json_model.h"
#include "host/model/frames/ownership.h"

#define URI_BASE "SRCROOT"
#define SYSTEM_BASE "SYSTEM" /* a folder on the machine that built the distribution */

struct log {
  const struct findings *findings;
  const struct format_options *options;
};

/* --- places --- */

/* A relative reference, or a file URI for an absolute path, with everything escaped that is not plain. */
static char *make_uri(const char *path, bool is_directory)
{
  char *uri;
  size_t size;
  FILE *stream = print_begin(&uri, &size);
  fputs(*path == '/' ? "file://" : "", stream);
  for (; *path; path++) {
    unsigned char byte = (unsigned char)*path;
    bool is_plain = (byte < 0x80 && isalnum(byte)) || strchr("/-._~+", byte);
    fprintf(stream, is_plain ? "%c" : "%%%02X", byte);
  }
  fputs(is_directory ? "/" : "", stream);
  return print_end(stream, &uri);
}

static bool has_relative_source(const struct frame *frame)
{
  return frame->file && frame->file[0] != '/' && (!frame->directory || frame->directory[0] != '/');
}

/* The sources of the system's libraries are called by where they lay below the folder that a distribution built them
 * in. */
static const char *base_of(const struct frame *frame)
{
  const bool is_system = frame && !frame_is_own(frame) && frame->object && ownership_is_system(frame->object);
  return is_system && has_relative_source(frame) ? SYSTEM_BASE : URI_BASE;
}

static json_t *make_artifact(const char *path, const struct frame *frame)
{
  char *uri = make_uri(path, false);
  json_t *artifact = *path == '/' ? json_pack("{ss}", "uri", uri)
                                  : json_pack("{ss ss}", "uri", uri, "uriBaseId", base_of(frame));
  free(uri);
  return artifact;
}

/* Columns are the compiler's, in bytes: others only where a line has characters beyond ASCII before that. */
static json_t *make_region(unsigned line, unsigned column)
{
  if (column == 0)
    return json_pack("{si}", "startLine", (int)line);
  return json_pack("{si si}", "startLine", (int)line, "startColumn", (int)column);
}

/* `frame` (NULL: none) is in that file. */
static json_t *make_physical(const char *path, unsigned line, unsigned column, const struct frame *frame)
{
  if (line == 0)
    return json_pack("{so}", "artifactLocation", make_artifact(path, frame));
  return json_pack("{so so}", "artifactLocation", make_artifact(path, frame), "region", make_region(line, column));
}

static json_t *make_logical(const struct frame *frame)
{
  return json_pack("[{so ss}]", "fullyQualifiedName", json_text(frame->qualified), "kind", "function");
}

/* A list of one location. */
static json_t *make_locations(const struct format_place *place)
{
  json_t *location = json_object();
  if (location && place->path)
    json_object_set_new(location, "physicalLocation",
                        make_physical(place->path, place->line, place->column, place->frame));
  if (location && place->frame && place->frame->qualified)
    json_object_set_new(location, "logicalLocations", make_logical(place->frame));
  return json_pack("[o]", location);
}

static json_t *make_frame_location(const struct log *log, const struct frame *frame)
{
  char *path, *text = finding_frame_text(frame);
  format_source(log->options, frame, &path);
  json_t *location = json_pack("{s{so}}", "message", "text", json_text(text));
  if (location && path)
    json_object_set_new(location, "physicalLocation", make_physical(path, frame->line, frame->column, frame));
  if (location && frame->qualified)
    json_object_set_new(location, "logicalLocations", make_logical(frame));
  free(path);
  free(text);
  return location;
}

/* --- stacks --- */

static json_t *make_frame(const struct log *log, const struct frame *frame)
{
  json_t *location = make_frame_location(log, frame);
  return frame->object ? json_pack("{so so}", "location", location, "module", json_text(frame->object))
                       : json_pack("{so}", "location", location);
}

static json_t *make_stack(const struct log *log, const char *message, const struct finding_stack *stack)
{
  json_t *frames = json_array();
  for (size_t i = 0; i < stack->count; i++)
    json_list_add(&frames, make_frame(log, &stack->frames[i]));
  return json_pack("{s{so} so}", "message", "text", json_text(message), "frames", frames);
}

/* Each once, as the schema wants it. */
static void add_stack(const struct log *log, const char *message, const struct finding_stack *stack, json_t **stacks)
{
  if (stack->count == 0)
    return;
  json_t *made = make_stack(log, message, stack);
  bool is_new = true;
  for (size_t i = 0; *stacks && i < json_array_size(*stacks); i++)
    is_new = is_new && !json_equal(json_array_get(*stacks, i), made);
  if (is_new)
    json_list_add(stacks, made);
  else
    json_decref(made);
}

/* A stack of the finding, and how much came that way when there are several. */
static void add_variant(const struct log *log, const struct finding *finding, size_t variant, json_t **stacks)
{
  char *amount = finding->variant_count > 1 ? finding_variant_amount(finding, variant) : NULL;
  add_stack(log, amount ? amount : finding->title, &finding->variants[variant].stack, stacks);
  free(amount);
}

static json_t *make_stacks(const struct log *log, const struct finding *finding)
{
  json_t *stacks = json_array();
  for (size_t i = 0; i < finding->variant_count; i++)
    add_variant(log, finding, i, &stacks);
  for (size_t i = 0; i < finding->note_count; i++)
    add_stack(log, finding->notes[i].sentence, &finding->notes[i].stack, &stacks);
  return stacks;
}

/* From main inwards; NULL is an error. */
static json_t *make_flow(const struct log *log, const struct finding_stack *stack)
{
  json_t *steps = json_array();
  for (size_t i = stack->count; i-- > 0;)
    if (stack->frames[i].file)
      json_list_add(&steps, json_pack("{so}", "location", make_frame_location(log, &stack->frames[i])));
  return steps;
}

/* What happened at the place of a stack; nothing where that has no source. */
static void add_event(const struct log *log, const struct finding_stack *stack, bool is_allocation, const char *what,
                      json_t **steps)
{
  if (stack->count == 0)
    return;
  const struct place found = place_find(stack->frames, stack->count, is_allocation, true);
  const struct frame *frame = format_frame_to_show(stack, found.place);
  if (!frame || !frame->file)
    return;
  json_t *location = make_frame_location(log, frame);
  if (json_object_set_new(location, "message", json_pack("{so}", "text", json_text(what))) != 0) {
    json_decref(location);
    location = NULL;
  }
  json_list_add(steps, json_pack("{so}", "location", location));
}

/* From the allocation to the loss. */
static json_t *make_way(const struct log *log, const struct finding *finding,
                        const struct finding_explanation *explanation)
{
  json_t *steps = json_array();
  add_event(log, &finding->stack, true, finding->title, &steps);
  const bool is_dropped = explanation->dropped.count > 0;
  for (size_t i = explanation->event_count; i-- > 0;) {
    const struct finding_event *event = &explanation->events[i];
    add_event(log, &event->stored, false, "A pointer to it is stored.", &steps);
    add_event(log, &event->stack, false, i > 0 || is_dropped ? "That pointer goes." : explanation->sentence, &steps);
  }
  if (is_dropped)
    add_event(log, &explanation->dropped, false, explanation->sentence, &steps);
  return steps;
}

/* How the finding came about, then how blocks were lost. Flows without a place are left out. */
static void add_flow(json_t *steps, const char *message, json_t **flows)
{
  if (steps && json_array_size(steps) == 0) {
    json_decref(steps);
    return;
  }
  json_t *flow = json_pack("{s[{so}]}", "threadFlows", "locations", steps);
  if (flow && message &&
      json_object_set_new(flow, "message", json_pack("{so}", "text", json_text(message))) != 0) {
    json_decref(flow);
    flow = NULL;
  }
  json_list_add(flows, flow);
}

static json_t *make_flows(const struct log *log, const struct finding *finding)
{
  json_t *flows = json_array();
  add_flow(make_flow(log, &finding->stack), NULL, &flows);
  for (size_t i = 0; i < finding->explanation_count && i < FORMAT_VARIANTS_SHOWN; i++)
    if (finding->explanations[i].event_count > 0 || finding->explanations[i].dropped.count > 0)
      add_flow(make_way(log, finding, &finding->explanations[i]), finding->explanations[i].sentence, &flows);
  return flows;
}

/* --- results --- */

static json_t *make_suppressions(const struct log *log, const struct finding *finding)
{
  if (!finding_is_suppressed(finding))
    return json_array();
  const struct finding_suppression *entry = &log->findings->suppressions[finding->suppression];
  char *reason = print_text("%s (%s:%u)", entry->name, entry->file ? entry->file : "?", entry->line);
  json_t *list = json_pack("[{ss ss so}]", "kind", "external", "status", "accepted", "justification",
                           json_text(reason));
  free(reason);
  return list;
}

static const char *level_word(const struct finding *finding)
{
  static const char *const words[] = {
    [KIND_INFO] = "note", [KIND_MINOR] = "warning", [KIND_MAJOR] = "error", [KIND_CRITICAL] = "error"};
  return words[finding_level_of(finding)];
}

static json_t *make_properties(const struct log *log, const struct finding *finding)
{
  return json_pack("{so so so so so sb}", "tests", json_model_tests(log->findings, finding), "bytes",
                   json_count(finding->bytes), "blocks", json_count(finding->blocks), "indirectBytes",
                   json_count(finding->indirect_bytes), "indirectBlocks", json_count(finding->indirect_blocks), "isOwn",
                   finding_is_own(finding));
}

static json_t *make_message(const struct finding *finding)
{
  char *text = format_plain_text(finding);
  json_t *message = json_pack("{so}", "text", text ? json_text(text) : NULL);
  free(text);
  return message;
}

static json_t *make_result(const void *context, size_t index)
{
  const struct log *log = context;
  const struct finding *finding = &log->findings->items[index];
  struct format_place place;
  format_place(log->findings, log->options, finding, &place);
  json_t *result = json_pack(
    "{so ss so so so so s{ss} so so so}", "ruleId", json_text(finding->kind), "level", level_word(finding), "message",
    make_message(finding), "locations", make_locations(&place), "stacks", make_stacks(log, finding), "codeFlows",
    make_flows(log, finding), "partialFingerprints", "seepIdentity/v2", finding->identity.digits, "occurrenceCount",
    json_count(finding->count > 0 ? finding->count : 1), "suppressions", make_suppressions(log, finding), "properties",
    make_properties(log, finding));
  free(place.path);
  return result;
}

/* Those that are listed, and the suppressed ones, which readers can show or hide. */
static bool is_result(const struct log *log, const struct finding *finding)
{
  struct finding bare = *finding;
  bare.suppression = SIZE_MAX;
  return format_is_listed(log->options, &bare);
}

static void put_results(const struct log *log, const struct json_output *output)
{
  const char *separator = "\n";
  fputs("\"results\": [", output->file);
  for (size_t i = 0; i < log->findings->count && !ferror(output->file); i++) {
    if (!is_result(log, &log->findings->items[i]))
      continue;
    fputs(separator, output->file);
    json_write(output, make_result(log, i));
    separator = ",\n";
  }
  fputs("]}]}\n", output->file);
}

/* --- the run --- */

static json_t *make_rule(const void *context, size_t index)
{
  static const char *const levels[] = {
    [KIND_INFO] = "note", [KIND_MINOR] = "warning", [KIND_MAJOR] = "error", [KIND_CRITICAL] = "error"};
  const struct finding_kind *kind = (const struct finding_kind *)context + index;
  return json_pack("{ss s{ss} s{ss} s{ss} s{ss} s{s[s]}}", "id", kind->name,
                   "shortDescription", "text", kind->title, "fullDescription", "text", kind->help, "help", "text",
                   kind->help, "defaultConfiguration", "level", levels[kind->level], "properties", "tags", "memory");
}

static json_t *make_descriptor(const void *context, size_t index)
{
  const struct gap_entry *entry = gap_entry((enum gap_kind)index);
  (void)context;
  return json_pack("{ss s{ss} s{ss}}", "id", entry->code, "shortDescription", "text", entry->words,
                   "defaultConfiguration", "level", "error");
}

struct notifications {
  json_t *list;
  bool has_errors;
};

static void add_notification(void *context, const struct gap *gap, const char *who, const char *what)
{
  struct notifications *notifications = context;
  char *text;
  notifications->has_errors |= !gap_is_choice(gap);
  text = print_text("%s: %s", who, what);
  json_list_add(&notifications->list,
                json_pack("{ss s{ss} s{so}}", "level", gap_is_choice(gap) ? "note" : "error", "descriptor", "id",
                          gap_entry(gap->kind)->code, "message", "text", text ? json_text(text) : NULL));
  free(text);
}

static json_t *make_invocations(const struct findings *findings)
{
  struct notifications notifications = {.list = json_array()};
  format_tell_gaps(findings, add_notification, &notifications);
  return json_pack("[{sb so}]", "executionSuccessful", !notifications.has_errors, "toolExecutionNotifications",
                   notifications.list);
}

static json_t *make_bases(const struct format_options *options)
{
  json_t *bases = json_pack("{s{s{ss}}}", SYSTEM_BASE, "description", "text",
                            "The folder in which a library of the system was built");
  char *uri = options->source_root ? make_uri(options->source_root, true) : NULL;
  if (bases && uri)
    json_object_set_new(bases, URI_BASE, json_pack("{ss}", "uri", uri));
  free(uri);
  return bases;
}

static void put_tool(const struct json_output *output)
{
  size_t count = 0;
  while (finding_kind_table[count].name)
    count++;
  fprintf(output->file, "\"tool\": {\"driver\": {\"name\": \"%s\", \"version\": \"%s\", \"rules\": ", PACKAGE_NAME,
          PACKAGE_VERSION);
  json_write_list(output, make_rule, finding_kind_table, count);
  fputs(", \"notifications\": ", output->file);
  json_write_list(output, make_descriptor, NULL, GAPS);
  fputs("}},\n", output->file);
}

struct error *format_sarif(const struct findings *findings, const struct format_options *options, FILE *file)
{
  struct log log = {findings, options};
  struct json_output output = {.file = file};
  fputs("{\"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"version\": \"2.1.0\",\n", file);
  fputs("\"runs\": [{\n", file);
  put_tool(&output);
  json_write_member(&output, "invocations", make_invocations(findings));
  json_write_member(&output, "originalUriBaseIds", make_bases(options));
  json_write_member(&output, "columnKind", json_text("utf16CodeUnits"));
  put_results(&log, &output);
  return NULL;
}
