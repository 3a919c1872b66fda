/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What zstd has compressed. Its library is loaded when it is first needed: it is everywhere, but older libelfs do not
 * know it. */
#ifndef SEEP_HOST_SYMBOLS_ELF_ZSTD_H
#define SEEP_HOST_SYMBOLS_ELF_ZSTD_H

#include <stdbool.h>
#include <stddef.h>

/* Loads the library if that was not tried before. */
bool zstd_is_there(void);

/* Fill `ret`, which has room for `bytes`. False: the data is damaged, or does not make just so many; or the library is
 * not there. */
bool zstd_decompress(const void *data, size_t data_bytes, void *ret, size_t bytes);

#endif
