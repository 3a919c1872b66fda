# SPDX-License-Identifier: GPL-2.0-or-later
# CPython, with its own allocator and with malloc for all.
#
# needs: /usr/bin/python3
# run: /usr/bin/python3 $SRC FEATURE
# also: PYTHONMALLOC=malloc python
# features: nothing json re decimal classes generators files subprocess datetime native sqlite
# threads: threads pool queue daemon asynchronous
import os
import sys


def plant():
    if "PLANT" in os.environ:
        import ctypes
        ctypes.CDLL(os.environ["PLANT_LIBRARY"]).plant_of_interpreter()


def nothing():
    pass


def json():
    import json
    print(json.loads(json.dumps({"hello": [1, 2.5, None]})))


def re():
    import re
    print(re.findall("[a-z]+", "hello world"))


def decimal():
    import decimal
    print(decimal.Decimal("1.1") * 3)


def classes():
    import dataclasses
    import enum
    colors = enum.Enum("Color", "RED GREEN")
    point = dataclasses.make_dataclass("Point", ["x", "y"])
    print(list(colors), point(1, 2))


def generators():
    print(sum(x * x for x in range(1000)), [*map(str, range(1000))][-1])


def files():
    import tempfile
    with tempfile.TemporaryFile() as file:
        file.write(b"hello" * 1000)
        file.seek(0)
        print(len(file.read()))


def subprocess():
    import subprocess
    print(subprocess.run(["echo", "hello"], capture_output=True, check=True).stdout)


def datetime():
    import datetime
    print(datetime.datetime.now().year)


def native():
    import ctypes
    print(ctypes.CDLL(None).abs(-42))


def sqlite():
    import sqlite3
    print(sqlite3.connect(":memory:").execute("select 42").fetchall())


def threads():
    import threading
    all_threads = [threading.Thread(target=print, args=(i,)) for i in range(4)]
    for one in all_threads:
        one.start()
    for one in all_threads:
        one.join()


def pool():
    import concurrent.futures
    with concurrent.futures.ThreadPoolExecutor(3) as workers:
        print(list(workers.map(abs, range(-5, 5))))


def queue():
    import queue
    import threading
    items = queue.Queue()
    threading.Thread(target=items.put, args=(42,)).start()
    print(items.get())


def daemon():
    import threading
    begun = threading.Event()
    threading.Thread(target=lambda: (begun.set(), threading.Event().wait()), daemon=True).start()
    begun.wait()


def asynchronous():
    import asyncio

    async def hello():
        await asyncio.sleep(0.001)
        return await asyncio.to_thread(abs, -42)
    print(asyncio.run(hello()))


plant()
globals()[sys.argv[1]]()
