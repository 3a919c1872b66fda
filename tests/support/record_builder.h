/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Record streams for tests, built frame by frame:
 *
 *   struct record_builder builder = {0};
 *   build_start(&builder, (struct record_start){.pid = 100});
 *   build_end_of_run(&builder, (struct record_end_of_run){.reason = RECORD_END_EXIT});
 *   ... builder.data, builder.size ...
 *   record_builder_release(&builder); */
#ifndef SEEP_TESTS_SUPPORT_RECORD_BUILDER_H
#define SEEP_TESTS_SUPPORT_RECORD_BUILDER_H

#include "shared/record/record.h"

/* The bytes so far, the header included once there is a frame. */
struct record_builder {
  unsigned char *data;
  size_t size, capacity;
};

#define FRAME(NAME, name, number) void build_##name(struct record_builder *builder, struct record_##name frame);
#include "shared/record/frame_kinds.def"

void record_builder_release(struct record_builder *builder);

/* Fields from C values: a string, a list of numbers, a list of strings. */
struct record_string build_string(const char *text);
#define BUILD_NUMBERS(...)                                         \
  ((struct record_numbers){(const uint64_t[]){__VA_ARGS__},        \
                           sizeof((uint64_t[]){__VA_ARGS__}) / sizeof(uint64_t)})
#define BUILD_STRINGS(...)                                                \
  ((struct record_strings){(const struct record_string[]){__VA_ARGS__},   \
                           sizeof((struct record_string[]){__VA_ARGS__}) / sizeof(struct record_string)})

/* Write the stream to a file. */
void record_builder_write(const struct record_builder *builder, const char *path);

#endif
