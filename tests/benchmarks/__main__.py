from tests.benchmarks import bots, live, rules

rules.report()
bots.report()
live.report()
