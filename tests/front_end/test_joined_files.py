"""What pages ask for is whole when static files are collected: nothing that is imported has to be waited for."""

import json
import re
from pathlib import PurePosixPath

import pytest
from django.conf import settings
from django.core.management import call_command

from hsweb.static_files import joined_modules, joined_styles

SOURCES = settings.BASE_DIR / "static"
STYLES = sorted(path.name for path in (SOURCES / "pages").glob("*.css"))
SCRIPTS = sorted(path.name for path in (SOURCES / "pages").glob("*.js"))
PICTURE = '<svg xmlns="http://www.w3.org/2000/svg"/>'


class Collected:
    def __init__(self, folder):
        self.folder = folder
        self.names = json.loads((folder / "staticfiles.json").read_text())["paths"]

    def read(self, name):
        """A file under the name that pages use for it."""
        return (self.folder / self.names[name]).read_text()


def collect(settings, folder, backend="hsweb.static_files.JoinedFiles"):
    settings.STATIC_ROOT = folder
    settings.STORAGES = {**settings.STORAGES, "staticfiles": {"BACKEND": backend}}
    call_command("collectstatic", interactive=False, verbosity=0)
    return Collected(folder)


@pytest.fixture
def collected(settings, tmp_path):
    return collect(settings, tmp_path / "collected")


def sources_of(path, pattern):
    """A source and all that it imports, in the order in which they count, each where it is imported first."""
    found = []
    for imported in re.findall(pattern, path.read_text(), re.MULTILINE):
        found += [one for one in sources_of((path.parent / imported).resolve(), pattern) if one not in found]
    return [*found, path]


def styles_behind(name):
    return sources_of(SOURCES / "pages" / name, r'^@import url\("(.+)"\);$')


def modules_behind(name):
    return sources_of(SOURCES / "pages" / name, r'^import (?:.* from )?"(.+)";$')


def rules_in(style):
    return " ".join(re.sub(r"/\*.*?\*/|@import [^\n]*", "", style, flags=re.DOTALL).split())


def test_stylesheets_hold_every_rule_in_order(collected):
    assert STYLES
    for name in STYLES:
        text = collected.read(f"pages/{name}")
        sources = styles_behind(name)
        assert "@import" not in text
        assert len(sources) > 2
        assert rules_in(text) == " ".join(filter(None, (rules_in(source.read_text()) for source in sources)))


def test_scripts_hold_every_module_once(collected):
    assert SCRIPTS
    for name in SCRIPTS:
        text = collected.read(f"pages/{name}")
        assert not re.search(r"^(import|export)\b", text, re.MULTILINE)
        modules = modules_behind(name)
        for module in modules:
            heading = module.read_text().split("\n", 1)[0]
            assert heading.startswith("/*")
            assert text.count(heading) == 1, (name, module)
        assert text.count("= (() => {\n/*") == len(modules)


def test_every_module_is_on_some_page():
    modules = set(SOURCES.rglob("*.js"))
    used = {one for name in SCRIPTS for one in modules_behind(name)}
    assert modules == used


def test_every_stylesheet_is_on_some_page():
    # The admin has pages of its own, and a style for them.
    styles = {*SOURCES.rglob("*.css")} - {SOURCES / "games" / "admin.css"}
    assert styles == {one for name in STYLES for one in styles_behind(name)}


def test_pictures_are_found_from_where_styles_are_joined(settings, tmp_path):
    for name, text in {
        "pages/one.css": '@import url("../deep/er/two.css");\n.one { color: red; }\n',
        "deep/er/two.css": '@import url("../three.css");\n.two { background: url("two.svg"); }\n',
        "deep/three.css": '.three { background: url("er/two.svg"), url("data:,"), url("#mask"); }\n',
        "deep/er/two.svg": PICTURE,
    }.items():
        path = tmp_path / "sources" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    settings.STATICFILES_DIRS = [tmp_path / "sources"]
    collected = collect(settings, tmp_path / "collected")
    picture = f"../{collected.names['deep/er/two.svg']}"
    assert re.fullmatch(r"\.\./deep/er/two\.[0-9a-f]{12}\.svg", picture)
    assert collected.read("pages/one.css") == (
        f'.three {{ background: url("{picture}"), url("data:,"), url("#mask"); }}\n'
        f'.two {{ background: url("{picture}"); }}\n'
        ".one { color: red; }\n"
    )


def test_collecting_again_joins_again(settings, tmp_path):
    first = collect(settings, tmp_path / "collected")
    again = collect(settings, tmp_path / "collected")
    assert again.names == first.names


def test_a_real_site_compresses_what_is_joined(settings, tmp_path):
    collected = collect(settings, tmp_path / "collected", "hsweb.static_files.CollectedFiles")
    assert (collected.folder / f"{collected.names['pages/table.css']}.br").exists()
    assert "@import" not in collected.read("pages/table.css")


def test_what_cannot_be_joined_is_told():
    for text in ('@import "other.css";', '@import url("a.css") print;'):
        with pytest.raises(ValueError, match="another form"):
            joined_styles("one.css", {"one.css": text}.__getitem__)
    for text in (
        "export default 1;\n",
        'import all from "./a.js";\n',
        "export let a = 1;\n",
        'const a = import("./a.js");\n',
    ):
        with pytest.raises(ValueError, match="cannot be joined"):
            joined_modules("one.js", {"one.js": text}.__getitem__)


def test_modules_that_import_each_other_are_told():
    modules = {"one.js": 'import "./two.js";\n', "two.js": 'import "./one.js";\n'}
    with pytest.raises(ValueError, match="import each other"):
        joined_modules("one.js", modules.__getitem__)


def test_a_joined_module_takes_names_from_the_scopes_before_it():
    modules = {
        "pages/one.js": 'import { sum as add } from "../two.js";\nadd(1);\n',
        "two.js": "export const sum = (number) => number + 1;\nexport async function other() {}\n",
    }
    assert joined_modules("pages/one.js", modules.__getitem__) == (
        "const $0 = (() => {\nconst sum = (number) => number + 1;\nasync function other() {}\n"
        "return { sum, other };\n})();\n"
        "const $1 = (() => {\nconst { sum: add } = $0;\nadd(1);\nreturn {  };\n})();"
    )


def test_templates_name_only_whole_files():
    """A page asks for what is joined, or for what others have written; never for a part."""
    named = set()
    for path in (settings.BASE_DIR / "templates").rglob("*.html"):
        named |= {*re.findall(r"\{% static '([^']+\.(?:css|js))' %\}", path.read_text())}
    own = {name for name in named if (SOURCES / name).exists()}
    assert own == {f"pages/{name}" for name in (*STYLES, *SCRIPTS)}
    assert {PurePosixPath(name).parts[0] for name in named - own} == {"admin", "django_htmx", "ninja"}
