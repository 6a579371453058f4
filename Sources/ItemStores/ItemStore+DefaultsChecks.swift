public import Changesets

// The range checks that all stores share, so that they all say the same things. Each costs one
// unsigned compare and branch, which covers negative positions too; `member` is the method's name
// as `name(label:)`, into which a failure writes the argument it found.

extension ItemStore {
  /// Stops the program unless `section` exists.
  @inlinable
  @inline(__always)
  public func checkSection(_ section: Int, _ member: StaticString) {
    let count = sectionCount
    if _slowPath(UInt(bitPattern: section) >= UInt(bitPattern: count)) {
      stopAtSection(Self.self, member, section, count: count, inserting: false)
    }
  }

  /// Stops the program unless the section of `path` exists.
  @inlinable
  @inline(__always)
  public func checkSection(of path: ItemPath, _ member: StaticString) {
    let count = sectionCount
    if _slowPath(UInt(bitPattern: path.section) >= UInt(bitPattern: count)) {
      stopAtSection(Self.self, member, of: (path.section, path.item), count: count)
    }
  }

  /// Stops the program unless `section` exists or is the next one.
  @inlinable
  @inline(__always)
  public func checkSectionInsertion(_ section: Int, _ member: StaticString) {
    checkSectionInsertion(section, count: sectionCount, member)
  }

  /// Stops the program unless a section can be inserted at `section` among `count` others.
  @inlinable
  @inline(__always)
  public func checkSectionInsertion(_ section: Int, count: Int, _ member: StaticString) {
    if _slowPath(UInt(bitPattern: section) > UInt(bitPattern: count)) {
      stopAtSection(Self.self, member, section, count: count, inserting: true)
    }
  }

  /// Stops the program unless section `source` exists and `target` does once it is taken out.
  @inlinable
  public func checkSectionMove(from source: Int, to target: Int) {
    checkSection(source, "moveSection(from:)")
    checkSection(target, "moveSection(to:)")
  }

  /// Stops the program unless `path.item` is one of its section's `count` items.
  @inlinable
  @inline(__always)
  public func checkItem(_ path: ItemPath, count: Int, _ member: StaticString) {
    if _slowPath(UInt(bitPattern: path.item) >= UInt(bitPattern: count)) {
      stopAtItem(
        Self.self, member, (path.section, path.item), count: count, inserting: false)
    }
  }

  /// Stops the program unless an item can be inserted at `path` into a section of `count` items.
  @inlinable
  @inline(__always)
  public func checkInsertion(_ path: ItemPath, count: Int, _ member: StaticString) {
    if _slowPath(UInt(bitPattern: path.item) > UInt(bitPattern: count)) {
      stopAtItem(
        Self.self, member, (path.section, path.item), count: count, inserting: true)
    }
  }

  /// Stops the program unless the item at `source` can be moved to `target`.
  @inlinable
  public func checkMove(from source: ItemPath, to target: ItemPath) {
    checkSection(of: source, "move(from:)")
    checkItem(source, count: itemCount(inSection: source.section), "move(from:)")
    checkSection(of: target, "move(to:)")
    let left = itemCount(inSection: target.section) - (source.section == target.section ? 1 : 0)
    checkInsertion(target, count: left, "move(to:)")
  }

  /// Stops the program unless `index` is the global index of an item.
  @inlinable
  @inline(__always)
  public func checkGlobalIndex(_ index: Int, _ member: StaticString) {
    let count = itemCount
    if _slowPath(UInt(bitPattern: index) >= UInt(bitPattern: count)) {
      stopAtGlobalIndex(Self.self, member, index, count: count)
    }
  }

  /// Stops the program unless `range` is within the global indexes.
  @inlinable
  @inline(__always)
  public func checkGlobalRange(_ range: Range<Int>, _ member: StaticString) {
    let count = itemCount
    if _slowPath(range.lowerBound < 0 || range.upperBound > count) {
      stopAtGlobalRange(Self.self, member, range, count: count)
    }
  }

  /// Stops the program unless `positions`, paths or sections, are strictly ascending.
  @inlinable
  public func checkAscending<Position: Comparable>(_ positions: [Position], _ member: StaticString)
  {
    guard var previous = positions.first else { return }
    for index in 1..<positions.count {
      let position = positions[index]
      if _slowPath(!(previous < position)) {
        stopAtOrder(Self.self, member, "\(position)", after: "\(previous)")
      }
      previous = position
    }
  }

  /// Stops the program unless there are as many items as places.
  @inlinable
  public func checkCounts(_ items: Int, _ places: Int, _ member: StaticString) {
    if _slowPath(items != places) {
      stopAtCounts(Self.self, member, items: items, places: places)
    }
  }
}
