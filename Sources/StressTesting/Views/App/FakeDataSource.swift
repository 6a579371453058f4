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
    if let cell = cell as? FakeCell {
      if app.mutation != .staleCells || cell.item == nil { cell.item = item }
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
    if let header = view as? FakeHeader, app.mutation != .staleHeaders || header.text == nil {
      header.text = FakeApp.text(path, app.sections)
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

/// A cell that knows which item it was filled with.
final class FakeCell: CollectionViewCell {
  var item: ViewModel.Item?
  /// A Boolean value that indicates whether the cell says its size only once: a mutation.
  var prefersOnce = false
  private var hasBeenAsked = false
  /// The extent that a script gives its item, in points; nil for the item's natural size.
  var preferredExtent: Double?

  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    if prefersOnce, hasBeenAsked { return attributes }
    hasBeenAsked = true
    var preferred = attributes
    preferred.size = preferredSize(for: attributes.size)
    return preferred
  }

  /// The size that the cell prefers where a layout offers `size`.
  ///
  /// It follows from the item's id and revision. A quarter of the items take any size.
  func preferredSize(for size: Size) -> Size {
    if let preferredExtent { return Size(width: size.width, height: preferredExtent) }
    guard let item else { return size }
    let number = 7 * item.id + 13 * item.revision
    if number.isMultiple(of: 4) { return size }
    return Size(width: [25, 40, 62][number / 3 % 3], height: [12, 33, 51][number % 3])
  }

  /// The identifier of the cells of an item: two, so that a mix-up shows.
  static func identifier(of item: ViewModel.Item) -> String {
    item.id.isMultiple(of: 2) ? "even" : "odd"
  }

  static let identifiers = ["even", "odd"]
}

/// A supplementary view that knows what it was filled with.
final class FakeHeader: CollectionReusableView {
  var text: String?
}

/// A decoration view.
final class FakeMat: CollectionReusableView {}
