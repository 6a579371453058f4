package import RunRecords

/// One `--filter` or `--exclude`: which case ids it takes.
///
/// - A complete case id takes that case alone (as a substring, `…/items=1000` would also take
///   `…/items=10000`).
/// - A text with `*` (any characters, `/` too) or `?` (any one) must match the whole id, or the
///   whole name of the scenario, its second part: `item-*`.
/// - Any other text takes the ids that contain it.
package enum CaseFilter: Hashable, Sendable {
  case caseID(CaseKey)
  case glob(String)
  case substring(String)

  package init(_ text: String) {
    if let id = CaseKey(text) {
      self = .caseID(id)
    } else if text.contains("*") || text.contains("?") {
      self = .glob(text)
    } else {
      self = .substring(text)
    }
  }

  /// What the user wrote.
  var text: String {
    switch self {
    case .caseID(let id): id.description
    case .glob(let text), .substring(let text): text
    }
  }

  /// Whether the case with `id` is taken. Letter case counts.
  package func matches(_ id: String) -> Bool {
    switch self {
    case .caseID(let own): own.description == id
    case .glob(let pattern): CasePattern.glob(pattern, takes: id)
    case .substring(let text): id.contains(text)
    }
  }
}
