# Makefile fragment of report/.
