/// A run of items of one section that begins with a line's first item and ends with a line's last.
struct ItemChunk: SummedElement, Sendable {
  /// The extents of its items.
  enum Items: Sendable {
    /// All items have one extent: a run-length, which also stands for estimates.
    case equal(ItemExtent)
    /// Lengths that are exact as `Float`: cross and main in turn, or main alone in single columns.
    case narrow([Float])
    /// The same as `Double`.
    case wide([Double])
  }

  /// The number of items.
  let count: Int
  /// What the lines take, with the line spacing behind each of them, in points.
  let extent: Double
  let items: Items

  init(count: Int, extent: Double, items: Items) {
    self.count = count
    self.extent = extent
    self.items = items
  }

  /// `count` items of one extent.
  init(equal lines: EqualLines) {
    self.init(
      count: lines.count, extent: Double(lines.lineCount) * lines.step,
      items: .equal(lines.extent))
  }

  /// `items`, which take `extent` in lines of `rule`; half the memory where `Float` is exact.
  init(_ items: [ItemExtent], extent: Double, _ rule: LineRule) {
    let isSingleColumn = rule.isSingleColumn
    let isNarrow = items.allSatisfy {
      Self.isExact($0.main) && (isSingleColumn || Self.isExact($0.cross))
    }
    self.init(
      count: items.count, extent: extent,
      items: isNarrow
        ? .narrow(Self.stored(items, isSingleColumn))
        : .wide(Self.stored(items, isSingleColumn)))
  }

  @inline(__always)
  private static func isExact(_ length: Double) -> Bool { Double(Float(length)) == length }

  private static func stored<Value: StoredLength>(
    _ items: [ItemExtent], _ isSingleColumn: Bool
  ) -> [Value] {
    if isSingleColumn { return items.map { Value($0.main) } }
    var values: [Value] = []
    values.reserveCapacity(2 * items.count)
    for item in items {
      values.append(Value(item.cross))
      values.append(Value(item.main))
    }
    return values
  }

  /// The extent of the first item.
  func firstExtent(_ rule: LineRule) -> ItemExtent { extent(at: 0, rule) }

  /// The extent of item number `item`.
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
      EqualLines(extent, count: count, rule).append(
        from: start, to: end, origin, into: &buffer)
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
}
