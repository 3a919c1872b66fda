# SPDX-License-Identifier: GPL-2.0-or-later
# Places without a name in one file, which entries cannot tell apart: both are hidden only when both are asked for, and
# that is said.
# needs: seep strip
# uses: suppress_nameless_places.c
. "$SRC/lib.sh"
export XDG_CACHE_HOME="$WORK/cache" # which knows no names of another build
cp "$BIN/suppress_nameless_places.so" plugin.so
strip --strip-all --remove-section=.note.gnu.build-id plugin.so
checker --record=run "$BIN/suppress_nameless_places" ./plugin.so 2>report
expect report "1,337 bytes .* definitely lost" "1,338 bytes .* definitely lost"
status 0 checker suppress run -o both.supp 2>said
expect said "1 entry for 2 findings" "1 entry is for a place without a name"
expect both.supp "the place has no name" "obj:\*/plugin.so\*"
status 0 checker --suppressions=both.supp --error-exitcode=9 "$BIN/suppress_nameless_places" ./plugin.so 2>report
cp plugin.so another.so
status 9 checker --suppressions=both.supp --error-exitcode=9 "$BIN/suppress_nameless_places" ./another.so 2>report

# One of them alone cannot be hidden.
checker report --format=text run >list
identity=$(grep '1,337 bytes' list | sed -n 's/^\([0-9a-f]\{16\}\) .*/\1/p')
[ -n "$identity" ] || fail "no identity was shown"
status 1 checker suppress run "$identity" -o one.supp 2>said
expect said "not suppressed: $identity .*1,337 bytes.* every entry for it would hide .*1,338 bytes.* as well"
[ ! -e one.supp ] || fail "a file was written"
