package import RunRecords

/// What sets cases of one record apart that are held against each other.
package enum VariantAxis: String, CaseIterable, Sendable {
  case storage, payload, data

  /// Where `result` stands on this axis.
  package func variant(of result: CaseRecord) -> String {
    switch self {
    case .storage: result.params.storage
    case .payload: result.params.payload
    case .data: result.params.data
    }
  }

  /// What is the same in all cases that are held against each other, beside scenario and size.
  func surroundings(of result: CaseRecord) -> [String] {
    let params = result.params
    let storage = "storage \(params.storage)"
    let data = "data \(params.data)"
    let payload = "payload \(params.payload)"
    return switch self {
    case .storage: [data, payload]
    case .payload: [storage, data]
    case .data: [storage, payload]
    }
  }

  /// The order of variants in a table; the first is the base where none is named.
  func precedes(_ left: String, _ right: String) -> Bool {
    switch self {
    case .storage: return StorageOrder(left) < StorageOrder(right)
    case .payload:
      let known = ["item8", "record", "text", "object"]
      let ranks = [left, right].map { known.firstIndex(of: $0) ?? known.count }
      return (ranks[0], left) < (ranks[1], right)
    case .data: return left < right
    }
  }
}
