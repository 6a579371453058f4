/// The sections of a dataset, as a store's bulk load reads them.
@frozen
public struct DatasetSections<Item: DatasetItem>: Sequence, IteratorProtocol {
  @usableFromInline
  let dataset: Dataset
  @usableFromInline
  var section = 0
  @usableFromInline
  var start = 0

  @inlinable
  init(dataset: Dataset) {
    self.dataset = dataset
  }

  /// The number of sections still to come, exactly.
  @inlinable
  public var underestimatedCount: Int { dataset.sectionSizes.count - section }

  /// The next section.
  @inlinable
  public mutating func next() -> DatasetSection<Item>? {
    guard section < dataset.sectionSizes.count else { return nil }
    let end = start + dataset.sectionSizes[section]
    defer {
      section += 1
      start = end
    }
    return DatasetSection(source: dataset.source, start: start, end: end)
  }
}

/// The items of one section of a dataset.
@frozen
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
    switch source {
    case .generated(let key): return Item(Dataset.generated(key, position))
    case .imported(let collection): return Item(collection.seeds[position])
    }
  }
}
