import Foundation

/// The content of a script file: a subject, and either a seed or the operations themselves.
///
/// A file that `cvbench stress` has written, or one of your own, runs in a test like this:
///
///     let script = try StressScript(text: String(contentsOfFile: "found.jsonl", encoding: .utf8))
///     #expect(try script.check() > 0)
///
/// The first line says what it is, as a JSON object; each other line is an operation. See
/// `docs/stress.md`.
public enum StressScript: Hashable, Sendable {
  /// So many operations on every store, from a seed.
  case stores(seed: UInt64, operations: Int)
  /// So many operations on layouts, from a seed.
  case layouts(seed: UInt64, operations: Int)
  /// So many operations on a collection view under layouts that lie, from a seed.
  case hostile(seed: UInt64, operations: Int)
  /// These operations on a layout over each extent index.
  case extents(LayoutScript)
  /// These operations on a collection view.
  case views(ViewScript)
  /// These operations on a data source of section snapshots.
  case outlines(OutlineScript)
  #if SQLITE
    /// These operations on a live data source on SQLite.
    case fetched(FetchedScript)
  #endif

  /// An error about a text that is no script.
  public enum ReadingError: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no line that says what it is.
    case empty
    /// A line is no JSON object of the right shape.
    case malformed(line: Int, reason: String)
    /// A line has fields that nothing reads.
    case unknownFields(line: Int, [String])
    /// There are operations where a seed determines them.
    case surplusLine(line: Int)
    /// The script is for a data source on SQLite, which this build does not have.
    case needsSQLite(line: Int)

    /// One sentence: which line, and what to change.
    public var description: String {
      switch self {
      case .empty:
        "the script is empty; its first line must say what it is for, as "
          + "{\"views\":{\"isLenient\":false,\"layout\":\"list\",\"prefetches\":true}}"
      case .malformed(let line, let reason): "line \(line) is no step of a script: \(reason)"
      case .unknownFields(let line, let names):
        "line \(line) has unknown fields: \(names.joined(separator: ", ")); leave them out or "
          + "correct their names"
      case .surplusLine(let line):
        "line \(line) is an operation, but the seed in the first line determines all of them; leave "
          + "it out"
      case .needsSQLite(let line):
        "line \(line) is for a data source on SQLite, which this build leaves out; build it with the "
          + "package trait SQLite"
      }
    }
  }

  /// The first line.
  private enum Header: Codable {
    case stores(seed: UInt64, operations: Int)
    case layouts(seed: UInt64, operations: Int)
    case hostile(seed: UInt64, operations: Int)
    case extents(layout: LayoutScript.Kind, descriptions: UInt64?)
    case views(isLenient: Bool, prefetches: Bool, layout: ViewLayoutName)
    case outlines(prefetches: Bool, layout: ViewLayoutName)
    #if SQLITE
      case fetched(
        table: FetchedStressConfiguration.Table, sections: FetchedStressConfiguration.Sections,
        order: FetchedStressConfiguration.Order, rows: FetchedStressConfiguration.Rows,
        updates: FetchedStressConfiguration.Updates, storage: FetchedStressConfiguration.Storage)
    #endif

    enum CodingKeys: String, CodingKey, CaseIterable {
      case stores, layouts, hostile, extents, views, outlines
      #if SQLITE
        case fetched
      #endif
    }
  }
}

// MARK: - Text

extension StressScript {
  /// The script as a file has it; ends with a line end.
  public var text: String {
    switch self {
    case .stores(let seed, let operations):
      return Self.line(Header.stores(seed: seed, operations: operations)) + "\n"
    case .layouts(let seed, let operations):
      return Self.line(Header.layouts(seed: seed, operations: operations)) + "\n"
    case .hostile(let seed, let operations):
      return Self.line(Header.hostile(seed: seed, operations: operations)) + "\n"
    case .extents(let script):
      return Self.text(
        Self.line(Header.extents(layout: script.layout, descriptions: script.descriptions)),
        script.operations.map { Self.line($0) })
    case .views(let script):
      return Self.text(Self.header(script.configuration), script.operations.map { Self.line($0) })
    case .outlines(let script):
      return Self.text(Self.header(script.configuration), script.operations.map { Self.line($0) })
    #if SQLITE
      case .fetched(let script):
        return Self.text(Self.header(script.configuration), script.operations.map { Self.line($0) })
    #endif
    }
  }

  /// The first line of a script of views.
  static func header(_ under: ViewConfiguration) -> String {
    line(
      Header.views(isLenient: under.isLenient, prefetches: under.prefetches, layout: under.layout))
  }

  /// The first line of a script of section snapshots.
  static func header(_ under: OutlineConfiguration) -> String {
    line(Header.outlines(prefetches: under.prefetches, layout: under.layout))
  }

  #if SQLITE
    /// The first line of a script of a data source on SQLite.
    static func header(_ under: FetchedStressConfiguration) -> String {
      line(
        Header.fetched(
          table: under.table, sections: under.sections, order: under.order, rows: under.rows,
          updates: under.updates, storage: under.storage))
    }
  #endif

  static func text(_ header: String, _ lines: [String]) -> String {
    ([header] + lines).map { $0 + "\n" }.joined()
  }

  /// Reads a script; empty lines are passed over.
  ///
  /// - Parameter text: What a file holds.
  /// - Throws: `ReadingError` with the number of the line, the first being 1.
  public init(text: String) throws(ReadingError) {
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
      .enumerated()
      .map { (number: $0.offset + 1, text: String($0.element)) }
      .filter { !$0.text.allSatisfy(\.isWhitespace) }
    guard let first = lines.first else { throw .empty }
    #if !SQLITE
      guard !first.text.hasPrefix("{\"fetched\"") else { throw .needsSQLite(line: first.number) }
    #endif
    let header = try Self.read(
      Header.self, first.text, first.number, "subject", Header.CodingKeys.allCases.map(\.rawValue))
    let others = lines.dropFirst()
    let viewOperations = ViewOperation.CodingKeys.allCases.map(\.rawValue)
    switch header {
    case .views(let isLenient, let prefetches, let layout):
      let under = ViewConfiguration(isLenient: isLenient, prefetches: prefetches, layout: layout)
      let operations = try Self.readOperations(others, viewOperations) as [ViewOperation]
      self = .views(ViewScript(configuration: under, operations: operations))
    case .outlines(let prefetches, let layout):
      let operations: [OutlineOperation] = try Self.readOperations(
        others, OutlineOperation.CodingKeys.allCases.map(\.rawValue))
      let under = OutlineConfiguration(prefetches: prefetches, layout: layout)
      self = .outlines(OutlineScript(configuration: under, operations: operations))
    case .extents(let layout, let descriptions):
      let operations = try Self.readOperations(others, viewOperations) as [ViewOperation]
      self = .extents(
        LayoutScript(layout: layout, descriptions: descriptions, operations: operations))
    case .stores(let seed, let operations):
      if let surplus = others.first { throw .surplusLine(line: surplus.number) }
      self = .stores(seed: seed, operations: try Self.checked(operations, first.number))
    case .layouts(let seed, let operations):
      if let surplus = others.first { throw .surplusLine(line: surplus.number) }
      self = .layouts(seed: seed, operations: try Self.checked(operations, first.number))
    case .hostile(let seed, let operations):
      if let surplus = others.first { throw .surplusLine(line: surplus.number) }
      self = .hostile(seed: seed, operations: try Self.checked(operations, first.number))
    #if SQLITE
      case .fetched(let table, let sections, let order, let rows, let updates, let storage):
        let under = FetchedStressConfiguration(
          table: table, sections: sections, order: order, rows: rows, updates: updates,
          storage: storage)
        let operations: [FetchedOperation] = try Self.readOperations(
          others, FetchedOperation.CodingKeys.allCases.map(\.rawValue))
        self = .fetched(FetchedScript(configuration: under, operations: operations))
    #endif
    }
  }

  private static func readOperations<Operation: Codable>(
    _ lines: some Sequence<(number: Int, text: String)>, _ names: [String]
  ) throws(ReadingError) -> [Operation] {
    var operations: [Operation] = []
    for line in lines {
      operations.append(try read(Operation.self, line.text, line.number, "operation", names))
    }
    return operations
  }

  private static func checked(_ operations: Int, _ line: Int) throws(ReadingError) -> Int {
    guard operations > 0 else {
      throw .malformed(line: line, reason: "operations is \(operations); give 1 or more")
    }
    return operations
  }

  /// One step as a line, without its end.
  static func line<Step: Encodable>(_ step: Step) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    // Numbers that are no numbers cannot be written; a script is drawn or read without any.
    guard let data = try? encoder.encode(step) else { return "" }
    return String(decoding: data, as: UTF8.self)
  }

  private static func read<Step: Codable>(
    _ type: Step.Type, _ text: String, _ line: Int, _ kind: String, _ names: [String]
  ) throws(ReadingError) -> Step {
    guard let given = try? JSONDecoder().decode(ScriptFields.self, from: Data(text.utf8)) else {
      throw .malformed(line: line, reason: "it is not one JSON object")
    }
    if let reason = given.reason(toBeNo: kind, of: names) {
      throw .malformed(line: line, reason: reason)
    }
    let step: Step
    do {
      step = try JSONDecoder().decode(type, from: Data(text.utf8))
    } catch let error as DecodingError {
      throw .malformed(line: line, reason: given.reason(error))
    } catch {
      throw .malformed(line: line, reason: "\(error)")
    }
    let known = try? JSONDecoder().decode(ScriptFields.self, from: Data(self.line(step).utf8))
    let unknown = given.names(notIn: known ?? given)
    guard unknown.isEmpty else { throw .unknownFields(line: line, unknown) }
    return step
  }
}
