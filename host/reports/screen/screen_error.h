/* SPDX-License-Identifier: GPL-2.0-or-later */
/* An error as it is drawn. */
#ifndef SEEP_HOST_REPORTS_SCREEN_SCREEN_ERROR_H
#define SEEP_HOST_REPORTS_SCREEN_SCREEN_ERROR_H

#include "host/model/process/model.h"
#include "host/reports/screen/drawing.h"

/* Release with drawing_release(). */
void screen_error_draw(const struct process *process, const struct error_context *error, struct drawing *ret);

#endif
