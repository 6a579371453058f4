import Changesets

extension ViewOperation {
  /// Returns operations with less in them, which may fail in the same way; each has less than its
  /// original in one fixed measure, so that shrinking ends.
  var simpler: [ViewOperation] {
    switch self {
    case .reload(let counts?): Self.shorter(counts).map { .reload(counts: $0) }
    case .replaceSource(let counts?):
      [.replaceSource(counts: nil)] + Self.shorter(counts).map { .replaceSource(counts: $0) }
    case .update(let update): update.simpler.map { .update(batch: $0) }
    case .scroll(let x, let y, true): [.scroll(x: x, y: y, isAnimated: false)]
    case .scrollToItem(let path, let position, true):
      [.scrollToItem(path: path, position: position, isAnimated: false)]
    case .changeLayout(let layout, true): [.changeLayout(layout: layout, isAnimated: false)]
    case .invalidateLayout(true): [.invalidateLayout(isEverything: false)]
    case .misreport(let section, let way) where abs(way) > 1:
      [.misreport(section: section, by: way.signum())]
    case .changeSilently(let counts, let isTakenBack):
      Self.shorter(counts).map { .changeSilently(counts: $0, isTakenBack: isTakenBack) }
    case .loseSource(true): [.loseSource(isSilent: false)]
    case .holdItem(let x, let y, let choice) where choice != .proposed:
      [.holdItem(x: x, y: y, choice: .proposed)]
    case .holdAtEdge(let edge, let distance, let zone, let speed, let frames, let seconds)
    where frames > 1:
      [
        .holdAtEdge(
          edge: edge, distance: distance, zone: zone, pointsPerSecond: speed, frames: frames - 1,
          seconds: seconds)
      ]
    case .endMovement(false): [.endMovement(isMade: true)]
    case .meddle(let moment, let action):
      action.simpler.map { .meddle(moment: moment, action: $0) }
    case .longPress(let path, let isHighlightable, let hasMenu, let actions) where !actions.isEmpty:
      [
        .longPress(
          path: path, isHighlightable: isHighlightable, hasMenu: hasMenu,
          actions: Array(actions.dropLast()))
      ]
    default: []
    }
  }

  /// `counts` without one section, or with one fewer item in one.
  private static func shorter(_ counts: [Int]) -> [[Int]] {
    var shorter: [[Int]] = []
    for index in counts.indices {
      var fewer = counts
      fewer.remove(at: index)
      shorter.append(fewer)
      for count in Set([0, counts[index] / 2, counts[index] - 1]).sorted()
      where count >= 0 && count < counts[index] {
        var smaller = counts
        smaller[index] = count
        shorter.append(smaller)
      }
    }
    return shorter
  }
}

extension ViewUpdate {
  /// Updates without one of the operations, or called in a plainer way.
  var simpler: [ViewUpdate] {
    var all: [ViewUpdate] = []
    func add(_ change: (inout ViewUpdate) -> Void) {
      var simpler = self
      change(&simpler)
      if simpler != self { all.append(simpler) }
    }
    for changeset in Self.simpler(told) {
      add {
        $0.told = changeset
        if $0.done == told { $0.done = changeset }
      }
    }
    if let done {
      add { $0.done = nil }
      for changeset in Self.simpler(done) { add { $0.done = changeset } }
    }
    for index in reconfigured.indices { add { $0.reconfigured.remove(at: index) } }
    for (section, count) in newCounts.sorted(by: { $0.key < $1.key }) {
      add { $0.newCounts[section] = nil }
      if count > 1 { add { $0.newCounts[section] = count - 1 } }
    }
    if depth > 1 { add { $0.depth -= 1 } }
    if isDataFirst { add { $0.isDataFirst = false } }
    if isReversed { add { $0.isReversed = false } }
    if isReload { add { $0.isReload = false } }
    return all
  }

  /// Changesets with one operation fewer.
  private static func simpler(_ told: Changeset) -> [Changeset] {
    func fewer<Place>(_ places: [Place], _ make: ([Place]) -> Changeset) -> [Changeset] {
      places.indices.map { index in
        var fewer = places
        fewer.remove(at: index)
        return make(fewer)
      }
    }
    return fewer(told.deletedSections) { told.with(deletedSections: $0) }
      + fewer(told.insertedSections) { told.with(insertedSections: $0) }
      + fewer(told.movedSections) { told.with(movedSections: $0) }
      + fewer(told.reloadedSections) { told.with(reloadedSections: $0) }
      + fewer(told.deletedItems) { told.with(deletedItems: $0) }
      + fewer(told.insertedItems) { told.with(insertedItems: $0) }
      + fewer(told.movedItems) { told.with(movedItems: $0) }
      + fewer(told.reloadedItems) { told.with(reloadedItems: $0) }
      + fewer(told.reconfiguredItems) { told.with(reconfiguredItems: $0) }
  }
}
