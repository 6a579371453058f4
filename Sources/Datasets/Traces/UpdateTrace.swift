import BasicAlgorithms
public import Changesets

/// The changes of a collection, update by update: its initial content, and batches of operations
/// with the contents of what they insert.
///
/// Every batch is legal in the state before it; no other trace can be created. Source:
/// `docs/update-traces.md`.
public struct UpdateTrace: Hashable, Sendable {
  /// The collection before the first batch; often empty.
  public let initial: [Section]
  /// The updates, at least one, in order.
  public let batches: [Batch]
  /// The collection after the last batch.
  public let final: [Section]

  /// The identifier of a section or an item.
  ///
  /// Identifiers are compared byte by byte: file names that look equal to a reader may differ on
  /// disk.
  public struct ID: Hashable, Sendable {
    /// The text of the identifier.
    public let text: String
    /// The hash of the bytes, which is asked for far more often than a text is read.
    private let byteHash: UInt64

    /// Creates the identifier with `text`.
    public init(_ text: String) {
      self.text = text
      byteHash = FNV1a.hash(text.utf8)
    }

    /// Returns whether both have the same bytes.
    ///
    /// - Parameters:
    ///   - left: An identifier.
    ///   - right: Another identifier.
    /// - Returns: Whether their bytes are equal.
    public static func == (left: ID, right: ID) -> Bool {
      left.byteHash == right.byteHash && left.text.hasSameBytes(as: right.text)
    }

    /// Feeds the bytes to `hasher`.
    ///
    /// - Parameter hasher: The hasher.
    public func hash(into hasher: inout Hasher) { hasher.combine(byteHash) }
  }

  /// One item.
  public struct Item: Hashable, Sendable {
    /// The identifier, which stays the same wherever the item moves.
    public let id: ID
    /// The state of its content.
    public let revision: UInt32

    /// Creates an item.
    public init(id: ID, revision: UInt32) {
      self.id = id
      self.revision = revision
    }
  }

  /// One section with its items.
  public struct Section: Hashable, Sendable {
    /// The identifier.
    public let id: ID
    /// The items, in order.
    public var items: [Item]

    /// Creates a section.
    public init(id: ID, items: [Item]) {
      self.id = id
      self.items = items
    }
  }

  /// One update: the operations, and the contents of what they insert.
  public struct Batch: Hashable, Sendable {
    /// The name in errors and reports, such as a commit's hash.
    public let name: String
    /// The operations: deletes, reloads and sources of moves use indexes before the update, inserts
    /// and targets of moves those after (BU-1).
    public let changeset: Changeset
    /// The items inserted into existing sections, and the new contents of reloaded and reconfigured
    /// ones, by path after.
    public let items: [ItemPath: Item]
    /// The inserted and reloaded sections, by index after, without the items that move into them.
    public let sections: [Int: Section]

    /// Creates an update.
    public init(
      name: String, changeset: Changeset, items: [ItemPath: Item] = [:],
      sections: [Int: Section] = [:]
    ) {
      self.name = name
      self.changeset = changeset
      self.items = items
      self.sections = sections
    }
  }

  /// Creates the trace that begins with `initial` and applies `batches`.
  ///
  /// - Parameters:
  ///   - initial: The collection before the first batch.
  ///   - batches: The updates.
  /// - Throws: `DatasetError.impossibleStep`, whose line is 1 for the collection and one more for
  ///   each batch; `DatasetError.noUpdates` if there is no batch.
  /// - Complexity: O(*o* · *n*) for *o* operations on sections of *n* items.
  public init(_ initial: [Section], _ batches: [Batch]) throws(DatasetError) {
    try self.init(initial, batches, lines: Array(1...batches.count + 1), path: "trace")
  }

  /// Creates the trace, whose collection and batches are in `lines` of the file at `path`.
  init(_ initial: [Section], _ batches: [Batch], lines: [Int], path: String) throws(DatasetError) {
    guard !batches.isEmpty else { throw .noUpdates(path: path) }
    var line = lines[0]
    do throws(Impossible) {
      var state = try State(initial)
      for (batch, number) in zip(batches, lines.dropFirst()) {
        line = number
        try state.apply(batch)
      }
      final = state.sections
    } catch {
      throw .impossibleStep(path: path, line: line, expected: error.expected, found: error.found)
    }
    self.initial = initial
    self.batches = batches
  }
}

extension UpdateTrace.ID: CustomStringConvertible {
  /// The text of the identifier.
  public var description: String { text }
}

extension UpdateTrace {
  /// A hash that is equal for equal traces on every machine, whatever the spacing and order in
  /// their files. O(the length of the file), and as much memory.
  public var checksum: UInt64 { FNV1a.hash(jsonLines.utf8) }
}

extension UpdateTrace {
  /// The figures of a trace.
  public struct Summary: Hashable, Sendable {
    /// The number of batches.
    public let batches: Int
    /// The number of batches without an operation.
    public let emptyBatches: Int
    /// The number of operations of each kind that occurs.
    public let operations: [Kind: Int]
    /// The number of operations in the largest batch.
    public let largestBatchOperations: Int
    /// The name of the largest batch.
    public let largestBatchName: String
    /// The most items that the collection ever has.
    public let maximumItems: Int
    /// The most sections that the collection ever has.
    public let maximumSections: Int
    /// The number of items after the last batch.
    public let finalItems: Int
    /// The number of sections after the last batch.
    public let finalSections: Int

    /// The number of all operations. A move is one operation, and so is a section with its items.
    public var operationCount: Int { operations.values.reduce(0, +) }
  }

  /// A kind of operation.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// The delete of a section with its items.
    case deletedSections = "sections deleted"
    /// The insert of a section with its items.
    case insertedSections = "sections inserted"
    /// The move of a section.
    case movedSections = "sections moved"
    /// The reload of a section.
    case reloadedSections = "sections reloaded"
    /// The delete of an item.
    case deletes
    /// The insert of an item.
    case inserts
    /// The move of an item.
    case moves
    /// The reload of an item, which gets a new view.
    case reloads
    /// The reconfiguration of an item, which keeps its view.
    case reconfigures

    /// The name of a single operation of the kind; the raw value is the plural.
    package var singular: String {
      rawValue.hasPrefix("sections ")
        ? "section " + rawValue.dropFirst("sections ".count) : String(rawValue.dropLast())
    }

    /// Returns the number of operations of the kind in `changeset`.
    package func count(in changeset: Changeset) -> Int {
      switch self {
      case .deletedSections: changeset.deletedSections.count
      case .insertedSections: changeset.insertedSections.count
      case .movedSections: changeset.movedSections.count
      case .reloadedSections: changeset.reloadedSections.count
      case .deletes: changeset.deletedItems.count
      case .inserts: changeset.insertedItems.count
      case .moves: changeset.movedItems.count
      case .reloads: changeset.reloadedItems.count
      case .reconfigures: changeset.reconfiguredItems.count
      }
    }
  }

  /// The figures of the trace. O(*b* · *s* + *o*) for *b* batches of *s* sections, and *o*
  /// operations in all.
  public var summary: Summary {
    var operations: [Kind: Int] = [:]
    var largest = (operations: 0, name: "")
    var counts = initial.map(\.items.count)
    var (mostItems, mostSections) = (counts.reduce(0, +), counts.count)
    for batch in batches {
      let changeset = batch.changeset
      for kind in Kind.allCases where kind.count(in: changeset) > 0 {
        operations[kind, default: 0] += kind.count(in: changeset)
      }
      if changeset.count > largest.operations { largest = (changeset.count, batch.name) }
      counts = batch.itemCounts(after: counts)
      mostItems = max(mostItems, counts.reduce(0, +))
      mostSections = max(mostSections, counts.count)
    }
    return Summary(
      batches: batches.count, emptyBatches: batches.count(where: \.changeset.isEmpty),
      operations: operations, largestBatchOperations: largest.operations,
      largestBatchName: largest.name, maximumItems: mostItems,
      maximumSections: mostSections, finalItems: counts.reduce(0, +), finalSections: counts.count)
  }
}

extension UpdateTrace.Batch {
  /// Returns the number of items in each section after the batch.
  fileprivate func itemCounts(after before: [Int]) -> [Int] {
    // Every batch of a trace is legal.
    guard var counts = try? changeset.legalSectionCounts(after: before) else { return before }
    for (section, content) in sections { counts[section] += content.items.count }
    return counts
  }
}
