# Makefile fragment of suppressions/.
