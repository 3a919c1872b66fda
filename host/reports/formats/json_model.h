/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Parts of the model as JSON values. */
#ifndef SEEP_HOST_REPORTS_FORMATS_JSON_MODEL_H
#define SEEP_HOST_REPORTS_FORMATS_JSON_MODEL_H

#include "host/reports/formats/formats.h"
#include "host/output/json_text.h"

/* An array of frames, innermost first; the caller's. */
json_t *json_model_stack(const struct format_options *options, const struct finding_stack *stack);

/* "function (file.c:12)"; null when no stack is known. */
json_t *json_model_place(const struct finding *finding);

/* Add a member to an object. Takes the value over; NULL, which is no memory, makes all of it NULL. */
void json_model_add(json_t **object, const char *name, json_t *value);

/* How its blocks were lost (host/reports/formats/json_explanations.c). */
json_t *json_model_explanations(const struct format_options *options, const struct finding *finding);

/* What became of other blocks of its stacks; of a leak some of which have ended. */
json_t *json_model_siblings(const struct format_options *options, const struct finding *finding);

/* Names of the tests that hit it. */
json_t *json_model_tests(const struct findings *findings, const struct finding *finding);

/* Tables by enum record_leak_kind; `places` may be NULL. */
json_t *json_model_leaks(const uint64_t *bytes, const uint64_t *blocks, const uint64_t *places);
json_t *json_model_totals(const struct finding_totals *totals);

#endif
