import Foundation
import Processes
import TestSupport
import Testing

@Suite struct PlantedReaderTests {
  /// The fuzzing finds a trap, an endless loop, an input that takes too long and one that takes too much
  /// memory, and nothing in a reader that is sound.
  @Test(.enabled(if: !Sanitizer.isLinked, "a sanitizer takes more address space than a reader has"))
  func plantedMistakesAreFound() throws {
    let folder = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent()
    let fuzzing = ExternalProgram(path: folder.appending(path: "Fuzzing").path)
    let outcome = try fuzzing.run(["--planted", "--inputs", "10000"])
    #expect(outcome.isSuccess, "\(outcome.text)\n\(outcome.errorText)")
    #expect(outcome.text.split(separator: "\n").count == 5, "\(outcome.text)")
  }
}
