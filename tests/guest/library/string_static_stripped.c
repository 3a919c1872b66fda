// SPDX-License-Identifier: GPL-2.0-or-later
// In a static program without symbols nothing can be replaced; the vectorised originals do their work.
// build: -g -O0 -fno-builtin -U_FORTIFY_SOURCE -static -s
// run:
// stdout: 0 wrong
// reject: Invalid
#include "string_static.c"
