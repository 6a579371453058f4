#if SQLITE
  import BasicAlgorithms
  import Changesets

  /// A table from the identifiers of rows to the numbers of their leaves: an array for identifiers that
  /// are nearly dense, a hash table for the others.
  ///
  /// A bucket is a cache line: 15 slots of 32 bits, and the number of entries that found it full and
  /// went on to the next one. So a removed entry leaves nothing behind, and 17 of 20 slots can be in
  /// use. A slot has 24 bits of leaf and 8 bits of hash, but no identifier: the caller looks into the
  /// leaf, in 1 of 20 look-ups into a wrong one too.
  ///
  /// A full hash table is replaced by a larger one leaf by leaf, a few leaves with each change of the
  /// index, so that no change waits for all of it. New memory is set to zero in segments of 64 KB,
  /// when an entry first needs one.
  ///
  /// Source: N. Bronson & X. Shi, "Open-sourcing F14", 2019, for the count of overflows.
  ///
  /// Unchecked because a bucket is a hash reduced to the number of buckets. Sendable because an index
  /// changes it only while nothing else refers to it.
  @safe
  final class LeafTable: @unchecked Sendable {
    /// The most leaves that a slot can tell apart.
    static let leafLimit = 1 << 24 - 2

    let segmentBits: Int
    @safe @exclusivity(unchecked) private var direct: DirectLeaves
    @safe @exclusivity(unchecked) private var main: Buckets
    /// The table that is being replaced.
    @safe @exclusivity(unchecked) private var old: Buckets?
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
      main = Buckets(
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
      main = Buckets(rowCount: room, segmentBits: segmentBits)
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

  // MARK: Memory

  /// The buckets of a table.
  @safe
  private struct Buckets {
    static let slots = 15
    let segmentBits: Int
    let bucketCount: Int
    let segments: UnsafeMutablePointer<UnsafeMutablePointer<UInt32>?>
    var entryCount = 0
    var segmentsInUse = 0

    init(rowCount: Int, segmentBits: Int) {
      // Seven of ten slots.
      bucketCount = max(2, rowCount * 10 / (7 * Self.slots) + 1)
      self.segmentBits = min(segmentBits, Int.bitWidth - bucketCount.leadingZeroBitCount)
      let segmentCount = bucketCount >> segmentBits + 1
      unsafe segments = .allocate(capacity: segmentCount)
      unsafe segments.initialize(repeating: nil, count: segmentCount)
    }

    func deallocate() {
      for segment in 0..<segmentCount { unsafe segments[segment]?.deallocate() }
      unsafe segments.deallocate()
    }

    func copy() -> Buckets {
      var copy = Buckets(copying: self)
      copy.entryCount = entryCount
      copy.segmentsInUse = segmentsInUse
      return copy
    }

    private init(copying other: Buckets) {
      segmentBits = other.segmentBits
      bucketCount = other.bucketCount
      unsafe segments = .allocate(capacity: other.segmentCount)
      for index in 0..<other.segmentCount {
        var copied: UnsafeMutablePointer<UInt32>?
        if let segment = unsafe other.segments[index] {
          let memory = UnsafeMutablePointer<UInt32>.allocate(capacity: 16 << segmentBits)
          unsafe memory.initialize(from: segment, count: 16 << segmentBits)
          unsafe copied = unsafe memory
        }
        unsafe (segments + index).initialize(to: copied)
      }
    }

    @inline(__always) private var segmentMask: Int { 1 &<< segmentBits &- 1 }

    private var segmentCount: Int { bucketCount >> segmentBits + 1 }

    var byteCount: Int { segmentCount * 8 + segmentsInUse * 64 << segmentBits }

    /// Returns whether `count` entries take at most 17, or some other number, of 20 slots.
    func hasRoom(_ count: Int, of twentieths: Int = 17) -> Bool {
      count * 20 <= bucketCount * Self.slots * twentieths
    }

    func isSparse(_ room: Int) -> Bool {
      bucketCount > 64 && room * 9 < bucketCount * Self.slots * 2
    }

    @inline(__always)
    private func home(_ hash: UInt64) -> Int {
      Int(truncatingIfNeeded: hash.multipliedFullWidth(by: UInt64(bucketCount)).high)
    }

    /// The entry of leaf 0.
    @inline(__always)
    private func firstEntry(_ hash: UInt64) -> UInt32 {
      UInt32(truncatingIfNeeded: hash) << 24 | 1
    }

    @inline(__always)
    private func bucket(_ bucket: Int) -> UnsafeMutablePointer<UInt32>? {
      guard let segment = unsafe segments[bucket &>> segmentBits] else { return nil }
      return unsafe segment + (bucket & segmentMask) &* 16
    }

    @inline(__always)
    private func next(_ bucket: Int) -> Int { bucket &+ 1 == bucketCount ? 0 : bucket &+ 1 }

    @inline(__always)
    func find(_ hash: UInt64, _ id: Int64, _ leaves: LeafStorage) -> (leaf: Int, offset: Int) {
      let first = firstEntry(hash)
      var place = home(hash)
      while let words = unsafe bucket(place) {
        for slot in 0..<Self.slots {
          let leaf = unsafe words[slot] &- first
          guard leaf < 0xFF_FFFF else { continue }
          let offset = leaves.offset(of: id, in: Int(leaf))
          if offset >= 0 { return (Int(leaf), offset) }
        }
        if unsafe words[Self.slots] == 0 { return (-1, -1) }
        place = next(place)
      }
      return (-1, -1)
    }

    @inline(__always)
    func likelyLeaf(_ hash: UInt64) -> Int {
      guard let words = unsafe bucket(home(hash)) else { return -1 }
      for slot in 0..<Self.slots {
        let leaf = unsafe words[slot] &- firstEntry(hash)
        if leaf < 0xFF_FFFF { return Int(leaf) }
      }
      return -1
    }

    @inline(__always)
    func firstWord(_ hash: UInt64) -> UInt32 { unsafe bucket(home(hash))?.pointee ?? 0 }

    @inline(__always)
    mutating func insert(_ hash: UInt64, _ leaf: Int) {
      let entry = firstEntry(hash) &+ UInt32(truncatingIfNeeded: leaf)
      var place = home(hash)
      while true {
        let words = unsafe bucket(place) ?? makeSegment(place)
        for slot in 0..<Self.slots where unsafe words[slot] == 0 {
          unsafe words[slot] = entry
          entryCount &+= 1
          return
        }
        unsafe words[Self.slots] &+= 1
        place = next(place)
        require(place != home(hash), "RowIndex: no room for a row in the table of identifiers")
      }
    }

    /// Inserts an entry unless `isSame` holds for the leaf of one that may be of the same identifier.
    ///
    /// - Returns: Whether there is such an entry.
    /// - Precondition: No entry was removed yet, so the ones of a bucket are its first slots.
    @inline(__always)
    mutating func insertNew(_ hash: UInt64, _ leaf: Int, isSame: (Int) -> Bool) -> Bool {
      let first = firstEntry(hash)
      var place = home(hash)
      while true {
        let words = unsafe bucket(place) ?? makeSegment(place)
        // Without branches, so that the compiler uses vectors; the count of overflows is read too.
        var (used, similar) = (UInt32(0), UInt32(0))
        for slot in 0..<16 {
          let word = unsafe words[slot]
          used &+= word != 0 ? 1 : 0
          similar |= (word ^ first) & 0xFF00_0000 == 0 ? 1 : 0
        }
        if similar != 0, unsafe Self.contains(words, first, isSame) { return true }
        if used < Self.slots {
          unsafe words[Int(used)] = first &+ UInt32(truncatingIfNeeded: leaf)
          entryCount &+= 1
          return false
        }
        unsafe words[Self.slots] &+= 1
        place = next(place)
      }
    }

    private static func contains(
      _ words: UnsafeMutablePointer<UInt32>, _ first: UInt32, _ isSame: (Int) -> Bool
    ) -> Bool {
      for slot in 0..<slots {
        let leaf = unsafe words[slot] &- first
        if leaf < 0xFF_FFFF, isSame(Int(leaf)) { return true }
      }
      return false
    }

    @inline(never)
    private mutating func makeSegment(_ bucket: Int) -> UnsafeMutablePointer<UInt32> {
      let segment = unsafe UnsafeMutableRawPointer.allocate(
        byteCount: 64 << segmentBits, alignment: 64
      ).initializeMemory(as: UInt32.self, repeating: 0, count: 16 << segmentBits)
      unsafe segments[bucket >> segmentBits] = unsafe segment
      segmentsInUse += 1
      return unsafe segment + (bucket & segmentMask) * 16
    }

    /// Returns the slot of an entry, and its bucket; nil if there is none.
    ///
    /// Of two identifiers with one entry, either stands for both: they have one leaf, and what one
    /// of them adds to overflows, the other takes away.
    @inline(__always)
    private func find(
      _ hash: UInt64, _ leaf: Int
    ) -> (slot: UnsafeMutablePointer<UInt32>, bucket: Int)? {
      let entry = firstEntry(hash) &+ UInt32(truncatingIfNeeded: leaf)
      var place = home(hash)
      while let words = unsafe bucket(place) {
        for slot in 0..<Self.slots where unsafe words[slot] == entry {
          return unsafe (words + slot, place)
        }
        if unsafe words[Self.slots] == 0 { return nil }
        place = next(place)
      }
      return nil
    }

    @inline(__always)
    func replace(_ hash: UInt64, _ leaf: Int, _ newLeaf: Int) {
      guard let found = unsafe find(hash, leaf) else { return }
      unsafe found.slot.pointee = firstEntry(hash) &+ UInt32(truncatingIfNeeded: newLeaf)
    }

    mutating func remove(_ hash: UInt64, _ leaf: Int) {
      guard let found = unsafe find(hash, leaf) else { return }
      unsafe found.slot.pointee = 0
      entryCount &-= 1
      var place = home(hash)
      while unsafe place != found.bucket {
        if let words = unsafe bucket(place) { unsafe words[Self.slots] &-= 1 }
        place = next(place)
      }
    }
  }
#endif
