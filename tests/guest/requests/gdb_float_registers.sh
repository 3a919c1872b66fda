# SPDX-License-Identifier: GPL-2.0-or-later
# gdb sees x87 registers with 80 bits, by their place in the stack, and all of the modes; what it sets the program has.
# needs: seep gdb vgdb
# uses: gdb_float_registers_guest.c
. "$SRC/lib.sh"
cat >commands <<'END'
set debuginfod enabled off
break stop_here
continue
info registers st0 st1 fctrl fstat ftag mxcsr
set $st0 = 1.25
set $mxcsr = 0x5f80
set $fctrl = 0x77f
continue
END
checker gdb --gdb-option=-nx --gdb-option=-batch --gdb-option=-x --gdb-option=commands --vgdb-prefix="$WORK/pipe" \
  "$BIN/gdb_float_registers_guest" </dev/null >out 2>&1
expect out "^st0 .*0x4000c90fdaa22168c235" "^st1 .*0x3fffb8aa3b295c17f0bc" "^fctrl +0xb7f" "^fstat +0x3000" \
  "^ftag +0xfff" \
  "^mxcsr +0x3f80" "^1.25, 77f 5f80"
