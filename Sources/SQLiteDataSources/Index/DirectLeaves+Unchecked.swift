#if SQLITE
  /// The numbers of leaves by identifier, for identifiers that are small and nearly all in use, as those
  /// of a table that numbers its rows itself.
  ///
  /// A load stores one word a row, without a hash.
  ///
  /// Unchecked because `contains` is asked before any other call. The memory belongs to a `LeafTable`,
  /// which deallocates it.
  @safe
  struct DirectLeaves {
    /// The identifiers from 0 to before this one have a word.
    let limit: Int
    /// One more than the leaf; 0 where the identifier is not in use.
    private let words: UnsafeMutablePointer<UInt32>
    private(set) var entryCount = 0

    /// Creates words without entries.
    init(limit: Int) {
      self.limit = limit
      unsafe words = .allocate(capacity: limit)
      unsafe words.initialize(repeating: 0, count: limit)
    }

    /// Copies the words into new memory.
    init(copying other: DirectLeaves) {
      limit = other.limit
      entryCount = other.entryCount
      unsafe words = .allocate(capacity: limit)
      unsafe words.initialize(from: other.words, count: limit)
    }

    func deallocate() { unsafe words.deallocate() }

    /// Chooses how many identifiers get a word.
    ///
    /// - Parameters:
    ///   - largest: The largest identifier.
    ///   - rowCount: The number of identifiers.
    ///   - countBelow: Returns the number of identifiers from 0 to before a limit.
    /// - Returns: The first identifier without one; 0 unless four of five identifiers are below five
    ///   quarters of their number.
    static func limit(largest: Int64, rowCount: Int, countBelow: (Int) -> Int) -> Int {
      // The most memory that a hash table would take.
      let most = rowCount + rowCount / 4
      // Room for rows to come, which a table gives ascending numbers.
      if largest < Int64(most) { return min(most, Int(max(-1, largest)) + 1 + rowCount / 8) }
      return countBelow(most) >= rowCount - rowCount / 5 ? most : 0
    }

    var byteCount: Int { limit * MemoryLayout<UInt32>.stride }

    /// Returns whether an identifier has a word here, in use or not.
    @inline(__always)
    func contains(_ id: Int64) -> Bool { UInt64(bitPattern: id) < UInt64(limit) }

    /// The leaf of an identifier; -1 if it is not in use.
    @inline(__always)
    func leaf(of id: Int64) -> Int {
      assert(contains(id))
      return unsafe Int(words[Int(id)]) - 1
    }

    /// Sets the leaf of an identifier that is not in use.
    @inline(__always)
    mutating func insert(_ id: Int64, _ leaf: Int) {
      assert(self.leaf(of: id) < 0)
      replace(id, leaf)
      entryCount &+= 1
    }

    /// Sets the leaf of an identifier that is in use.
    @inline(__always)
    func replace(_ id: Int64, _ leaf: Int) {
      assert(contains(id))
      unsafe words[Int(id)] = UInt32(truncatingIfNeeded: leaf + 1)
    }

    /// Takes an identifier out of use.
    mutating func remove(_ id: Int64) {
      assert(leaf(of: id) >= 0)
      unsafe words[Int(id)] = 0
      entryCount &-= 1
    }
  }
#endif
