# SPDX-License-Identifier: GPL-2.0-or-later
# Suppressions of LeakSanitizer and Dr. Memory become entries that Seep and Valgrind read and that hide the same.
# needs: seep
# uses: suppress_places.cpp
. "$SRC/lib.sh"
cat >lsan.txt <<'END'
# from the tests
leak:lose_string
leak:build_list
leak:^copy_text
leak:lose_zeroed
race:elsewhere
END
status 1 checker suppress --convert lsan.txt -o lsan.supp 2>said
expect said "lsan.txt:6: skipped: only" "entries for 4 of 5 suppressions"
status 0 checker --suppressions=lsan.supp --error-exitcode=9 "$BIN/suppress_places" free 2>report
expect report "ERROR SUMMARY: 0 errors"
cat >drmemory.txt <<'END'
LEAK
name=what is lost by the program
*!replace_*
...
suppress_places!*lose_*

LEAK
name=new
*!operator new
suppress_places!*lose_string*
END
status 0 checker suppress --convert drmemory.txt >drmemory.supp 2>said
status 0 checker --suppressions=drmemory.supp --error-exitcode=9 "$BIN/suppress_places" free 2>report
expect report "ERROR SUMMARY: 0 errors"
if valgrind --version >/dev/null 2>&1; then
  for file in lsan drmemory; do
    status 0 valgrind --leak-check=full --suppressions=$file.supp --error-exitcode=9 "$BIN/suppress_places" free \
      2>report
  done
fi
status 2 checker suppress --convert drmemory.supp 2>said
expect said "Memcheck's syntax already"
status 2 checker suppress --convert 2>said
