#if SQLITE
  import BasicAlgorithms
  import Changesets

  /// The parts of a `RowIndex`.
  ///
  /// Not copyable, because a reader would otherwise copy all of it, reference by reference.
  struct RowIndexState<SectionKey: Comparable>: ~Copyable {
    /// The number of key words that are stored, 1 or 2.
    let wordCount: Int
    /// A Boolean value that indicates whether identifiers decide between rows of equal keys.
    let isExact: Bool
    /// The section that stays when it is empty.
    let keptSection: SectionKey?

    var leaves: LeafStorage
    var table: LeafTable
    var leafList: CountedList<LeafEntry>
    var sections: CountedList<SectionKey>
    var scratch = ApplyScratch<SectionKey>()
    var loading = Loading()

    init(
      wordCount: Int, isExact: Bool, keepsEmptySection section: SectionKey?, leafCapacity: Int,
      blockCapacity: Int, segmentBits: Int
    ) {
      require(
        wordCount == 1 || wordCount == 2,
        "RowIndex.init(wordCount: \(wordCount)): a key has 1 or 2 words")
      self.wordCount = wordCount
      self.isExact = isExact
      keptSection = section
      leaves = LeafStorage(wordCount: wordCount, leafCapacity: leafCapacity)
      table = LeafTable(segmentBits: segmentBits)
      leafList = CountedList(blockCapacity: blockCapacity)
      sections = CountedList(blockCapacity: blockCapacity)
    }

    /// Creates a copy of another state, with memory of its own.
    init(copying other: borrowing RowIndexState) {
      wordCount = other.wordCount
      isExact = other.isExact
      keptSection = other.keptSection
      leaves = other.leaves.copy()
      table = other.table.copy()
      leafList = other.leafList
      sections = other.sections
      loading = other.loading
    }
  }

  /// A leaf as its block has it.
  struct LeafEntry: Sendable {
    /// The high key word of the first row, so that a search reads few leaves.
    var firstHigh: UInt64
    var leaf: Int32
  }
#endif
