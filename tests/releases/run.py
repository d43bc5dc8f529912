"""Run one of the modules of this folder by its name, on the database that `DATABASE_URL` names."""

import sys
from importlib import import_module

import django

if __name__ == "__main__":
    # Only now that the apps are loaded may anything that needs them be imported.
    django.setup()
    import_module(f"tests.releases.{sys.argv[1]}").main(*sys.argv[2:])
