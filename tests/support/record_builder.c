/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "support/record_builder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void reserve(struct record_builder *builder, size_t size)
{
  if (size <= builder->capacity)
    return;
  builder->capacity = size * 2;
  builder->data = realloc(builder->data, builder->capacity);
  if (!builder->data)
    abort();
}

static void put_header(struct record_builder *builder)
{
  if (builder->size > 0)
    return;
  reserve(builder, RECORD_HEADER_BYTES);
  struct record_encoder encoder = {builder->data, builder->capacity, 0};
  record_put_header(&encoder);
  builder->size = encoder.size;
}

/* Twice at most: the first time tells how much room is needed. */
#define FRAME(NAME, name, number)                                                  \
  void build_##name(struct record_builder *builder, struct record_##name frame)    \
  {                                                                                \
    put_header(builder);                                                           \
    struct record_encoder encoder = {builder->data, builder->capacity, builder->size}; \
    record_put_##name(&encoder, &frame);                                           \
    if (encoder.size > builder->capacity) {                                        \
      reserve(builder, encoder.size);                                              \
      encoder = (struct record_encoder){builder->data, builder->capacity, builder->size}; \
      record_put_##name(&encoder, &frame);                                         \
    }                                                                              \
    builder->size = encoder.size;                                                  \
  }
#include "shared/record/frame_kinds.def"

void record_builder_release(struct record_builder *builder)
{
  free(builder->data);
  *builder = (struct record_builder){0};
}

struct record_string build_string(const char *text)
{
  return (struct record_string){text, strlen(text)};
}

void record_builder_write(const struct record_builder *builder, const char *path)
{
  FILE *file = fopen(path, "wb");
  if (!file || fwrite(builder->data, 1, builder->size, file) != builder->size || fclose(file) != 0)
    abort();
}
