/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the canary loses. */
#ifndef SEEP_HOST_SUITE_CANARY_H
#define SEEP_HOST_SUITE_CANARY_H

enum { CANARY_BYTES = 4919 };

#endif
