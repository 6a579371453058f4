import RunRecords

/// Cases as charts and tables of comparisons name them.
struct CaseNames {
  private let hasSuites: Bool
  private let hasData: Bool
  private let hasPayloads: Bool

  /// Finds what sets `cases` apart.
  init(_ cases: [CaseRecord]) {
    hasSuites = Set(cases.map(\.suite)).count > 1
    hasData = Set(cases.map(\.params.data)).count > 1
    hasPayloads = Set(cases.map(\.params.payload)).count > 1
  }

  /// `item-random · flat · 10k`, with suite, data and payload where these differ.
  func short(_ result: CaseRecord) -> String {
    let params = result.params
    let parts =
      [(hasSuites ? "\(result.suite)/" : "") + params.scenario, params.storage]
      + (hasData ? [params.data] : []) + (hasPayloads ? [params.payload] : [])
      + [DisplayFormat.items(params.items)]
    return parts.joined(separator: " · ")
  }

  static let leadingColumns: [HTMLTable.Column] = [
    .init(title: "scenario"), .init(title: "storage"), .init(title: "items", isNumber: true),
  ]
  static let trailingColumns: [HTMLTable.Column] = [.init(title: "data"), .init(title: "payload")]

  static func leadingCells(
    _ result: CaseRecord, _ palette: StoragePalette
  ) -> [HTMLTable.Cell] {
    let params = result.params
    return [
      .init("\(result.suite)/\(params.scenario)", isRowHeader: true),
      .init(
        params.storage,
        swatches: [
          palette.className(of: params.storage, isFloor: params.role == CaseRole.floor)
        ]),
      .figure(DisplayFormat.items(params.items), Double(params.items)),
    ]
  }

  static func trailingCells(_ result: CaseRecord) -> [HTMLTable.Cell] {
    [.init(result.params.data), .init(result.params.payload)]
  }
}
