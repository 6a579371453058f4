/// A collection to measure with: sections, and an item at each place.
///
/// Generated from a seed, or read from a directory tree or a CSV file. A generated item is a
/// function of the seed and its global index, so that a store is filled without the items standing
/// anywhere else; an imported collection is held once, as columns.
public struct Dataset: Sendable {
  /// Where the items come from; small, because every section being read carries it.
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
  /// Where key streams, and all that is generated, come from.
  let seed: UInt64
  @usableFromInline
  let source: Source
  /// What was imported besides the items; nil when generated.
  let imported: ImportedCollection.Details?

  /// The dataset that `spec` names.
  ///
  /// - Parameters:
  ///   - spec: A distribution's name, `directory:PATH` or `csv:FILE`, as `DatasetSpec` reads it.
  ///   - items: The number of items to generate; what is imported has its own.
  ///   - seed: Where all that is random comes from.
  /// - Throws: `DatasetError` for a spec that names nothing, or a file that cannot be read.
  public init(spec: String, items: Int, seed: UInt64) throws(DatasetError) {
    try self.init(try DatasetSpec(parsing: spec), items: items, seed: seed)
  }

  /// The dataset that `spec` names.
  ///
  /// - Parameters:
  ///   - spec: What to generate or read.
  ///   - items: The number of items to generate; what is imported has its own.
  ///   - seed: Where all that is random comes from.
  /// - Throws: `DatasetError` for an impossible count, or a file that cannot be read.
  public init(_ spec: DatasetSpec, items: Int, seed: UInt64) throws(DatasetError) {
    switch spec {
    case .directory(let path):
      self.init(name: "directory", try DirectoryImporter().collection(at: path), seed)
    case .csv(let path, let columns):
      self.init(name: "csv", try CSVImporter(columns).collection(at: path), seed)
    case .distribution(let distribution):
      guard (0...Self.maximumItemCount).contains(items) else {
        throw DatasetError.impossibleCount(items)
      }
      self.init(distribution, items: items, seed: seed)
    }
  }

  /// `items` generated items, spread as `distribution` says.
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
  /// What the item at global index `index` is made from. O(1); no allocation.
  ///
  /// - Precondition: `index` is in `0..<itemCount`.
  @inlinable
  public func seed(atGlobalIndex index: Int) -> ItemSeed {
    precondition(
      index >= 0 && index < itemCount, "Dataset.seed(atGlobalIndex:): no item has this index")
    return source[index]
  }

  /// The size in points of the item at global index `index`; nil where the collection has none.
  ///
  /// - Precondition: `index` is in `0..<itemCount`.
  public func size(atGlobalIndex index: Int) -> (widthPoints: Double, heightPoints: Double)? {
    precondition(
      index >= 0 && index < itemCount, "Dataset.size(atGlobalIndex:): no item has this index")
    guard let sizes = imported?.sizes, !sizes.isEmpty else { return nil }
    return (sizes[index].x, sizes[index].y)
  }

  /// All sections, whose items are made as they are asked for.
  @inlinable
  public func sections<Item: DatasetItem>(of type: Item.Type) -> DatasetSections<Item> {
    DatasetSections(sizes: sectionSizes, source: source)
  }
}

extension Dataset.Source {
  /// What the item at `index` is made from.
  ///
  /// A generated id is a one-to-one scrambling of distinct numbers, hence distinct.
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
