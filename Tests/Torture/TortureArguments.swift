import ArgumentParser
import Foundation

/// Which faults to try on which commands.
struct TortureArguments: ParsableArguments {
  @Option(help: "The most calls of a kind to make fail; 0 for all of them.")
  var points = 4

  @Option(
    help:
      "How many commands to run at once, each with one fault; too many exceed their time limits.")
  var jobs = 1

  @Flag(
    name: .customLong("call-sites"),
    help: ArgumentHelp(
      "Try one call for each call site.",
      discussion: "It is the first from the same five callers, in the command or in all it starts.")
  )
  var countsCallSites = false

  @Option(
    name: .customLong("column"),
    help: "Try the faults of this column alone; repeat it for more.")
  var columns: [Fault.Column] = []

  @Option(name: .customLong("tool"), help: "The cvbench to try.", completion: .file())
  private var givenTool: String?

  @Option(
    name: .customLong("interposer"), help: "The library that makes calls fail.",
    completion: .file())
  private var givenInterposer: String?

  @Flag(name: .customLong("planted"), help: "Try small tools with planted mistakes instead.")
  var isPlanted = false

  @Option(help: ArgumentHelp("Be the tool with this mistake.", visibility: .hidden))
  var faultyTool: FaultyTool?

  @Argument(help: "The commands to try, as in 'check --update'; all where none is named.")
  var commands: [String] = []

  /// The longest that a command may take, beside twenty times what it takes without faults.
  var seconds: Double { 30 }
  /// The file of the tool to try.
  var tool: String { Self.file(givenTool, orElse: "cvbench") }
  /// The file of the library that makes calls fail.
  var interposer: String { Self.file(givenInterposer, orElse: "libFaultInterposer.so") }

  func validate() throws {
    guard points >= 0 else { throw ValidationError("--points \(points) is no number of calls.") }
    guard jobs > 0 else { throw ValidationError("--jobs \(jobs) is too few; give at least 1.") }
    guard faultyTool == nil else { return }
    guard !isPlanted || (columns.isEmpty && commands.isEmpty) else {
      throw ValidationError("--planted takes neither --column nor commands.")
    }
    guard isPlanted || FileManager.default.fileExists(atPath: Fixtures.records) else {
      throw ValidationError("Start it in the folder of the repository, which has the records.")
    }
    for file in (isPlanted ? [] : [tool]) + [interposer]
    where !FileManager.default.fileExists(atPath: file) {
      throw ValidationError("There is no '\(file)'; make torture builds it.")
    }
    let known = Subjects.all.map(\.name)
    if let unknown = commands.first(where: { !known.contains($0) }) {
      throw ValidationError(
        "No command is '\(unknown)'; there are: \(known.joined(separator: ", ")).")
    }
  }

  /// The file that was named, or the one called `name` beside this executable.
  private static func file(_ given: String?, orElse name: String) -> String {
    if let given { return URL(filePath: given).path }
    return URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: name).path
  }
}

extension Fault.Column: ExpressibleByArgument {}
extension FaultyTool: ExpressibleByArgument {}
