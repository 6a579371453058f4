/// A collection that was read from somewhere: compact columns, in section order.
@usableFromInline
struct ImportedCollection: Sendable {
  /// The items of all sections, end to end.
  @usableFromInline
  var seeds: [ItemSeed] = []
  /// Widths and heights in points, as many as items, or none.
  var sizes: [SIMD2<Double>] = []
  var sectionSizes: [Int] = []
  /// What was read, as `Dataset.summaryLines` shows it.
  var sourceLines: [String] = []
  /// What could not be read, as the user should know it.
  var warnings: [String] = []

  var itemCount: Int { seeds.count }
}
