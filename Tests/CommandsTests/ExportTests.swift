import Foundation
import Reports
import RunRecords
import Testing

/// `export` as its users run it.
@Suite struct ExportTests {
  /// A record of this repository.
  private static let record = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../results/scroll.json").standardized.path

  private static func text(_ format: ExportFormat) throws -> String {
    format.render(try RunRecord.read(from: record)).text
  }

  private func export(_ arguments: String...) throws -> ToolProcess.Result {
    try ToolProcess.fixture.run(["export", Self.record] + arguments)
  }

  @Test(arguments: ExportFormat.allCases)
  func everyShapeGoesToStandardOutputOrAFile(format: ExportFormat) throws {
    try inTemporaryDirectory { directory in
      let text = try Self.text(format)
      let printed = try export("--to", format.rawValue)
      #expect(printed.status == 0, "\(printed.errors)")
      #expect(printed.output == text)
      let path = directory + "/export"
      // The second time, over the first.
      for _ in 0..<2 {
        let written = try export("--to", format.rawValue, "-o", path)
        #expect(written.status == 0, "\(written.errors)")
        #expect(written.output.isEmpty)
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["export"])
    }
  }

  @Test func whatIsLeftOutIsOnStandardError() throws {
    let result = try export("--to", "gha", "-o", "-")
    #expect(result.status == 0)
    #expect(
      result.errors == """
        Left out: 264 metrics of which more is better: this shape takes the opposite.
        Left out: 1,836 metrics for information only: the tool would raise alerts on them.

        """)
    let csv = try export("--to", "csv")
    #expect(csv.errors.isEmpty)
  }

  @Test func aFilterTakesCases() throws {
    let ids = try RunRecord.read(from: Self.record).cases.map(\.id)
    let taken = try #require(ids.first)
    let some = try export("--to", "csv", "--filter", taken)
    #expect(some.status == 0)
    #expect(some.output.split(separator: "\n").dropFirst().allSatisfy { $0.hasPrefix(taken) })
    let none = try export("--to", "gha", "--filter", "no-such")
    #expect(none.status == 2 && none.errors.contains("nothing matches --filter 'no-such'"))
  }

  @Test func onlyExportsAndEmptyFilesAreReplaced() throws {
    try inTemporaryDirectory { directory in
      let path = directory + "/file"
      for text in [
        "import Foundation\n", "{}\n", try String(contentsOfFile: Self.record, encoding: .utf8),
      ] {
        try Data(text.utf8).write(to: URL(filePath: path))
        let result = try export("--to", "gha", "-o", path)
        #expect(result.status == 2)
        #expect(result.errors.contains("would be overwritten"), "\(result.errors)")
        #expect(try String(contentsOfFile: path, encoding: .utf8) == text)
      }
      try Data().write(to: URL(filePath: path))
      #expect(try export("--to", "gha", "-o", path).status == 0)
      // Another shape may take its place.
      #expect(try export("--to", "md", "-o", path).status == 0)
      #expect(try String(contentsOfFile: path, encoding: .utf8) == Self.text(.md))
    }
  }

  @Test func whatCannotBeWrittenIs74() throws {
    try inTemporaryDirectory { directory in
      for path in ["/missing/export", ""] {
        let result = try export("--to", "gha", "-o", directory + path)
        #expect(result.status == 74, "\(path): \(result.errors)")
        #expect(result.errors.contains(directory + path))
        #expect(result.output.isEmpty)
      }
      let result = try ToolProcess.fixture.start(
        ["export", Self.record, "--to", "csv"], output: "/dev/full"
      ).waitUntilExit()
      #expect(result.status == 74, "\(result.errors)")
      #expect(result.errors.contains("No space left on device"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
    }
  }

  @Test func nothingToExportWritesNothing() throws {
    try inTemporaryDirectory { directory in
      var record = try RunRecord.read(from: Self.record)
      for index in record.cases.indices {
        record.cases[index].status = .failed
        record.cases[index].message = "it broke"
        record.cases[index].metrics = []
      }
      let path = directory + "/record.json"
      try record.write(to: path)
      for format in ExportFormat.allCases {
        let result = try ToolProcess.fixture.run(["export", path, "--to", format.rawValue])
        let takesBroken = [.gbench, .csv, .md].contains(format)
        #expect(result.status == (takesBroken ? 0 : 2), "\(format): \(result.errors)")
        #expect(result.output.isEmpty == !takesBroken)
        if !takesBroken {
          #expect(result.errors.contains("Left out: 147 cases that failed"), "\(result.errors)")
          #expect(result.errors.contains("has nothing that '\(format.rawValue)' takes"))
        }
      }
    }
  }
}
