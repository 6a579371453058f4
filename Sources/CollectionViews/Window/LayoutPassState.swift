package import Changesets
import Layouts

/// The state of a collection view's layout passes, which every frame reads.
///
/// It holds bytes only, apart from the numbers of requests: no app's code runs when it changes.
package struct LayoutPassState {
  /// A Boolean value that indicates whether the next `layoutIfNeeded()` has something to do.
  package var isDue: Bool {
    get { isMarked || hasDueCells }
    set { isMarked = newValue }
  }
  /// A Boolean value that indicates whether something else than shown cells makes the next pass due.
  private var isMarked = true
  /// A Boolean value that indicates whether a view's preferred size has invalidated the layout in
  /// this pass.
  package var needsRepeat = false
  /// A Boolean value that indicates whether a pass runs, in which no other one begins.
  package var isRunning = false
  /// A Boolean value that indicates whether a pass has shown elements since the view was made.
  package var hasShownElements = false
  /// A Boolean value that indicates whether the next pass asks every shown view for its size again.
  package var fitsEveryView = false
  /// The number of invalidations by views' preferred sizes since the layout was last prepared.
  package var unpreparedFits = 0
  /// A Boolean value that indicates whether a view has preferred another size since the layout was last
  /// asked for what is shown.
  var hasUnshownFits = false
  /// A Boolean value that indicates whether a shown cell has a configuration to update or a size to be
  /// asked for.
  var hasDueCells = false
  /// A Boolean value that indicates whether the content has scrolled under the item that a user holds,
  /// whose target the next pass chooses.
  var hasScrolledHeldItem = false
  /// Which changes of a shown cell make the next pass ask for its size.
  var selfSizing = SelfSizingInvalidation.enabled
  /// The cells that the next pass fills again because the data source threw, by their items.
  package var unfilledCells: [ItemPath: ObjectIdentifier] = [:]
  /// The number of passes that each item has caused by a preferred size in this call or update.
  private var preferredSizeRequests: [ItemPath: Int] = [:]
  /// The same of elements that are no items.
  private var otherSizeRequests: [LayoutElement: Int] = [:]

  /// The number of passes of one call that an item may cause by preferring another size.
  package static let maxPreferredSizeRequests = 2

  /// A view that has shown nothing yet.
  package init() {}

  /// Notes that what was due is shown. Cells that have something to do keep the next pass due.
  package mutating func settle() { isMarked = false }

  /// Gives the cells that the next pass fills again the paths after an update.
  package mutating func moveUnfilledCells(by map: ChangesetMap) {
    guard !unfilledCells.isEmpty else { return }
    var moved: [ItemPath: ObjectIdentifier] = [:]
    for (path, cell) in unfilledCells where !map.isReloaded(path) {
      if let target = map.item(path) { moved[target] = cell }
    }
    unfilledCells = moved
  }

  /// Begins a call or an update: every item may prefer a size again, and none has yet.
  ///
  /// An update changes the paths that requests are counted by.
  package mutating func forgetPreferredSizeRequests() {
    needsRepeat = false
    if !preferredSizeRequests.isEmpty { preferredSizeRequests.removeAll(keepingCapacity: true) }
    if !otherSizeRequests.isEmpty { otherSizeRequests.removeAll(keepingCapacity: true) }
  }

  /// Counts a request of the item at `path` for another size.
  ///
  /// - Returns: False if it has made too many, so that sizes and layout change each other for ever.
  package mutating func countPreferredSizeRequest(_ path: ItemPath) -> Bool {
    preferredSizeRequests[path, default: 0] += 1
    return preferredSizeRequests[path, default: 0] <= Self.maxPreferredSizeRequests
  }

  /// Counts a preferred size of an element that is no item, and says whether it is one of the first.
  mutating func countPreferredSizeRequest(of element: LayoutElement) -> Bool {
    otherSizeRequests[element, default: 0] += 1
    return otherSizeRequests[element, default: 0] <= Self.maxPreferredSizeRequests
  }
}
