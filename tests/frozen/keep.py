"""Compare the list with what is there, tell every difference in a sentence, and write the list anew."""

import argparse
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from tests.frozen.collect import collect

LIST = Path(__file__).parent / "list.json"


def listed() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(LIST.read_text(encoding="utf-8"))
    return found


def problems(old: Mapping[str, Any], new: Mapping[str, Any]) -> list[str]:
    """What would break for whoever relies on the old list. What is new beside it is no problem."""
    return [sentence for section in old if section != "version" for sentence in differences([section], old, new)]


def differences(path: list[str], old: Any, new: Any) -> Iterator[str]:
    """Of the last step of the path, which leads from `old` to something promised and should do so from `new`."""
    step, place = path[-1], " › ".join(path)
    if step not in new:
        yield f"{place} is gone."
    elif isinstance(old[step], dict) and isinstance(new[step], dict):
        for key in old[step]:
            yield from differences([*path, key], old[step], new[step])
        for key in required(new[step]) - old[step].keys():
            yield f"{place} asks for {key}, which it did not."
    elif isinstance(old[step], list) and isinstance(new[step], list):
        for one in old[step]:
            if one not in new[step]:
                yield f"{place} › {one} is gone."
    elif old[step] != new[step]:
        yield f"{place} was “{told(old[step])}” and is “{told(new[step])}”."


def required(found: Mapping[str, Any]) -> set[str]:
    """What has to be given to a function or a command."""
    needed = {key for key, value in found.items() if isinstance(value, str) and value.endswith(", required")}
    return needed | {
        key for key, value in found.items() if isinstance(value, dict) and value.get("given") == "required"
    }


def told(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.frozen", description="Write the list of what is promised.")
    parser.add_argument("--version", type=int, help="a new version, without which nothing may vanish from the list")
    version = parser.parse_args(arguments).version
    old = listed() if LIST.exists() else {"version": 1}
    if version is not None and version <= old["version"]:
        return refuse([f"The list has version {old['version']} already, so a new one has a higher number."])
    found = collect(old if version is None else None)
    if version is None and (lost := problems(old, found)):
        return refuse([*lost, f"To break these promises, say so: --version {old['version'] + 1}"])
    write({**found, "version": version or old["version"]})
    return 0


def refuse(sentences: Sequence[str]) -> int:
    print(*sentences, sep="\n")
    return 1


def write(found: Mapping[str, Any]) -> None:
    LIST.write_text(json.dumps(found, indent=1, sort_keys=True, ensure_ascii=False) + "\n", encoding="utf-8")
