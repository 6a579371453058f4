import ArgumentParser
public import Benchmarking

/// The whole command-line tool, over the suites it is given.
public enum BenchmarkTool {
  /// Parses the command line, runs the command and ends the process.
  public static func main(suites: [Suite]) { print(suites.map(\.name)) }
}
