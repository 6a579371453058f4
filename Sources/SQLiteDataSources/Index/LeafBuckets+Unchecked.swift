#if SQLITE
  import BasicAlgorithms
  import Changesets

  /// The buckets of a hash table from the identifiers of rows to the numbers of their leaves.
  ///
  /// A bucket is a cache line: 15 slots of 32 bits, and the number of entries that found it full and
  /// went on to the next one. So a removed entry leaves nothing behind, and 17 of 20 slots can be in
  /// use. A slot has 24 bits of leaf and 8 bits of hash, but no identifier: the caller looks into the
  /// leaf, in 1 of 20 look-ups into a wrong one too.
  ///
  /// New memory is set to zero in segments of 64 KB, when an entry first needs one.
  ///
  /// Source: N. Bronson & X. Shi, "Open-sourcing F14", 2019, for the count of overflows.
  ///
  /// Unchecked because a bucket is a hash reduced to the number of buckets. The memory belongs to a
  /// `LeafTable`, which deallocates it.
  @safe
  struct LeafBuckets {
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

    func copy() -> LeafBuckets {
      var copy = LeafBuckets(copying: self)
      copy.entryCount = entryCount
      copy.segmentsInUse = segmentsInUse
      return copy
    }

    private init(copying other: LeafBuckets) {
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
