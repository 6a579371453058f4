public import BasicAlgorithms

/// A collection to measure with: sections, and an item at each path.
///
/// ```swift
/// let dataset = try Dataset(spec: "uniform-1000", items: 100_000, seed: 42)
/// let store = BTreeStore(sections: dataset.sections(of: Item8.self))
/// for path in dataset.paths(count: 1_000, order: .random) { sum &+= store[path].id }
/// ```
///
/// It is generated from a seed, or read from a directory tree, a list of files or a CSV file. A
/// generated item is a function of the seed and its global index, so a store is filled without
/// another copy of the items. An imported collection is stored once, as columns.
public struct Dataset: Sendable {
  /// The source of the items; small, because every iterated section carries a copy.
  @usableFromInline
  enum Source: Sendable {
    case generated(key: UInt64)
    case imported([ItemSeed])
  }

  /// The most items that can be generated, 2⁴⁰: far beyond memory, far below overflow.
  public static let maximumItemCount = 1 << 40

  /// The `data=` part of case ids: `uniform-1000`, `directory`, `csv`.
  public let name: String
  /// The number of items in each section.
  public let sectionSizes: [Int]
  /// The number of items in all sections.
  public let itemCount: Int
  /// The seed of key streams and of everything that is generated.
  let seed: UInt64
  @usableFromInline let source: Source
  /// The imported details besides the items; nil for generated datasets.
  let imported: ImportedCollection.Details?

  /// Creates the dataset that the text `spec` names.
  ///
  /// - Parameters:
  ///   - spec: A distribution's name, `directory:PATH`, `listing:FILE` or `csv:FILE`, as
  ///     `DatasetSpec` reads it.
  ///   - items: The number of items to generate; imported datasets have their own.
  ///   - seed: The seed of all random numbers.
  /// - Throws: `DatasetError` if `spec` names no dataset, or a file cannot be read.
  public init(spec: String, items: Int, seed: UInt64) throws(DatasetError) {
    try self.init(try DatasetSpec(parsing: spec), items: items, seed: seed)
  }

  /// Creates the dataset that `spec` names.
  ///
  /// - Parameters:
  ///   - spec: What to generate or read.
  ///   - items: The number of items to generate; imported datasets have their own.
  ///   - seed: The seed of all random numbers.
  /// - Throws: `DatasetError` if the count is impossible, or a file cannot be read.
  public init(_ spec: DatasetSpec, items: Int, seed: UInt64) throws(DatasetError) {
    switch spec {
    case .directory(let path):
      self.init(name: "directory", try DirectoryImporter().collection(at: path), seed)
    case .listing(let path):
      self.init(
        name: ListingImporter.name(of: path), try ListingImporter().collection(at: path), seed)
    case .snapshot(let path):
      let snapshot = try InputSnapshot(path: path)
      self.init(name: snapshot.header.name, try snapshot.collection(path: path), seed)
    case .csv(let path, let columns):
      self.init(name: "csv", try CSVImporter(columns).collection(at: path), seed)
    case .distribution(let distribution):
      guard (0...Self.maximumItemCount).contains(items) else {
        throw DatasetError.impossibleCount(items)
      }
      self.init(distribution, items: items, seed: seed)
    }
  }

  /// Creates the dataset of a planned case, and checks that it has items and has not changed.
  ///
  /// - Parameters:
  ///   - spec: The text of the specification.
  ///   - items: The number of items to generate, or the number that an imported dataset had.
  ///   - seed: The seed of all random numbers.
  ///   - checksum: The checksum at the time of the plan; nil if it was not computed.
  /// - Throws: `DatasetError.changed` for another checksum, `.empty` without items, or the errors
  ///   of `init(spec:items:seed:)`.
  public init(
    planned spec: String, items: Int, seed: UInt64, checksum: UInt64?
  ) throws(DatasetError) {
    try self.init(spec: spec, items: items, seed: seed)
    if let checksum, self.checksum != checksum {
      throw .changed(spec: spec, plannedItems: items, items: itemCount)
    }
    if itemCount == 0 { throw .empty(path: spec) }
  }

  /// Creates a dataset of `items` generated items, spread over sections by `distribution`.
  ///
  /// - Precondition: `items` is in `0...maximumItemCount`.
  public init(_ distribution: SectionDistribution, items: Int, seed: UInt64) {
    name = distribution.name
    sectionSizes = distribution.sectionSizes(itemCount: items, seed: seed)
    itemCount = items
    self.seed = seed
    source = .generated(key: SplitMix64.mix(seed))
    imported = nil
  }

  package init(name: String, _ collection: ImportedCollection, _ seed: UInt64) {
    self.name = name
    sectionSizes = collection.sectionSizes
    itemCount = collection.seeds.count
    self.seed = seed
    source = .imported(collection.seeds)
    imported = collection.details
  }
}

// MARK: Items

extension Dataset {
  /// The sections end to end. O(*s*) for *s* sections.
  public var offsets: SectionOffsets { SectionOffsets(sizes: sectionSizes) }

  /// Returns the values of the item at global index `index`. O(1); no allocation.
  ///
  /// - Precondition: `index` is in `0..<itemCount`.
  @inlinable
  public func seed(atGlobalIndex index: Int) -> ItemSeed {
    precondition(
      index >= 0 && index < itemCount, "Dataset.seed(atGlobalIndex:): no item has this index")
    return source[index]
  }

  /// Returns the size in points of the item at global index `index`; nil if the collection has no
  /// sizes.
  ///
  /// - Precondition: `index` is in `0..<itemCount`.
  public func size(atGlobalIndex index: Int) -> (widthPoints: Double, heightPoints: Double)? {
    precondition(
      index >= 0 && index < itemCount, "Dataset.size(atGlobalIndex:): no item has this index")
    guard let sizes = imported?.sizes, !sizes.isEmpty else { return nil }
    return (sizes[index].x, sizes[index].y)
  }

  /// Returns all sections; their items are made during iteration.
  @inlinable
  public func sections<Item: DatasetItem>(of type: Item.Type) -> DatasetSections<Item> {
    DatasetSections(sizes: sectionSizes, source: source)
  }
}

extension Dataset.Source {
  /// Returns the values of the item at `index`.
  ///
  /// A generated id is a one-to-one scrambling of a distinct number, hence distinct.
  @inlinable
  @inline(__always)
  subscript(index: Int) -> ItemSeed {
    switch self {
    case .generated(let key):
      ItemSeed(
        generatedID: SplitMix64.mix(
          key &+ UInt64(truncatingIfNeeded: index) &* SplitMix64.increment))
    case .imported(let seeds): seeds[index]
    }
  }
}

extension Dataset {
  /// A hash of the collection: its sections, and the id, shape, size and texts of every item.
  ///
  /// Two readings of one source have the same checksum unless an item was inserted, deleted, moved,
  /// resized or rewritten in between. Revisions do not count, since they change nothing that is
  /// measured. O(*n*), and O(bytes) for the rows of a CSV file.
  public var checksum: UInt64 {
    func mix(_ value: UInt64, into sum: inout UInt64) {
      sum = SplitMix64.mix((sum &+ SplitMix64.increment) ^ value)
    }
    var sum: UInt64 = 0
    for size in sectionSizes { mix(UInt64(size), into: &sum) }
    for index in 0..<itemCount {
      let seed = source[index]
      mix(seed.id, into: &sum)
      mix(UInt64(seed.sizeClass) << 8 | UInt64(seed.reuseKind), into: &sum)
    }
    for size in imported?.sizes ?? [] {
      mix(size.x.bitPattern, into: &sum)
      mix(size.y.bitPattern, into: &sum)
    }
    if let rows = imported?.rows { mix(rows.checksum, into: &sum) }
    return sum
  }

  /// The description of the dataset, one fact per line: counts, extremes and details of the source.
  public var summaryLines: [String] {
    let empty = sectionSizes.count(where: { $0 == 0 })
    var lines = [
      "dataset: \(name)",
      "items: \(itemCount)",
      "sections: \(sectionSizes.count), \(empty) of them empty",
      "items in the largest section: \(sectionSizes.max() ?? 0)",
    ]
    if let imported { lines += imported.sourceLines } else { lines.append("seed: \(seed)") }
    return lines
  }

  /// The problems of the import, one sentence each; empty for generated datasets.
  public var warnings: [String] { imported?.warnings ?? [] }
}

/// The sections of a dataset, as a sequence for a store's bulk load.
public struct DatasetSections<Item: DatasetItem>: Sequence, IteratorProtocol {
  @usableFromInline let sizes: [Int]
  @usableFromInline let source: Dataset.Source
  @usableFromInline var section = 0
  @usableFromInline var start = 0

  @inlinable
  init(sizes: [Int], source: Dataset.Source) {
    self.sizes = sizes
    self.source = source
  }

  /// The exact number of remaining sections.
  @inlinable
  public var underestimatedCount: Int { sizes.count - section }

  /// Returns the next section.
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
  @usableFromInline let source: Dataset.Source
  @usableFromInline var position: Int
  @usableFromInline let end: Int

  @inlinable
  init(source: Dataset.Source, start: Int, end: Int) {
    self.source = source
    position = start
    self.end = end
  }

  /// The exact number of remaining items.
  @inlinable
  public var underestimatedCount: Int { end - position }

  /// Makes and returns the next item.
  @inlinable
  @inline(__always)
  public mutating func next() -> Item? {
    guard position < end else { return nil }
    defer { position &+= 1 }
    return Item(source[position])
  }
}

extension DatasetSection: Sendable where Item: SendableMetatype {}
