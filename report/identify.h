/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The identities of what a process's model holds; the same as those of merged findings. */
#ifndef SEEP_REPORT_IDENTIFY_H
#define SEEP_REPORT_IDENTIFY_H

#include "report/growth.h"
#include "report/identity.h"
#include "report/model.h"

/* Stacks were resolved. */
struct error *identify_error(const struct error_context *error, const struct settings *settings, struct identity *ret);
struct error *identify_loss(const struct loss_record *loss, const struct settings *settings, struct identity *ret);

struct error *identify_growth(const struct growth_site *site, const struct settings *settings, struct identity *ret);

/* Of a stack alone, whatever is found there; NULL: none is known. */
struct error *identify_site(const struct stack *stack, const struct settings *settings, struct identity *ret);

/* The kind as XML and identities have it: "InvalidRead", "Leak_DefinitelyLost". */
const char *error_kind_name(const struct error_context *error);
const char *loss_kind_name(enum record_leak_kind kind);

#define GROWTH_KIND_NAME "Growth"

/* What the kind adds to it; NULL: nothing. */
const char *error_kind_extra(const struct error_context *error);

#endif
