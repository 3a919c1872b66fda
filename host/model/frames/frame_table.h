/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The frames of code, made once for all processes whose report has the same options: what symbols tell of an
 * instruction, with the module, normalised names, and whose code it is. */
#ifndef SEEP_HOST_MODEL_FRAMES_FRAME_TABLE_H
#define SEEP_HOST_MODEL_FRAMES_FRAME_TABLE_H

#include "host/base/error.h"
#include "host/base/options.h"
#include "host/model/frames/settings.h"
#include "host/model/frames/stack_table.h"

struct frame_table;

/* The options are borrowed. */
void frame_table_create(const struct options *options, struct frame_table **ret);
void frame_table_destroy(struct frame_table *table);

/* Give a code the frames made of what is told of it, which must live as long. They belong to the table, but for a code
 * whose name the program told, which holds its frame itself. `settings`: of the process; they differ from those of
 * others only in what the program has changed while it ran. */
void frame_table_complete(struct frame_table *table, const struct settings *settings, struct code *code);

#endif
