# SPDX-License-Identifier: GPL-2.0-or-later
# Helpers for the scripts about the translation cache; after lib.sh. Each has a cache of its own.
folder=$WORK/translations

# cached NAME COMMAND...: a run with the cache. Leaves NAME.out, NAME.err and NAME.status.
cached() {
  run_name=$1
  shift
  result=0
  checker -v --vgdb=no --translation-cache="$folder" "$@" >"$run_name.out" 2>"$run_name.err" || result=$?
  echo $result >"$run_name.status"
}

# How many blocks a run found, and how many it made.
found() {
  sed -n 's/.*translation cache: \([0-9]*\) blocks found.*/\1/p' "$1.err" | head -n 1
}

made() {
  sed -n 's/.*translation cache: .* found, \([0-9]*\) made.*/\1/p' "$1.err" | head -n 1
}

# What a user sees of a run, but for addresses and for what -v adds.
seen() {
  cat "$1.status" "$1.out"
  grep -v '^--[0-9]*--' "$1.err" | grep -v 'translation cache:' | plain | sed -E 's/0x[0-9A-Fa-f]+/0x/g'
}

# same NAME OTHER: two runs must have told the same.
same() {
  seen "$1" >"$1.seen"
  seen "$2" >"$2.seen"
  diff "$1.seen" "$2.seen" || fail "$1 and $2 differ"
}

# warm NAME: nearly all was found.
warm() {
  [ "$(found "$1")" -gt $((20 * $(made "$1"))) ] || fail "$1 is not warm: $(found "$1") found, $(made "$1") made"
}
