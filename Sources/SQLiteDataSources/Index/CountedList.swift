#if SQLITE
  import BasicAlgorithms
  import Changesets

  /// A list of elements that each stand for a number of rows.
  ///
  /// Blocks of up to 256 elements, in order, with running sums of the rows in a block and of the
  /// blocks. A search halves two arrays; a change of a count adds to the ends of two.
  ///
  /// A block has a number that it keeps, so that an element can be told where it is without changes
  /// of later blocks.
  struct CountedList<Element> {
    /// A place in the list.
    struct Place: Hashable {
      var block: Int
      var slot: Int
    }

    struct Block {
      var elements: ContiguousArray<Element> = []
      /// The rows before each element of the block, and those of the block.
      var starts: ContiguousArray<Int32> = [0]
      let number: Int32
    }

    let blockCapacity: Int
    private(set) var blocks: ContiguousArray<Block> = []
    /// The rows before each block, and all rows.
    private(set) var rowStarts: ContiguousArray<Int32> = [0]
    /// The elements before each block, and all elements.
    private(set) var elementStarts: ContiguousArray<Int32> = [0]
    /// The place of each block, by its number.
    private var blockPlaces: ContiguousArray<Int32> = []
    private var freeNumbers: ContiguousArray<Int32> = []

    init(blockCapacity: Int) {
      require(
        blockCapacity >= 4, "CountedList.init(blockCapacity: \(blockCapacity)): at least 4 is valid"
      )
      self.blockCapacity = blockCapacity
    }
  }

  extension CountedList: Sendable where Element: Sendable {}
  extension CountedList.Block: Sendable where Element: Sendable {}

  // MARK: Reading

  extension CountedList {
    @inline(__always) var rowCount: Int { Int(rowStarts.uncheckedElement(at: blocks.count)) }
    @inline(__always) var count: Int { Int(elementStarts.uncheckedElement(at: blocks.count)) }

    /// Returns the place of the element that `row` is of: the last one that starts at or before it.
    @inline(__always)
    func place(ofRow row: Int) -> Place {
      let block = rowStarts.lastIndex(notAbove: row, count: blocks.count)
      let inBlock = row - Int(rowStarts.uncheckedElement(at: block))
      return Place(
        block: block,
        slot: blocks[block].starts.lastIndex(
          notAbove: inBlock, count: blocks[block].elements.count))
    }

    /// Returns the place of element `index`, or the end of the last block for their number.
    @inline(__always)
    func place(of index: Int) -> Place {
      let block = elementStarts.lastIndex(notAbove: index, count: blocks.count)
      return Place(block: block, slot: index - Int(elementStarts.uncheckedElement(at: block)))
    }

    @inline(__always)
    func index(of place: Place) -> Int {
      Int(elementStarts.uncheckedElement(at: place.block)) + place.slot
    }

    @inline(__always)
    func element(at place: Place) -> Element { blocks[place.block].elements[place.slot] }

    /// The number of rows before an element.
    @inline(__always)
    func start(of place: Place) -> Int {
      Int(rowStarts.uncheckedElement(at: place.block)) + Int(blocks[place.block].starts[place.slot])
    }

    @inline(__always)
    func rows(of place: Place) -> Range<Int> {
      let start = Int(rowStarts.uncheckedElement(at: place.block))
      let starts = blocks[place.block].starts
      return (start + Int(starts[place.slot]))..<(start + Int(starts[place.slot + 1]))
    }

    /// Returns the place of the block with a number.
    @inline(__always)
    func block(numbered number: Int) -> Int { Int(blockPlaces[number]) }

    /// The bytes that are allocated.
    var byteCount: Int {
      blocks.reduce(0) {
        $0 + $1.elements.capacity * MemoryLayout<Element>.stride + $1.starts.capacity * 4 + 64
      } + blocks.capacity * MemoryLayout<Block>.stride
        + (rowStarts.capacity + elementStarts.capacity + blockPlaces.capacity) * 4
    }
  }

  extension CountedList where Element: Comparable {
    /// Returns the place of an element, or the place that it would have.
    ///
    /// - Precondition: The elements ascend, and there is one.
    func search(_ element: Element) -> (place: Place, isFound: Bool) {
      let block = (1..<blocks.count).partitioningIndex { blocks[$0].elements[0] > element } - 1
      let slot = blocks[block].elements.partitioningIndex { $0 >= element }
      let isFound =
        slot < blocks[block].elements.count && blocks[block].elements[slot] == element
      return (Place(block: block, slot: slot), isFound)
    }
  }

  // MARK: Changing

  extension CountedList {
    mutating func setElement(_ element: Element, at place: Place) {
      blocks[place.block].elements[place.slot] = element
    }

    /// Changes the number of rows of an element.
    @inline(__always)
    mutating func addRows(_ change: Int, at place: Place) {
      blocks[place.block].starts.add(change, from: place.slot + 1)
      rowStarts.add(change, from: place.block + 1)
    }

    /// Inserts an element.
    ///
    /// - Returns: The blocks in which elements have changed their places.
    mutating func insert(_ element: Element, rows: Int, at place: Place) -> Range<Int> {
      var place = place
      var changed = place.block..<(place.block + 1)
      if blocks.isEmpty { insertBlock(at: 0) }
      if blocks[place.block].elements.count == blockCapacity {
        let kept = split(place)
        changed = place.block..<(place.block + 2)
        if place.slot > kept { place = Place(block: place.block + 1, slot: place.slot - kept) }
      }
      let start = blocks[place.block].starts[place.slot]
      blocks[place.block].elements.insert(element, at: place.slot)
      blocks[place.block].starts.insert(start, at: place.slot)
      elementStarts.add(1, from: place.block + 1)
      addRows(rows, at: place)
      return changed
    }

    /// Removes an element and its rows.
    ///
    /// - Returns: The blocks in which elements have changed their places.
    mutating func remove(at place: Place) -> Range<Int> {
      addRows(-rows(of: place).count, at: place)
      blocks[place.block].elements.remove(at: place.slot)
      blocks[place.block].starts.remove(at: place.slot)
      elementStarts.add(-1, from: place.block + 1)
      let count = blocks[place.block].elements.count
      if count == 0 {
        removeBlock(at: place.block)
        return place.block..<place.block
      }
      let limit = blockCapacity * 3 / 4
      guard count < blockCapacity / 4 else { return place.block..<(place.block + 1) }
      for left in [place.block, place.block - 1] where left >= 0 && left + 1 < blocks.count {
        if blocks[left].elements.count + blocks[left + 1].elements.count <= limit {
          mergeBlock(left)
          return left..<(left + 1)
        }
      }
      return place.block..<(place.block + 1)
    }

    /// Appends an element to a list that is loaded in order.
    ///
    /// - Returns: Its place.
    mutating func append(_ element: Element, rows: Int) -> Place {
      if blocks.last.map({ $0.elements.count >= blockCapacity * 3 / 4 }) ?? true {
        insertBlock(at: blocks.count)
      }
      let block = blocks.count - 1
      let total = blocks[block].starts[blocks[block].elements.count] + Int32(rows)
      blocks[block].elements.append(element)
      blocks[block].starts.append(total)
      rowStarts[block + 1] += Int32(rows)
      elementStarts[block + 1] += 1
      return Place(block: block, slot: blocks[block].elements.count - 1)
    }

    /// Splits a full block in two; at its end a small second part, so that appending fills blocks.
    ///
    /// - Returns: The number of elements that the first block keeps.
    private mutating func split(_ place: Place) -> Int {
      let block = place.block
      let count = blocks[block].elements.count
      let kept = place.slot == count ? count - max(1, count / 8) : count / 2
      insertBlock(at: block + 1)
      let base = blocks[block].starts[kept]
      blocks[block + 1].elements.append(contentsOf: blocks[block].elements[kept...])
      blocks[block + 1].starts = ContiguousArray(blocks[block].starts[kept...].map { $0 - base })
      blocks[block].elements.removeSubrange(kept...)
      blocks[block].starts.removeSubrange((kept + 1)...)
      rowStarts[block + 1] = rowStarts[block] + base
      elementStarts[block + 1] = elementStarts[block] + Int32(kept)
      return kept
    }

    private mutating func mergeBlock(_ left: Int) {
      let right = blocks[left + 1]
      let base = blocks[left].starts.removeLast()
      blocks[left].elements.append(contentsOf: right.elements)
      blocks[left].starts.append(contentsOf: right.starts.lazy.map { $0 + base })
      removeBlock(at: left + 1)
    }

    /// Inserts a block without elements.
    private mutating func insertBlock(at place: Int) {
      let number = freeNumbers.popLast() ?? Int32(blockPlaces.count)
      if Int(number) == blockPlaces.count { blockPlaces.append(0) }
      blocks.insert(Block(number: number), at: place)
      rowStarts.insert(rowStarts[place], at: place)
      elementStarts.insert(elementStarts[place], at: place)
      numberBlocks(from: place)
    }

    private mutating func removeBlock(at place: Int) {
      freeNumbers.append(blocks.remove(at: place).number)
      rowStarts.remove(at: place)
      elementStarts.remove(at: place)
      numberBlocks(from: place)
    }

    private mutating func numberBlocks(from first: Int) {
      for place in first..<max(first, blocks.count) {
        blockPlaces[Int(blocks[place].number)] = Int32(place)
      }
    }
  }
#endif
