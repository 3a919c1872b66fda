# SPDX-License-Identifier: GPL-2.0-or-later
# For shell runners, after set -eu: the build tree, the sources, seep, and a directory of their own ($work) that is
# removed at the end.
# shellcheck shell=sh
builddir=$(realpath "${builddir:-.}")
srcdir=$(realpath "${srcdir:-$(dirname "$0")/../..}")
# shellcheck disable=SC2034
seep=$builddir/seep
work=$(mktemp -d "$builddir/$(basename "$0").XXXXXX")
export XDG_CACHE_HOME="$work/cache" XDG_STATE_HOME="$work/state" SEEP_OPTS=--style=memcheck

# What happens at the end; a runner may have another one.
clean_up() {
  rm -rf "$work"
}
trap clean_up EXIT

fail() {
  echo "FAIL: $*"
  exit 1
}
