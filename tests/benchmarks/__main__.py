from tests.benchmarks import bots, rules

rules.report()
bots.report()
