# SPDX-License-Identifier: GPL-2.0-or-later
# Floating point is as the processor has it: x87 with 80 bits, tags, status, each rounding and precision; the modes of
# SSE.
# needs: seep
# uses: x87_processor_guest.c x87_long_double_text.c x87_images.c float_modes.c
. "$SRC/lib.sh"
for program in x87_processor_guest x87_long_double_text x87_images float_modes; do
  "$BIN/$program" >native
  status 0 checker -q "$BIN/$program" >checked
  cmp -s native checked || fail "$program: $(diff native checked | head -6)"
done
