/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The words that direct code works with, and that the rest of this folder reads. */
#include "coregrind-glue/direct/direct_private.h"

struct direct_state direct_state;
struct direct_way direct_table[DIRECT_TABLE_WAYS];
struct direct_policy direct_policy;
