extension LineSolver {
  /// Returns the number of the shape made from `metrics`; a new shape takes the place of one that no
  /// section has, or is appended.
  mutating func shapeNumber(for metrics: SectionMetrics) -> Int {
    if let number = shapeNumbers[metrics] { return number }
    let shape = metrics.shape(crossExtent: crossExtent, isSingleColumn: style.isSingleColumn)
    let number: Int
    if let free = freeShapes.popLast() {
      number = free
      self.metrics[number] = metrics
      index.replaceUnusedShape(number, with: shape)
    } else {
      number = self.metrics.count
      self.metrics.append(metrics)
      index.appendShape(shape)
    }
    shapeNumbers[metrics] = number
    return number
  }

  /// Breaks the same items into lines of another length.
  mutating func setCrossExtent(_ newExtent: Double) {
    crossExtent = newExtent
    index.replaceShapes(
      with: metrics.map { $0.shape(crossExtent: newExtent, isSingleColumn: style.isSingleColumn) })
  }

  /// Forgets the shapes and templates that no section has, once there may be as many as others and
  /// one for 64 sections.
  ///
  /// - Complexity: O(1) amortised over the shapes that are made: O(sections) if it looks for them.
  /// - Precondition: No step of an undo log refers to these lines.
  mutating func forgetUnusedShapes() {
    guard metrics.count - freeShapes.count >= shapeLimit else { return }
    var isUsed = Array(repeating: false, count: metrics.count)
    for section in 0..<index.sectionCount { isUsed[index.section(at: section).shape] = true }
    freeShapes = isUsed.indices.filter { !isUsed[$0] }
    shapeNumbers = shapeNumbers.filter { isUsed[$0.value] }
    shapeLimit = 2 * (metrics.count - freeShapes.count) + index.sectionCount / 64 + 64
    for number in freeShapes { metrics[number] = SectionMetrics() }
    composition = composition.map { composition in
      composition.keeping(Set(metrics.compactMap { $0.composed?.template }))
    }
  }
}
