# Makefile fragment of docs/.
