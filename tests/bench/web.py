"""How the playground's service holds under load: `python -m tests.bench.web [--clients 200] [--seconds 60]`.

First four questions that do not end are asked, and beside them, as somebody types, the page, mistakes, pictures and
edits: how long each takes, as the median and the 95th percentile.  Then so many clients ask for so many seconds: what
was answered, what was refused as too much, what was lost, and how much memory the service and its processes hold.

With `--people` it is so many people instead at a public service with two workers: each draws a mark every few seconds
and asks now and then, and some share an address.  Whoever is refused asks again when told to, as the page does.
Beside times by the clock stands the processor time that the service needed, as other programs may run meanwhile.
"""

import argparse
import contextlib
import json
import os
import random
import statistics
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path

import msgspec

from puzzlelang import resources
from puzzlelang.web.limits import LOCAL_BOUNDS, PUBLIC_BOUNDS
from tests.served import Answer, Served, served

MANY = 'puzzle "Many"\nboard rectangle\nfind x : set of cells as "#"\nrule a "some": some c in cells: c.x\n'
ENDLESS = {"rules": MANY, "board": "\n".join(["." * 20] * 20), "limit": 1_000_000}
LONGEST = max(resources.library_files(), key=lambda path: path.stat().st_size).read_text(encoding="utf-8")
BOARD = "\n".join(["." * 10] * 10)
"""A board of ten by ten, for pictures and edits."""


def clue(number: int) -> dict[str, object]:
    """A change of the board, another one for each of ten numbers."""
    return {"name": "clue", "places": [f"R{number % 10 + 1}C3"], "value": "3"}


REQUESTS: dict[str, Callable[[Served, int], int]] = {
    "page": lambda service, _: service.ask("GET", "/").status,
    "analyse (longest file)": lambda service, number: (
        service.post("analyse", {"rules": LONGEST + f"# {number}\n"}).status
    ),
    "draw 10x10": lambda service, _: service.post("draw", {"genre": "nurikabe", "board": BOARD}).status,
    "edit 10x10": lambda service, number: (
        service.post(
            "edit",
            {"genre": "nurikabe", "board": BOARD, "changes": [clue(number)]},
        ).status
    ),
}


def beside_solves(service: Served, rounds: int) -> None:
    """Times of short requests, first alone, then beside four questions that do not end."""
    for name, ask in REQUESTS.items():
        shown(f"{name}, alone", [timed(ask, service, number) for number in range(rounds)])
    streams = []
    for _ in range(4):
        connection = service.connection()
        connection.request("POST", "/api/count", json.dumps(ENDLESS), {"content-type": "application/json"})
        streams.append((connection, connection.getresponse()))
    time.sleep(2)
    assert service.health()["workers"]["busy"] == 4
    for name, ask in REQUESTS.items():
        shown(f"{name}, beside four questions", [timed(ask, service, number) for number in range(rounds)])
    for connection, _ in streams:
        connection.close()


def timed(ask: Callable[[Served, int], int], service: Served, number: int) -> float:
    start = time.perf_counter()
    assert ask(service, number) == 200
    return time.perf_counter() - start


def shown(name: str, times: list[float]) -> None:
    if len(times) < 2:
        print(f"{name:48} asked too seldom")
        return
    middle, late = statistics.median(times), statistics.quantiles(times, n=20)[-1]
    print(f"{name:48} median {1000 * middle:6.0f} ms, 95th percentile {1000 * late:6.0f} ms", flush=True)


def crowd(service: Served, clients: int, seconds: float) -> None:
    """So many clients, each of which asks again as soon as it has an answer."""
    end, result = time.monotonic() + seconds, Counter[str]()
    times: list[float] = []
    before = memory()

    def one(number: int) -> None:
        while time.monotonic() < end:
            for ask in REQUESTS.values():
                start = time.perf_counter()
                try:
                    status = str(ask(service, number))
                except OSError as error:
                    status = type(error).__name__
                times.append(time.perf_counter() - start)
                result[status] += 1
                if status in ("429", "503"):
                    time.sleep(0.2)

    threads = [threading.Thread(target=one, args=(number,)) for number in range(clients)]
    for thread in threads:
        thread.start()
    most = before
    while any(thread.is_alive() for thread in threads):
        most = max(most, memory())
        time.sleep(0.5)
    lost = sum(count for status, count in result.items() if not status.isdecimal() or status.startswith("500"))
    print(f"{clients} clients, {seconds:.0f} s: {dict(result)}, lost {lost}")
    shown("each", times)
    print(f"megabytes before {before:.0f}, most {most:.0f}, after {memory():.0f}; {service.health()}")


GENRES = ("nurikabe", "slitherlink", "sudoku", "tents")


class Person:
    """Somebody who draws a board mark by mark; `times` by kind of request, and how often they were refused."""

    def __init__(self, service: Served, number: int, shared: int) -> None:
        self.service = service
        own = f"10.1.{number // 250}.{number % 250 + 1}"
        self.headers = {"x-forwarded-for": "10.0.0.1" if number < shared else own}
        self.chance = random.Random(number)
        self.times: dict[str, list[float]] = defaultdict(list)
        self.refused, self.lost = 0, 0

    def ask(self, kind: str, name: str, body: object) -> Answer:
        """The answer after however many tries it takes; the time of the one that was let in."""
        while True:
            start = time.perf_counter()
            answer = self.service.post(name, body, self.headers)
            if answer.status not in (429, 503):
                self.times[kind].append(time.perf_counter() - start)
                self.lost += answer.status != 200
                return answer
            self.refused += 1
            time.sleep(int(answer.headers["retry-after"]) * (1 + self.chance.random()))

    def play(self, end: float, pause: float) -> None:
        """Draw until the end, with a pause after each mark."""
        genre = self.chance.choice(GENRES)
        control = {"nurikabe": "black", "slitherlink": "line", "sudoku": "digit", "tents": "tent"}[genre]
        time.sleep(self.chance.random() * pause)
        first = self.ask("show", "show", {"genre": genre}).json["first"]
        board = self.ask("read", "read", {"genre": genre, "text": first}).json["board"]
        seen = self.ask("draw", "draw", {"genre": genre, "board": board}).json["kit"]["tag"]
        while time.monotonic() < end:
            place = f"R{self.chance.randint(2, 5)}C{self.chance.randint(2, 5)}"
            place = f"border {place}/{place[:-1]}{int(place[-1]) + 1}" if genre == "slitherlink" else place
            edit = {"genre": genre, "board": board, "changes": [{"name": control, "places": [place]}], "seen": seen}
            board = self.ask("edit", "edit", edit).json["boards"][-1]
            if self.chance.random() < 0.02:
                self.ask("check", "check", {"genre": genre, "board": board, "seconds": 10})
            time.sleep(pause * (0.5 + self.chance.random()))


def people(service: Served, count: int, shared: int, seconds: float, pause: float) -> None:
    """So many people at a service, some behind one address."""
    first = [
        threading.Thread(target=service.post, args=("show", {"genre": genre})) for genre in GENRES for _ in range(4)
    ]
    for thread in first:
        thread.start()
    for thread in first:
        thread.join()  # the desks are there, and have the rules
    end, before, began = time.monotonic() + seconds, processor_seconds(), time.monotonic()
    all_of_them = [Person(service, number, shared) for number in range(count)]
    threads = [threading.Thread(target=one.play, args=(end, pause)) for one in all_of_them]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    used, lasted = processor_seconds() - before, time.monotonic() - began
    refused, lost = sum(one.refused for one in all_of_them), sum(one.lost for one in all_of_them)
    print(f"{count} people, {shared} behind one address, {lasted:.0f} s: refused {refused}, of these lost {lost}")
    for kind in ("show", "read", "draw", "edit", "check"):
        shown(kind, [took for one in all_of_them for took in one.times[kind]])
    edits = sum(len(one.times["edit"]) for one in all_of_them)
    print(
        f"{edits} edits, processor {used:.0f} s with the people themselves, {1000 * used / edits:.1f} ms for each edit"
    )


def processor_seconds() -> float:
    """Processor time of this process and of all that it started."""
    total = 0
    for process in ("self", *offspring("self")):
        with contextlib.suppress(OSError):
            total += sum(map(int, (Path("/proc") / str(process) / "stat").read_text().rsplit(")", 1)[1].split()[11:13]))
    return total / os.sysconf("SC_CLK_TCK")


def memory() -> float:
    """Megabytes of this process, which holds the service, and of all that it started."""
    total = 0.0
    for process in [Path("/proc/self"), *(Path("/proc") / str(child) for child in offspring("self"))]:
        try:
            total += int((process / "statm").read_text().split()[1]) * 4096 / 1e6
        except OSError:
            continue
    return total


def offspring(pid: object) -> list[int]:
    result = []
    for tasks in Path(f"/proc/{pid}/task").glob("*/children"):
        try:
            children = [int(child) for child in tasks.read_text().split()]
        except OSError:
            continue
        result += [*children, *(other for child in children for other in offspring(child))]
    return result


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.web")
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--people", type=int, default=0)
    parser.add_argument("--shared", type=int, default=50, help="people behind one address")
    parser.add_argument("--pause", type=float, default=5, help="seconds between two marks of one person")
    chosen = parser.parse_args(arguments)
    if chosen.people:
        with served(PUBLIC_BOUNDS, workers=2) as service:
            people(service, chosen.people, chosen.shared, chosen.seconds, chosen.pause)
        return
    bounds = msgspec.structs.replace(LOCAL_BOUNDS, most_per_client=1_000, most_waiting=1_000)
    with served(bounds, workers=4) as service:
        service.post("draw", {"genre": "nurikabe", "board": BOARD})
        beside_solves(service, chosen.rounds)
        service.until(lambda found: found["workers"]["busy"] == 0)
        crowd(service, chosen.clients, chosen.seconds)


if __name__ == "__main__":
    main(sys.argv[1:])
