/// A collection that was read from somewhere: compact columns, in section order.
package struct ImportedCollection {
  /// The items of all sections, end to end.
  package var seeds: [ItemSeed] = []
  package var sectionSizes: [Int] = []
  package var details = Details()

  package init(seeds: [ItemSeed] = [], sectionSizes: [Int] = [], details: Details = Details()) {
    self.seeds = seeds
    self.sectionSizes = sectionSizes
    self.details = details
  }

  /// What was read besides items and sections.
  package struct Details: Sendable {
    /// Widths and heights in points, as many as items, or none.
    package var sizes: [SIMD2<Double>] = []
    /// What was read, as `Dataset.summaryLines` shows it.
    package var sourceLines: [String] = []
    /// What could not be read, as the user should know it.
    package var warnings: [String] = []
  }
}
