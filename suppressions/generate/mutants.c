/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "suppressions/generate/mutants.h"

#include <stdlib.h>
#include <string.h>

#include "host/base/memory.h"
#include "host/base/print.h"
#include "suppressions/normalize.h"

/* Entries cut names that are longer than this, and so cannot tell how they end. */
enum { LONG_NAME_BYTES = 4000 };

static const char unknown_program[] = "/seep-unknown/program";
static const struct frame unknown_frame = {
  .function_linkage = "seep_unknown", .function = "seep_unknown", .object = "/seep-unknown/libunknown.so.1",
  .directory = "/seep-unknown", .file = "unknown.c", .line = 1,
};

static struct frame *frames_of(const struct mutant *mutant)
{
  return (struct frame *)mutant->finding.frames;
}

/* A copy of the finding, with room for one frame more. */
static struct mutant *add_copy(struct mutants *mutants, const struct mutants_request *request, const char *what)
{
  const struct suppressions_finding *finding = request->finding;
  struct mutant *mutant = &mutants->items[mutants->count];
  struct frame *frames = mutants->frames + mutants->count * (finding->frame_count + 1);
  memcpy(frames, finding->frames, finding->frame_count * sizeof *frames);
  *mutant = (struct mutant){*finding, what, false};
  mutant->finding.frames = frames;
  mutants->count++;
  return mutant;
}

static void replace_frames(struct mutants *mutants, const struct mutants_request *request)
{
  for (size_t i = 0; i <= request->place; i++) {
    const char *what = i == request->place ? "the function at its place" : "a function that its place calls";
    struct mutant *mutant = add_copy(mutants, request, what);
    frames_of(mutant)[i] = unknown_frame;
    mutant->is_of_path = true;
  }
}

static void insert_frames(struct mutants *mutants, const struct mutants_request *request)
{
  for (size_t i = 0; i <= request->place; i++) {
    struct mutant *mutant = add_copy(mutants, request, "the path from its place to the allocation or error");
    struct frame *frames = frames_of(mutant);
    memmove(frames + i + 1, frames + i, (request->finding->frame_count - i) * sizeof *frames);
    frames[i] = unknown_frame;
    mutant->finding.frame_count++;
    mutant->is_of_path = true;
  }
}

/* What compilers add to a name does not make it another. */
static void lengthen_name(struct mutants *mutants, const struct mutants_request *request)
{
  const struct frame *place = &request->finding->frames[request->place];
  const char *name = place->function_linkage ? place->function_linkage : place->function;
  if (!name || !*name || strlen(name) > LONG_NAME_BYTES)
    return;
  char *plain = normalize_name(name);
  mutants->longer_name = print_text("%s_seep_unknown", plain);
  free(plain);
  struct frame *frame = &frames_of(add_copy(mutants, request, "the name of its place"))[request->place];
  frame->function_linkage = frame->function = mutants->longer_name;
}

static void change_kind(struct mutants *mutants, const struct mutants_request *request)
{
  struct mutant *mutant = add_copy(mutants, request, "its kind");
  mutant->finding.kind = strcmp(request->finding->kind, "Cond") == 0 ? "Value8" : "Cond";
  mutant->finding.leak_kind = SUPPRESSIONS_NOT_A_LEAK;
  for (unsigned kind = SUPPRESSIONS_DEFINITE; request->leak_kinds && kind <= SUPPRESSIONS_REACHABLE; kind <<= 1)
    if (!(request->leak_kinds & kind))
      add_copy(mutants, request, "its kind of leak")->finding.leak_kind = (enum suppressions_leak_kind)kind;
}

static void change_program(struct mutants *mutants, const struct mutants_request *request)
{
  struct mutant *mutant = add_copy(mutants, request, "its program");
  struct frame *frames = frames_of(mutant);
  const struct suppressions_finding *finding = request->finding;
  for (size_t i = 0; i < finding->frame_count; i++)
    if (finding->frames[i].object && strcmp(finding->frames[i].object, request->program) == 0)
      frames[i].object = unknown_program;
  if (!finding->context)
    return;
  mutants->context = *finding->context;
  mutants->context.facts[EXTENSION_EXE] = unknown_program;
  mutant->finding.context = &mutants->context;
}

void mutants_init(struct mutants *mutants, const struct mutants_request *request)
{
  enum { OTHERS_MAX = 7 }; /* name, kind, leak kinds, program */
  size_t frames = request->finding->frame_count, most = 2 * (request->place + 1) + OTHERS_MAX;
  *mutants = (struct mutants){.items = memory_zeroed(most, sizeof *mutants->items),
                              .frames = memory_zeroed(most * (frames + 1), sizeof *mutants->frames)};
  replace_frames(mutants, request);
  insert_frames(mutants, request);
  change_kind(mutants, request);
  if (request->program)
    change_program(mutants, request);
  lengthen_name(mutants, request);
}

void mutants_deinit(struct mutants *mutants)
{
  free(mutants->items);
  free(mutants->frames);
  free(mutants->longer_name);
}
