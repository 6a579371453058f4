extension SectionStarts {
  /// Returns the number of sections between the one that holds item `index` and the one from which a
  /// look-up begins.
  package func sectionsFromHint(to index: Int) -> Int {
    abs(section(containing: index) - hint(for: index))
  }
}
