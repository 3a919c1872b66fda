# SPDX-License-Identifier: GPL-2.0-or-later
# Text files, which are ASCII, as the lines of a C string: awk -f embed.awk FILE...
{
  gsub(/\\/, "&&")
  gsub(/"/, "\\\"")
  print "\"" $0 "\\n\""
}
