/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What is said of a count in lost blocks: who took references and has never given them back. */
#ifndef SEEP_HOST_MODEL_WORDS_COUNT_WORDS_H
#define SEEP_HOST_MODEL_WORDS_COUNT_WORDS_H

#include "host/model/process/lost_counts.h"

/* "Its count of references, at offset 8, is still 1: taken by json_incref() from array_set() (value.c:590), never given
 * back; its siblings lose that count in json_decref() from json_delete_array() (value.c:447)."; malloc'ed. */
char *count_sentence(const struct process *process, const struct lost_count *count);

/* "json_incref() from array_set() (value.c:590)"; malloc'ed. */
char *count_place_text(const struct process *process, const struct stack *stack);

/* All rows in a sentence: "Its count, by who has changed it: +1 by ...; -1 by ..."; malloc'ed, NULL: there are none. */
char *count_table_text(const struct process *process, const struct lost_count *count);

/* What stands above its table: "Its count changed:". */
extern const char count_table_title[];
/* A row of its table: "+2 -1 by json_incref() from array_set() (value.c:590), 1 left"; malloc'ed. */
char *count_row_sentence(const struct process *process, const struct lost_count *count,
                         const struct lost_count_row *row);
#endif
