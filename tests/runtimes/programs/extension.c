// SPDX-License-Identifier: GPL-2.0-or-later
// A CPython extension: functions, types, exceptions, callbacks, threads.
//
// needs: /usr/bin/python3-config
// build: cc -shared -fPIC -g -O0 $(/usr/bin/python3-config --includes) $SRC -o $WORK/hello_extension.so
// run: /usr/bin/python3 -c "import sys; sys.path.insert(0, '$WORK'); import hello_extension; hello_extension.FEATURE()"
// also: PYTHONMALLOC=malloc python
// features: nothing text list dict make_type make_exception call_back capsule memory import_it state
// threads: thread
#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include "plant.h"

static PyObject *kept;

static PyObject *nothing(PyObject *self, PyObject *arguments)
{
  (void)self, (void)arguments;
  plant();
  Py_RETURN_NONE;
}

static PyObject *text(PyObject *self, PyObject *arguments)
{
  nothing(self, arguments);
  return PyUnicode_FromFormat("hello %d", 42);
}

static PyObject *list(PyObject *self, PyObject *arguments)
{
  nothing(self, arguments);
  kept = PyList_New(0);
  for (int i = 0; i < 100; i++) {
    PyObject *number = PyLong_FromLong(1000000 + i);
    PyList_Append(kept, number);
    Py_DECREF(number);
  }
  Py_INCREF(kept);
  return kept;
}

static PyObject *dict(PyObject *self, PyObject *arguments)
{
  nothing(self, arguments);
  PyObject *map = PyDict_New();
  for (int i = 0; i < 1000; i++) {
    PyObject *number = PyLong_FromLong(1000000 + i);
    PyDict_SetItem(map, number, number);
    Py_DECREF(number);
  }
  return map;
}

typedef struct {
  PyObject_HEAD
  char *name;
} Thing;

static void thing_free(PyObject *self)
{
  PyTypeObject *type = Py_TYPE(self);
  free(((Thing *)self)->name);
  type->tp_free(self);
  Py_DECREF(type);
}

static PyObject *make_type(PyObject *self, PyObject *arguments)
{
  static PyType_Slot slots[] = {{Py_tp_dealloc, (void *)thing_free}, {0, NULL}};
  static PyType_Spec spec = {"hello.Thing", sizeof(Thing), 0, Py_TPFLAGS_DEFAULT, slots};
  nothing(self, arguments);
  PyObject *type = PyType_FromSpec(&spec);
  Thing *thing = PyObject_New(Thing, (PyTypeObject *)type);
  thing->name = strdup("a name");
  Py_DECREF(type);
  return (PyObject *)thing;
}

static PyObject *make_exception(PyObject *self, PyObject *arguments)
{
  nothing(self, arguments);
  kept = PyErr_NewException("hello.Error", NULL, NULL);
  PyErr_SetString(kept, "hello");
  PyErr_Clear();
  Py_RETURN_NONE;
}

static PyObject *call_back(PyObject *self, PyObject *arguments)
{
  nothing(self, arguments);
  PyObject *printer = PyObject_GetAttrString(PyEval_GetBuiltins() ? PyImport_AddModule("builtins") : self, "print");
  PyObject *result = PyObject_CallFunction(printer, "s", "hello");
  Py_XDECREF(printer);
  return result;
}

static void free_capsule(PyObject *capsule)
{
  free(PyCapsule_GetPointer(capsule, "hello"));
}

static PyObject *capsule(PyObject *self, PyObject *arguments)
{
  nothing(self, arguments);
  return PyCapsule_New(malloc(100), "hello", free_capsule);
}

static PyObject *memory(PyObject *self, PyObject *arguments)
{
  nothing(self, arguments);
  void *block = PyMem_RawMalloc(1000), *other = PyMem_Malloc(1000), *third = PyObject_Malloc(100);
  PyObject_Free(third);
  PyMem_Free(other);
  PyMem_RawFree(block);
  return PyBytes_FromStringAndSize(NULL, 10000);
}

static PyObject *import_it(PyObject *self, PyObject *arguments)
{
  nothing(self, arguments);
  return PyImport_ImportModule("json");
}

static PyObject *state(PyObject *self, PyObject *arguments)
{
  nothing(self, arguments);
  PyGILState_STATE held;
  Py_BEGIN_ALLOW_THREADS
  held = PyGILState_Ensure();
  PyGILState_Release(held);
  Py_END_ALLOW_THREADS
  PyRun_SimpleString("x = [i for i in range(1000)]");
  Py_RETURN_NONE;
}

static PyObject *thread(PyObject *self, PyObject *arguments)
{
  nothing(self, arguments);
  PyRun_SimpleString("import threading\nt = threading.Thread(target=print, args=('hello',))\nt.start()\nt.join()\n");
  Py_RETURN_NONE;
}

static PyMethodDef functions[] = {
  {"nothing", nothing, METH_NOARGS, NULL}, {"text", text, METH_NOARGS, NULL}, {"list", list, METH_NOARGS, NULL},
  {"dict", dict, METH_NOARGS, NULL}, {"make_type", make_type, METH_NOARGS, NULL},
  {"make_exception", make_exception, METH_NOARGS, NULL}, {"call_back", call_back, METH_NOARGS, NULL},
  {"capsule", capsule, METH_NOARGS, NULL}, {"memory", memory, METH_NOARGS, NULL},
  {"import_it", import_it, METH_NOARGS, NULL}, {"state", state, METH_NOARGS, NULL},
  {"thread", thread, METH_NOARGS, NULL}, {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, "hello_extension", NULL, -1, functions, NULL, NULL, NULL,
                                    NULL};

PyMODINIT_FUNC PyInit_hello_extension(void)
{
  return PyModule_Create(&module);
}
