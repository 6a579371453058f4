import Foundation
import Testing

/// The pictures of `docs/gallery.md` are what the commands beside them draw.
@Suite(.serialized) struct GalleryTests {
  static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// A command of the page, without the name of the tool and the file it writes.
  struct Command {
    let arguments: [String]
    let file: String

    /// Reads `    cvbench snapshot … -o FILE`; nil for a line that is no command.
    init?(line: Substring) {
      let words = line.split(separator: " ").map(String.init)
      guard line.hasPrefix("    cvbench "), words.count >= 4, words[words.count - 2] == "-o" else {
        return nil
      }
      arguments = Array(words[1..<words.count - 2])
      file = words[words.count - 1]
    }
  }

  private func page() throws -> String {
    try String(contentsOf: Self.root.appending(path: "docs/gallery.md"), encoding: .utf8)
  }

  private func commands() throws -> [Command] {
    try page().split(separator: "\n").compactMap(Command.init(line:))
  }

  /// With `CVBENCH_RECORD_GOLDENS=1` in the environment, the pictures are drawn again instead: look at
  /// them before they are committed.
  @Test func picturesAreWhatTheirCommandsDraw() throws {
    let commands = try commands()
    #expect(commands.count >= 6)
    for command in commands {
      let result = try ToolProcess.cvbench.run(command.arguments)
      #expect(result.status == 0, "\(command.file): \(result.errors)")
      let file = Self.root.appending(path: command.file)
      if ProcessInfo.processInfo.environment["CVBENCH_RECORD_GOLDENS"] == "1" {
        try Data(result.output.utf8).write(to: file)
      }
      #expect(try String(contentsOf: file, encoding: .utf8) == result.output, "\(command.file)")
      _ = try ParsedPicture(result.output)
    }
  }

  @Test func everyPictureHasItsCommandAndIsShown() throws {
    let page = try page()
    let files = try commands().map(\.file)
    #expect(page.components(separatedBy: "cvbench snapshot --").count - 2 == files.count)
    let folder = Self.root.appending(path: "docs/gallery").path()
    let drawn = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(drawn.map { "docs/gallery/" + $0 }.sorted() == files.sorted())
    let shown = page.matches(of: /!\[[^\]]{20,}\]\(([^)]+)\)/).map { "docs/\($0.1)" }
    #expect(shown == files, "each picture stands below its command, with a description")
  }
}
