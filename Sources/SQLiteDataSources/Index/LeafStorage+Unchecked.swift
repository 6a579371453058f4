#if SQLITE
  import BasicAlgorithms
  import Changesets

  /// The leaves of an index, by their numbers: rows in plain memory.
  ///
  /// A leaf is one block of memory: its identifiers, then the high words of its keys, then the low
  /// words, each in a row. It grows by a quarter of the most rows that a leaf has.
  ///
  /// Unchecked because leaf numbers come from the lists of the index, and offsets from searches in
  /// the leaf: `RowIndex.checkInvariants()` checks both. Sendable because an index changes it only
  /// while nothing else refers to it.
  @safe
  final class LeafStorage: @unchecked Sendable {
    @safe
    private struct Leaf {
      var address: UnsafeMutableRawPointer?
      var count: UInt16 = 0
      var capacity: UInt16 = 0
      var slot: UInt16 = 0
      /// The number of the block; of a free leaf, the next free one.
      var block: Int32 = 0
    }

    let wordCount: Int
    /// The most rows of a leaf.
    let leafCapacity: Int
    @safe @exclusivity(unchecked) private var leaves: UnsafeMutablePointer<Leaf>
    @safe @exclusivity(unchecked) private var room = 16
    /// The number of leaves, also of free ones.
    @safe @exclusivity(unchecked) private(set) var count = 0
    @safe @exclusivity(unchecked) private var firstFree: Int32 = -1
    @safe @exclusivity(unchecked) private var rowRoom = 0
    /// A sum of words that were read early, so that the reads are not left out.
    @safe @exclusivity(unchecked) var touchedWords: UInt64 = 0

    init(wordCount: Int, leafCapacity: Int) {
      require(
        (4...4_096).contains(leafCapacity),
        "LeafStorage.init(leafCapacity: \(leafCapacity)): 4 to 4,096 are valid")
      self.wordCount = wordCount
      self.leafCapacity = leafCapacity
      leaves = .allocate(capacity: room)
    }

    deinit {
      for leaf in 0..<count { unsafe leaves[leaf].address?.deallocate() }
      unsafe leaves.deallocate()
    }

    /// Returns a copy with memory of its own.
    func copy() -> LeafStorage {
      let copy = LeafStorage(wordCount: wordCount, leafCapacity: leafCapacity)
      unsafe copy.leaves.deallocate()
      copy.room = max(count, 16)
      copy.leaves = .allocate(capacity: copy.room)
      for number in 0..<count {
        var leaf = leaves[number]
        if let address = unsafe leaf.address {
          let byteCount = Int(leaf.capacity) * rowBytes
          let memory = UnsafeMutableRawPointer.allocate(byteCount: byteCount, alignment: 8)
          unsafe memory.copyMemory(from: address, byteCount: byteCount)
          unsafe leaf.address = unsafe memory
        }
        unsafe (copy.leaves + number).initialize(to: leaf)
      }
      copy.count = count
      copy.firstFree = firstFree
      copy.rowRoom = rowRoom
      return copy
    }
  }

  // MARK: Leaves

  extension LeafStorage {
    private var rowBytes: Int { 8 + 8 * wordCount }

    /// The bytes that are allocated.
    var byteCount: Int { rowRoom * rowBytes + room * MemoryLayout<Leaf>.stride }

    /// Allocates a leaf without rows.
    func allocateLeaf(capacity: Int) -> Int {
      var number = Int(firstFree)
      if number >= 0 {
        firstFree = leaves[number].block
      } else {
        if count == room { growList() }
        number = count
        count += 1
      }
      let address = UnsafeMutableRawPointer.allocate(
        byteCount: capacity * rowBytes, alignment: 8)
      unsafe (leaves + number).initialize(
        to: Leaf(address: address, capacity: UInt16(truncatingIfNeeded: capacity)))
      rowRoom += capacity
      return number
    }

    func freeLeaf(_ leaf: Int) {
      unsafe leaves[leaf].address?.deallocate()
      rowRoom -= Int(leaves[leaf].capacity)
      leaves[leaf] = unsafe Leaf(address: nil, block: firstFree)
      firstFree = Int32(leaf)
    }

    private func growList() {
      let grown = UnsafeMutablePointer<Leaf>.allocate(capacity: room + room / 2)
      unsafe grown.moveInitialize(from: leaves, count: count)
      unsafe leaves.deallocate()
      leaves = unsafe grown
      room += room / 2
    }

    /// Gives a leaf room for exactly `capacity` rows.
    func setCapacity(_ capacity: Int, of leaf: Int) {
      let (count, old) = (rowCount(leaf), Int(leaves[leaf].capacity))
      guard capacity != old else { return }
      assert(capacity >= count)
      let memory = UnsafeMutableRawPointer.allocate(
        byteCount: capacity * rowBytes, alignment: 8)
      let address = unsafe self.address(leaf)
      for column in 0...wordCount {
        unsafe (memory + 8 * column * capacity).copyMemory(
          from: address + 8 * column * old, byteCount: 8 * count)
      }
      unsafe address.deallocate()
      unsafe leaves[leaf].address = unsafe memory
      leaves[leaf].capacity = UInt16(truncatingIfNeeded: capacity)
      rowRoom += capacity - old
    }

    /// The number of rows of a leaf after a load.
    @inline(__always) var loadedCount: Int { leafCapacity * 3 / 4 }

    /// The room of a leaf after a load: a few rows can be inserted before its memory is replaced.
    var loadedCapacity: Int { loadedCount + leafCapacity / 32 }

    /// Returns the room that a leaf of `count` rows gets: whole quarters of the most.
    func roundedCapacity(_ count: Int) -> Int {
      let step = max(1, leafCapacity / 4)
      return min(leafCapacity, max(1, (count + step - 1) / step) * step)
    }

    @inline(__always)
    private func address(_ leaf: Int) -> UnsafeMutableRawPointer {
      assert(leaf >= 0 && leaf < count)
      return unsafe leaves[leaf].address.unsafelyUnwrapped
    }

    @inline(__always)
    func isAllocated(_ leaf: Int) -> Bool { unsafe leaves[leaf].address != nil }

    @inline(__always)
    func rowCount(_ leaf: Int) -> Int { Int(leaves[leaf].count) }

    @inline(__always)
    func capacity(_ leaf: Int) -> Int { Int(leaves[leaf].capacity) }

    /// The number of the block that has the leaf, and its slot there.
    @inline(__always)
    func place(_ leaf: Int) -> (block: Int, slot: Int) {
      (Int(leaves[leaf].block), Int(leaves[leaf].slot))
    }

    func setPlace(_ leaf: Int, block: Int, slot: Int) {
      leaves[leaf].block = Int32(truncatingIfNeeded: block)
      leaves[leaf].slot = UInt16(truncatingIfNeeded: slot)
    }
  }

  // MARK: Rows

  extension LeafStorage {
    @inline(__always)
    private func ids(_ leaf: Int) -> UnsafeMutablePointer<Int64> {
      unsafe address(leaf).assumingMemoryBound(to: Int64.self)
    }

    @inline(__always)
    private func column(_ column: Int, _ leaf: Int) -> UnsafeMutablePointer<UInt64> {
      unsafe (address(leaf) + 8 * column * capacity(leaf)).assumingMemoryBound(to: UInt64.self)
    }

    @inline(__always)
    func id(_ leaf: Int, _ offset: Int) -> Int64 {
      assert(offset >= 0 && offset < rowCount(leaf))
      return unsafe ids(leaf)[offset]
    }

    /// Returns the smallest and the largest identifier of a leaf with rows.
    func idRange(_ leaf: Int) -> (smallest: Int64, largest: Int64) {
      let ids = unsafe ids(leaf)
      var (smallest, largest) = (Int64.max, Int64.min)
      for offset in 0..<rowCount(leaf) {
        smallest = unsafe min(smallest, ids[offset])
        largest = unsafe max(largest, ids[offset])
      }
      return (smallest, largest)
    }

    /// Returns the number of identifiers of a leaf from 0 to before a limit.
    func idCount(_ leaf: Int, below limit: Int) -> Int {
      let ids = unsafe ids(leaf)
      var count = 0
      for offset in 0..<rowCount(leaf) {
        count &+= unsafe UInt64(bitPattern: ids[offset]) < UInt64(limit) ? 1 : 0
      }
      return count
    }

    /// Reads each second cache line of the identifiers of a leaf; the processor fetches the others
    /// with them.
    @inline(__always)
    func touchIDs(_ leaf: Int) -> UInt64 {
      let (ids, count) = unsafe (ids(leaf), rowCount(leaf))
      var (words, offset) = (UInt64(0), 0)
      while offset < count {
        words &+= unsafe UInt64(bitPattern: ids[offset])
        offset &+= 16
      }
      return words
    }

    /// Reads the keys of a leaf that the first steps of a search compare.
    @inline(__always)
    func touchKeys(_ leaf: Int) -> UInt64 {
      let (highs, count) = unsafe (column(1, leaf), rowCount(leaf))
      var words: UInt64 = 0
      for eighth in 1..<8 { words &+= unsafe highs[count &* eighth &>> 3] }
      return words
    }

    /// Reads the words of the row at an offset, or of the last one, so that a change finds them in a
    /// cache.
    @inline(__always)
    func touchRow(_ leaf: Int, _ offset: Int) -> UInt64 {
      let offset = min(offset, rowCount(leaf) &- 1)
      return unsafe column(0, leaf)[offset] &+ column(1, leaf)[offset]
        &+ column(wordCount, leaf)[offset]
    }

    /// Appends the identifiers of some rows of a leaf to an array.
    func appendIDs(_ leaf: Int, _ offsets: Range<Int>, to array: inout [Int64]) {
      assert(offsets.lowerBound >= 0 && offsets.upperBound <= rowCount(leaf))
      let ids = unsafe UnsafeBufferPointer(
        start: ids(leaf) + offsets.lowerBound, count: offsets.count)
      unsafe array.append(contentsOf: ids)
    }

    @inline(__always)
    func high(_ leaf: Int, _ offset: Int) -> UInt64 {
      assert(offset >= 0 && offset < rowCount(leaf))
      return unsafe column(1, leaf)[offset]
    }

    @inline(__always)
    func low(_ leaf: Int, _ offset: Int) -> UInt64 {
      assert(offset >= 0 && offset < rowCount(leaf))
      return wordCount == 1 ? 0 : unsafe column(2, leaf)[offset]
    }

    @inline(__always)
    func key(_ leaf: Int, _ offset: Int) -> RowKey {
      RowKey(high: high(leaf, offset), low: low(leaf, offset))
    }

    /// Returns whether a row has at least a key, and with this key at least an identifier.
    @inline(__always)
    private func isAtLeast(_ key: RowKey, _ id: Int64, _ leaf: Int, _ offset: Int) -> Bool {
      let high = high(leaf, offset)
      if high != key.high { return high > key.high }
      let low = low(leaf, offset)
      if low != key.low { return low > key.low }
      return self.id(leaf, offset) >= id
    }

    /// Returns the first of some rows of a leaf that has at least a key and an identifier.
    @inline(__always)
    func offset(ofFirst key: RowKey, _ id: Int64, in leaf: Int, _ offsets: Range<Int>) -> Int {
      assert(offsets.lowerBound >= 0 && offsets.upperBound <= rowCount(leaf))
      let highs = unsafe column(1, leaf)
      let first = offsets.firstIndex(notBelow: key.high) { unsafe highs[$0] }
      guard first < offsets.upperBound, unsafe highs[first] == key.high else { return first }
      // Rows with this high word: few, or most of the leaf.
      return (first..<offsets.upperBound).partitioningIndex { isAtLeast(key, id, leaf, $0) }
    }

    /// Returns the first of some leaves whose first row has at least a key and an identifier.
    @inline(__always)
    func index(
      ofFirst key: RowKey, _ id: Int64, in range: Range<Int>, _ entry: (Int) -> LeafEntry
    ) -> Int {
      let first = range.firstIndex(notBelow: key.high) { entry($0).firstHigh }
      guard first < range.upperBound, entry(first).firstHigh == key.high else { return first }
      return (first..<range.upperBound).partitioningIndex {
        isAtLeast(key, id, Int(entry($0).leaf), 0)
      }
    }

    @inline(__always)
    func setKey(_ key: RowKey, _ leaf: Int, _ offset: Int) {
      assert(offset >= 0 && offset < capacity(leaf))
      unsafe column(1, leaf)[offset] = key.high
      if wordCount == 2 { unsafe column(2, leaf)[offset] = key.low }
    }

    /// Returns the offset of an identifier in a leaf, or -1.
    ///
    /// Four comparisons a round: vectors of 64 bits have no comparison before SSE 4.1.
    @inline(__always)
    func offset(of id: Int64, in leaf: Int) -> Int {
      let (ids, count) = unsafe (ids(leaf), rowCount(leaf))
      var offset = 0
      while offset &+ 4 <= count {
        if unsafe ids[offset] == id { return offset }
        if unsafe ids[offset &+ 1] == id { return offset &+ 1 }
        if unsafe ids[offset &+ 2] == id { return offset &+ 2 }
        if unsafe ids[offset &+ 3] == id { return offset &+ 3 }
        offset &+= 4
      }
      while offset < count {
        if unsafe ids[offset] == id { return offset }
        offset &+= 1
      }
      return -1
    }

    /// Appends a row to a leaf that has room.
    @inline(__always)
    func append(_ id: Int64, _ key: RowKey, to leaf: Int) {
      let count = rowCount(leaf)
      assert(count < capacity(leaf))
      unsafe ids(leaf)[count] = id
      setKey(key, leaf, count)
      leaves[leaf].count = UInt16(truncatingIfNeeded: count &+ 1)
    }

    /// Inserts a row into a leaf with fewer than the most rows.
    func insert(_ id: Int64, _ key: RowKey, into leaf: Int, at offset: Int) {
      openGap(of: 1, in: leaf, at: offset)
      unsafe ids(leaf)[offset] = id
      setKey(key, leaf, offset)
    }

    /// Moves the rows behind `offset` up by `gap`, and grows the leaf if it has no room.
    private func openGap(of gap: Int, in leaf: Int, at offset: Int) {
      let count = rowCount(leaf)
      assert(offset >= 0 && offset <= count && count + gap <= leafCapacity)
      if count + gap > capacity(leaf) { setCapacity(roundedCapacity(count + gap), of: leaf) }
      for column in 0...wordCount {
        let words = unsafe self.column(column, leaf)
        unsafe (words + offset + gap).update(from: words + offset, count: count - offset)
      }
      leaves[leaf].count = UInt16(truncatingIfNeeded: count + gap)
    }

    /// Removes rows from a leaf.
    func remove(_ offsets: Range<Int>, from leaf: Int) {
      let count = rowCount(leaf)
      assert(offsets.lowerBound >= 0 && offsets.upperBound <= count)
      for column in 0...wordCount {
        let words = unsafe self.column(column, leaf)
        unsafe (words + offsets.lowerBound).update(
          from: words + offsets.upperBound, count: count - offsets.upperBound)
      }
      leaves[leaf].count = UInt16(truncatingIfNeeded: count - offsets.count)
    }

    /// Moves rows to a place in another leaf.
    func move(_ offsets: Range<Int>, of source: Int, to target: Int, at offset: Int) {
      openGap(of: offsets.count, in: target, at: offset)
      for column in 0...wordCount {
        unsafe (self.column(column, target) + offset).update(
          from: self.column(column, source) + offsets.lowerBound, count: offsets.count)
      }
      remove(offsets, from: source)
    }
  }
#endif
