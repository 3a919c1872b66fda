# SPDX-License-Identifier: GPL-2.0-or-later
# Where the cache is, and folders that are not used.
# needs: seep
# uses: lose_many.c
. "$SRC/lib.sh"
. "$SRC/cache_lib.sh"
program="$BIN/lose_many 3"
# The program's arguments are split here.
checker --translation-cache=named $program >/dev/null 2>&1
[ "$(stat -c %a named)" = 700 ] || fail "not private: $(stat -c %a named)"
[ "$(stat -c %a named/*.code | sort -u)" = 600 ] || fail "files are not private"
XDG_CACHE_HOME=$WORK/xdg checker $program >/dev/null 2>&1
ls xdg/seep/translations/*.code >/dev/null || fail "nothing in \$XDG_CACHE_HOME"
mkdir home
HOME=$WORK/home XDG_CACHE_HOME= checker $program >/dev/null 2>&1
ls home/.cache/seep/translations/*.code >/dev/null || fail "nothing in \$HOME/.cache"
HOME=$WORK/nowhere XDG_CACHE_HOME= XDG_STATE_HOME= checker $program >/dev/null 2>&1
[ ! -e nowhere ] || fail "a home that was not there has been made"
XDG_CACHE_HOME=$WORK/none checker --translation-cache=no $program >/dev/null 2>&1
[ ! -e none/seep/translations ] || fail "--translation-cache=no has made a folder"

mkdir -m 777 "$folder"
chmod 777 "$folder"
cached open $program
expect open.err "translation cache $folder is not used: it must be a folder that only you can write to"
[ -z "$(ls "$folder")" ] || fail "a folder that others can write to is used"
checker --translation-cache="$folder" $program 2>&1 | grep "not used" && fail "said without -v"
if [ "$(id -u)" = 0 ]; then
  chmod 700 "$folder"
  chown 12345 "$folder"
  cached foreign $program
  expect foreign.err "translation cache $folder is not used"
  [ -z "$(ls "$folder")" ] || fail "a folder of another user is used"
  # Whose link leads there decides, as what is in the folder may be removed.
  mv xdg/seep elsewhere
  ln -s ../elsewhere xdg/seep
  chown 12345 xdg
  XDG_CACHE_HOME=$WORK/xdg checker -v --vgdb=no $program >/dev/null 2>own.err
  reject own.err "not used"
  chown -h 12345 xdg/seep
  XDG_CACHE_HOME=$WORK/xdg checker -v --vgdb=no $program >/dev/null 2>linked.err
  expect linked.err "translation cache .* is not used"
  (XDG_CACHE_HOME=$WORK/xdg && export XDG_CACHE_HOME && ! checker cache clear 2>clear.err) ||
    fail "a link of another user is followed"
  expect clear.err "is not used"
  ls elsewhere/translations/*.code >/dev/null || fail "what a link of another user leads to is removed"
  rm -r elsewhere && mkdir -m 777 elsewhere
  XDG_CACHE_HOME=$WORK/xdg checker -v --vgdb=no $program >/dev/null 2>linked.err
  expect linked.err "translation cache .* is not used" "names are not kept in the symbol cache"
  [ -z "$(ls elsewhere)" ] || fail "folders are made behind a link of another user"
  rm xdg/seep && mkdir -m 777 xdg/seep && chown 12345 xdg/seep
  XDG_CACHE_HOME=$WORK/xdg checker -v --vgdb=no $program >/dev/null 2>linked.err
  [ -z "$(ls xdg/seep)" ] || fail "folders are made in a folder of another user"
  mkdir others && ln -s ../elsewhere others/seep && chown -h 12345 others/seep
  XDG_STATE_HOME=$WORK/others checker $program >/dev/null 2>state.err
  expect state.err "this run is not saved"
  [ -z "$(ls elsewhere)" ] || fail "runs are kept behind a link of another user"
fi
rmdir "$folder"
echo >"$folder"
cached file $program
expect file.err "translation cache $folder is not used" "ERROR SUMMARY"
