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
    // There are about 76. With one site for each kind of call, there would be at most the 46 faults.
    #expect(callSites > 50, "\(callSites)")
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
