# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
# What the steps have in common; each begins with
#
#   step=NAME; . "$(dirname "$0")/lib.sh"
#
# Everything that people set comes in variables SEEP_CI_*, and is hostile: it is quoted, never evaluated, and what a
# system reads line by line must be one line. Of the system's variables only those of GitHub's runner are used, if they
# are there: GITHUB_ACTIONS, GITHUB_ACTION_PATH, GITHUB_OUTPUT, GITHUB_PATH, GITHUB_SERVER_URL, GITHUB_STEP_SUMMARY,
# RUNNER_TEMP.
set -eu

newline='
'

say() {
  printf 'seep %s: %s\n' "$step" "$*" >&2
}

# In the form of a workflow command for GitHub: without percent signs and newlines of its own.
annotate() {
  [ "${GITHUB_ACTIONS-}" != true ] ||
    printf '::error title=Seep::%s\n' \
      "$(printf '%s\n' "$*" | sed -e 's/%/%25/g' -e 's/$/%0A/' | tr -d '\r\n' | sed 's/%0A$//')" >&2
}

# Status 2 is trouble, as it is for seep gate.
fail() {
  say "$*"
  annotate "$*"
  exit 2
}

# NAME VALUE: of a step, for later ones.
output() {
  case $2 in
  *"$newline"*) fail "$1 must be one line" ;;
  esac
  [ -z "${GITHUB_OUTPUT-}" ] || printf '%s=%s\n' "$1" "$2" >>"$GITHUB_OUTPUT"
}

# NAME VALUE WORD...: VALUE must be one of the words.
one_of() {
  name=$1
  value=$2
  shift 2
  for word; do
    [ "$value" != "$word" ] || return 0
  done
  fail "$name is \"$value\"; it must be one of: $*"
}

# NAME VALUE: something that is the name of a file and of nothing else.
path_like() {
  case $2 in
  *"$newline"*) fail "$1 must be one line" ;;
  -*) fail "$1 is \"$2\", which looks like an option; write ./$2" ;;
  esac
}

# TEXT: its lines, trimmed; empty ones are left out.
lines() {
  printf '%s\n' "$1" | sed -e 's/\r$//' -e 's/^[[:space:]]*//' -e 's/[[:space:]]*$//' -e '/^$/d'
}

# NAME TEXT: each line must be an option.
only_options() {
  other=$(lines "$2" | grep -v '^-' | head -n 1) || :
  [ -z "$other" ] ||
    fail "$1 has the line \"$other\", which is no option; they begin with -, and each is a line of its own"
}

# The runs to be reported and judged, one a line.
records() {
  lines "${SEEP_CI_RECORD:-seep-run}"
}

absolute() {
  case $1 in
  /*) printf '%s\n' "$1" ;;
  *) printf '%s/%s\n' "$PWD" "$1" ;;
  esac
}
