/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "memcheck/base/guest_tables.h"

struct guest_tables guest;
