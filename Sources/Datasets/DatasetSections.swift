/// The sections of a dataset, as a store's bulk load reads them.
public struct DatasetSections<Item: DatasetItem>: Sequence, IteratorProtocol {
  @usableFromInline
  let sizes: [Int]
  @usableFromInline
  let source: Dataset.Source
  @usableFromInline
  var section = 0
  @usableFromInline
  var start = 0

  @inlinable
  init(sizes: [Int], source: Dataset.Source) {
    self.sizes = sizes
    self.source = source
  }

  /// The number of sections still to come, exactly.
  @inlinable
  public var underestimatedCount: Int { sizes.count - section }

  /// The next section.
  @inlinable
  public mutating func next() -> DatasetSection<Item>? {
    guard section < sizes.count else { return nil }
    let end = start + sizes[section]
    defer {
      section += 1
      start = end
    }
    return DatasetSection(source: source, start: start, end: end)
  }
}

extension DatasetSections: Sendable where Item: SendableMetatype {}

/// The items of one section of a dataset.
public struct DatasetSection<Item: DatasetItem>: Sequence, IteratorProtocol {
  @usableFromInline
  let source: Dataset.Source
  @usableFromInline
  var position: Int
  @usableFromInline
  let end: Int

  @inlinable
  init(source: Dataset.Source, start: Int, end: Int) {
    self.source = source
    position = start
    self.end = end
  }

  /// The number of items still to come, exactly.
  @inlinable
  public var underestimatedCount: Int { end - position }

  /// The next item, made now.
  @inlinable
  @inline(__always)
  public mutating func next() -> Item? {
    guard position < end else { return nil }
    defer { position &+= 1 }
    return Item(source[position])
  }
}

extension DatasetSection: Sendable where Item: SendableMetatype {}
