/// A run of items of one section that begins with a line's first item and ends with a line's last.
struct ExtentChunk: ExtentTreeElement, Sendable {
  /// The extents of its items.
  enum Items: Sendable {
    /// All items have one extent: a run-length, which also stands for estimates.
    case equal(ItemExtent)
    /// Lengths that are exact as `Float`: cross and main in turn, or main alone in single columns.
    case narrow([Float])
    /// The same as `Double`.
    case wide([Double])
  }

  /// False: a chunk stands for its items.
  static var isSingle: Bool { false }

  /// The number of items.
  private(set) var count: Int
  /// The extent of the lines, with the line spacing behind each of them, in points.
  private(set) var extent: Double
  private(set) var items: Items

  init(count: Int, extent: Double, items: Items) {
    self.count = count
    self.extent = extent
    self.items = items
  }

  /// Creates a chunk of `count` items of one extent.
  init(equal lines: EqualLines) {
    self.init(
      count: lines.count, extent: Double(lines.lineCount) * lines.step, items: .equal(lines.extent))
  }

  /// Creates a chunk of `items`, which take `extent` in lines of `rule`. It takes half the memory
  /// if `Float` represents the lengths exactly.
  init(_ items: [ItemExtent], extent: Double, _ rule: LineRule) {
    let (narrow, isExact) = Self.stored(items, rule.isSingleColumn, as: Float.self)
    self.init(
      count: items.count, extent: extent,
      items: isExact
        ? .narrow(narrow) : .wide(Self.stored(items, rule.isSingleColumn, as: Double.self).values))
  }

  /// Returns the lengths of `items` as `Value`, and whether they are exact as that.
  private static func stored<Value: StoredLength>(
    _ items: [ItemExtent], _ isSingleColumn: Bool, as type: Value.Type
  ) -> (values: [Value], isExact: Bool) {
    var isExact = true
    let values = [Value](capacity: (isSingleColumn ? 1 : 2) * items.count) { values in
      for item in items {
        if !isSingleColumn {
          let cross = Value(item.cross)
          isExact = isExact && cross.points == item.cross
          values.append(cross)
        }
        let main = Value(item.main)
        isExact = isExact && main.points == item.main
        values.append(main)
      }
    }
    return (values, isExact)
  }

  /// Returns the extent of the first item.
  func firstExtent(_ rule: LineRule) -> ItemExtent { extent(at: 0, rule) }

  /// Returns the extent of item number `item`.
  func extent(at item: Int, _ rule: LineRule) -> ItemExtent {
    switch items {
    case .equal(let extent): extent
    case .narrow(let values): StoredLines.with(values, rule) { $0.extent(at: item) }
    case .wide(let values): StoredLines.with(values, rule) { $0.extent(at: item) }
    }
  }

  /// Appends the lines that overlap `start`..<`end`, in points from the section's first line.
  func append(
    from start: Double, to end: Double, _ origin: LinesOrigin, _ rule: LineRule,
    into buffer: inout ExtentBuffer
  ) {
    switch items {
    case .equal(let extent):
      EqualLines(extent, count: count, rule).append(from: start, to: end, origin, into: &buffer)
    case .narrow(let values):
      StoredLines.with(values, rule) { $0.append(from: start, to: end, origin, into: &buffer) }
    case .wide(let values):
      StoredLines.with(values, rule) { $0.append(from: start, to: end, origin, into: &buffer) }
    }
  }

  /// Appends the line that holds item number `item` of the chunk.
  func append(
    lineOf item: Int, _ origin: LinesOrigin, _ rule: LineRule, into buffer: inout ExtentBuffer
  ) {
    switch items {
    case .equal(let extent):
      let lines = EqualLines(extent, count: count, rule)
      lines.append(line: item / lines.itemsPerLine, origin, into: &buffer)
    case .narrow(let values):
      StoredLines.with(values, rule) { $0.append(lineOf: item, origin, into: &buffer) }
    case .wide(let values):
      StoredLines.with(values, rule) { $0.append(lineOf: item, origin, into: &buffer) }
    }
  }

  /// Feeds items `range` to `builder`; `rule` is the one that they were stored by.
  func feed(_ range: Range<Int>, storedBy rule: LineRule, to builder: inout ChunkBuilder) {
    guard !range.isEmpty else { return }
    switch items {
    case .equal(var extent):
      if rule.isSingleColumn { extent.cross = rule.available }
      builder.append(extent, count: range.count)
    case .narrow(let values): StoredLines.with(values, rule) { $0.feed(range, to: &builder) }
    case .wide(let values): StoredLines.with(values, rule) { $0.feed(range, to: &builder) }
    }
  }

  /// Returns the chunk after `splices`.
  ///
  /// - Parameters:
  ///   - splices: The edits within the chunk, ascending.
  ///   - first: The position of the chunk's first item in the edits.
  ///   - extents: The extents of the replacements.
  ///   - rule: The rule that breaks lines.
  /// - Returns: The chunk and its lines; nil if it would become too small, too large or a run, or
  ///   needs another number type.
  func replacing(
    _ splices: some Collection<ItemSplice>, from first: Int, with extents: [ItemExtent],
    _ rule: LineRule
  ) -> (ExtentChunk, LineSums)? {
    let newCount = splices.reduce(count) { $0 + $1.growth }
    guard newCount >= ChunkBuilder.usualTarget / 4, newCount <= ChunkBuilder.usualTarget * 3 / 2
    else { return nil }
    switch items {
    case .equal: return nil
    case .narrow(let values):
      guard let (new, lines) = Self.replacing(splices, from: first, of: values, extents, rule)
      else { return nil }
      return (ExtentChunk(count: newCount, extent: lines.extent, items: .narrow(new)), lines)
    case .wide(let values):
      guard let (new, lines) = Self.replacing(splices, from: first, of: values, extents, rule)
      else { return nil }
      return (ExtentChunk(count: newCount, extent: lines.extent, items: .wide(new)), lines)
    }
  }

  /// Puts `extents` in place of items `range`, in the chunk's own memory.
  ///
  /// - Returns: False, and nothing has changed, if the items are not of a single column, if the memory
  ///   is too small or much too large, or if `replacing` returns nil for the same edit.
  mutating func replace(_ range: Range<Int>, with extents: [ItemExtent], _ rule: LineRule) -> Bool {
    let newCount = count - range.count + extents.count
    guard rule.isSingleColumn, newCount >= ChunkBuilder.usualTarget / 4,
      newCount <= ChunkBuilder.usualTarget * 3 / 2
    else { return false }
    // Leaves the chunk without items for a moment, so that the array has one owner.
    let none = Items.equal(ItemExtent(cross: 0, main: 0))
    let isDone: Bool
    switch items {
    case .equal: return false
    case .narrow(var values):
      items = none
      isDone = values.replaceColumn(range, with: extents)
      if isDone { extent = StoredLines.with(values, rule) { $0.sums().extent } }
      items = .narrow(values)
    case .wide(var values):
      items = none
      isDone = values.replaceColumn(range, with: extents)
      if isDone { extent = StoredLines.with(values, rule) { $0.sums().extent } }
      items = .wide(values)
    }
    if isDone { count = newCount }
    return isDone
  }

  private static func replacing<Value: StoredLength & Equatable>(
    _ splices: some Collection<ItemSplice>, from first: Int, of values: [Value],
    _ extents: [ItemExtent], _ rule: LineRule
  ) -> ([Value], LineSums)? {
    let stride = rule.isSingleColumn ? 1 : 2
    var new: [Value] = []
    new.reserveCapacity(splices.reduce(values.count) { $0 + $1.growth * stride })
    var kept = 0
    for splice in splices {
      new.append(contentsOf: values[kept..<(splice.range.lowerBound - first) * stride])
      kept = (splice.range.upperBound - first) * stride
      for place in splice.added {
        let (cross, main) = (Value(extents[place].cross), Value(extents[place].main))
        guard main.points == extents[place].main else { return nil }
        if !rule.isSingleColumn {
          guard cross.points == extents[place].cross else { return nil }
          new.append(cross)
        }
        new.append(main)
      }
    }
    new.append(contentsOf: values[kept...])
    // The builder makes runs of equal items.
    var isEqual = true
    for place in stride..<new.count where new[place] != new[place - stride] {
      isEqual = false
      break
    }
    guard !isEqual else { return nil }
    return (new, StoredLines.with(new, rule) { $0.sums() })
  }
}

extension Array where Element: StoredLength & Equatable {
  /// Puts the lengths of `extents` in place of items `range` of a single column, without another
  /// memory.
  ///
  /// - Returns: False, and nothing has changed, if the memory is too small or much too large, if the
  ///   number type does not represent a length exactly, or if all items would be equal.
  fileprivate mutating func replaceColumn(
    _ range: Range<Int>, with extents: [ItemExtent]
  ) -> Bool {
    let newCount = count - range.count + extents.count
    guard newCount <= capacity, newCount >= capacity / 2 else { return false }
    for extent in extents where Element(extent.main).points != extent.main { return false }
    guard !isRun(after: range, extents) else { return false }
    if range.count == 1, extents.count == 1 {
      self[range.lowerBound] = Element(extents[0].main)
    } else {
      replaceSubrange(range, with: extents.lazy.map { Element($0.main) })
    }
    return true
  }

  /// Returns a Boolean value that indicates whether all items are equal once `extents` are in place
  /// of items `range`. It mostly looks at two.
  private func isRun(after range: Range<Int>, _ extents: [ItemExtent]) -> Bool {
    var first: Element?
    func differs(_ value: Element) -> Bool {
      if first == nil { first = value }
      return first != value
    }
    for place in 0..<range.lowerBound where differs(self[place]) { return false }
    for extent in extents where differs(Element(extent.main)) { return false }
    for place in range.upperBound..<count where differs(self[place]) { return false }
    return true
  }
}

/// A number type that stores lengths: `Float` if it represents all lengths of a chunk exactly.
protocol StoredLength: Sendable {
  init(_ length: Double)
  var points: Double { get }
}

extension Float: StoredLength {
  @inline(__always)
  var points: Double { Double(self) }
}

extension Double: StoredLength {
  @inline(__always)
  var points: Double { self }
}
