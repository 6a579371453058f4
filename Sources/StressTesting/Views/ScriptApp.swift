import Changesets
import CollectionViews
import Layouts

/// The data of a script's app and everything that it is told, as its data sources share it.
final class ScriptApp {
  var sections: [ViewModel.Section] = []
  /// The extents that items wish for, by id.
  var wishes: [Int: Double] = [:]
  let flaw: ViewFlaw?

  /// The first thing that was wrong with what the app was asked or told.
  private(set) var mismatch: ViewMismatch?
  /// What has been asked about counts: `sections`, `items 0`.
  private(set) var countCalls: [String] = []
  /// What a delegate has been told of touches.
  private(set) var touches: [String] = []
  /// The views that are shown, as far as a delegate knows.
  private(set) var displayed: Set<ObjectIdentifier> = []
  /// The completions that have been called: their numbers, and what they were told.
  private(set) var completions: [(number: Int, isFinished: Bool)] = []
  /// The ends of interactive transitions.
  private(set) var transitionEnds: [(number: Int, completed: Bool, finished: Bool)] = []
  /// Whether paths are the data's: not while data has changed and the view has not heard of it.
  var checksEnds = false
  private var ended = 0

  init(_ flaw: ViewFlaw?) { self.flaw = flaw }

  /// Forgets what was told of the operation before.
  func beginOperation() {
    countCalls.removeAll()
    touches.removeAll()
    completions.removeAll()
    transitionEnds.removeAll()
  }

  func add(countCall: String) { countCalls.append(countCall) }

  func add(touch: String) { touches.append(touch) }

  func complete(_ number: Int, _ isFinished: Bool) { completions.append((number, isFinished)) }

  func endTransition(_ number: Int, _ completed: Bool, _ finished: Bool) {
    transitionEnds.append((number, completed, finished))
  }

  func item(_ path: ItemPath) -> ViewModel.Item? {
    guard sections.indices.contains(path.section),
      sections[path.section].items.indices.contains(path.item)
    else { return nil }
    return sections[path.section].items[path.item]
  }

  /// What a supplementary view of `path` shows: its section's id, and the rest of the path.
  static func text(_ path: ElementPath, _ sections: [ViewModel.Section]) -> String? {
    guard sections.indices.contains(path.section) else { return nil }
    return "\(path.replacingSection(with: sections[path.section].id))"
  }

  func fail(_ observation: String, expected: String, found: String) {
    if mismatch == nil {
      mismatch = ViewMismatch(observation, expected: expected, found: found)
    }
  }

  /// A view begins to be shown, which must not be shown.
  func show(_ view: CollectionReusableView, _ what: String) {
    if !displayed.insert(ObjectIdentifier(view)).inserted {
      fail("willDisplay of \(what)", expected: "a view not shown", found: "one shown already")
    }
  }

  /// A view ceases to be shown, which must be shown.
  func end(_ view: CollectionReusableView, _ what: String) {
    ended += 1
    if flaw == .endsUnheard, ended.isMultiple(of: 5) { return }
    if displayed.remove(ObjectIdentifier(view)) == nil {
      fail("didEndDisplaying of \(what)", expected: "a view shown", found: "one not shown")
    }
  }
}

/// One data source object of a script's app.
final class ScriptSource: CollectionViewDataSource, CollectionViewPrefetchDataSource {
  let app: ScriptApp

  init(_ app: ScriptApp) { self.app = app }

  func numberOfSections(in collectionView: CollectionView) -> Int {
    app.add(countCall: "sections")
    if app.flaw == .countsAskedTwice, app.sections.count > 2 { app.add(countCall: "sections") }
    return app.sections.count
  }

  func collectionView(
    _ collectionView: CollectionView, numberOfItemsInSection section: Int
  ) -> Int {
    app.add(countCall: "items \(section)")
    guard app.sections.indices.contains(section) else {
      app.fail(
        "numberOfItemsInSection", expected: "a section of \(app.sections.count)",
        found: "\(section)")
      return 0
    }
    return app.sections[section].items.count
  }

  func collectionView(
    _ collectionView: CollectionView, cellForItemAt path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    guard let item = app.item(path) else { throw .noView(.cell(path)) }
    let identifier = ScriptCell.identifier(of: item)
    let cell = try collectionView.dequeueReusableCell(
      withReuseIdentifier: identifier, for: path)
    if let cell = cell as? ScriptCell {
      if app.flaw != .staleCells || cell.item == nil { cell.item = item }
      cell.wish = app.wishes[item.id]
    }
    return cell
  }

  func collectionView(
    _ collectionView: CollectionView, viewForSupplementaryElementOfKind kind: ElementKind,
    at path: ElementPath
  ) throws(CollectionViewError) -> CollectionReusableView {
    let view = try collectionView.dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: "bar", for: path)
    if let header = view as? ScriptHeader, app.flaw != .staleHeaders || header.text == nil {
      header.text = ScriptApp.text(path, app.sections)
    }
    return view
  }

  func collectionView(_ collectionView: CollectionView, prefetchItemsAt paths: [ItemPath]) {
    for path in paths where app.item(path) == nil {
      app.fail("prefetchItemsAt", expected: "items that exist", found: "\(path)")
    }
  }
}

/// The delegate of a script's app, which allows everything and keeps account.
final class ScriptDelegate: CollectionViewDelegate {
  let app: ScriptApp

  init(_ app: ScriptApp) { self.app = app }

  // MARK: Touches

  func collectionView(
    _ collectionView: CollectionView, shouldHighlightItemAt path: ItemPath
  ) -> Bool {
    app.add(touch: "shouldHighlight \(path)")
    return true
  }

  func collectionView(_ collectionView: CollectionView, didHighlightItemAt path: ItemPath) {
    app.add(touch: "didHighlight \(path)")
  }

  func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt path: ItemPath) {
    app.add(touch: "didUnhighlight \(path)")
  }

  func collectionView(
    _ collectionView: CollectionView, shouldSelectItemAt path: ItemPath
  ) -> Bool {
    app.add(touch: "shouldSelect \(path)")
    return true
  }

  func collectionView(
    _ collectionView: CollectionView, shouldDeselectItemAt path: ItemPath
  ) -> Bool {
    app.add(touch: "shouldDeselect \(path)")
    return true
  }

  func collectionView(_ collectionView: CollectionView, didSelectItemAt path: ItemPath) {
    app.add(touch: "didSelect \(path)")
  }

  func collectionView(_ collectionView: CollectionView, didDeselectItemAt path: ItemPath) {
    app.add(touch: "didDeselect \(path)")
  }

  // MARK: Display

  func collectionView(
    _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt path: ItemPath
  ) {
    app.show(cell, "cell \(path)")
    let shown = (cell as? ScriptCell)?.item
    if shown != app.item(path) {
      app.fail(
        "the item of the cell that willDisplay at \(path)", expected: Self.text(app.item(path)),
        found: Self.text(shown))
    }
  }

  func collectionView(
    _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell,
    forItemAt path: ItemPath
  ) {
    app.end(cell, "cell \(path)")
    let shown = (cell as? ScriptCell)?.item
    if app.checksEnds, shown != app.item(path) {
      app.fail(
        "the item of the cell that didEndDisplaying at \(path)",
        expected: Self.text(app.item(path)), found: Self.text(shown))
    }
  }

  func collectionView(
    _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
    forElementOfKind kind: ElementKind, at path: ElementPath
  ) {
    app.show(view, "\(kind) \(path)")
  }

  func collectionView(
    _ collectionView: CollectionView,
    didEndDisplayingSupplementaryView view: CollectionReusableView,
    forElementOfKind kind: ElementKind, at path: ElementPath
  ) {
    app.end(view, "\(kind) \(path)")
  }

  static func text(_ item: ViewModel.Item?) -> String {
    item.map { "item \($0.id), revision \($0.revision)" } ?? "none"
  }
}
