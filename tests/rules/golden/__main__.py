import sys

from tests.rules.golden import golden_file, playthrough, scripts

if sys.argv[1:] != ["--write"]:
    sys.exit("usage: python -m tests.rules.golden --write")
for name, script in scripts().items():
    golden_file(name).write_text(playthrough(script), encoding="utf-8")
    print("written", golden_file(name).name)
