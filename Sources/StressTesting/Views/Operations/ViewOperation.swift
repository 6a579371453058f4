public import Changesets
import CollectionViews

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
  /// A section of a compositional layout scrolls by itself to an offset, in points.
  case scrollSection(section: Int, offset: Double)
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
  /// The item at a path prefers another extent, and is reconfigured.
  case selfSize(path: ItemPath, extent: Double)
  /// The cell of an item prefers another extent, and says so by itself.
  case resizeCell(path: ItemPath, extent: Double)

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
  /// The touch is cancelled.
  case touchCancel
  /// Turns multiple selection on or off.
  case multipleSelection(isOn: Bool)

  /// A finger stays down on a cell that is shown; with what the delegate answers: whether the item
  /// may be highlighted, whether it has a menu, and the menu's actions.
  case longPress(path: ItemPath, isHighlightable: Bool, hasMenu: Bool, actions: [ViewMenuAction])
  /// An action is chosen, whether or not there is a menu that has it.
  case chooseMenuAction(action: ViewMenuAction)
  /// The menu closes.
  case dismissMenu

  /// A user begins to move an item.
  case beginMovement(path: ItemPath)
  /// The user holds the item at a point of the content, in points, and the delegate chooses where it
  /// goes.
  case holdItem(x: Double, y: Double, choice: MoveChoice)
  /// The user holds the item at a distance from an edge of what is seen, and so many frames pass, in
  /// each of which the content may scroll.
  case holdAtEdge(
    edge: Edge, distance: Double, zone: Double, pointsPerSecond: Double, frames: Int,
    seconds: Double)
  /// The item stays where it is shown; the data source makes the move, or wrongly does not.
  case endMovement(isMade: Bool)
  /// The item goes back.
  case cancelMovement

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

  /// A Boolean value that indicates whether cells linger and are made ahead.
  case prefetching(isOn: Bool)
  /// Sets how many cells linger and are made ahead.
  case reusePolicy(name: Policy)
  /// Measures how long cells take, or ceases to.
  case measureWork(isOn: Bool)
  /// Makes cells ahead in so much time, in nanoseconds.
  case prepareAhead(nanoseconds: Int)
  /// Uses views again, or ceases to.
  case reuseViews(isOn: Bool)
  /// Gives up all cells that wait.
  case flushQueues
  /// The language is read from right to left, or not.
  case direction(isRightToLeft: Bool)
  /// Turns animated updates on or off.
  case animations(isOn: Bool)
  /// Invalidates the layout; with `isEverything`, all of it.
  case invalidateLayout(isEverything: Bool)

  /// The data source gets the next cell, or the next supplementary view, wrong.
  case fault(kind: ViewFault, isOfCell: Bool)
  /// An update of nothing, after which the data source says for once that a section has so many
  /// items more or less than it has, or that there are so many sections more or less.
  case misreport(section: Int?, by: Int)
  /// The data becomes new sections of `counts` items, and nobody tells the view, which is scrolled
  /// and updated; then it is told to reload, the data taken back before or not.
  case changeSilently(counts: [Int], isTakenBack: Bool)
  /// The data source is taken away, or goes away without a word.
  case loseSource(isSilent: Bool)
  /// The next time it is called at that moment, the app does something with the view.
  case meddle(moment: CallbackMoment, action: ReentrantCall)

  /// The names of the operations, as scripts have them.
  enum CodingKeys: String, CodingKey, CaseIterable {
    case layOut, scroll, scrollToItem, scrollSection, drag, endDrag, tick, resize, inset, reload
    case replaceSource, update, selfSize, resizeCell, select, deselect, deselectAll, tap, touchDown
    case touchUp, touchCancel, multipleSelection, longPress, chooseMenuAction, dismissMenu
    case changeLayout, startTransition, progress, finishTransition, cancelTransition
    case lateProgress, prefetching, reusePolicy, animations, invalidateLayout, fault
    case beginMovement, holdItem, holdAtEdge, endMovement, cancelMovement
    case measureWork, prepareAhead, reuseViews, flushQueues, direction
    case misreport, changeSilently, loseSource, meddle
  }

  /// The place of an item after scrolling to it.
  public enum Position: String, Hashable, Sendable, Codable, CaseIterable {
    /// By the least way.
    case nearest
    /// At the top edge.
    case top
    /// In the middle.
    case middle
    /// At the bottom edge.
    case bottom

    var scrollPosition: ScrollPosition {
      switch self {
      case .nearest: []
      case .top: .top
      case .middle: .centeredVertically
      case .bottom: .bottom
      }
    }
  }

  /// A reuse policy, by its name.
  public enum Policy: String, Hashable, Sendable, Codable, CaseIterable {
    /// Cells linger and are made ahead.
    case prefetching
    /// Cells that leave go into the queue.
    case classic
    /// Small numbers of each, and small queues.
    case recyclerView
    /// Cells linger, and are made ahead between frames.
    case spareTime
  }

  /// An edge of what is seen.
  public enum Edge: String, Hashable, Sendable, Codable, CaseIterable {
    /// The upper one.
    case top
    /// The lower one.
    case bottom
  }

  /// What a delegate makes of the path that a layout proposes for a moved item.
  public enum MoveChoice: String, Hashable, Sendable, Codable, CaseIterable {
    /// The proposed path.
    case proposed
    /// The path at which the movement began.
    case original
    /// The path that the item has.
    case current
    /// A path that there is not.
    case nowhere
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
  /// Composed sections: nested groups with badges, a pinned header and a background, and every third
  /// one scrolls by itself.
  case compositional
  /// The same of a subclass, which is shown as its mirror image from right to left.
  case flippedCompositional
  /// Composed rows that size themselves.
  case estimatedCompositional
}

/// One update of a script: what the view is told, what becomes of the data, and how it is called.
public struct ViewUpdate: Hashable, Sendable {
  /// The operations that the view is told.
  public var told: Changeset
  /// The change of the data where it differs; nil for what the view is told, as far as it is legal.
  public var done: Changeset?
  /// The number of items that an inserted or reloaded section has besides those that move into it,
  /// by its index after; none where absent.
  public var newCounts: [Int: Int]
  /// The items whose cells are filled again, by path before.
  public var reconfigured: [ItemPath]
  /// The number of nested blocks around the operations; 0 calls each on its own, so that there can
  /// be one only.
  public var depth = 1
  /// A Boolean value that indicates whether the data changes before the outermost block, not in it.
  public var isDataFirst = false
  /// A Boolean value that indicates whether the calls come in the opposite order.
  public var isReversed = false
  /// A Boolean value that indicates whether the block calls `reloadData()`.
  public var isReload = false

  /// An update in one block, in which the data changes as the view is told.
  public init(
    _ told: Changeset = Changeset(), newCounts: [Int: Int] = [:], reconfigured: [ItemPath] = []
  ) {
    self.told = told
    self.newCounts = newCounts
    self.reconfigured = reconfigured
  }

  /// The number of calls, where each method is called once with all its paths.
  var callCount: Int {
    let lists = [
      told.deletedSections.isEmpty, told.insertedSections.isEmpty, told.reloadedSections.isEmpty,
      told.deletedItems.isEmpty, told.insertedItems.isEmpty, told.reloadedItems.isEmpty,
      reconfigured.isEmpty,
    ]
    return lists.count { !$0 } + told.movedSections.count + told.movedItems.count
  }
}

extension ViewUpdate: Codable {
  private enum CodingKeys: String, CodingKey {
    case told, done, newCounts, reconfigured, depth, isDataFirst, isReversed, isReload
  }

  /// Reads what there is; what is absent is as in a plain update.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try fields.decodeIfPresent(Changeset.self, forKey: .told) ?? Changeset(),
      newCounts: try fields.decodeIfPresent([Int: Int].self, forKey: .newCounts) ?? [:],
      reconfigured: try fields.decodeIfPresent([ItemPath].self, forKey: .reconfigured) ?? [])
    done = try fields.decodeIfPresent(Changeset.self, forKey: .done)
    depth = try fields.decodeIfPresent(Int.self, forKey: .depth) ?? depth
    isDataFirst = try fields.decodeIfPresent(Bool.self, forKey: .isDataFirst) ?? false
    isReversed = try fields.decodeIfPresent(Bool.self, forKey: .isReversed) ?? false
    isReload = try fields.decodeIfPresent(Bool.self, forKey: .isReload) ?? false
  }

  /// Writes what is not as in a plain update.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    if !told.isEmpty { try fields.encode(told, forKey: .told) }
    try fields.encodeIfPresent(done, forKey: .done)
    if !newCounts.isEmpty { try fields.encode(newCounts, forKey: .newCounts) }
    if !reconfigured.isEmpty { try fields.encode(reconfigured, forKey: .reconfigured) }
    if depth != 1 { try fields.encode(depth, forKey: .depth) }
    if isDataFirst { try fields.encode(isDataFirst, forKey: .isDataFirst) }
    if isReversed { try fields.encode(isReversed, forKey: .isReversed) }
    if isReload { try fields.encode(isReload, forKey: .isReload) }
  }
}

extension ViewOperation {
  /// The largest length or offset that a script may name, in points.
  private static let longest = 1e6
  /// The longest time that cells may be made ahead in, in nanoseconds.
  private static let mostNanoseconds = 1_000_000_000
  /// The largest number of sections, and of items in a section.
  private static let most = 1_000

  /// A Boolean value that indicates whether an app could mean these numbers; a file may hold
  /// others.
  var isWithinLimits: Bool {
    switch self {
    case .scroll(let x, let y, _), .drag(let x, let y), .endDrag(let x, let y):
      Self.areLengths([abs(x), abs(y)])
    case .tick(let seconds): Self.areLengths([seconds])
    case .resize(let width, let height): Self.areLengths([width, height])
    case .inset(let top, let bottom): Self.areLengths([abs(top), abs(bottom)])
    case .selfSize(_, let extent), .resizeCell(_, let extent), .scrollSection(_, let extent):
      Self.areLengths([extent])
    case .holdItem(let x, let y, _): Self.areLengths([abs(x), abs(y)])
    case .holdAtEdge(_, let distance, let zone, let speed, let frames, let seconds):
      Self.areLengths([abs(distance), zone, speed, seconds]) && (0...1_000).contains(frames)
    case .prepareAhead(let nanoseconds): abs(nanoseconds) <= Self.mostNanoseconds
    case .progress(let value), .lateProgress(let value): abs(value) <= 10
    case .reload(let counts), .replaceSource(let counts): Self.areCounts(counts ?? [])
    case .changeSilently(let counts, _): Self.areCounts(counts)
    case .misreport(_, let way): abs(way) <= Self.most
    case .update(let update): update.isWithinLimits
    default: true
    }
  }

  private static func areCounts(_ counts: [Int]) -> Bool {
    counts.count <= most && counts.allSatisfy { (0...most).contains($0) }
  }

  private static func areLengths(_ lengths: [Double]) -> Bool {
    lengths.allSatisfy { (0...longest).contains($0) }
  }
}

extension ViewUpdate {
  fileprivate var isWithinLimits: Bool {
    guard depth <= 100, newCounts.values.allSatisfy({ (0...1_000).contains($0) }) else {
      return false
    }
    return [told, done ?? Changeset()].allSatisfy { changeset in
      let sections =
        changeset.deletedSections + changeset.insertedSections + changeset.reloadedSections
        + changeset.movedSections.flatMap { [$0.source, $0.target] }
      let items =
        changeset.deletedItems + changeset.insertedItems + changeset.reloadedItems
        + changeset.movedItems.flatMap { [$0.source, $0.target] }
      return sections.allSatisfy { $0 >= 0 }
        && items.allSatisfy { $0.section >= 0 && $0.item >= 0 }
    }
  }
}
