# SPDX-License-Identifier: GPL-2.0-or-later
"""Circles of calls between files: none, but where an arrow of the table of layers has a reason to close one."""
import collections

from layers import module_of
from objects import line_of, names_of
from violations import Violation


def shortest_path(graph, start, end):
    """The nodes from `start` to `end`, both included, or None."""
    came_from = {start: None}
    queue = collections.deque([start])
    while queue:
        node = queue.popleft()
        if node == end:
            path = []
            while node is not None:
                path.append(node)
                node = came_from[node]
            return path[::-1]
        for other in sorted(graph[node]):
            if other not in came_from:
                came_from[other] = node
                queue.append(other)
    return None


def shortest_circle(graph):
    """The shortest circle in a graph, as its nodes, or None."""
    circles = []
    for node in sorted(graph):
        for other in sorted(graph[node]):
            path = shortest_path(graph, other, node)
            if path:
                circles.append(path)
    return min(circles, key=len, default=None)


def graph_of(arrows):
    graph = collections.defaultdict(set)
    for path, other in arrows:
        graph[path].add(other)
        graph[other]
    return graph


def check(layers, files, program, used_upward):
    excused = {arrow for arrow in program.arrows if (module_of(arrow[0]), module_of(arrow[1])) in layers.upward}
    graph = graph_of(set(program.arrows) - excused)
    for path, other in excused:
        if shortest_path(graph, other, path):
            used_upward.add((module_of(path), module_of(other)))
    for _ in range(10):
        circle = shortest_circle(graph)
        if circle is None:
            return
        yield violation_of(files, program, circle)
        for path, other in zip(circle, circle[1:] + circle[:1]):
            graph[path].discard(other)


def violation_of(files, program, circle):
    arrows = list(zip(circle, circle[1:] + circle[:1]))
    steps = [f"{module_of(path)} -> {module_of(other)} ({names_of(program.arrows[path, other])})" for path,
             other in arrows]
    path, other = arrows[0]
    return Violation(path, line_of(files.tree, path, program.arrows[path, other]),
                     "is part of a circle of calls: " + ", ".join(steps),
                     "break it at the arrow that goes up: pass the value, or set a callback at the start")
