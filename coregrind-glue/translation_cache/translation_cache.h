/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Translated blocks are kept on disk, and used again by later processes (docs/translation-cache.md). */
#ifndef SEEP_COREGRIND_GLUE_TRANSLATION_CACHE_TRANSLATION_CACHE_H
#define SEEP_COREGRIND_GLUE_TRANSLATION_CACHE_TRANSLATION_CACHE_H

#include "pub_tool_basics.h"

#include "libvex.h"

/* Use the folder at `path`; NULL or relative: none. `is_told`: tell the user why it is not used, and at the end how
 * often it was. */
void translation_cache_begin(const HChar *path, Bool is_told);

/* Do what LibVEX_Translate() would, with what was recorded; False: it is unknown here. */
Bool translation_cache_find(const VexTranslateArgs *arguments, VexTranslateResult *ret);

/* Remember what LibVEX_Translate() did. */
void translation_cache_record(const VexTranslateArgs *arguments, const VexTranslateResult *result);

/* Write what is new, before the process ends or becomes another program. */
void translation_cache_flush(void);

/* The end: tell the user how many blocks were found, if that was asked for. */
void translation_cache_tell(void);

#endif
