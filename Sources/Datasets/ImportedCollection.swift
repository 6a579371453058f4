/// A collection that was read from somewhere: compact columns, in section order.
struct ImportedCollection {
  /// The items of all sections, end to end.
  var seeds: [ItemSeed] = []
  var sectionSizes: [Int] = []
  var details = Details()

  /// What was read besides items and sections.
  struct Details: Sendable {
    /// Widths and heights in points, as many as items, or none.
    var sizes: [SIMD2<Double>] = []
    /// What was read, as `Dataset.summaryLines` shows it.
    var sourceLines: [String] = []
    /// What could not be read, as the user should know it.
    var warnings: [String] = []
  }
}
