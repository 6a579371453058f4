import Changesets
import CollectionViews
import Geometry
import Layouts

/// A data source of a script's app.
final class FakeDataSource: CollectionViewDataSource, CollectionViewPrefetchDataSource {
  let app: FakeApp

  init(_ app: FakeApp) { self.app = app }

  func numberOfSections(in collectionView: CollectionView) -> Int {
    app.add(countCall: "sections")
    if app.mutation == .countsAskedTwice, app.sections.count > 2 { app.add(countCall: "sections") }
    require(
      app.mutation != .stops || app.sections.count < 3,
      "ScriptSource.numberOfSections: stopped on purpose, at \(app.sections.count) sections")
    app.reach(.counts, collectionView, during: .counts)
    return app.faults.sectionCount(app.sections.count)
  }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int {
    app.add(countCall: "items \(section)")
    guard app.sections.indices.contains(section) else {
      if !app.faults.isMisreporting {
        app.fail(
          "numberOfItemsInSection", expected: "a section of \(app.sections.count)",
          found: "\(section)")
      }
      return 0
    }
    return app.faults.itemCount(app.sections[section].items.count, ofSection: section)
  }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    guard let item = app.item(path) else { throw app.missing(.cell(path)) }
    let identifier = FakeCell.identifier(of: item)
    if let fault = app.faults.takeFault(ofCell: true) {
      return try wrongCell(fault, identifier, path, collectionView)
    }
    let cell = try collectionView.dequeueReusableCell(withReuseIdentifier: identifier, for: path)
    app.clock.nanoseconds += 1_000 * (1 + item.id % 5)
    if let cell = cell as? FakeCell {
      cell.app = app
      if app.mutation != .staleCells || cell.item == nil {
        cell.item = item
        cell.contentConfiguration = FakeContent.isUsed(for: item) ? FakeContent(item: item) : nil
      }
      cell.preferredExtent = app.preferredExtents[item.id]
      cell.prefersOnce = app.mutation == .prefersOnce
    }
    app.reach(.cell, collectionView, during: .view(.cell(path)))
    return cell
  }

  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind,
    at path: ElementPath
  ) throws(CollectionViewError) -> CollectionReusableView {
    if let fault = app.faults.takeFault(ofCell: false) {
      return try wrongView(fault, .supplementary(kind, path), collectionView)
    }
    let view = try collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: "bar", for: path)
    if let header = view as? FakeHeader {
      header.app = app
      if app.mutation != .staleHeaders || header.text == nil {
        header.text = FakeApp.text(path, app.sections)
      }
    }
    app.reach(.supplementaryView, collectionView, during: .view(.supplementary(kind, path)))
    return view
  }

  func collectionView(_ collectionView: CollectionView, prefetchItemsAt paths: [ItemPath]) {
    for path in paths where app.item(path) == nil && !app.isOutOfStep {
      app.fail("prefetchItemsAt", expected: "items that exist", found: "\(path)")
    }
    app.reach(.prefetch, collectionView)
  }

  func collectionView(
    _ collectionView: CollectionView, reuseIdentifierForItemAt path: ItemPath
  ) -> String? {
    app.reach(.identifier, collectionView)
    return app.item(path).map(FakeCell.identifier)
  }

  // MARK: Items that a user moves

  func collectionView(_ collectionView: CollectionView, canMoveItemAt path: ItemPath) -> Bool {
    app.reach(.canMove, collectionView)
    return true
  }

  func collectionView(
    _ collectionView: CollectionView, moveItemAt source: ItemPath, to target: ItemPath
  ) {
    app.move(source, to: target)
    app.reach(.moveItem, collectionView)
  }
}

// MARK: - Faults

extension FakeDataSource {
  /// A cell that is wrong, after the error that is due for it has been noted.
  private func wrongCell(
    _ fault: ViewFault, _ identifier: String, _ path: ItemPath, _ view: CollectionView
  ) throws(CollectionViewError) -> CollectionViewCell {
    func dequeue(_ identifier: String) throws(CollectionViewError) -> CollectionViewCell {
      try view.dequeueReusableCell(withReuseIdentifier: identifier, for: path)
    }
    return try wrongView(
      fault, .cell(path), right: identifier,
      unregistered: .notRegistered(
        .cell("nobody"), registered: ["cell \"even\"", "cell \"odd\""]),
      shown: view.visibleCells.first, own: FakeCell(frame: .zero), dequeue)
  }

  /// Returns a wrong supplementary view, after noting the error that is due for it.
  private func wrongView(
    _ fault: ViewFault, _ element: LayoutElement, _ view: CollectionView
  ) throws(CollectionViewError) -> CollectionReusableView {
    func dequeue(_ identifier: String) throws(CollectionViewError) -> CollectionReusableView {
      try view.dequeueReusableSupplementaryView(
        ofKind: element.kind, withReuseIdentifier: identifier, for: element.path)
    }
    let registered = ViewLayoutName.supplementaryKinds.map { "supplementary \($0) \"bar\"" }
    return try wrongView(
      fault, element, right: "bar",
      unregistered: .notRegistered(
        .supplementary(element.kind, "nobody"), registered: registered.sorted()),
      shown: view.viewsInDisplayOrder.map(\.view).first { $0 is FakeHeader },
      own: FakeHeader(frame: .zero), dequeue)
  }

  /// Returns a view of `element` that is wrong in the way of `fault`, after noting its error.
  private func wrongView<View>(
    _ fault: ViewFault, _ element: LayoutElement, right identifier: String,
    unregistered: CollectionViewError, shown: View?, own: @autoclosure () -> View,
    _ dequeue: (String) throws(CollectionViewError) -> View
  ) throws(CollectionViewError) -> View {
    func wrong(_ dequeued: Int) -> CollectionViewError { .notDequeued(element, dequeued: dequeued) }
    switch fault {
    case .noView: throw app.faults.commit(.noView(element))
    case .unregistered:
      app.faults.commit(unregistered)
      return try dequeue("nobody")
    case .ownView:
      app.faults.commit(wrong(0))
      return own()
    case .otherView:
      app.faults.commit(wrong(1))
      _ = try dequeue(identifier)
      return own()
    case .shownView:
      app.faults.commit(wrong(0))
      return shown ?? own()
    case .twoViews:
      app.faults.commit(wrong(2))
      _ = try dequeue(identifier)
      return try dequeue(identifier)
    }
  }
}
