"""A solver that passes everything on to another one but for the words in its first argument."""

import subprocess
import sys

program = subprocess.Popen(sys.argv[2:], stdin=subprocess.PIPE, text=True)
for line in sys.stdin:
    if any(word in line for word in sys.argv[1].split()):
        print('(error "no such command")', flush=True)
        program.kill()
        program.wait()
        sys.exit(1)
    program.stdin.write(line)
    program.stdin.flush()
