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
      stopAtItem(Self.self, member, (path.section, path.item), count: count, inserting: false)
    }
  }

  /// Stops the program unless an item can be inserted at `path` into a section of `count` items.
  @inlinable
  @inline(__always)
  public func checkInsertion(_ path: ItemPath, count: Int, _ member: StaticString) {
    if _slowPath(UInt(bitPattern: path.item) > UInt(bitPattern: count)) {
      stopAtItem(Self.self, member, (path.section, path.item), count: count, inserting: true)
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

  /// Checks after a mutation, in builds with the `InvariantChecks` trait.
  @inlinable
  @inline(__always)
  public func checkInvariantsIfWanted() {
    #if InvariantChecks
      checkInvariants()
    #endif
  }

  /// Stops the program unless there are as many items as places.
  @inlinable
  public func checkCounts(_ items: Int, _ places: Int, _ member: StaticString) {
    if _slowPath(items != places) {
      stopAtCounts(Self.self, member, items: items, places: places)
    }
  }
}

// What the shared range checks say. None of it is inlined: a check that holds pays for a compare and
// a branch, not for the text.

/// Ends the program with `Type.name(label: argument): found`.
///
/// `member` is a method as `name(_:label:)`; the argument goes behind the first label.
private func stop(
  in type: any Any.Type, _ member: StaticString, _ argument: String, _ found: String
) -> Never {
  let method = member.description.prefix { $0 != "(" }
  let labels = member.description.dropFirst(method.count + 1).dropLast(2).split(separator: ":")
  let named = labels.firstIndex { $0 != "_" } ?? labels.count - 1
  var call = "\(method)("
  for index in labels.indices {
    call += "\(labels[index]):"
    if index == named { call += " \(argument)" + (index + 1 < labels.count ? ", " : "") }
  }
  stop("\(name(of: type)).\(call)): \(found)")
}

/// The type's name without what it is generic over.
private func name(of type: any Any.Type) -> Substring {
  String(describing: type).prefix { $0 != "<" }
}

@usableFromInline
@inline(never)
func stopAtInvariant(_ type: any Any.Type, _ message: String) -> Never {
  stop("\(name(of: type)).checkInvariants(): \(message)")
}

@usableFromInline
@inline(never)
func stopAtItemLimit(_ type: any Any.Type, _ member: StaticString, _ count: Int) -> Never {
  stop("\(name(of: type)).\(member): would hold \(count) items; it holds at most \(Int32.max)")
}

@usableFromInline
@inline(never)
func stopAtSection(
  _ type: any Any.Type, _ member: StaticString, _ section: Int, count: Int, inserting: Bool
) -> Never {
  let valid = inserting ? "0...\(count)" : "0..<\(count)"
  stop(
    in: type, member, "\(section)", "there are \(count) sections, so section must be in \(valid)")
}

// Paths come as two numbers, as a look-up has them: a loop would keep a whole path beside them.

@usableFromInline
@inline(never)
func stopAtSection(
  _ type: any Any.Type, _ member: StaticString, of path: (section: Int, item: Int), count: Int
) -> Never {
  stop(
    in: type, member, "\(ItemPath(section: path.section, item: path.item))",
    "there are \(count) sections, so section must be in 0..<\(count)")
}

@usableFromInline
@inline(never)
func stopAtItem(
  _ type: any Any.Type, _ member: StaticString, _ path: (section: Int, item: Int), count: Int,
  inserting: Bool
) -> Never {
  let valid = inserting ? "0...\(count)" : "0..<\(count)"
  stop(
    in: type, member, "\(ItemPath(section: path.section, item: path.item))",
    "section \(path.section) has \(count) items, so item must be in \(valid)")
}

@usableFromInline
@inline(never)
func stopAtGlobalIndex(
  _ type: any Any.Type, _ member: StaticString, _ index: Int, count: Int
) -> Never {
  stop(in: type, member, "\(index)", "there are \(count) items, so index must be in 0..<\(count)")
}

@usableFromInline
@inline(never)
func stopAtGlobalRange(
  _ type: any Any.Type, _ member: StaticString, _ range: Range<Int>, count: Int
) -> Never {
  stop(
    in: type, member, "\(range)", "there are \(count) items, so range must be within 0..<\(count)")
}

@usableFromInline
@inline(never)
func stopAtOrder(
  _ type: any Any.Type, _ member: StaticString, _ position: String, after previous: String
) -> Never {
  stop(
    in: type, member, "…, \(previous), \(position), …",
    "\(position) does not follow \(previous), but positions must be strictly ascending")
}

@usableFromInline
@inline(never)
func stopAtCounts(_ type: any Any.Type, _ member: StaticString, items: Int, places: Int) -> Never {
  stop(in: type, member, "…", "\(items) items for \(places) places, but the counts must be equal")
}
