# SPDX-License-Identifier: GPL-2.0-or-later
# Accesses to the block of one byte that realloc(p, 0) makes are counted, though nothing else lies on its page.
# needs: seep
# uses: realloc_zero.c
. "$SRC/lib.sh"
checker -q --heap-access=yes --realloc-zero-bytes-frees=no --record=run "$BIN/realloc_zero" >stdout 2>report
expect stdout "block"
checker dump run >frames
expect frames " SITE .*total_bytes=1 .*written_bytes=1 "
