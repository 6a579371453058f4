public import Changesets

// The range checks that all stores share, so that they all say the same things. Each is one unsigned
// compare on the hot path; the message is made only on failure.

extension ItemStore {
  /// Stops the program unless `section` exists.
  @inlinable
  @inline(__always)
  public func checkSection(_ section: Int, _ member: StaticString) {
    let count = sectionCount
    require(
      UInt(bitPattern: section) < UInt(bitPattern: count),
      "\(Self.self).\(member): section \(section) is not in 0..<\(count)")
  }

  /// Stops the program unless `section` exists or is the next one.
  @inlinable
  @inline(__always)
  public func checkSectionInsertion(_ section: Int, _ member: StaticString) {
    let count = sectionCount
    require(
      UInt(bitPattern: section) <= UInt(bitPattern: count),
      "\(Self.self).\(member): section \(section) is not in 0...\(count)")
  }

  /// Stops the program unless section `source` exists and `target` does once it is taken out.
  @inlinable
  public func checkSectionMove(from source: Int, to target: Int) {
    checkSection(source, "moveSection(from:to:)")
    checkSection(target, "moveSection(from:to:)")
  }

  /// Stops the program unless `path.item` is one of its section's `count` items.
  @inlinable
  @inline(__always)
  public func checkItem(_ path: ItemPath, count: Int, _ member: StaticString) {
    require(
      UInt(bitPattern: path.item) < UInt(bitPattern: count),
      "\(Self.self).\(member): item \(path.item) of \(path) is not in 0..<\(count)")
  }

  /// Stops the program unless an item can be inserted at `path` into a section of `count` items.
  @inlinable
  @inline(__always)
  public func checkInsertion(_ path: ItemPath, count: Int, _ member: StaticString) {
    require(
      UInt(bitPattern: path.item) <= UInt(bitPattern: count),
      "\(Self.self).\(member): item \(path.item) of \(path) is not in 0...\(count)")
  }

  /// Stops the program unless the item at `source` can be moved to `target`.
  @inlinable
  public func checkMove(from source: ItemPath, to target: ItemPath) {
    checkSection(source.section, "move(from:to:)")
    checkItem(source, count: itemCount(inSection: source.section), "move(from:to:)")
    checkSection(target.section, "move(from:to:)")
    let left = itemCount(inSection: target.section) - (source.section == target.section ? 1 : 0)
    checkInsertion(target, count: left, "move(from:to:)")
  }

  /// Stops the program unless `index` is the global index of an item.
  @inlinable
  @inline(__always)
  public func checkGlobalIndex(_ index: Int, _ member: StaticString) {
    let count = itemCount
    require(
      UInt(bitPattern: index) < UInt(bitPattern: count),
      "\(Self.self).\(member): global index \(index) is not in 0..<\(count)")
  }

  /// Stops the program unless `range` is within the global indexes.
  @inlinable
  @inline(__always)
  public func checkGlobalRange(_ range: Range<Int>, _ member: StaticString) {
    let count = itemCount
    require(
      range.lowerBound >= 0 && range.upperBound <= count,
      "\(Self.self).\(member): global range \(range) is not within 0..<\(count)")
  }

  /// Stops the program unless `positions` are strictly ascending.
  @inlinable
  public func checkAscending<Position: Comparable>(
    _ positions: [Position], _ member: StaticString
  ) {
    for index in positions.indices.dropFirst() {
      require(
        positions[index - 1] < positions[index],
        "\(Self.self).\(member): \(positions[index]) at \(index) does not follow "
          + "\(positions[index - 1]); positions must be strictly ascending")
    }
  }

  /// Stops the program unless there are as many items as places.
  @inlinable
  public func checkCounts(_ items: Int, _ places: Int, _ member: StaticString) {
    require(
      items == places,
      "\(Self.self).\(member): \(items) items for \(places) places; the counts must be equal")
  }
}
