import Commands

BenchmarkTool.main(suites: [.fixture])
