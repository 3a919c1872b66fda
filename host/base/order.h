/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Functions for qsort() and bsearch(), made of the keys that decide, the first one first:
 *
 *   ORDER(by_size, struct block, DOWN(bytes) ?: UP_TEXT(name) ?: COMPARE(site_of(x), site_of(y)))
 *   ORDER_POINTERS(by_number, struct block, UP(number))
 *
 * The second is for an array of pointers to such items. `x` and `y` are the items; a key is a member of theirs, or what
 * is below one; the list is an expression whose value is negative, 0 or positive. */
#ifndef SEEP_HOST_BASE_ORDER_H
#define SEEP_HOST_BASE_ORDER_H

#include <string.h>

/* Negative, 0 or positive, as `a` is less than, equal to or greater than `b`; both may be evaluated twice. A difference
 * of large numbers need not fit an int. */
#define COMPARE(a, b) (((a) > (b)) - ((a) < (b)))

#define UP(key)      COMPARE(x->key, y->key)
#define DOWN(key)    COMPARE(y->key, x->key)
#define UP_TEXT(key) strcmp(x->key, y->key)

#define ORDER(name, type, keys)                           \
  static int name(const void *x_item, const void *y_item) \
  {                                                       \
    const type *x = x_item, *y = y_item;                  \
    return keys;                                          \
  }

#define ORDER_POINTERS(name, type, keys)                                             \
  static int name(const void *x_item, const void *y_item)                            \
  {                                                                                  \
    const type *x = *(const type *const *)x_item, *y = *(const type *const *)y_item; \
    return keys;                                                                     \
  }

/* The first number from 0 to `count` for which a condition of it does not hold, as it does for all below and for none
 * above: FIRST_NOT(i, count, items[i].start < address). */
#define FIRST_NOT(number, count, condition)            \
  ({                                                   \
    size_t low_ = 0, high_ = (count);                  \
    while (low_ < high_) {                             \
      const size_t number = low_ + (high_ - low_) / 2; \
      if (condition)                                   \
        low_ = number + 1;                             \
      else                                             \
        high_ = number;                                \
    }                                                  \
    low_;                                              \
  })

/* Of equal neighbours in an array the first one stays, `x`, and takes in each other one, `y`, by a statement:
 * count = JOIN_EQUAL(items, count, by_name, x->times += y->times). The value is how many stay. */
#define JOIN_EQUAL(items, item_count, order, join)                                              \
  ({                                                                                            \
    size_t kept_ = 0;                                                                           \
    for (size_t i_ = 0; i_ < (item_count); i_++) {                                              \
      __typeof__(&*(items)) const y = &(items)[i_], x = kept_ > 0 ? &(items)[kept_ - 1] : NULL; \
      if (x && (order)(x, y) == 0)                                                              \
        join;                                                                                   \
      else                                                                                      \
        (items)[kept_++] = *y;                                                                  \
    }                                                                                           \
    kept_;                                                                                      \
  })

#endif
