import Foundation

/// The command line of the torture.
struct TortureArguments {
  /// The most calls of a kind that are made to fail, one after the other; 0 for all of them.
  private(set) var points = 4
  /// The longest that a command may take, beside twenty times what it takes without faults.
  private(set) var seconds = 30.0
  /// Whether a tool with planted mistakes is tried, and not cvbench.
  private(set) var isPlanted = false
  private(set) var tool = ""
  private(set) var interposer = ""
  /// The commands to try; all if it is empty.
  private(set) var commands: [String] = []
  /// The columns to try; all if it is empty.
  private(set) var columns: [String] = []

  init(_ arguments: some Sequence<String>) throws {
    let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().path
    tool = "\(folder)/cvbench"
    interposer = "\(folder)/libFaultInterposer.so"
    var rest = ArraySlice(Array(arguments))
    while let option = rest.popFirst() {
      guard option.hasPrefix("--") else {
        commands.append(option)
        continue
      }
      if option == "--planted" {
        isPlanted = true
        continue
      }
      guard let value = rest.popFirst() else { throw TortureError("\(option) takes a value") }
      switch option {
      case "--points":
        guard let number = Int(value), number >= 0 else {
          throw TortureError("--points takes a number, and not '\(value)'")
        }
        points = number
      case "--tool": tool = URL(filePath: value).path
      case "--interposer": interposer = URL(filePath: value).path
      case "--column": columns.append(value)
      default:
        throw TortureError(
          "there is no \(option); there are --points, --planted, --tool, --interposer and --column")
      }
    }
    for file in (isPlanted ? [] : [tool]) + [interposer]
    where !FileManager.default.fileExists(atPath: file) {
      throw TortureError("there is no '\(file)'; make torture builds it")
    }
    let known = Fault.Column.allCases.map(\.rawValue)
    for column in columns where !known.contains(column) {
      throw TortureError("no column is '\(column)'; there are: \(known.joined(separator: ", "))")
    }
  }
}
