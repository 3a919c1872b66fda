# Makefile fragment of tests/.
