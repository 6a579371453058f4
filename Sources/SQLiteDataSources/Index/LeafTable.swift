#if SQLITE
  import BasicAlgorithms
  import Changesets

  /// A table from the identifiers of rows to the numbers of their leaves: an array for identifiers that
  /// are nearly dense, a hash table for the others.
  ///
  /// A full hash table is replaced by a larger one leaf by leaf, a few leaves with each change of the
  /// index, so that no change waits for all of it.
  ///
  /// Sendable because an index changes it only while nothing else refers to it.
  final class LeafTable: @unchecked Sendable {
    /// The most leaves that a slot can tell apart.
    static let leafLimit = 1 << 24 - 2

    let segmentBits: Int
    @safe @exclusivity(unchecked) private var direct: DirectLeaves
    @safe @exclusivity(unchecked) private var main: LeafBuckets
    /// The table that is being replaced.
    @safe @exclusivity(unchecked) private var old: LeafBuckets?
    /// A sum of words that were read early, so that the reads are not left out.
    @safe @exclusivity(unchecked) var touchedWords: UInt32 = 0
    /// The next leaf whose identifiers move to the new table. Those of leaves before it are there.
    @safe @exclusivity(unchecked) private(set) var nextLeaf = Int.max

    /// Creates a table without entries.
    ///
    /// - Parameters:
    ///   - segmentBits: The logarithm of the buckets whose memory is allocated together.
    ///   - rowCount: The number of entries to come.
    ///   - directLimit: The identifiers from 0 to before this one lie in an array.
    ///   - directCount: The number of entries to come among these.
    init(segmentBits: Int, rowCount: Int = 0, directLimit: Int = 0, directCount: Int = 0) {
      self.segmentBits = segmentBits
      direct = DirectLeaves(limit: directLimit)
      main = LeafBuckets(
        rowCount: max(rowCount - directCount, directCount / 6), segmentBits: segmentBits)
    }

    deinit {
      direct.deallocate()
      main.deallocate()
      old?.deallocate()
    }

    /// Returns a copy with memory of its own.
    func copy() -> LeafTable {
      let copy = LeafTable(segmentBits: segmentBits)
      copy.direct.deallocate()
      copy.direct = DirectLeaves(copying: direct)
      copy.main.deallocate()
      copy.main = main.copy()
      copy.old = old?.copy()
      copy.nextLeaf = nextLeaf
      return copy
    }

    /// The bytes that are allocated.
    var byteCount: Int { direct.byteCount + main.byteCount + (old?.byteCount ?? 0) }

    var count: Int { direct.entryCount + hashedCount }

    private var hashedCount: Int { main.entryCount + (old?.entryCount ?? 0) }

    /// A Boolean value that indicates whether a new table is being filled.
    var isMigrating: Bool { old != nil }
  }

  // MARK: Entries

  extension LeafTable {
    /// Returns the leaf of an identifier and its offset there; -1 twice if there is none.
    @inline(__always)
    func find(_ id: Int64, in leaves: LeafStorage) -> (leaf: Int, offset: Int) {
      if direct.contains(id) {
        let leaf = direct.leaf(of: id)
        return leaf < 0 ? (-1, -1) : (leaf, leaves.offset(of: id, in: leaf))
      }
      let hash = SplitMix64.mix(UInt64(bitPattern: id))
      let found = main.find(hash, id, leaves)
      guard found.leaf < 0, let old else { return found }
      return old.find(hash, id, leaves)
    }

    /// Reads the bucket of an identifier, so that the look-up that follows finds it in a cache.
    @inline(__always)
    func touch(_ id: Int64) -> UInt32 {
      direct.contains(id)
        ? UInt32(truncatingIfNeeded: direct.leaf(of: id))
        : main.firstWord(SplitMix64.mix(UInt64(bitPattern: id)))
    }

    /// Returns a leaf that may have an identifier; -1 if none of its first bucket may.
    @inline(__always)
    func likelyLeaf(of id: Int64) -> Int {
      direct.contains(id)
        ? direct.leaf(of: id) : main.likelyLeaf(SplitMix64.mix(UInt64(bitPattern: id)))
    }

    /// Adds an identifier that the table does not have.
    @inline(__always)
    func insert(_ id: Int64, leaf: Int) {
      if direct.contains(id) { return direct.insert(id, leaf) }
      insert(hash: SplitMix64.mix(UInt64(bitPattern: id)), leaf)
    }

    /// Adds the identifiers of a leaf to a table that is not being replaced.
    ///
    /// - Returns: One that was there already; those behind it are not added.
    func insertAll(of leaf: Int, in leaves: LeafStorage) -> Int64? {
      let count = leaves.rowCount(leaf)
      // Reads that do not wait for each other overlap.
      var words: UInt32 = 0
      if direct.limit == 0 {
        for offset in 0..<count { words &+= touch(leaves.id(leaf, offset)) }
      }
      touchedWords &+= words
      for offset in 0..<count {
        let id = leaves.id(leaf, offset)
        if direct.contains(id) {
          if direct.leaf(of: id) >= 0 { return id }
          direct.insert(id, leaf)
          continue
        }
        let found = main.insertNew(SplitMix64.mix(UInt64(bitPattern: id)), leaf) {
          let place = leaves.offset(of: id, in: $0)
          // The leaf itself has it, earlier only if it has it twice.
          return place >= 0 && ($0 != leaf || place < offset)
        }
        if found { return id }
      }
      return nil
    }

    /// Removes an identifier.
    func remove(_ id: Int64, leaf: Int) {
      if direct.contains(id) { return direct.remove(id) }
      remove(hash: SplitMix64.mix(UInt64(bitPattern: id)), leaf)
    }

    /// Replaces the leaf of an identifier.
    @inline(__always)
    func replace(_ id: Int64, leaf: Int, by newLeaf: Int) {
      if direct.contains(id) { return direct.replace(id, newLeaf) }
      let hash = SplitMix64.mix(UInt64(bitPattern: id))
      if old == nil {
        main.replace(hash, leaf, newLeaf)
      } else {
        remove(hash: hash, leaf)
        insert(hash: hash, newLeaf)
      }
    }

    @inline(__always)
    private func insert(hash: UInt64, _ leaf: Int) {
      if leaf < nextLeaf { main.insert(hash, leaf) } else { old?.insert(hash, leaf) }
    }

    private func remove(hash: UInt64, _ leaf: Int) {
      if leaf < nextLeaf { main.remove(hash, leaf) } else { old?.remove(hash, leaf) }
    }
  }

  // MARK: Growing

  extension LeafTable {
    /// Returns whether the hash table is too full for `added` more entries, or far too large for them.
    func needsReplacement(adding added: Int) -> Bool {
      let needed = hashedCount + added
      return !main.hasRoom(needed) || main.isSparse(room(for: needed))
    }

    /// Returns whether the table that is being replaced may get full by `added` more entries, because the
    /// leaves that have moved had few in it.
    func mayOverflow(adding added: Int) -> Bool {
      old.map { !$0.hasRoom($0.entryCount + added, of: 19) } ?? false
    }

    /// Returns for how many entries a hash table is made that needs room for some: it is not full again
    /// before all leaves have moved to it.
    private func room(for needed: Int) -> Int {
      needed + max(needed / 3, direct.entryCount / 6)
    }

    /// Returns whether an identifier is one that the hash table would take.
    @inline(__always)
    func isHashed(_ id: Int64) -> Bool { !direct.contains(id) }

    /// Begins to replace the table by one with room for `added` more entries.
    ///
    /// - Precondition: It is not being replaced.
    func beginReplacement(adding added: Int) {
      let room = room(for: hashedCount + added)
      old = main
      main = LeafBuckets(rowCount: room, segmentBits: segmentBits)
      nextLeaf = 0
    }

    /// Moves the identifier of a row of leaf `nextLeaf` to the new table.
    @inline(__always)
    func migrate(_ id: Int64) {
      guard isHashed(id) else { return }
      let hash = SplitMix64.mix(UInt64(bitPattern: id))
      old?.remove(hash, nextLeaf)
      main.insert(hash, nextLeaf)
    }

    /// Goes on to the next of `leafCount` leaves; frees the table before behind the last.
    func finishLeaf(of leafCount: Int) {
      nextLeaf += 1
      guard nextLeaf >= leafCount else { return }
      old?.deallocate()
      old = nil
      nextLeaf = .max
    }
  }
#endif
