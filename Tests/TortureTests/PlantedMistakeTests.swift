import Foundation
import Processes
import TestSupport
import Testing

@Suite struct PlantedMistakeTests {
  private static let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// The torture finds each mistake in small tools that make one, and none in one that is sound: the
  /// latter replaces a file and speaks with processes as the commands do.
  ///
  /// With `--call-sites` it finds them too. There are fewer call sites than calls, and more than kinds.
  @Test(.enabled(if: !Sanitizer.isLinked, "programs without a sanitizer do not load its library"))
  func plantedMistakesAreFound() throws {
    let interposer = Self.folder.appending(path: "libFaultInterposer.so").path
    try #require(
      FileManager.default.fileExists(atPath: interposer),
      "make faults builds it; or: swift build --product FaultInterposer, as the tests are built")
    let calls = try soundFaultCount(with: [])
    let callSites = try soundFaultCount(with: ["--call-sites"])
    #expect(callSites < calls)
    // About 72 call sites are found. If each kind of call had one, there would be at most 46: one for
    // each kind of fault.
    #expect(callSites > 50, "\(callSites)")
  }

  /// Two equal children have the call sites of one.
  @Test(.enabled(if: !Sanitizer.isLinked, "programs without a sanitizer do not load its library"))
  func callSitesOfAllChildrenCountOnce() throws {
    let one = try childCallSites("cat </dev/null; :")
    #expect(one > 0)
    #expect(try childCallSites("cat </dev/null; cat </dev/null; :") == one)
  }

  /// The call sites at which the children of a shell ask for memory.
  private func childCallSites(_ script: String) throws -> Int {
    let folder = try TemporaryFolder()
    var environment = ExternalProgram.environment
    environment["LD_PRELOAD"] = Self.folder.appending(path: "libFaultInterposer.so").path
    environment["FAULT_STATE"] = folder.path(of: "state")
    environment["FAULT_CALL_SITES"] = "1"
    let outcome = try ExternalProgram(path: "/bin/sh").run(
      ["-c", script], environment: environment)
    #expect(outcome.isSuccess, "\(outcome.errorText)")
    // As CFaultInterposer.h lays it out: a name of 16 bytes, the calls of the shell, and of all others.
    let state = try Data(contentsOf: URL(filePath: folder.path(of: "state")))
    let name = try #require(state.range(of: Data("allocate\0".utf8)))
    let counts = name.lowerBound + 16
    return state[counts + 8..<counts + 16].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// Tries all planted mistakes, and returns how many faults the sound tool survived.
  private func soundFaultCount(with options: [String]) throws -> Int {
    let torture = ExternalProgram(path: Self.folder.appending(path: "Torture").path)
    let outcome = try torture.run(["--planted", "--points", "0", "--jobs", "3"] + options)
    #expect(outcome.isSuccess, "\(outcome.text)\n\(outcome.errorText)")
    #expect(outcome.text.contains("'out.txt' is neither the old file nor the new one"))
    #expect(outcome.text.contains("it hung"))
    #expect(outcome.text.contains("did not tell: sync"))
    let count = outcome.text.firstMatch(of: /tool: sound: ([0-9]+) faults injected/)
    return try #require(count.flatMap { Int($0.output.1) })
  }
}
