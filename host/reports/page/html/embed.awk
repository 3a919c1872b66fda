# SPDX-License-Identifier: GPL-2.0-or-later
# Text files, which are ASCII, as constants of C: awk -f embed.awk name=CONSTANT FILE... [name=CONSTANT FILE...]...
name != last {
  printf "%sstatic const char %s[] =\n", last ? "  ;\n" : "", name
  last = name
}
{
  gsub(/\\/, "&&")
  gsub(/"/, "\\\"")
  print "\"" $0 "\\n\""
}
END { print "  ;" }
