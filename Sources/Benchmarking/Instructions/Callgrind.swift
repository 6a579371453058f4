import Foundation
import Processes

/// Valgrind's simulated processor, which counts the instructions of a program.
package struct Callgrind: Sendable {
  /// Valgrind's: `3.19.0`.
  package let version: String

  /// The one on the search path; nil where there is none that works.
  package static let installed = Callgrind()

  private init?() {
    guard let answer = ExternalProgram.answer(of: "valgrind", ["--version"]),
      let dash = answer.firstIndex(of: "-")
    else { return nil }
    version = String(answer[answer.index(after: dash)...])
  }

  /// The name in records: `callgrind-3.19.0`.
  package var name: String { "callgrind-\(version)" }

  /// The reason for its absence.
  static let absence = "valgrind is not installed, or valgrind --version fails (Debian: valgrind)"

  /// The command, to be found by `env`, under which `arguments` are run and what they do inside
  /// `cvbench_measured` is counted.
  ///
  /// - Parameters:
  ///   - profile: Where the counts go when the program ends.
  ///   - arguments: An executable, and what it is told.
  ///   - functions: Those that are told apart by the functions that led to them: some or all.
  /// - Returns: Valgrind's name and arguments.
  func command(
    writingTo profile: URL, running arguments: [String], separatingCallersOf functions: Separated
  ) -> [String] {
    [
      "valgrind", "--quiet", "--tool=callgrind", "--vgdb=no",
      "--toggle-collect=cvbench_measured", "--callgrind-out-file=\(profile.path)",
    ] + functions.options + arguments
  }

  /// The functions that a profile separates by their callers.
  package enum Separated: Sendable {
    /// These; none keeps every function as one.
    case functions([String])
    /// All functions, whose symbols stay mangled.
    case all

    fileprivate var options: [String] {
      switch self {
      case .functions(let names):
        names.map { "--separate-callers\(Callgrind.mostCallers)=\($0)" }
      case .all: ["--separate-callers=\(Callgrind.mostCallersOfAll)", "--demangle=no"]
      }
    }
  }

  /// The callers that are told apart at most, of each call.
  private static let mostCallers = 24
  /// The same where all functions are separated: deeper stacks lose their outermost functions.
  private static let mostCallersOfAll = 96
}

/// An executable as callgrind runs it, and where its counts go.
///
/// A copy without debug information, where `objcopy` makes one: callgrind needs the symbols only,
/// takes seconds to read the rest, and some versions of it end at what they do not know (DWARF 5).
final class CallgrindClient {
  /// The copy, or the original.
  let executable: URL
  private let folder: URL

  /// Copies `original`.
  ///
  /// - Throws: Where no temporary folder can be made.
  init(of original: URL) throws {
    // The tools that read it are processes of their own, and have another "self".
    let path = original.path.replacing(
      "/proc/self/", with: "/proc/\(ProcessInfo.processInfo.processIdentifier)/")
    let source = URL(filePath: path).resolvingSymlinksInPath()
    // Of one length in every run: the names of files are on the stack of the program.
    let suffix = String(UInt64.random(in: 1 << 60 ... .max), radix: 16)
    folder = FileManager.default.temporaryDirectory.appending(path: "cvbench-\(suffix)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let copy = folder.appending(path: "worker")
    let isCopied =
      (try? ExternalProgram(named: "objcopy")?.run(
        ["--strip-debug", path, copy.path]))?.isSuccess ?? false
    executable = isCopied ? copy : source
    libraries = source.deletingLastPathComponent().path
  }

  /// The directory of the original, where libraries beside it are.
  let libraries: String

  /// Returns the path for the counts of the next process; no file is there yet.
  func newProfile() -> URL {
    let profile = folder.appending(path: "profile")
    try? FileManager.default.removeItem(at: profile)
    return profile
  }

  deinit { try? FileManager.default.removeItem(at: folder) }
}
