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
