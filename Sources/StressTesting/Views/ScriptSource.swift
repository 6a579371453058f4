import Changesets
import CollectionViews
import Geometry
import Layouts

/// One data source object of a script's app.
final class ScriptSource: CollectionViewDataSource, CollectionViewPrefetchDataSource {
  let app: ScriptApp

  init(_ app: ScriptApp) { self.app = app }

  func numberOfSections(in collectionView: CollectionView) -> Int {
    app.add(countCall: "sections")
    if app.flaw == .countsAskedTwice, app.sections.count > 2 { app.add(countCall: "sections") }
    require(
      app.flaw != .stops || app.sections.count < 3,
      "ScriptSource.numberOfSections: stopped on purpose, at \(app.sections.count) sections")
    app.reach(.counts, collectionView, during: .counts)
    return app.plot.sectionCount(app.sections.count)
  }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int {
    app.add(countCall: "items \(section)")
    guard app.sections.indices.contains(section) else {
      if !app.plot.isMisreporting {
        app.fail(
          "numberOfItemsInSection", expected: "a section of \(app.sections.count)",
          found: "\(section)")
      }
      return 0
    }
    return app.plot.itemCount(app.sections[section].items.count, ofSection: section)
  }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    guard let item = app.item(path) else { throw app.missing(.cell(path)) }
    let identifier = ScriptCell.identifier(of: item)
    if let fault = app.plot.takeFault(ofCell: true) {
      return try wrongCell(fault, identifier, path, collectionView)
    }
    let cell = try collectionView.dequeueReusableCell(
      withReuseIdentifier: identifier, for: path)
    if let cell = cell as? ScriptCell {
      if app.flaw != .staleCells || cell.item == nil { cell.item = item }
      cell.wish = app.wishes[item.id]
      cell.prefersOnce = app.flaw == .prefersOnce
    }
    app.reach(.cell, collectionView, during: .view(.cell(path)))
    return cell
  }

  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind,
    at path: ElementPath
  ) throws(CollectionViewError) -> CollectionReusableView {
    if let fault = app.plot.takeFault(ofCell: false) {
      return try wrongView(fault, .supplementary(kind, path), collectionView)
    }
    let view = try collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: "bar", for: path)
    if let header = view as? ScriptHeader, app.flaw != .staleHeaders || header.text == nil {
      header.text = ScriptApp.text(path, app.sections)
    }
    app.reach(.supplementaryView, collectionView, during: .view(.supplementary(kind, path)))
    return view
  }

  func collectionView(_ collectionView: CollectionView, prefetchItemsAt paths: [ItemPath]) {
    for path in paths where app.item(path) == nil && !app.isOutOfStep {
      app.fail("prefetchItemsAt", expected: "items that exist", found: "\(path)")
    }
  }
}

// MARK: - Faults

extension ScriptSource {
  /// A cell that is wrong, after the error that is due for it has been noted.
  private func wrongCell(
    _ fault: ViewFault, _ identifier: String, _ path: ItemPath, _ view: CollectionView
  ) throws(CollectionViewError) -> CollectionViewCell {
    func dequeue(_ identifier: String) throws(CollectionViewError) -> CollectionViewCell {
      try view.dequeueReusableCell(withReuseIdentifier: identifier, for: path)
    }
    func wrong(_ dequeued: Int) -> CollectionViewError {
      .notDequeued(.cell(path), dequeued: dequeued)
    }
    switch fault {
    case .noView: throw app.plot.commit(.noView(.cell(path)))
    case .unregistered:
      app.plot.commit(
        .notRegistered(.cell("nobody"), registered: ["cell \"even\"", "cell \"odd\""]))
      return try dequeue("nobody")
    case .ownView:
      app.plot.commit(wrong(0))
      return ScriptCell(frame: .zero)
    case .otherView:
      app.plot.commit(wrong(1))
      _ = try dequeue(identifier)
      return ScriptCell(frame: .zero)
    case .shownView:
      app.plot.commit(wrong(0))
      return view.visibleCells.first ?? ScriptCell(frame: .zero)
    case .twoViews:
      app.plot.commit(wrong(2))
      _ = try dequeue(identifier)
      return try dequeue(identifier)
    }
  }

  /// The same for a supplementary view.
  private func wrongView(
    _ fault: ViewFault, _ element: LayoutElement, _ view: CollectionView
  ) throws(CollectionViewError) -> CollectionReusableView {
    func dequeue(_ identifier: String) throws(CollectionViewError) -> CollectionReusableView {
      try view.dequeueReusableSupplementaryView(
        ofKind: element.kind, withReuseIdentifier: identifier, for: element.path)
    }
    func wrong(_ dequeued: Int) -> CollectionViewError {
      .notDequeued(element, dequeued: dequeued)
    }
    switch fault {
    case .noView: throw app.plot.commit(.noView(element))
    case .unregistered:
      let registered = ViewLayoutName.supplementaryKinds.map { "supplementary \($0) \"bar\"" }
      app.plot.commit(
        .notRegistered(.supplementary(element.kind, "nobody"), registered: registered.sorted()))
      return try dequeue("nobody")
    case .ownView:
      app.plot.commit(wrong(0))
      return ScriptHeader(frame: .zero)
    case .otherView:
      app.plot.commit(wrong(1))
      _ = try dequeue("bar")
      return ScriptHeader(frame: .zero)
    case .shownView:
      app.plot.commit(wrong(0))
      let shown = view.viewsInDisplayOrder.map(\.view).first { $0 is ScriptHeader }
      return shown ?? ScriptHeader(frame: .zero)
    case .twoViews:
      app.plot.commit(wrong(2))
      _ = try dequeue("bar")
      return try dequeue("bar")
    }
  }
}
