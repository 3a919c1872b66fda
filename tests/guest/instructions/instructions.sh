# SPDX-License-Identifier: GPL-2.0-or-later
# Results of instructions are the processor's, and what their undefined operands change is marked, or reported, by each
# engine; instructions.def has the list.
# uses: instructions_guest.c
# needs: seep
# limit: 200
. "$SRC/lib.sh"
"$BIN/instructions_guest" run native || skip "the processor lacks AVX2, FMA or BMI"
for engine in direct speculative precise; do
  checker -q --engine=$engine --leak-check=no --error-limit=no --num-callers=2 --log-file=report \
    "$BIN/instructions_guest" run checked
  "$BIN/instructions_guest" compare native checked || fail "--engine=$engine"
done
rm native checked
