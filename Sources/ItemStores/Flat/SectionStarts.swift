import BasicAlgorithms
public import Changesets

/// The start of a section and its number of items, in one word: a look-up needs both, and the
/// second load would cost it an eighth of its time.
@frozen
@usableFromInline
struct SectionPlace: Sendable {
  /// The start in the upper half, the count in the lower.
  @usableFromInline var word: UInt64

  @inlinable
  init(start: Int, count: Int) {
    word = UInt64(truncatingIfNeeded: start) &<< 32 | UInt64(truncatingIfNeeded: count)
  }

  /// The global index of the section's first item.
  @inlinable var start: Int { Int(truncatingIfNeeded: word &>> 32) }

  /// The number of its items.
  @inlinable var count: Int { Int(truncatingIfNeeded: word & 0xFFFF_FFFF) }

  /// Adds `amount` items to those before it.
  @inlinable
  mutating func shift(by amount: Int) { word &+= UInt64(truncatingIfNeeded: amount) &<< 32 }

  /// Adds `amount` items to its own.
  @inlinable
  mutating func grow(by amount: Int) { word &+= UInt64(truncatingIfNeeded: amount) }
}

/// The start of each section, for stores that lay sections end to end.
///
/// The starts are exact and kept up to date by every edit. A table of hints leads from a global
/// index to its section: slot `index >> slotShift` names the section that held the slot's first
/// index when the table was made. With at least one slot for each section or so, the section looked
/// for is the hinted one or its neighbour, whatever the distribution of sizes; edits make hints
/// stale, which costs later look-ups steps but never their correctness.
///
/// *S* sections take 8·(*S* + 1) bytes and at most 8·*S* + 4 for hints. Both starts and counts have 32
/// bits.
@frozen
public struct SectionStarts: Sendable {
  /// The start and count of each section, and behind them the number of all items as a start.
  @usableFromInline var places: ContiguousArray<SectionPlace>
  /// For each slot a section, cut to 32 bits, which a hint can bear.
  @usableFromInline var hints: ContiguousArray<UInt32>
  @usableFromInline var slotShift: Int
  /// Items and sections that came or went since the hints were made.
  @usableFromInline var drift: Int

  /// No sections.
  @inlinable
  public init() {
    places = [SectionPlace(start: 0, count: 0)]
    hints = [0]
    slotShift = 0
    drift = 0
  }

  /// Sections of the given numbers of items. O(sections); two allocations when `counts` knows its
  /// count.
  @inlinable
  public init(counts: some Sequence<Int>) {
    self.init()
    places.reserveCapacity(counts.underestimatedCount + 1)
    for count in counts { append(count) }
    rebuildHints()
  }

  // MARK: Look-ups

  /// The number of sections.
  @inlinable
  public var sectionCount: Int { places.count &- 1 }

  /// The number of items in all sections.
  @inlinable
  public var itemCount: Int { start(of: sectionCount) }

  /// The number of items in `section`, which must exist.
  @inlinable
  public func count(of section: Int) -> Int { place(of: section).count }

  /// The global indexes of `section`, which must exist.
  @inlinable
  public func range(of section: Int) -> Range<Int> {
    let place = place(of: section)
    return place.start..<place.start &+ place.count
  }

  /// The start of `section`, or the number of all items for the section count.
  @inlinable
  @inline(__always)
  public func start(of section: Int) -> Int { place(of: section).start }

  /// The section that holds item `index`, which must exist: the last one that starts at or before
  /// it, and so never an empty one.
  ///
  /// - Complexity: O(1) expected with fresh hints, O(log *S*) at worst; no allocation.
  @inlinable
  public func section(containing index: Int) -> Int {
    var section = hint(for: index)
    guard start(of: section) <= index else { return sectionBefore(section, containing: index) }
    // One step without a branch: whether it is taken is a coin toss that no predictor learns.
    section &+= start(of: section &+ 1) <= index ? 1 : 0
    if _fastPath(start(of: section &+ 1) > index) { return section }
    return sectionAfter(section, containing: index)
  }

  /// Looks for `index` in the sections behind `section`, which ends at or before it, in steps that
  /// double, then by halves.
  @usableFromInline
  func sectionAfter(_ section: Int, containing index: Int) -> Int {
    var low = section + 1
    var step = 1
    while low + step < sectionCount && start(of: low + step) <= index {
      low += step
      step *= 2
    }
    return search(from: low, to: min(low + step, sectionCount), for: index)
  }

  /// Looks for `index` in the sections in front of `section`, which starts behind it.
  @usableFromInline
  func sectionBefore(_ section: Int, containing index: Int) -> Int {
    var high = section
    var step = 1
    while high - step > 0 && start(of: high - step) > index {
      high -= step
      step *= 2
    }
    return search(from: max(high - step, 0), to: high, for: index)
  }

  /// The last section of `low..<high` that starts at or before `index`, as `low` does.
  func search(from low: Int, to high: Int, for index: Int) -> Int {
    (low &+ 1..<high).partitioningIndex { start(of: $0) > index } &- 1
  }

  // MARK: Building

  /// Adds a section of `count` items behind the others, without a hint for it.
  ///
  /// For building; `rebuildHints()` ends it.
  @inlinable
  public mutating func append(_ count: Int) {
    let start = itemCount
    checkLimit(start + count)
    places[places.count - 1].grow(by: count)
    places.append(SectionPlace(start: start + count, count: 0))
  }

  /// Stops the program before a start would no longer fit its 32 bits, or a path have no word for one.
  @inlinable
  func checkLimit(_ itemCount: Int) {
    require(
      itemCount <= Int32.max,
      "FlatIndexedStore: \(itemCount) items; it holds at most \(Int32.max)")
  }

  /// Makes all hints fresh. O(*S*); at most one allocation.
  @usableFromInline
  mutating func rebuildHints() {
    drift = 0
    slotShift = 0
    while itemCount &>> slotShift > 2 * sectionCount { slotShift += 1 }
    let slotCount = (itemCount &>> slotShift) + 1
    hints.removeAll(keepingCapacity: slotCount > hints.capacity / 4)
    hints.reserveCapacity(slotCount)
    for section in 0..<sectionCount where count(of: section) > 0 {
      let end = start(of: section + 1)
      while hints.count << slotShift < end { hints.append(UInt32(truncatingIfNeeded: section)) }
    }
    if hints.isEmpty { hints.append(0) }
  }

  /// Counts `amount` items and sections as come or gone, and rebuilds the hints when they are too
  /// many.
  ///
  /// A rebuild is paid for by the drift before it: 64 sections for each item or section edited.
  @inlinable
  mutating func addDrift(_ amount: Int) {
    drift += amount
    if drift > 8 && drift > sectionCount / 64 { rebuildHints() }
  }
}

// MARK: Testing

extension SectionStarts {
  /// Returns the number of sections between the one that holds item `index` and the one from which a
  /// look-up begins.
  package func sectionsFromHint(to index: Int) -> Int {
    abs(section(containing: index) - hint(for: index))
  }
}
