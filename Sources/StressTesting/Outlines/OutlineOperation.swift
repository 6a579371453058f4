/// One step of a script for a data source of section snapshots: what an app, a finger or time does.
///
/// Sections, rows and places are numbers that are taken modulo what there is at that moment, so that a
/// script stays valid when a line is removed. A row is the position of an item among those that its
/// section shows, a place that among all of its items, hidden ones included.
public enum OutlineOperation: Hashable, Sendable, Codable {
  /// A layout pass, as a run loop's.
  case layOut
  /// Edits the snapshot of a section and applies it; behind the last section, a new one comes.
  case apply(section: Int, edits: [OutlineEdit], isAnimated: Bool)
  /// Edits the snapshot of all sections and applies it, by the differences or by a reload.
  case applyAll(edits: [SnapshotEdit], isReload: Bool, isAnimated: Bool)
  /// A touch expands or collapses an item, and the app answers as it is asked.
  case setExpanded(
    section: Int, place: Int, isExpanded: Bool, answer: ExpansionAnswer, isAnimated: Bool)
  /// A user begins to move an item, which the app allows or not.
  case beginMovement(section: Int, row: Int, isAllowed: Bool)
  /// The user holds it where an item of a section is, or behind the last one.
  case holdItem(section: Int, row: Int)
  /// The item stays there.
  case endMovement
  /// The item goes back.
  case cancelMovement
  /// An item is selected.
  case select(section: Int, row: Int)
  /// The content offset, in points.
  case scroll(y: Double)
  /// Time passes.
  case tick(seconds: Double)
  /// Another layout.
  case changeLayout(layout: ViewLayoutName)

  /// The names of the operations, as scripts have them.
  enum CodingKeys: String, CodingKey, CaseIterable {
    case layOut, apply, applyAll, setExpanded, beginMovement, holdItem, endMovement, cancelMovement
    case select, scroll, tick, changeLayout
  }
}

/// The answers of an app that is asked about an expansion.
public enum ExpansionAnswer: String, Hashable, Sendable, Codable, CaseIterable {
  /// It may be.
  case allowed
  /// It may not.
  case refused
  /// It may be, and the item gets other children.
  case loads
  /// It may be, and the app shows another snapshot when it is asked for the children.
  case showsAnother
}

/// An edit of a section's snapshot. New items have identifiers that nothing else has had.
public enum OutlineEdit: Hashable, Sendable, Codable {
  /// New roots at the end.
  case append(count: Int)
  /// New children at the end of an item's.
  case appendTo(place: Int, count: Int)
  /// New items in front of one, with its parent.
  case insertBefore(place: Int, count: Int)
  /// New items behind one and its descendants, with its parent.
  case insertAfter(place: Int, count: Int)
  /// An item goes, with its descendants.
  case delete(place: Int)
  /// All items go.
  case deleteAll
  /// An item shows its children.
  case expand(place: Int)
  /// An item hides its children.
  case collapse(place: Int)
  /// An item gets other children: two, of which the first has so many.
  case replaceChildren(place: Int, count: Int)
  /// An item of another section comes, too, as a root: an error where both are shown.
  case appendOther(section: Int, place: Int)

  enum CodingKeys: String, CodingKey, CaseIterable {
    case append, appendTo, insertBefore, insertAfter, delete, deleteAll, expand, collapse
    case replaceChildren, appendOther
  }
}

/// An edit of a snapshot of all sections.
public enum SnapshotEdit: Hashable, Sendable, Codable {
  /// A new section of new items.
  case insertSection(section: Int, count: Int)
  /// A section goes.
  case deleteSection(section: Int)
  /// A section goes in front of another one.
  case moveSection(section: Int, before: Int)
  /// New items at the end of a section.
  case append(section: Int, count: Int)
  /// New items in front of one.
  case insertBefore(section: Int, row: Int, count: Int)
  /// An item goes.
  case delete(section: Int, row: Int)
  /// An item goes in front of another one.
  case move(section: Int, row: Int, toSection: Int, before: Int)
  /// An item gets another cell.
  case reload(section: Int, row: Int)
  /// An item's cell is filled again.
  case reconfigure(section: Int, row: Int)

  enum CodingKeys: String, CodingKey, CaseIterable {
    case insertSection, deleteSection, moveSection, append, insertBefore, delete, move, reload
    case reconfigure
  }
}

// MARK: - What a file may hold

extension OutlineOperation {
  /// A Boolean value that indicates whether an app could mean these numbers; a file may hold others.
  var isWithinLimits: Bool {
    switch self {
    case .scroll(let y): abs(y) <= 1e6
    case .tick(let seconds): (0...1e6).contains(seconds)
    case .apply(_, let edits, _): edits.allSatisfy { $0.count <= 100 } && edits.count <= 100
    case .applyAll(let edits, _, _): edits.allSatisfy { $0.count <= 100 } && edits.count <= 100
    default: true
    }
  }
}

extension OutlineEdit {
  /// The number of new items.
  var count: Int {
    switch self {
    case .append(let count), .appendTo(_, let count), .insertBefore(_, let count),
      .insertAfter(_, let count), .replaceChildren(_, let count):
      max(0, count)
    default: 0
    }
  }
}

extension SnapshotEdit {
  /// The number of new items.
  var count: Int {
    switch self {
    case .insertSection(_, let count), .append(_, let count), .insertBefore(_, _, let count):
      max(0, count)
    default: 0
    }
  }
}

// MARK: - Simpler ones

extension OutlineOperation: ShrinkableOperation {
  /// Operations with fewer edits, and plainer ones.
  var simpler: [OutlineOperation] {
    func fewer<Edit>(_ edits: [Edit]) -> [[Edit]] {
      edits.indices.map { index in
        var fewer = edits
        fewer.remove(at: index)
        return fewer
      }
    }
    switch self {
    case .apply(let section, let edits, let isAnimated):
      return fewer(edits).map { .apply(section: section, edits: $0, isAnimated: isAnimated) }
        + (isAnimated ? [.apply(section: section, edits: edits, isAnimated: false)] : [])
    case .applyAll(let edits, let isReload, let isAnimated):
      return fewer(edits).map { .applyAll(edits: $0, isReload: isReload, isAnimated: isAnimated) }
        + (isAnimated ? [.applyAll(edits: edits, isReload: isReload, isAnimated: false)] : [])
    case .setExpanded(let section, let place, let isExpanded, let answer, let isAnimated)
    where answer != .allowed || isAnimated:
      return [
        .setExpanded(
          section: section, place: place, isExpanded: isExpanded, answer: .allowed,
          isAnimated: false)
      ]
    default: return []
    }
  }
}
