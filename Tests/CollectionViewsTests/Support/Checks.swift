import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// `[section, item]`, in short.
func at(_ section: Int, _ item: Int) -> ItemPath { ItemPath(section: section, item: item) }

/// A program has stopped with a message that contains `text`.
func expect(
  _ stopped: ExitTest.Result?, says text: String, _ location: SourceLocation = #_sourceLocation
) {
  let message = String(decoding: stopped?.standardErrorContent ?? [], as: UTF8.self)
  #expect(message.contains(text), "\(message)", sourceLocation: location)
}

/// Calls `body`, which throws nothing but collection views' errors.
func asCollectionViewError<Value>(
  _ body: () throws -> Value
) throws(CollectionViewError) -> Value {
  do {
    return try body()
  } catch let error as CollectionViewError {
    throw error
  } catch {
    throw .updateBlock(threw: "\(error)")
  }
}

extension CollectionView {
  /// A layout pass, after which nothing may be wrong.
  func pass(_ location: SourceLocation = #_sourceLocation) throws {
    try layoutIfNeeded()
    check(location)
  }

  /// Nothing may be wrong with the view.
  func check(_ location: SourceLocation = #_sourceLocation) {
    let violation = firstViolation()
    #expect(violation == nil, sourceLocation: location)
    if violation == nil { checkInvariants() }
  }

  /// Scrolls and passes.
  func scroll(to y: Double, _ location: SourceLocation = #_sourceLocation) throws {
    setContentOffset(Point(x: 0, y: y))
    try pass(location)
  }

  /// The error that `body` throws, or that an operation in it leaves to the next pass.
  func failure(_ body: () throws -> Void) -> CollectionViewError? {
    do {
      try body()
      try throwHeldUpdateError()
      return nil
    } catch {
      let known = error as? CollectionViewError
      #expect(known != nil, "\(error)")
      return known
    }
  }

  /// Where rows begin that are shown, by item path.
  var shownFrames: [ItemPath: Rect] {
    var frames: [ItemPath: Rect] = [:]
    for path in itemPathsForVisibleItems { frames[path] = cellForItem(at: path)?.frame }
    return frames
  }
}

extension Rig {
  /// Sets what selection is about, and lays out.
  func selecting(several: Bool, _ delegate: RecordingDelegate) throws -> Rig {
    view.delegate = delegate
    view.allowsMultipleSelection = several
    try view.pass()
    return self
  }

  /// Replaces all of thirty items by 99, and has the delegate reload with 5 and 6 at the event `line`.
  func replaceAll(
    _ delegate: RecordingDelegate, reloadingAt line: String, completion: @escaping (Bool) -> Void
  ) throws {
    try view.scroll(to: 200)
    delegate.actions[line] = {
      source.sections = [[5, 6]]
      view.reloadData()
    }
    try view.performBatchUpdates(
      {
        source.sections = [[99]]
        view.deleteItems(at: (0..<30).map { at(0, $0) })
        view.insertItems(at: [at(0, 0)])
      }, completion: completion)
  }

  /// An update whose data change inside of the block.
  func update(
    _ sections: [[Int]], _ completion: ((Bool) -> Void)? = nil,
    _ location: SourceLocation = #_sourceLocation,
    _ operations: (CollectionView) throws -> Void
  ) throws {
    defer { view.check(location) }
    try view.performBatchUpdates(
      {
        source.sections = sections
        try operations(view)
      }, completion: completion)
  }

  /// The shown numbers are those of a new view with the same data and offset.
  func expectFresh(_ location: SourceLocation = #_sourceLocation) throws {
    try view.pass(location)
    let fresh = Rig(
      source.sections, headers: layout.headerExtent > 0, height: view.bounds.size.height)
    try fresh.view.layoutIfNeeded()
    fresh.view.setContentOffset(view.contentOffset)
    try fresh.view.layoutIfNeeded()
    #expect(numbers == fresh.numbers, sourceLocation: location)
    #expect(
      view.itemPathsForVisibleItems == fresh.view.itemPathsForVisibleItems,
      sourceLocation: location)
    #expect(view.contentSize == fresh.view.contentSize, sourceLocation: location)
  }

  /// The shown number at a path.
  func number(_ section: Int, _ item: Int) -> Int? {
    (view.cellForItem(at: at(section, item)) as? NumberCell)?.number
  }

  /// The text of a section's shown header.
  func header(_ section: Int) -> String? {
    let view = view.supplementaryView(forElementOfKind: .sectionHeader, at: [section, 0])
    return (view as? HeaderView)?.text
  }
}
