/// How much is measured when nothing else is asked for.
enum Preset: String, CaseIterable, Sendable {
  case smoke, quick, full

  /// The preset named `name`.
  static func named(_ name: String) throws(ToolError) -> Preset {
    guard let preset = Preset(rawValue: name) else {
      throw .unknownName(kind: "preset", found: name, known: allCases.map(\.rawValue))
    }
    return preset
  }

  /// The sizes of generated collections, in items.
  var sizes: [Int] {
    switch self {
    case .smoke: [1_000]
    case .quick: [1_000, 100_000, 1_000_000]
    case .full: [1_000, 10_000, 100_000, 1_000_000, 10_000_000]
    }
  }

  /// Whether only headline scenarios run while no filter names others.
  var isHeadlineOnly: Bool { self != .full }

  /// Fresh processes that time each case.
  var launches: Int { self == .smoke ? 1 : 3 }
}
