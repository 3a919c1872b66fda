/* SPDX-License-Identifier: GPL-2.0-or-later */
/* For functions of qsort() and bsearch(): a difference of large numbers need not fit an int. */
#ifndef SEEP_HOST_BASE_COMPARE_H
#define SEEP_HOST_BASE_COMPARE_H

/* Negative, 0 or positive, as `a` is less than, equal to or greater than `b`; both may be evaluated twice. */
#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

#endif
