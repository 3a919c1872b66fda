/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts of references as JSON. */
#ifndef SEEP_HOST_REPORTS_FORMATS_JSON_COUNTS_H
#define SEEP_HOST_REPORTS_FORMATS_JSON_COUNTS_H

#include "host/reports/formats/formats.h"
#include "host/output/json_text.h"

/* The caller's; NULL without memory. */
json_t *json_model_counted(const struct format_options *options, const struct finding_count *count);

#endif
