/// An estimate of the memory that a store of a dataset needs.
///
/// It serves to refuse datasets that would not fit, so it is generous: a quarter is added to the
/// items, as trees take after edits. It is not a bound: an array that has just grown takes up to
/// twice its items.
public enum MemoryEstimate {
  /// Returns the approximate bytes of one store of `items` items in `sections` sections; `Int.max`
  /// if they overflow.
  ///
  /// - Parameters:
  ///   - items: The number of items.
  ///   - sections: The number of sections.
  ///   - payload: The items' shape; one that `Datasets` does not know counts as `record`.
  ///   - bytesPerItem: The bytes of an item, at least 0; nil for those of its shape.
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

  /// Returns the bytes of one item of the shape.
  private static func itemBytes(payload: String) -> Int {
    switch payload {
    case Item8.payloadName: MemoryLayout<Item8>.stride
    case TextItem.payloadName: MemoryLayout<TextItem>.stride + titleBytes
    case ObjectItem.payloadName: MemoryLayout<ObjectItem>.stride + objectBytes
    default: MemoryLayout<Record>.stride
    }
  }

  /// The bytes of an array's header as the allocator rounds it, of the reference to it, of its
  /// start in arrays that have room to grow, and of the size in the dataset.
  private static let bytesPerSection = 40 + 16 + 16 + 8
  /// The bytes of a string's header and 31 characters, as the allocator rounds them.
  private static let titleBytes = 64
  /// The bytes of an object's header and its 14 bytes, as the allocator rounds them.
  private static let objectBytes = 32
}

extension SectionDistribution {
  /// Returns the approximate bytes of one store of `itemCount` items in `payload` shape, or of
  /// `bytesPerItem` each.
  public func estimatedBytes(itemCount: Int, payload: String, bytesPerItem: Int? = nil) -> Int {
    MemoryEstimate.bytes(
      items: itemCount, sections: sectionCount(itemCount: itemCount), payload: payload,
      bytesPerItem: bytesPerItem)
  }
}

extension Dataset {
  /// Returns the approximate bytes of one store of the items in `payload` shape.
  public func estimatedBytes(payload: String) -> Int {
    MemoryEstimate.bytes(items: itemCount, sections: sectionSizes.count, payload: payload)
  }
}
