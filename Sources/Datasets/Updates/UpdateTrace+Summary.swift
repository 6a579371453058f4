package import Changesets

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
