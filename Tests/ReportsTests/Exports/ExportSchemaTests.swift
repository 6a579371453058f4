import Foundation
import Analysis
import Reports
import RunRecords
import TestSupport
import Testing

/// The shapes that are JSON, against schemas written after what their tools publish.
@Suite struct ExportSchemaTests {
  static let formats: [ExportFormat] = [.gha, .bmf, .jmh, .gbench]

  @Test(arguments: formats)
  func everyRecordIsValid(format: ExportFormat) throws {
    let records = [
      ExportSample.record, SampleRecord.quick, try ExportSample.committed("scroll"),
      try ExportSample.committed("diff"),
    ]
    let violations = try SchemaValidator.validate(
      records: records.map { format.render($0).text }, against: ExportSample.schema(format))
    for (index, found) in violations.enumerated() { #expect(found == [], "record \(index)") }
  }

  /// The schemas can fail: each refuses the other shapes, and an empty document.
  @Test(arguments: formats)
  func otherShapesAreInvalid(format: ExportFormat) throws {
    let others = Self.formats.filter { $0 != format }.map { $0.render(SampleRecord.quick).text }
    let violations = try SchemaValidator.validate(
      records: others + ["[]", "{}"], against: ExportSample.schema(format))
    for (index, found) in violations.enumerated() { #expect(found != [], "document \(index)") }
  }

  @Test(arguments: ExportFormat.allCases)
  func everyShapeIsKnownAgainAndEndsInALineFeed(format: ExportFormat) throws {
    for record in [ExportSample.record, SampleRecord.quick] {
      let text = format.render(record).text
      #expect(text.hasSuffix("\n") && !text.hasSuffix("\n\n"), "\(text.suffix(100))")
      #expect(ExportFormat.isExport(beginningWith: text))
      #expect(ExportFormat.isExport(beginningWith: String(text.prefix(400))))
    }
  }

  @Test func otherFilesAreNoExports() throws {
    for text in [
      "", "{}", "[]", "import Foundation\n", "# Title\n", try SampleRecord.quick.json(),
      "{\"schema\": {\"name\": {\"value\": 1}}}", "a,b\n1,2\n",
    ] {
      #expect(!ExportFormat.isExport(beginningWith: text), "\(text.prefix(40))")
    }
  }
}
