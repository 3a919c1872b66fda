/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files that --xtree-memory, --xtree-leak and monitor commands ask for. They are written while the program runs;
 * when its record is read again, a report only names them. */
#ifndef SEEP_HOST_HEAP_EXPORTS_XTREE_FILES_H
#define SEEP_HOST_HEAP_EXPORTS_XTREE_FILES_H

#include "host/model/process/writer.h"

/* One writer serves all processes, and is never destroyed. That a file could not be written is told to the process's
 * other writers. */
const struct writer *xtree_files_writer(void);

#endif
