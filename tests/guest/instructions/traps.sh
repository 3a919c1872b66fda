# SPDX-License-Identifier: GPL-2.0-or-later
# Instructions that trap tell a handler what they do natively: signal, code, address, the processor's number and error
# code, and where the program stands, under each engine; traps.def has the list.
# uses: traps_guest.c
# needs: seep
. "$SRC/lib.sh"
"$BIN/traps_guest" > native
for engine in direct speculative precise; do
  checker -q --engine=$engine --leak-check=no --error-limit=no --num-callers=2 --sigill-diagnostics=no \
    --log-file=report "$BIN/traps_guest" > checked
  diff native checked || fail "--engine=$engine"
done
rm native checked
