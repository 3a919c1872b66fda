/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "coregrind-glue/vex/block_in_work.h"

struct block_in_work block_in_work;
struct code_policy code_policy;
