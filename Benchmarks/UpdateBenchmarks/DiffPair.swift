public import Benchmarking
internal import Datasets

/// Two arrays to be compared.
@usableFromInline
struct DiffPair<Key: DiffKey> {
  @usableFromInline let source: [Key]
  @usableFromInline let target: [Key]
  @usableFromInline let truth: DiffTruth<Key>

  /// The arrays of `shape`, from the items of the context's dataset.
  ///
  /// Each side's keys are in memory of their own, but for a shape whose sides are one buffer: what
  /// compares addresses first finds nothing.
  @usableFromInline
  init(_ shape: DiffShape, _ context: ScenarioContext) throws {
    let collection = try DiffCollection(context)
    source = collection.seeds.map(Key.init)
    target = shape.sharesBuffer ? source : shape.makeTarget(collection).map(Key.init)
    truth = try DiffTruth(source, target)
  }
}
