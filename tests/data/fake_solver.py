"""A solver that misbehaves as its first argument says; it adds its number to the file that the second names."""

import os
import subprocess
import sys
import time

mode, place = sys.argv[1:3]
with open(place, "a") as file:
    print(os.getpid(), file=file)


def say(text):
    sys.stdout.write(text)
    sys.stdout.flush()


def flood(stream):
    while True:
        stream.write("word ( " * 10000)


def play(sat, values):
    for line in sys.stdin:
        word = line.split()[0].strip("()")
        if word == "echo":
            say(line.split()[1].strip('"()') + "\n")
        elif word.startswith("check-sat"):
            say(("unsat" if "(not probe" in line else "sat" if "(probe" in line else sat) + "\n")
        elif word == "get-value":
            names = line.replace("(", " ").replace(")", " ").split()[1:]
            say("(" + " ".join(f"({n} {'true' if n.startswith('probe') else values})" for n in names) + ")\n")


if mode == "dies":
    sys.exit("no licence found")
elif mode == "killed":
    os.kill(os.getpid(), 9)
elif mode == "garbage":
    say("Hello, world!\nWhat now?\n")
elif mode == "binary":
    os.write(1, bytes(range(256)) * 100)
elif mode == "floods":
    flood(sys.stdout)
elif mode == "error":
    say('(error "line 1: I do not know ""logics""")\n')
elif mode == "prompt":
    say("your name? ")
    sys.stdin.readline()
    say("hi\n")
elif mode == "unknown":
    play("unknown", "")
elif mode == "denies":
    play("unsat", "")
elif mode == "lies":
    play("sat", "true")
elif mode == "numbers":
    play("sat", "9" * 5000)
elif mode == "half":
    play("sat", ")")
elif mode == "grows":
    hoard = [bytearray(1 << 20) for _ in range(100_000)]
elif mode == "hangs":
    time.sleep(1000)
elif mode == "complains":
    flood(sys.stderr)
elif mode == "leaves":
    os.close(1)
    time.sleep(1000)
elif mode == "hands on":
    made = subprocess.Popen(["sleep", "1000"], start_new_session=True)
    with open(place, "a") as file:
        print(made.pid, file=file)
    time.sleep(1000)
