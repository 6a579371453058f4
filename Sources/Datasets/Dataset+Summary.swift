extension Dataset {
  /// What tells this collection from another: its sections, and the id and shape of every item.
  ///
  /// Two readings of one source have the same checksum unless something in between came, went, moved
  /// or changed its size; a new revision alone changes nothing that is measured. O(*n*).
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
    return sum
  }

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
