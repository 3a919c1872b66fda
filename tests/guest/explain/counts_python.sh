#!/bin/bash
# SPDX-License-Identifier: GPL-2.0-or-later
# CPython: an extension that takes a reference to an object which it never gives back.
# needs: seep gcc
# limit: 180
. "$SRC/lib.sh"
python=/usr/bin/python3
include=$($python -c 'import sysconfig; print(sysconfig.get_paths()["include"])' 2>/dev/null) || skip "no Python"
[ -e "$include/Python.h" ] || skip "no headers of Python"
cat >forgets.c <<'END'
#include <Python.h>
static PyObject *kept;
static __attribute__((noinline)) void keep(PyObject *thing)
{
  Py_INCREF(thing);
  kept = thing;
}
static __attribute__((noinline)) void drop(int forgets)
{
  PyObject *thing = kept;
  kept = NULL;
  if (!forgets)
    Py_DECREF(thing);
}
static PyObject *use(PyObject *self, PyObject *args)
{
  PyObject *thing;
  int forgets;
  if (!PyArg_ParseTuple(args, "Oi", &thing, &forgets))
    return NULL;
  keep(thing);
  drop(forgets);
  Py_RETURN_NONE;
}
static PyMethodDef methods[] = {{"use", use, METH_VARARGS, ""}, {NULL, NULL, 0, NULL}};
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "forgets", "", -1, methods, NULL, NULL, NULL, NULL};
PyMODINIT_FUNC PyInit_forgets(void) { return PyModule_Create(&module); }
END
gcc -g -O1 -shared -fPIC -I"$include" -o forgets.so forgets.c
cat >use.py <<'END'
import forgets
def work(number):
    thing = bytearray(61)
    forgets.use(thing, number == 7)
for number in range(12):
    work(number)
END
export PYTHONMALLOC=malloc PYTHONPATH=$PWD
checker --explain=all $python -S use.py >report 2>&1 || true
expect report "Its count of references, at offset 0, is still 1: taken by Py_INCREF\(\) from keep\(\) \(forgets.c:5\)"
reject report "Free it before"
