/// The options that a configuration file may set.
enum ConfigurableOptions {
  /// Options of every command that selects cases: they stand at the top of a file.
  static let common = [
    "filter", "exclude", "suite", "storage", "preset", "sizes", "dataset", "csv-columns", "seed",
    "trace", "updates", "workload", "items",
  ]

  /// The commands that read a file, and the options of each beside the common ones.
  static let commands: [(name: String, keys: [String])] = [
    (
      "run",
      ["launches", "budget", "case-budget", "case-timeout", "samples"]
        + ["details", "format"] + instructions
    ),
    ("list", []), ("loop", ["seconds"]),
    ("profile", ["seconds", "rate", "how", "only", "format", "case-timeout"]),
    (
      "gate",
      ["base", "base-ref", "fail-on", "accept", "budget", "case-timeout", "precision", "min-pairs"]
        + ["max-pairs", "alpha", "margin", "exact-only", "gate-equal-code", "format"] + building
        + instructions
    ),
    (
      "compare",
      ["fail-on", "margin", "alpha", "metric", "filter", "ignore-host", "details", "format"]
    ), ("check", ["budgets", "fail-on"]), ("baselines", ["keep"]),
  ]

  /// The options for building both sides of a gate.
  static let building = ["package-path", "product", "relink", "build-flags"]

  private static let instructions = ["instructions", "instructions-limit"]

  /// The commands that do not select cases, and so take no common options.
  private static let commandsOnRecords = ["compare", "check", "baselines"]

  /// Returns whether an option takes no value on the command line, and true or false in a file.
  static func isFlag(_ key: String) -> Bool {
    ["samples", "details", "exact-only", "gate-equal-code", "ignore-host"].contains(key)
  }

  /// The options that the section of a command may set; nil where no such command reads a file.
  static func keys(of command: String) -> [String]? {
    guard let own = commands.first(where: { $0.name == command })?.keys else { return nil }
    return commandsOnRecords.contains(command) ? own : common + own
  }

  /// Returns whether a command takes the common settings.
  static func selectsCases(_ command: String) -> Bool { !commandsOnRecords.contains(command) }

  /// Returns whether an option takes several values.
  static func isList(_ key: String) -> Bool {
    separator(of: key) != nil
      || ["filter", "exclude", "suite", "dataset", "instructions", "fail-on"].contains(key)
  }

  /// Returns the separator of an option that takes several values in one text; nil for others.
  static func separator(of key: String) -> String? {
    // Without the space, 1, 500 would be read as 1,500.
    ["storage": ",", "sizes": ", "][key]
  }
}
