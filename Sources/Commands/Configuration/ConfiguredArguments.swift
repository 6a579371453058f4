import ArgumentParser
import Foundation
import Synchronization

/// The option that names a configuration file.
struct ConfigurationOptions: ParsableArguments {
  @Option(
    "Take options from this file; by default \(ConfigurationFile.usualName), if it is there.",
    discussion: """
      Its keys are names of options, and options on the command line win. docs/configuration.md \
      has the format. /dev/null is an empty file.
      """, value: "file", completion: .file(extensions: ["yml", "yaml"]))
  var config: String?
}

/// A command line, completed by what the configuration file says.
struct ConfiguredArguments {
  /// The arguments behind the tool's name.
  let arguments: [String]
  /// The options that the file added; empty without a file.
  private(set) var added: [String] = []
  /// The path of the file; nil without one.
  private(set) var path: String?

  /// The whole command line in force, the executable first: what records hold.
  static var current: [String] {
    CommandLine.arguments.prefix(1) + inForce.withLock { $0 }
  }

  /// A global, as commands are made by the parser without a context.
  private static let inForce = Mutex<[String]>([])

  /// Reads the file that `typed` names, or the usual one, and adds what it says to the command.
  ///
  /// - Parameters:
  ///   - typed: The arguments behind the tool's name.
  ///   - directory: The path of the current directory, with a slash at its end, or empty.
  /// - Throws: `ToolError.configuration`, for a file that is named and missing, or has an unknown
  ///   key.
  init(_ typed: [String], directory: String = "") throws(ToolError) {
    guard let command = typed.first, let keys = ConfigurableOptions.keys(of: command),
      !typed.contains(where: { ["-h", "--help", "--version"].contains($0) }),
      command != "baselines" || typed.dropFirst().first == "prune"
    else {
      arguments = typed
      return
    }
    let named = Self.value(of: "config", in: typed)
    let usual = directory + ConfigurationFile.usualName
    guard named != nil || FileManager.default.fileExists(atPath: usual) else {
      arguments = typed
      return
    }
    let file = try ConfigurationFile(at: named ?? usual)
    let own = file.sections[command] ?? []
    let common = file.common.filter { setting in !own.contains { $0.key == setting.key } }
    let settings = (ConfigurableOptions.selectsCases(command) ? common : []) + own
    let displaced = Self.displaced(by: typed)
    let kept = settings.filter { keys.contains($0.key) && !displaced.contains($0.key) }
    added = kept.flatMap(Self.options)
    path = file.path
    let words = command == "baselines" ? 2 : 1
    arguments = typed.prefix(words) + added + typed.dropFirst(words)
  }

  /// Makes these the arguments in force.
  func takeEffect() { Self.inForce.withLock { [arguments] in $0 = arguments } }

  private static func options(of setting: ConfigurationFile.Setting) -> [String] {
    if ConfigurableOptions.isFlag(setting.key) {
      return setting.values == ["true"] ? ["--\(setting.key)"] : []
    }
    let values =
      ConfigurableOptions.separator(of: setting.key)
      .map { [setting.values.joined(separator: $0)] } ?? setting.values
    return values.map { "--\(setting.key)=\($0)" }
  }

  /// The keys whose settings the typed options replace: their own, and those that they contradict.
  private static func displaced(by typed: [String]) -> Set<String> {
    let options = typed.prefix { $0 != "--" }
    let given = Set(
      options.filter { $0.hasPrefix("--") }
        .map { String($0.dropFirst(2).prefix { $0 != "=" }) })
    let texts = filters(of: typed)
    var keys = given
    func replace(_ replaced: [String], by isGiven: Bool) {
      if isGiven { keys.formUnion(replaced) }
    }
    replace(["filter"], by: !texts.isEmpty)
    replace(["workload", "items"], by: !texts.isEmpty || given.contains("suite"))
    replace(
      ["sizes"], by: given.contains("items") || texts.contains { CaseFilter($0).isCaseID })
    replace(["items"], by: given.contains("sizes"))
    replace(["filter", "suite", "trace", "updates"], by: given.contains("workload"))
    replace(["dataset", "sizes", "trace"], by: given.contains("updates"))
    replace(["csv-columns"], by: given.contains("dataset") || given.contains("updates"))
    replace(["updates"], by: !given.isDisjoint(with: ["dataset", "sizes", "csv-columns", "trace"]))
    replace(["base", "base-ref"], by: given.contains("base") || given.contains("base-ref"))
    replace(ConfigurableOptions.building, by: given.contains("base"))
    replace(["gate-equal-code"], by: given.contains("exact-only"))
    replace(["exact-only"], by: given.contains("gate-equal-code"))
    replace(["fail-on", "ignore-host", "details"], by: given.contains("by"))
    return keys
  }

  /// The texts that `typed` selects cases by; none where the parser refuses the command line.
  static func filters(of typed: [String]) -> [String] {
    switch try? RootCommand.parseAsRoot(typed) {
    case let command as RunCommand: command.caseOptions.selection.filters
    case let command as ListCommand: command.caseOptions.selection.filters
    case let command as LoopCommand: command.caseOptions.selection.filters
    case let command as GateCommand: command.caseOptions.selection.filters
    default: []
    }
  }

  /// The value of an option that is typed; nil where it is not.
  private static func value(of name: String, in typed: [String]) -> String? {
    for (index, argument) in typed.enumerated() {
      if argument == "--" { return nil }
      if argument.hasPrefix("--\(name)=") { return String(argument.dropFirst(name.count + 3)) }
      if argument == "--\(name)", index + 1 < typed.count { return typed[index + 1] }
    }
    return nil
  }
}
