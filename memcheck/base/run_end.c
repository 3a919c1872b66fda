/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/base/run_end.h"

struct run_end run_end;
