# SPDX-License-Identifier: GPL-2.0-or-later
# x87 is as the processor has it: 80 bits, tags, status, each rounding and precision.
# needs: seep
# uses: x87_processor_guest.c x87_long_double_text.c x87_images.c
. "$SRC/lib.sh"
for program in x87_processor_guest x87_long_double_text x87_images; do
  "$BIN/$program" >native
  status 0 checker -q "$BIN/$program" >checked
  cmp -s native checked || fail "$program: $(diff native checked | head -6)"
done
