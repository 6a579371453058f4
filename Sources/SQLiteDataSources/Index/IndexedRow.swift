#if SQLITE
  package import Changesets

  /// The sort key of a row within its section: one or two words that keep the order of the values.
  package struct RowKey: Hashable, Sendable {
    /// The word that is compared first.
    package var high: UInt64
    /// The word that decides between equal high words.
    package var low: UInt64

    package init(high: UInt64, low: UInt64) {
      self.high = high
      self.low = low
    }

    /// The least key behind this one; nil if this is the last.
    var successor: RowKey? {
      let (low, carries) = low.addingReportingOverflow(1)
      guard carries else { return RowKey(high: high, low: low) }
      return high == .max ? nil : RowKey(high: high + 1, low: 0)
    }
  }

  extension RowKey: Comparable {
    package static func < (left: RowKey, right: RowKey) -> Bool {
      left.high != right.high ? left.high < right.high : left.low < right.low
    }
  }

  /// A row of a request: its identifier and its key.
  package struct IndexedRow: Hashable, Sendable {
    package var key: RowKey
    package var id: Int64

    package init(key: RowKey, id: Int64) {
      self.key = key
      self.id = id
    }
  }

  /// The state of one row after a transaction.
  package struct RowChange<SectionKey: Comparable> {
    package var id: Int64
    /// The section and the key of the row; nil if the request no longer has it.
    package var place: (section: SectionKey, key: RowKey)?
    /// A Boolean value that indicates whether a cell of the row is to be filled again, even if the
    /// row has the section and the key that it had.
    package var contentChanged: Bool

    package init(id: Int64, place: (section: SectionKey, key: RowKey)?, contentChanged: Bool) {
      self.id = id
      self.place = place
      self.contentChanged = contentChanged
    }
  }

  extension RowChange: Sendable where SectionKey: Sendable {}

  /// The update that `RowIndex.apply` made.
  package struct RowIndexUpdate: Hashable, Sendable {
    /// A legal update from the sections before to the sections after.
    package var changeset = Changeset()
    /// The number of new rows, also of those that came with their section.
    package var insertedRows = 0
    /// The number of rows that are gone, also of those that went with their section.
    package var deletedRows = 0
    /// The number of rows that changed their section, or their place among the others.
    package var movedRows = 0
    /// The number of rows whose cells are filled again; some of them move.
    package var reconfiguredRows = 0

    package init() {}
  }

  /// A reason why the rows of a request cannot be indexed.
  package enum RowIndexError: Error, Hashable, Sendable {
    /// A section does not come behind the section before it; the number is its place.
    case sectionOutOfOrder(section: Int)
    /// A row does not come behind the row before it.
    case rowOutOfOrder(id: Int64)
    /// Two rows have one identifier.
    case duplicateID(Int64)
    /// There are more rows, or more sections, than an index holds.
    case tooManyRows
  }
#endif
