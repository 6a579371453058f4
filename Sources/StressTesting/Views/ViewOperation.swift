public import Changesets

/// One step of a script for a collection view: what an app, a finger or time does to it.
///
/// Paths and counts are those of the moment. A step that makes no sense then, as after others have
/// been left out, is passed over.
public enum ViewOperation: Hashable, Sendable, Codable {
  /// A layout pass, as a run loop's.
  case layOut
  /// The content offset, in points; the next pass takes it back to where there is content.
  case scroll(x: Double, y: Double, isAnimated: Bool)
  /// To an item, which need not exist.
  case scrollToItem(path: ItemPath, position: Position, isAnimated: Bool)
  /// A finger moves the content by so many points.
  case drag(x: Double, y: Double)
  /// The finger lets go at a velocity, in points a second; without one before, a fling.
  case endDrag(x: Double, y: Double)
  /// Time passes.
  case tick(seconds: Double)
  /// The bounds' size, which may be empty.
  case resize(width: Double, height: Double)
  /// The margins above and below the content.
  case inset(top: Double, bottom: Double)

  /// `reloadData()`, after the data has become new sections of `counts` items; nil leaves it.
  case reload(counts: [Int]?)
  /// Another data source object, of new sections of `counts` items, or of the same data.
  case replaceSource(counts: [Int]?)
  /// An update, legal or not.
  case update(batch: ViewUpdate)
  /// The item at a path wishes for another extent, and is reconfigured.
  case selfSize(path: ItemPath, extent: Double)

  /// By the program.
  case select(path: ItemPath)
  /// By the program.
  case deselect(path: ItemPath)
  /// By the program: all of them.
  case deselectAll
  /// A finger comes down on an item and goes up again.
  case tap(path: ItemPath)
  /// A finger comes down on an item.
  case touchDown(path: ItemPath)
  /// The finger goes up.
  case touchUp
  /// The touch comes to nothing.
  case touchCancel
  /// Whether several items can be selected.
  case multipleSelection(isOn: Bool)

  /// A finger stays down on a cell that is shown; with what the delegate answers: whether the item may
  /// be highlighted, whether it has a menu, and the menu's actions.
  case longPress(
    path: ItemPath, isHighlightable: Bool, hasMenu: Bool, actions: [ViewMenuAction])
  /// An action is chosen, whether or not there is a menu that has it.
  case chooseMenuAction(action: ViewMenuAction)
  /// The menu closes.
  case dismissMenu

  /// Another layout.
  case changeLayout(layout: ViewLayoutName, isAnimated: Bool)
  /// A gesture begins to go to another layout.
  case startTransition(layout: ViewLayoutName)
  /// The gesture has come so far.
  case progress(value: Double)
  /// The gesture ends in the new layout.
  case finishTransition
  /// The gesture ends in the layout before.
  case cancelTransition
  /// The gesture goes on when its transition has ended, which must be nothing.
  case lateProgress(value: Double)

  /// Whether cells linger and are made ahead.
  case prefetching(isOn: Bool)
  /// How many of them.
  case reusePolicy(name: Policy)
  /// Whether updates are animated.
  case animations(isOn: Bool)
  /// The layout is computed anew; with `isEverything`, all of it.
  case invalidateLayout(isEverything: Bool)

  /// The data source gets the next cell, or the next supplementary view, wrong.
  case fault(kind: ViewFault, isOfCell: Bool)
  /// An update of nothing, after which the data source says for once that a section has so many items
  /// more or less than it has, or that there are so many sections more or less.
  case misreport(section: Int?, by: Int)
  /// The data becomes new sections of `counts` items, and nobody tells the view, which is scrolled and
  /// updated; then it is told to reload, the data taken back before or not.
  case changeSilently(counts: [Int], isTakenBack: Bool)
  /// The data source is taken away, or goes away without a word.
  case loseSource(isSilent: Bool)
  /// The next time it is called at that moment, the app does something with the view.
  case meddle(moment: ViewMoment, action: ViewMeddling)

  /// The names of the operations, as scripts have them.
  enum CodingKeys: String, CodingKey, CaseIterable {
    case layOut, scroll, scrollToItem, drag, endDrag, tick, resize, inset, reload
    case replaceSource, update, selfSize, select, deselect, deselectAll, tap, touchDown
    case touchUp, touchCancel, multipleSelection, longPress, chooseMenuAction, dismissMenu
    case changeLayout, startTransition, progress, finishTransition, cancelTransition
    case lateProgress, prefetching, reusePolicy, animations, invalidateLayout, fault
    case misreport, changeSilently, loseSource, meddle
  }

  /// Where an item is to be that is scrolled to.
  public enum Position: String, Hashable, Sendable, Codable, CaseIterable {
    /// By the least way.
    case nearest
    /// At the top edge.
    case top
    /// In the middle.
    case middle
    /// At the bottom edge.
    case bottom
  }

  /// A reuse policy, by its name.
  public enum Policy: String, Hashable, Sendable, Codable, CaseIterable {
    /// Cells linger and are made ahead.
    case prefetching
    /// What leaves is queued.
    case classic
    /// Small numbers of each, and small queues.
    case recyclerView
  }
}

/// A layout that scripts use.
public enum ViewLayoutName: String, Hashable, Sendable, Codable, CaseIterable {
  /// Rows with pinned headers.
  case list
  /// A grid with headers and footers.
  case flow
  /// Rows that size themselves.
  case estimated
  /// A grid of items that size themselves.
  case estimatedFlow
  /// Piles of cards, with a decoration each.
  case stack
  /// Rings, with titles and badges.
  case circle
}
