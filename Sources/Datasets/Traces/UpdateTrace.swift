public import Changesets

/// How a collection changed, update by update: what it was at first, and batches of operations with
/// the contents of what comes.
///
/// Every step is possible in the state that the steps before it lead to; a trace that is not so cannot
/// be made. Source: `docs/update-traces.md`.
public struct UpdateTrace: Hashable, Sendable {
  /// The collection before the first batch; often empty.
  public let initial: [Section]
  /// The updates, at least one, in their order.
  public let batches: [Batch]
  /// The collection after the last batch.
  public let final: [Section]

  /// The name of a section or an item.
  ///
  /// Names are told apart byte by byte: files may be called alike to a reader and not to a disk.
  public struct ID: Hashable, Sendable {
    /// What it says.
    public let text: String

    /// The name that `text` says.
    public init(_ text: String) { self.text = text }

    /// Whether both are of the same bytes.
    ///
    /// - Parameters:
    ///   - left: A name.
    ///   - right: Another.
    /// - Returns: Whether their bytes are equal.
    public static func == (left: ID, right: ID) -> Bool {
      left.text.utf8.elementsEqual(right.text.utf8)
    }

    /// Feeds the bytes to `hasher`.
    ///
    /// - Parameter hasher: What takes them in.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(FNV1a.hash(text.utf8))
    }
  }

  /// One item.
  public struct Item: Hashable, Sendable {
    /// Which item it is; it keeps its name while it lives, wherever it moves.
    public let id: ID
    /// The state of its content.
    public let revision: UInt32

    /// An item.
    public init(id: ID, revision: UInt32) {
      self.id = id
      self.revision = revision
    }
  }

  /// One section and its items.
  public struct Section: Hashable, Sendable {
    /// Which section it is.
    public let id: ID
    /// Its items, in their order.
    public var items: [Item]

    /// A section.
    public init(id: ID, items: [Item]) {
      self.id = id
      self.items = items
    }
  }

  /// One update: the operations, and the contents of what they bring.
  public struct Batch: Hashable, Sendable {
    /// What errors and reports call it: a commit's hash.
    public let name: String
    /// The operations, in the index meaning of BU-1.
    public let changeset: Changeset
    /// Items that are inserted into sections that go on, and the new contents of those that are
    /// reloaded or reconfigured, by path after.
    public let items: [ItemPath: Item]
    /// Sections that are inserted or reloaded, by index after, with the items that neither come into
    /// them from elsewhere.
    public let sections: [Int: Section]

    /// An update.
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

  /// The trace of `batches`, which begins with `initial`.
  ///
  /// - Parameters:
  ///   - initial: The collection before the first of them.
  ///   - batches: The updates.
  /// - Throws: `DatasetError.impossibleStep`, with 1 for the line of the collection and then a line for
  ///   each batch; `DatasetError.noUpdates` where there is none.
  /// - Complexity: O(*o* · *n*) for *o* operations on sections of *n* items.
  public init(_ initial: [Section], _ batches: [Batch]) throws(DatasetError) {
    try self.init(initial, batches, lines: Array(1...batches.count + 1), path: "trace")
  }

  /// The trace, whose collection and batches stand in `lines` of the file at `path`.
  init(
    _ initial: [Section], _ batches: [Batch], lines: [Int], path: String
  ) throws(DatasetError) {
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
      throw .impossibleStep(
        path: path, line: line, expected: error.expected, found: error.found)
    }
    self.initial = initial
    self.batches = batches
  }
}

extension UpdateTrace.ID: CustomStringConvertible {
  /// The name itself.
  public var description: String { text }
}

extension UpdateTrace {
  /// Equal for equal traces, however their files are spaced and ordered, on every machine.
  ///
  /// - Complexity: O(the length of the file), and as much memory.
  public var checksum: UInt64 { FNV1a.hash(jsonLines.utf8) }
}

extension UpdateTrace {
  /// What a trace is made of.
  public struct Summary: Hashable, Sendable {
    /// Its batches.
    public let batches: Int
    /// Those without an operation.
    public let emptyBatches: Int
    /// How many operations there are of each kind; kinds without one are left out.
    public let operations: [Kind: Int]
    /// The number of operations of the batch that has most.
    public let largestBatchOperations: Int
    /// The name of that batch.
    public let largestBatchName: String
    /// The most items that the collection ever holds.
    public let maximumItems: Int
    /// The most sections that it ever has.
    public let maximumSections: Int
    /// The items after the last batch.
    public let finalItems: Int
    /// The sections after the last batch.
    public let finalSections: Int

    /// The number of all operations; a move is one, and so is a section with all that it holds.
    public var operationCount: Int { operations.values.reduce(0, +) }
  }

  /// A kind of operation.
  public enum Kind: String, CaseIterable, Hashable, Sendable {
    /// A section goes away, and what is in it.
    case deletedSections = "sections deleted"
    /// A section comes, with what it holds.
    case insertedSections = "sections inserted"
    /// A section is put elsewhere.
    case movedSections = "sections moved"
    /// A section's items are all asked for again.
    case reloadedSections = "sections reloaded"
    /// An item goes away.
    case deletes
    /// An item comes.
    case inserts
    /// An item is put elsewhere.
    case moves
    /// An item has new content, and gets a new view.
    case reloads
    /// An item has new content, and keeps its view.
    case reconfigures

    /// What a single operation of the kind is called; the raw value is for more, or none.
    package var singular: String {
      rawValue.hasPrefix("sections ")
        ? "section " + rawValue.dropFirst("sections ".count) : String(rawValue.dropLast())
    }

    /// How many operations of the kind `changeset` has.
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

  /// What the trace is made of.
  ///
  /// - Complexity: O(*b* · *s* + *o*) for *b* batches of *s* sections, and *o* operations in all.
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
  /// The number of items in each section after the batch.
  fileprivate func itemCounts(after before: [Int]) -> [Int] {
    // A trace that has been made is legal throughout.
    guard var counts = try? changeset.legalSectionCounts(after: before) else { return before }
    for (section, content) in sections { counts[section] += content.items.count }
    return counts
  }
}
