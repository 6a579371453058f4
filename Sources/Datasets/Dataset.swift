/// A collection to measure with: sections, and an item at each place.
///
/// Generated from a seed, or read from a directory tree or a CSV file. A generated item is a
/// function of the seed and its global index, so that a store is filled without the items standing
/// anywhere else; an imported collection is held once, as columns.
@frozen
public struct Dataset: Sendable {
  /// Where the items come from.
  @usableFromInline
  enum Source: Sendable {
    case generated(key: UInt64)
    case imported(ImportedCollection)
  }

  /// The `data=` part of case ids: `uniform-1000`, `directory`, `csv`.
  public let name: String
  /// The number of items in each section.
  public let sectionSizes: [Int]
  /// The number of items in all sections.
  public let itemCount: Int
  /// What the seed of the key streams is.
  @usableFromInline
  let seed: UInt64
  @usableFromInline
  let source: Source

  /// The dataset that `spec` names.
  ///
  /// - Parameters:
  ///   - spec: A distribution's name, `directory:PATH` or `csv:FILE`.
  ///   - items: The number of items to generate; what is imported has its own.
  ///   - seed: Where all that is random comes from.
  ///   - columns: Which columns of a CSV file to read.
  /// - Throws: `DatasetError` for a spec that names nothing, or a file that cannot be read.
  public init(
    spec: String, items: Int, seed: UInt64, columns: CSVColumns = CSVColumns()
  ) throws(DatasetError) {
    switch DatasetSpec(spec) {
    case .directory(let path):
      self.init(name: "directory", imported: try DirectoryImporter().collection(at: path), seed)
    case .csv(let path):
      self.init(name: "csv", imported: try CSVImporter(columns).collection(at: path), seed)
    case .distribution(let distribution):
      guard items >= 0 else { throw DatasetError.negativeCount(items) }
      self.init(distribution, items: items, seed: seed)
    case nil:
      throw DatasetError.unknownSpec(spec)
    }
  }

  /// `items` generated items, spread as `distribution` says.
  ///
  /// - Precondition: `items >= 0`.
  public init(_ distribution: SectionDistribution, items: Int, seed: UInt64) {
    name = distribution.name
    sectionSizes = distribution.sectionSizes(itemCount: items, seed: seed)
    itemCount = items
    self.seed = seed
    source = .generated(key: SplitMix64.mix(seed))
  }

  init(name: String, imported: ImportedCollection, _ seed: UInt64) {
    self.name = name
    sectionSizes = imported.sectionSizes
    itemCount = imported.itemCount
    self.seed = seed
    source = .imported(imported)
  }
}

// MARK: Items

extension Dataset {
  /// What the item at global index `index` is made from. O(1); no allocation.
  ///
  /// - Precondition: `index` is in `0..<itemCount`.
  @inlinable
  public func seed(atGlobalIndex index: Int) -> ItemSeed {
    switch source {
    case .generated(let key): Self.generated(key, index)
    case .imported(let collection): collection.seeds[index]
    }
  }

  /// Distinct ids: a one-to-one scrambling of distinct numbers.
  @inlinable
  @inline(__always)
  static func generated(_ key: UInt64, _ index: Int) -> ItemSeed {
    ItemSeed(
      generatedID: SplitMix64.mix(
        key &+ UInt64(truncatingIfNeeded: index) &* SplitMix64.increment))
  }

  /// The size in points of the item at global index `index`, where the collection has sizes.
  public func size(atGlobalIndex index: Int) -> (widthPoints: Double, heightPoints: Double)? {
    guard case .imported(let collection) = source, !collection.sizes.isEmpty else { return nil }
    let size = collection.sizes[index]
    return (size.x, size.y)
  }

  /// All sections, whose items are made as they are asked for.
  @inlinable
  public func sections<Item: DatasetItem>(of type: Item.Type) -> DatasetSections<Item> {
    DatasetSections(dataset: self)
  }
}
