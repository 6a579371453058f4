#if SQLITE
  package import Changesets

  /// A sorted index of the rows of a request, in sections: it knows the place of every row, and turns
  /// the rows that a transaction touched into one changeset.
  ///
  ///     var index = RowIndex<Int>(wordCount: 1, isExact: true, keepsEmptySection: nil)
  ///     index.appendSection(2026)
  ///     index.append(IndexedRow(key: RowKey(high: 7, low: 0), id: 12))
  ///     try index.finishLoading()
  ///     index.path(of: 12)  // [0, 0]
  ///     let gone = RowChange<Int>(id: 12, place: nil, contentChanged: false)
  ///     index.apply([gone]) { $0 < $1 }.changeset.deletedSections  // [0]
  ///
  /// All rows lie one after the other in leaves of up to 128, whatever their sections: a leaf is a
  /// run of identifiers and runs of key words. A list of two levels counts the rows of each leaf,
  /// another one those of each section, so that one section of all rows and many small ones cost the
  /// same. A hash table leads from an identifier to its leaf. A row takes 16 or 24 bytes in its leaf
  /// and about 6 in the table.
  ///
  /// Copies share memory until one of them changes. Then all of it is copied, so keep no copy while
  /// an index changes. An index holds at most 2³¹ − 1 rows.
  package struct RowIndex<SectionKey: Comparable> {
    /// One reference, so that a copy which a reader makes costs little.
    private final class Box: @unchecked Sendable {
      @safe @exclusivity(unchecked) var state: RowIndexState<SectionKey>

      init(_ state: consuming RowIndexState<SectionKey>) { self.state = state }
    }

    private var box: Box

    /// Creates an index without rows; append them, then call `finishLoading()`.
    ///
    /// - Parameters:
    ///   - wordCount: The number of words of a key that are stored and compared, 1 or 2.
    ///   - isExact: Whether rows with equal keys are in the order of their identifiers. If not, their
    ///     order is what `isBefore` says.
    ///   - section: The section that there is even without rows.
    package init(wordCount: Int, isExact: Bool, keepsEmptySection section: SectionKey?) {
      self.init(
        wordCount: wordCount, isExact: isExact, keepsEmptySection: section, leafCapacity: 128,
        blockCapacity: 256, segmentBits: 10)
    }

    /// Creates an index with small nodes, so that a test with few rows splits and merges them.
    package init(
      wordCount: Int, isExact: Bool, keepsEmptySection section: SectionKey?, leafCapacity: Int,
      blockCapacity: Int, segmentBits: Int
    ) {
      box = Box(
        RowIndexState(
          wordCount: wordCount, isExact: isExact, keepsEmptySection: section,
          leafCapacity: leafCapacity, blockCapacity: blockCapacity, segmentBits: segmentBits))
    }

    /// Gives the index memory that no copy of it shares.
    @inline(__always)
    private mutating func makeUnique() {
      if !isKnownUniquelyReferenced(&box) { box = Box(RowIndexState(copying: box.state)) }
    }
  }

  extension RowIndex: Sendable where SectionKey: Sendable {}

  // MARK: Loading

  extension RowIndex {
    /// A Boolean value that indicates whether rows can be looked up and changed.
    package var isLoaded: Bool { box.state.isLoaded }

    /// Begins a section behind those before.
    ///
    /// A section without rows is left out again, unless it is the one that is kept. A section that
    /// does not come behind the last one is an error of `finishLoading()`.
    ///
    /// - Precondition: The index is being loaded.
    /// - Complexity: O(1).
    package mutating func appendSection(_ key: SectionKey) {
      makeUnique()
      box.state.appendSection(key)
    }

    /// Appends a row to the last section.
    ///
    /// A row that does not come behind the last one is an error of `finishLoading()`. Rows behind an
    /// error are ignored.
    ///
    /// - Precondition: The index is being loaded and has a section.
    /// - Complexity: O(1); a leaf is allocated for each 96 rows.
    @inline(__always)
    package mutating func append(_ row: IndexedRow) {
      makeUnique()
      box.state.append(row)
    }

    /// Appends a row, and its section if that is not the last one.
    ///
    /// - Complexity: O(1), and a comparison of two section keys.
    package mutating func append(_ row: IndexedRow, section: SectionKey) {
      makeUnique()
      box.state.append(row, section: section)
    }

    /// Ends the load, after which rows can be looked up and changed.
    ///
    /// - Throws: The first mistake in what was appended. The index is then of no use.
    /// - Complexity: O(*n*): the table of identifiers is made here, in its final size.
    package mutating func finishLoading() throws(RowIndexError) {
      makeUnique()
      try box.state.finishLoading()
    }
  }

  // MARK: Changing

  extension RowIndex {
    /// Applies the changes of a transaction, and returns them as a changeset.
    ///
    /// - A row with the section and the key that it had stays. Its cell is filled again if its content
    ///   changed.
    /// - A row with another key or section is filled again. It moves if its section is another, or if
    ///   it has another place among the rows that stay. The fewest rows move.
    /// - A section that loses its last row is deleted, and one that gets its first row is inserted.
    ///   The rows of such a section are in the changeset only if they move.
    /// - Rows with equal keys in an index that is not exact are in the order of `isBefore`. A row that
    ///   keeps its key is then placed again if other rows had the same key.
    ///
    /// An unknown row without a place is ignored. All calls of `isBefore` come before the first
    /// change of the index, which is the same if one of them throws.
    ///
    /// - Parameters:
    ///   - changes: The touched rows as they are now, each once, in any order.
    ///   - isBefore: Returns whether the first row comes before the second one, which has an equal
    ///     key. The first is of `changes`; the second is of it too, or untouched. Called at most
    ///     log₂ *n* times for a row; never if the index is exact.
    /// - Returns: The changeset and the numbers of rows.
    /// - Throws: The error of `isBefore`.
    /// - Complexity: O(*k* log *n*) for *k* changes, and O(*k* √*n*) small steps through contiguous
    ///   memory. Ten arrays or fewer. Now and then a leaf is split, or a few leaves of the table of
    ///   identifiers move to a larger one; no update waits for all of it.
    /// - Precondition: The index is loaded.
    package mutating func apply<E>(
      _ changes: [RowChange<SectionKey>],
      isBefore: (_ new: Int64, _ existing: Int64) throws(E) -> Bool
    ) throws(E) -> RowIndexUpdate {
      makeUnique()
      return try box.state.apply(changes, isBefore: isBefore)
    }

    /// Stops the program if the index contradicts itself.
    ///
    /// - Complexity: O(*n* log *n*).
    package func checkInvariants() { box.state.checkInvariants() }
  }

  // MARK: Reading

  extension RowIndex {
    /// The number of rows.
    package var rowCount: Int { box.state.rowCount }

    /// The number of sections.
    package var sectionCount: Int { box.state.sectionCount }

    /// Returns the number of rows of a section.
    ///
    /// - Complexity: O(log *s*) for *s* sections; no allocation.
    package func rowCount(inSection section: Int) -> Int { box.state.rowCount(inSection: section) }

    /// Returns the global range of the rows of a section.
    ///
    /// - Complexity: O(log *s*) for *s* sections; no allocation.
    package func rows(ofSection section: Int) -> Range<Int> { box.state.rows(ofSection: section) }

    /// The number of rows of each section.
    ///
    /// - Complexity: O(*s*) for *s* sections.
    package var rowCounts: [Int] { box.state.rowCounts }

    /// Returns the key of a section.
    ///
    /// - Complexity: O(log *s*) for *s* sections.
    package func sectionKey(at section: Int) -> SectionKey { box.state.sectionKey(at: section) }

    /// Returns the section with a key; nil if there is none.
    ///
    /// - Complexity: O(log *s*) comparisons for *s* sections.
    package func section(of key: SectionKey) -> Int? { box.state.section(of: key) }

    /// Returns the identifier of the row at a path.
    ///
    /// - Complexity: O(log *n*); no allocation.
    package func id(at path: ItemPath) -> Int64 { box.state.id(at: path) }

    /// Returns the key of the row at a path; the low word is 0 if it is not stored.
    ///
    /// - Complexity: O(log *n*); no allocation.
    package func key(at path: ItemPath) -> RowKey { box.state.key(at: path) }

    /// Returns the path of a row; nil if there is no row with this identifier.
    ///
    /// - Complexity: O(log *n*), and a search through the identifiers of a leaf; no allocation.
    package func path(of id: Int64) -> ItemPath? { box.state.path(of: id) }

    /// Returns the number of rows before a row; nil if there is no row with this identifier.
    ///
    /// - Complexity: O(log *n*), and a search through the identifiers of a leaf; no allocation.
    package func globalIndex(ofID id: Int64) -> Int? { box.state.globalIndex(ofID: id) }

    /// Returns the number of rows before the row at a path.
    ///
    /// - Complexity: O(log *s*) for *s* sections; no allocation.
    package func globalIndex(of path: ItemPath) -> Int { box.state.globalIndex(of: path) }

    /// Returns the path of the row with `row` rows before it.
    ///
    /// - Complexity: O(log *s*) for *s* sections; no allocation.
    package func path(ofGlobalIndex row: Int) -> ItemPath { box.state.path(ofGlobalIndex: row) }

    /// Returns the identifiers of rows in a row, across sections.
    ///
    /// - Complexity: O(*k* + log *n*) for *k* rows; one array.
    package func ids(inGlobalRange range: Range<Int>) -> [Int64] {
      box.state.ids(inGlobalRange: range)
    }

    /// Calls `body` with each row and its section, in order.
    ///
    /// - Complexity: O(*n* + *s*).
    package func forEachRow<E>(
      _ body: (_ section: Int, _ row: IndexedRow) throws(E) -> Void
    ) throws(E) {
      try box.state.forEachRow(body)
    }

    /// The bytes that are allocated.
    package var byteCount: Int { box.state.byteCount }
  }
#endif
