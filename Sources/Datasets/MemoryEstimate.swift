/// How much memory a store of a dataset needs, known before anything is built.
///
/// For refusing what would not fit, hence generous: a quarter is added to the items, as trees take
/// after edits. Not a bound: an array that has just grown takes up to twice its items.
public enum MemoryEstimate {
  /// The bytes that one store of `items` items in `sections` sections takes, roughly; `Int.max`
  /// where they cannot be counted.
  ///
  /// - Parameters:
  ///   - items: The number of items.
  ///   - sections: The number of sections.
  ///   - payload: The items' shape; one that `Datasets` does not know counts as `record`.
  ///   - bytesPerItem: What an item takes instead, at least 0; nil for what its shape takes.
  /// - Returns: A number of bytes, the dataset's own section sizes included.
  public static func bytes(
    items: Int, sections: Int, payload: String, bytesPerItem: Int? = nil
  ) -> Int {
    let bytesPerItem = bytesPerItem ?? itemBytes(payload: payload)
    let ofItems = items.multipliedReportingOverflow(by: bytesPerItem + bytesPerItem / 4)
    let ofSections = sections.multipliedReportingOverflow(by: bytesPerSection)
    let sum = ofItems.partialValue.addingReportingOverflow(ofSections.partialValue)
    return ofItems.overflow || ofSections.overflow || sum.overflow ? .max : sum.partialValue
  }

  /// The bytes that one item of the shape takes.
  private static func itemBytes(payload: String) -> Int {
    switch payload {
    case Item8.payloadName: MemoryLayout<Item8>.stride
    case TextItem.payloadName: MemoryLayout<TextItem>.stride + titleBytes
    case ObjectItem.payloadName: MemoryLayout<ObjectItem>.stride + objectBytes
    default: MemoryLayout<Record>.stride
    }
  }

  /// An array's header as the allocator rounds it, the reference to it and its start in arrays
  /// that have room to grow, and the size in the dataset.
  private static let bytesPerSection = 40 + 16 + 16 + 8
  /// A string's header and 31 bytes, as the allocator rounds them.
  private static let titleBytes = 64
  /// An object's header and 14 bytes, as the allocator rounds them.
  private static let objectBytes = 32
}

extension SectionDistribution {
  /// The bytes that one store of `itemCount` items in `payload` shape, or of `bytesPerItem` each,
  /// takes, roughly.
  public func estimatedBytes(itemCount: Int, payload: String, bytesPerItem: Int? = nil) -> Int {
    MemoryEstimate.bytes(
      items: itemCount, sections: sectionCount(itemCount: itemCount), payload: payload,
      bytesPerItem: bytesPerItem)
  }
}

extension Dataset {
  /// The bytes that one store of the items in `payload` shape takes, roughly, before it is built.
  public func estimatedBytes(payload: String) -> Int {
    MemoryEstimate.bytes(items: itemCount, sections: sectionSizes.count, payload: payload)
  }
}
