import RunRecords

/// The order of cases in a comparison: that of a run's table.
struct CaseOrder: Comparable {
  private let names: (String, String, String, String)
  private let items: Int
  private let storage: StorageOrder

  init(_ record: CaseRecord) {
    names = (
      record.suite, record.params.scenario, record.params.data, record.params.payload
    )
    items = record.params.items
    storage = StorageOrder(record.params.storage)
  }

  static func == (left: CaseOrder, right: CaseOrder) -> Bool {
    left.names == right.names && left.items == right.items && left.storage == right.storage
  }

  static func < (left: CaseOrder, right: CaseOrder) -> Bool {
    left.names == right.names
      ? (left.items, left.storage) < (right.items, right.storage) : left.names < right.names
  }
}
