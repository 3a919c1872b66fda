/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Inside the model: a pointer that went before the last one and was the block's owner, or may have been. */
#ifndef SEEP_HOST_MODEL_PROCESS_LOST_OWNERS_H
#define SEEP_HOST_MODEL_PROCESS_LOST_OWNERS_H

#include "host/model/process/lost_blocks.h"

/* `events`: all of these blocks, the owner's at their end. An owner that is known comes first then, as what lost them;
 * one that may be is told of beside the last pointer. */
void lost_owners_judge(struct lost_blocks *lost, struct lost_event *events, enum record_lost_role role);

#endif
