import Changesets
import Foundation

extension UpdateTrace {
  /// The version of the file format.
  static let formVersion = 1

  /// Reads the trace in the file at `path`.
  ///
  /// - Throws: `DatasetError` if the file cannot be read, has no updates, or has a line that is
  ///   malformed or impossible after the lines before it; it names the line.
  public init(path: String) throws(DatasetError) {
    try self.init(contents: Array(try TraceFile.data(at: path)), path: path)
  }

  /// Parses `contents`, the bytes of the file at `path`.
  ///
  /// - Throws: What `init(path:)` throws for a file that can be read.
  public init(contents: [UInt8], path: String) throws(DatasetError) {
    guard let text = String(validating: contents, as: UTF8.self) else {
      throw .unreadable(path: path, reason: "it is no text in UTF-8; no trace was written so")
    }
    try self.init(jsonLines: text, path: path)
  }

  /// Parses a trace in JSON lines, with the line ends of any system; blank lines are skipped.
  ///
  /// - Parameters:
  ///   - text: The collection, then one batch per line.
  ///   - path: The name of the text in errors.
  /// - Throws: `DatasetError.malformed`, `.impossibleStep` or `.noUpdates`.
  public init(jsonLines text: String, path: String = "trace") throws(DatasetError) {
    var initial: [Section]?
    var batches: [Batch] = []
    var numbers: [Int] = []
    for (index, bytes) in text.utf8.split(
      separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false
    ).enumerated() {
      let line = Line(bytes, number: index + 1, path: path)
      guard !line.isBlank else { continue }
      numbers.append(index + 1)
      if initial == nil {
        initial = try line.collection()
      } else {
        batches.append(try line.batch())
      }
    }
    guard let initial else { throw .noUpdates(path: path) }
    try self.init(initial, batches, lines: numbers, path: path)
  }

  /// The trace as JSON lines, including the last line end; equal traces give equal texts.
  public var jsonLines: String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    func line(_ value: some Encodable) -> String {
      let data = try? encoder.encode(value)
      // Texts and whole numbers always encode. Omitting a line would change the trace.
      require(data != nil, "UpdateTrace.jsonLines: \(value) cannot be written")
      return String(decoding: data ?? Data(), as: UTF8.self) + "\n"
    }
    let first = CollectionLine(updates: Self.formVersion, sections: initial.map(SectionText.init))
    return line(first) + batches.map { line(BatchLine($0)) }.joined()
  }
}

// MARK: Lines

/// One line of a file.
private struct Line {
  private let data: Data
  private let number: Int
  private let path: String

  init(_ bytes: Substring.UTF8View, number: Int, path: String) {
    // Removes a byte order mark, and the carriage return of a line end.
    var data = Data(bytes)
    if number == 1, data.starts(with: [0xef, 0xbb, 0xbf]) { data = Data(data.dropFirst(3)) }
    self.data = data.last == UInt8(ascii: "\r") ? Data(data.dropLast()) : data
    self.number = number
    self.path = path
  }

  var isBlank: Bool { data.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") } }

  func collection() throws(DatasetError) -> [UpdateTrace.Section] {
    let line: CollectionLine = try decode(
      TraceNames.collection, "the first line",
      example: "{\"updates\": 1, \"sections\": []} in the first line")
    guard line.updates == UpdateTrace.formVersion else {
      throw malformed(
        "the form is version \(line.updates), and this reads \(UpdateTrace.formVersion); "
          + "use the cvbench that wrote it, or import again")
    }
    return line.sections.map(\.section)
  }

  func batch() throws(DatasetError) -> UpdateTrace.Batch {
    let line: BatchLine = try decode(
      TraceNames.batch, "the batch",
      example: "{\"name\": \"1\", \"update\": {\"deletedItems\": [{\"section\": 0, \"item\": 3}]}}")
    var items: [ItemPath: UpdateTrace.Item] = [:]
    for item in line.items ?? [] {
      let place = ItemPath(section: Int(item.section), item: Int(item.item))
      guard items.updateValue(item.value, forKey: place) == nil else {
        throw malformed("'items' has item \(place) twice; give each place one item")
      }
    }
    var sections: [Int: UpdateTrace.Section] = [:]
    for section in line.sections ?? [] {
      let value = UpdateTrace.Section(
        id: UpdateTrace.ID(section.id), items: section.items.map(\.item))
      guard sections.updateValue(value, forKey: section.section) == nil else {
        throw malformed("'sections' has section \(section.section) twice; give each index one")
      }
    }
    return UpdateTrace.Batch(
      name: line.name, changeset: line.update, items: items, sections: sections)
  }

  private func decode<Value: Decodable>(
    _ names: TraceNames, _ owner: String, example: String
  ) throws(DatasetError) -> Value {
    guard let value = try? JSONSerialization.jsonObject(with: data) as? [String: Any] else {
      throw malformed("this is no JSON object; write one object a line, as in \(example)")
    }
    if let problem = names.problem(of: value, at: nil) { throw malformed(problem) }
    do {
      return try JSONDecoder().decode(Value.self, from: data)
    } catch {
      throw malformed(TraceFile.problem(decoding: error, of: owner))
    }
  }

  private func malformed(_ problem: String) -> DatasetError {
    .malformed(path: path, line: number, column: 1, problem: problem)
  }
}

/// The first line.
private struct CollectionLine: Codable {
  let updates: Int
  let sections: [SectionText]
}

/// Every other line.
private struct BatchLine: Codable {
  let name: String
  let update: Changeset
  let items: [ComingItem]?
  let sections: [ComingSection]?

  init(_ batch: UpdateTrace.Batch) {
    name = batch.name
    update = batch.changeset
    let items = batch.items.sorted { $0.key < $1.key }.map { path, item in
      ComingItem(
        section: Int32(path.section), item: Int32(path.item), id: item.id.text,
        revision: item.revision)
    }
    let sections = batch.sections.sorted { $0.key < $1.key }.map { index, section in
      ComingSection(section: index, id: section.id.text, items: section.items.map(ItemText.init))
    }
    self.items = items.isEmpty ? nil : items
    self.sections = sections.isEmpty ? nil : sections
  }
}

private struct ItemText: Codable {
  let id: String
  let revision: UInt32

  init(_ item: UpdateTrace.Item) {
    id = item.id.text
    revision = item.revision
  }

  var item: UpdateTrace.Item { UpdateTrace.Item(id: UpdateTrace.ID(id), revision: revision) }
}

private struct SectionText: Codable {
  let id: String
  let items: [ItemText]

  init(_ section: UpdateTrace.Section) {
    id = section.id.text
    items = section.items.map(ItemText.init)
  }

  var section: UpdateTrace.Section {
    UpdateTrace.Section(id: UpdateTrace.ID(id), items: items.map(\.item))
  }
}

/// An item at its path after.
private struct ComingItem: Codable {
  let section: Int32
  let item: Int32
  let id: String
  let revision: UInt32

  var value: UpdateTrace.Item { UpdateTrace.Item(id: UpdateTrace.ID(id), revision: revision) }
}

/// A section at its index after.
private struct ComingSection: Codable {
  let section: Int
  let id: String
  let items: [ItemText]
}
