import Changesets
import CollectionViews
import DataSources
import Layouts

/// Snapshots of one section, of all sections, and expansions.
extension OutlinePerformer {
  // MARK: One section

  func apply(
    _ edits: [OutlineEdit], toSection section: Int, isAnimated: Bool
  ) throws(Mismatch) {
    let isNew = section >= model.sections.count
    let index = isNew ? nil : model.index(section)
    let id = index.map { model.sections[$0].id } ?? model.newIDs(1)[0]
    var snapshot = source.snapshot(for: id)
    var outline = index.map { model.sections[$0].outline.copy } ?? OutlineModel()
    for edit in edits {
      try self.edit(&snapshot, &outline, id, edit)
      try check(snapshot, outline, "an edited snapshot")
    }
    let isAllowed = model.apply(outline, to: id) || mutation == .sharesItems
    if isAllowed { model.noteUpdate() }
    let (number, completion) = app.newCompletion()
    let error = error { () throws(CollectionViewError) in
      try source.apply(
        snapshot, to: id, animatingDifferences: isAnimated, completion: completion)
    }
    try checkSharing(error, isAllowed)
    if isAllowed { app.expectCompletion(number, of: view, isAnimated: isAnimated) }
  }

  /// An item that two sections would show is an error.
  private func checkSharing(
    _ error: CollectionViewError?, _ isAllowed: Bool
  ) throws(Mismatch) {
    let isRight =
      if case .itemInOtherSection = error { !isAllowed } else { error == nil && isAllowed }
    try Mismatch.require(
      isRight, "what a section snapshot threw",
      expected: isAllowed ? "nothing" : "itemInOtherSection",
      found: error.map { "\($0)" } ?? "nothing")
  }

  /// Makes one edit of a snapshot and of its outline.
  private func edit(
    _ snapshot: inout OutlineSections.SectionSnapshot, _ outline: inout OutlineModel,
    _ section: Int, _ edit: OutlineEdit
  ) throws(Mismatch) {
    let ids = model.newIDs(edit.count)
    func nodes() -> [OutlineModel.Node] { ids.map { OutlineModel.Node($0) } }
    func node(_ place: Int) -> OutlineModel.Node? {
      let all = outline.all
      return OutlineSections.element(place, of: all.indices).flatMap { outline.node(all[$0]) }
    }
    do throws(DiffableSnapshotError) {
      switch edit {
      case .append:
        try snapshot.append(ids)
        outline.insert(nodes(), under: nil, at: outline.roots.count)
      case .appendTo(let place, _):
        guard let node = node(place) else { return }
        try snapshot.append(ids, to: node.id)
        outline.insert(nodes(), under: node, at: node.children.count)
      case .insertBefore(let place, _), .insertAfter(let place, _):
        guard let node = node(place), let index = outline.place(of: node) else { return }
        if case .insertBefore = edit {
          try snapshot.insert(ids, before: node.id)
          outline.insert(nodes(), under: node.parent, at: index)
        } else {
          try snapshot.insert(ids, after: node.id)
          outline.insert(nodes(), under: node.parent, at: index + 1)
        }
      case .delete(let place):
        guard let node = node(place) else { return }
        try snapshot.delete([node.id])
        outline.delete(node.id)
      case .deleteAll:
        snapshot.deleteAll()
        outline = OutlineModel()
      case .expand(let place), .collapse(let place):
        guard let node = node(place) else { return }
        node.isExpanded = if case .expand = edit { true } else { false }
        if node.isExpanded {
          try snapshot.expand([node.id])
        } else {
          try snapshot.collapse([node.id])
        }
      case .replaceChildren(let place, _):
        guard let node = node(place) else { return }
        let part = try children(of: node, ids)
        try snapshot.replace(childrenOf: node.id, using: part)
      case .appendOther(let other, let place):
        guard let other = model.index(other), model.sections[other].id != section else { return }
        let all = model.sections[other].outline.all
        guard let index = OutlineSections.element(place, of: all.indices),
          outline.node(all[index]) == nil
        else { return }
        try snapshot.append([all[index]])
        outline.insert([OutlineModel.Node(all[index])], under: nil, at: outline.roots.count)
      }
    } catch {
      throw Mismatch("what an edit threw", expected: "nothing", found: "\(error)")
    }
  }

  /// Gives `node` other children in the model: two, of which the first is expanded and has `ids`.
  ///
  /// - Returns: The same as a snapshot.
  private func children(
    of node: OutlineModel.Node, _ ids: [Int]
  ) throws(DiffableSnapshotError) -> OutlineSections.SectionSnapshot {
    let roots = model.newIDs(2)
    var part = OutlineSections.SectionSnapshot()
    try part.append(roots)
    try part.append(ids, to: roots[0])
    try part.expand([roots[0]])
    node.children = roots.map { OutlineModel.Node($0, node) }
    node.children[0].isExpanded = true
    node.children[0].children = ids.map { OutlineModel.Node($0, node.children[0]) }
    return part
  }

  // MARK: Expanding and collapsing

  func setExpanded(
    _ isExpanded: Bool, _ section: Int, _ place: Int, _ answer: ExpansionAnswer, isAnimated: Bool
  ) throws(Mismatch) {
    guard let section = model.index(section) else { return }
    let all = model.sections[section].outline.all
    guard let index = OutlineSections.element(place, of: all.indices) else { return }
    let id = all[index]
    let expected = try expansion(isExpanded, id, answer, isAnimated: isAnimated)
    var found = false
    let (number, completion) = app.newCompletion()
    let error = error { () throws(CollectionViewError) in
      found = try source.setExpanded(
        isExpanded, item: id, animatingDifferences: isAnimated, completion: completion)
    }
    source.sectionSnapshotHandlers = SectionSnapshotHandlers()
    try Mismatch.check("what the app was asked about item \(id)", expected.calls, app.calls)
    if expected.isShared {
      return try checkSharing(error, mutation == .sharesItems)
    }
    try checkSharing(error, true)
    try Mismatch.check("whether item \(id) changes", expected.changes, found)
    if expected.changes {
      app.expectCompletion(number, of: view, isAnimated: isAnimated)
    }
  }

  /// The outcome of a touch.
  private struct Expansion {
    var calls: [String] = []
    var changes = false
    /// A Boolean value that indicates whether an item would be shown in two sections.
    var isShared = false
  }

  /// Changes the model as a touch does, and makes the handlers that answer the data source.
  private func expansion(
    _ isExpanded: Bool, _ id: Int, _ answer: ExpansionAnswer, isAnimated: Bool
  ) throws(Mismatch) -> Expansion {
    var expected = Expansion()
    let (app, verb) = (app, isExpanded ? "expand" : "collapse")
    let should: (Int) -> Bool = {
      app.calls.append("should \(verb) \($0)")
      return answer != .refused
    }
    let will: (Int) -> Void = { app.calls.append("will \(verb) \($0)") }
    source.sectionSnapshotHandlers.shouldExpandItem = isExpanded ? should : nil
    source.sectionSnapshotHandlers.willExpandItem = isExpanded ? will : nil
    source.sectionSnapshotHandlers.shouldCollapseItem = isExpanded ? nil : should
    source.sectionSnapshotHandlers.willCollapseItem = isExpanded ? nil : will
    guard let path = model.path(of: id), model.sections[path.section].hasOutline,
      let shown = model.sections[path.section].outline.node(id),
      shown.isExpanded != isExpanded || mutation == .asksAlways
    else { return expected }
    expected.calls = ["should \(verb) \(id)"]
    if answer == .refused { return expected }
    expected.calls.append("will \(verb) \(id)")
    let outline = model.sections[path.section].outline.copy
    guard let node = outline.node(id) else { return expected }
    if isExpanded, answer == .loads || answer == .showsAnother {
      expected.calls.append("children of \(id), not \(node.children.flatMap(\.all))")
      if answer == .showsAnother {
        try showAnother(id)
        return expected
      }
      try load(node)
    }
    node.isExpanded = isExpanded
    if mutation == .expandsEverything { node.children.forEach { $0.isExpanded = true } }
    if mutation == .collapseForgets, !isExpanded { node.children.forEach { $0.isExpanded = false } }
    expected.isShared = !model.apply(outline, to: model.sections[path.section].id)
    expected.changes = !expected.isShared
    if expected.changes { model.noteUpdate() }
    return expected
  }

  /// The app gives an item other children when it is asked.
  private func load(_ node: OutlineModel.Node) throws(Mismatch) {
    let part: OutlineSections.SectionSnapshot
    do throws(DiffableSnapshotError) {
      part = try children(of: node, model.newIDs(1))
    } catch {
      throw Mismatch("what an edit threw", expected: "nothing", found: "\(error)")
    }
    source.sectionSnapshotHandlers.snapshotForExpandingParent = { [app] id, known in
      app.calls.append("children of \(id), not \(known.items)")
      return part
    }
  }

  /// The app shows another snapshot when it is asked for children, which stays.
  private func showAnother(_ id: Int) throws(Mismatch) {
    let ids = model.newIDs(3)
    var another = OutlineSections.Snapshot()
    do throws(DiffableSnapshotError) {
      try another.appendSections([ids[0]])
      try another.appendItems(Array(ids.dropFirst()))
    } catch {
      throw Mismatch("what an edit threw", expected: "nothing", found: "\(error)")
    }
    source.sectionSnapshotHandlers.snapshotForExpandingParent = {
      [app, weak source] id, known in
      app.calls.append("children of \(id), not \(known.items)")
      source?.applySnapshotUsingReloadData(another)
      return known
    }
    keepsCells = false
    model.show([(ids[0], Array(ids.dropFirst()))])
    model.noteUpdate(isReload: true)
    app.expectEnd()
  }

  // MARK: All sections

  func applyAll(_ edits: [SnapshotEdit], isReload: Bool, isAnimated: Bool) throws(Mismatch) {
    var snapshot = source.snapshot()
    var target = model.sections.map { (id: $0.id, items: $0.outline.visible) }
    do throws(DiffableSnapshotError) {
      for edit in edits { try self.edit(&snapshot, &target, edit) }
    } catch {
      throw Mismatch("what an edit threw", expected: "nothing", found: "\(error)")
    }
    try Mismatch.check(
      "the items of an edited snapshot", target.map(\.items),
      snapshot.sectionIdentifiers.map { (try? snapshot.itemIdentifiers(inSection: $0)) ?? [] })
    if mutation != .outlinesStay || target.map(\.items) == model.visible { model.show(target) }
    let (number, completion) = app.newCompletion()
    guard isReload else {
      model.noteUpdate()
      try call { () throws(CollectionViewError) in
        try source.apply(snapshot, animatingDifferences: isAnimated, completion: completion)
      }
      return app.expectCompletion(number, of: view, isAnimated: isAnimated)
    }
    keepsCells = false
    model.noteUpdate(isReload: true)
    app.expectEnd()
    app.expectAtOnce(number)
    source.applySnapshotUsingReloadData(snapshot, completion: completion)
  }

  /// Makes one edit of a snapshot of all sections and of plain arrays.
  private func edit(
    _ snapshot: inout OutlineSections.Snapshot, _ target: inout [(id: Int, items: [Int])],
    _ edit: SnapshotEdit
  ) throws(DiffableSnapshotError) {
    let ids = model.newIDs(edit.count)
    func path(_ section: Int, _ row: Int) -> ItemPath? {
      self.path(section, row, in: target.map(\.items))
    }
    switch edit {
    case .insertSection(let section, _):
      let id = model.newIDs(1)[0]
      if let index = OutlineSections.element(section, of: target.indices) {
        try snapshot.insertSections([id], beforeSection: target[index].id)
        target.insert((id, ids), at: index)
      } else {
        try snapshot.appendSections([id])
        target.append((id, ids))
      }
      try snapshot.appendItems(ids, toSection: id)
    case .deleteSection(let section):
      guard let index = OutlineSections.element(section, of: target.indices) else { return }
      try snapshot.deleteSections([target.remove(at: index).id])
    case .moveSection(let section, let before):
      guard let from = OutlineSections.element(section, of: target.indices),
        let to = OutlineSections.element(before, of: target.indices), from != to
      else { return }
      let other = target[to].id
      let moved = target.remove(at: from)
      try snapshot.moveSection(moved.id, beforeSection: other)
      target.insert(moved, at: target.firstIndex { $0.id == other } ?? 0)
    case .append(let section, _):
      guard let index = OutlineSections.element(section, of: target.indices) else { return }
      try snapshot.appendItems(ids, toSection: target[index].id)
      target[index].items += ids
    case .insertBefore(let section, let row, _):
      guard let path = path(section, row) else { return }
      try snapshot.insertItems(ids, beforeItem: target[path.section].items[path.item])
      target[path.section].items.insert(contentsOf: ids, at: path.item)
    case .delete(let section, let row):
      guard let path = path(section, row) else { return }
      try snapshot.deleteItems([target[path.section].items.remove(at: path.item)])
    case .move(let section, let row, let toSection, let before):
      guard let from = path(section, row), let to = path(toSection, before), from != to
      else { return }
      let other = target[to.section].items[to.item]
      let moved = target[from.section].items.remove(at: from.item)
      try snapshot.moveItem(moved, beforeItem: other)
      let place = target[to.section].items.firstIndex(of: other) ?? 0
      target[to.section].items.insert(moved, at: place)
    case .reload(let section, let row), .reconfigure(let section, let row):
      guard let path = path(section, row) else { return }
      let id = target[path.section].items[path.item]
      refilled.insert(id)
      if case .reload = edit {
        try snapshot.reloadItems([id])
      } else {
        try snapshot.reconfigureItems([id])
      }
    }
  }
}
