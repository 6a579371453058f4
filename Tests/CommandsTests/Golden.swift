import Foundation
import Testing

/// Texts that must stay as they are, in `Goldens/`.
enum Golden {
  /// Holds `text` against the golden file `name`.
  ///
  /// With `CVBENCH_RECORD_GOLDENS=1` in the environment, the file is written instead: read the
  /// difference before it is committed.
  static func expect(
    _ text: String, equals name: String, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Goldens")
      .appending(path: name)
    if ProcessInfo.processInfo.environment["CVBENCH_RECORD_GOLDENS"] == "1" {
      try Data(text.utf8).write(to: file)
    }
    let golden = try String(contentsOf: file, encoding: .utf8)
    #expect(text == golden, "\(name)", sourceLocation: sourceLocation)
  }
}
