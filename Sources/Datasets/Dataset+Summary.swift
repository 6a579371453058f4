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
    if case .imported(let collection) = source { lines += collection.sourceLines }
    return lines
  }

  /// What could not be read, a sentence each; empty for generated datasets.
  public var warnings: [String] {
    guard case .imported(let collection) = source else { return [] }
    return collection.warnings
  }

  /// The bytes that one store of `items` items in `payload` shape takes, roughly, before any is made.
  ///
  /// For refusing what would not fit: generous by a quarter, as trees are after edits.
  public static func estimatedBytes(items: Int, payload: String) -> Int {
    let bytesPerItem =
      switch payload {
      case Record.payloadName: MemoryLayout<Record>.stride
      case TextItem.payloadName: MemoryLayout<TextItem>.stride + 64
      case ObjectItem.payloadName: MemoryLayout<ObjectItem>.stride + 48
      default: MemoryLayout<Item8>.stride
      }
    let (bytes, overflow) = items.multipliedReportingOverflow(by: bytesPerItem + bytesPerItem / 4)
    return overflow ? .max : bytes
  }
}
