extension Dataset {
  /// What was generated or read, a line each: counts, extremes and what the source says.
  public var summaryLines: [String] {
    let empty = sectionSizes.count(where: { $0 == 0 })
    var lines = [
      "dataset: \(name)",
      "items: \(itemCount)",
      "sections: \(sectionSizes.count), \(empty) of them empty",
      "largest section: \(sectionSizes.max() ?? 0) items",
    ]
    if let imported { lines += imported.sourceLines } else { lines.append("seed: \(seed)") }
    return lines
  }

  /// What could not be read, a sentence each; empty for generated datasets.
  public var warnings: [String] { imported?.warnings ?? [] }
}
