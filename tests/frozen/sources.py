"""What only the text of the code tells: the names that a module makes, codes of refusals, variables that are read."""

import ast
import inspect
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from types import ModuleType

ROOT = Path(__file__).parents[2]
HOUSE = ("accounts", "games", "hsweb")
CODE = re.compile(r"[a-z]+(_[a-z]+)*")
VARIABLE = re.compile(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)*")
REFUSALS = {"RuleViolation", "Refused"}
"""The two families of exceptions with a code; whatever is derived from them belongs to them."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


def trees(*folders: str) -> Iterator[tuple[str, ast.Module]]:
    """Every module by its dotted name."""
    for folder in folders:
        for file in sorted((ROOT / folder).rglob("*.py")):
            parts = file.relative_to(ROOT).with_suffix("").parts
            yield ".".join(part for part in parts if part != "__init__"), ast.parse(file.read_text(encoding="utf-8"))


@cache
def nodes(*folders: str) -> list[ast.AST]:
    return [node for _name, tree in trees(*folders) for node in ast.walk(tree)]


def names_made_in(module: ModuleType) -> set[str]:
    """The public names that a module defines or assigns; not those that it imports."""
    made: set[str] = set()
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, Function | ast.ClassDef):
            made.add(node.name)
        elif isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            made |= {one.id for target in targets for one in ast.walk(target) if isinstance(one, ast.Name)}
    return {name for name in made if not name.startswith("_")}


def error_codes() -> dict[str, list[str]]:
    """What the rules and bots refuse, and what the site refuses beside them, by code."""
    by_rules = codes_in("games/rules", "games/bots")
    return {"of the rules": sorted(by_rules), "of the site": sorted(codes_in("games") - by_rules)}


def codes_in(*folders: str) -> set[str]:
    family = refusals(nodes("games"))
    takes = places_of_code([node for node in nodes("games") if isinstance(node, Function)])
    codes: set[str] = set()
    for node in nodes(*folders):
        if isinstance(node, ast.Call):
            codes |= codes_given(node, name_of(node.func), family, takes)
        elif isinstance(node, Function):
            codes |= default_codes(node)
        elif isinstance(node, ast.ClassDef) and node.name in family:
            codes |= codes_of_class(node)
    return codes


def refusals(found: Iterable[ast.AST]) -> set[str]:
    """The names of all exceptions with a code."""
    family, classes = set(REFUSALS), [node for node in found if isinstance(node, ast.ClassDef)]
    while more := {one.name for one in classes if {name_of(base) for base in one.bases} & family} - family:
        family |= more
    return family


def places_of_code(functions: Iterable[Function]) -> dict[str, int]:
    """At which place functions take a code, by name."""
    places = {}
    for function in functions:
        names = [one.arg for one in function.args.args]
        if "code" in names and function.name != "__init__":
            places[function.name] = names.index("code")
    return places


def codes_given(call: ast.Call, name: str, family: set[str], takes: dict[str, int]) -> set[str]:
    if name in family:
        return texts(call.args) | texts(one.value for one in call.keywords if one.arg == "code")
    if name in takes:
        return texts(call.args[takes[name] :][:1]) | texts(one.value for one in call.keywords if one.arg == "code")
    return set()


def default_codes(function: Function) -> set[str]:
    named = [*function.args.posonlyargs, *function.args.args]
    pairs = zip(reversed(named), reversed(function.args.defaults), strict=False)
    return texts(value for one, value in pairs if one.arg == "code")


def codes_of_class(made: ast.ClassDef) -> set[str]:
    """Codes that a class has itself, or hands to the one that it is derived from."""
    own = [node.value for node in made.body if isinstance(node, ast.Assign) and name_of(node.targets[0]) == "code"]
    handed = [node for node in ast.walk(made) if isinstance(node, ast.Call) and name_of(node.func) == "__init__"]
    return texts(own) | {code for call in handed for code in texts(call.args)}


def texts(values: Iterable[ast.expr]) -> set[str]:
    constants = [value.value for value in values if isinstance(value, ast.Constant)]
    return {text for text in constants if isinstance(text, str) and CODE.fullmatch(text)}


def environment() -> list[str]:
    """The variables of the environment that the site reads."""
    asked = [node.args[0] for node in nodes(*HOUSE) if isinstance(node, ast.Call) and node.args and asks(node.func)]
    taken = [node.slice for node in nodes(*HOUSE) if isinstance(node, ast.Subscript) and is_environment(node.value)]
    names = [one.value for one in (*asked, *taken) if isinstance(one, ast.Constant)]
    return sorted({name for name in names if isinstance(name, str) and VARIABLE.fullmatch(name)})


def asks(function: ast.expr) -> bool:
    """Whether this is `os.environ.get`, or one of the functions of `hsweb.env`."""
    if not isinstance(function, ast.Attribute):
        return False
    by_name = isinstance(function.value, ast.Name) and function.value.id == "env"
    return by_name or (function.attr == "get" and is_environment(function.value))


def is_environment(node: ast.expr) -> bool:
    return ast.unparse(node) == "os.environ"


def paths_of_tasks() -> set[str]:
    """Where functions are marked as tasks."""
    return {
        f"{module}.{node.name}"
        for module, tree in trees(*HOUSE)
        for node in tree.body
        if isinstance(node, Function) and any(name_of(one) == "task" for one in node.decorator_list)
    }


def name_of(node: ast.AST) -> str:
    """The last name in an expression such as `os.environ` or `task(queue_name="mail")`."""
    if isinstance(node, ast.Call):
        return name_of(node.func)
    if isinstance(node, ast.Subscript):
        return name_of(node.value)
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""
