# SPDX-License-Identifier: GPL-2.0-or-later
"""
expect: by_one: test_pytest.py::test_loses
expect: by_two: test_pytest.py::test_first | test_pytest.py::test_second
expect: by_row: test_pytest.py::test_rows[57]
expect: by_another: test_pytest.py::TestClass::test_calls
expect: by_fixture: test_pytest.py::test_with_fixture
expect: by_fixture_end: test_pytest.py::test_with_fixture
expect: by_thread: -
expect: by_main: -
expect: use_freed: test_pytest.py::test_uses_freed
"""
import ctypes
import os

import pytest

lib = ctypes.CDLL(os.path.abspath("./losers.so"))
lib.call_by_main()


def test_fine():
    pass


def test_loses():
    lib.call_by_one()


def test_first():
    lib.call_by_two()


def test_second():
    lib.call_by_two()


def test_uses_freed():
    lib.call_use_freed()


def test_thread():
    lib.call_start_thread_that_loses()


@pytest.mark.parametrize("n", range(100))
def test_rows(n):
    if n == 57:
        lib.call_by_row()


class TestClass:
    def test_calls(self):
        lib.call_by_another()


@pytest.fixture
def prepared():
    lib.call_by_fixture()
    yield
    lib.call_by_fixture_end()


def test_with_fixture(prepared):
    pass


def test_last():
    pass
