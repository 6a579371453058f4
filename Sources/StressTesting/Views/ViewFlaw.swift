/// A mistake that is made on purpose, so that tests can see that it is found.
package enum ViewFlaw: String, Sendable, CaseIterable {
  /// Cells that are used again are not filled again.
  case staleCells
  /// Headers that are used again are not filled again.
  case staleHeaders
  /// The selection stays at its paths when an update moves its items.
  case selectionStays
  /// The data source is asked for counts once more than it says.
  case countsAskedTwice
  /// The delegate does not hear of every view that is no longer shown.
  case endsUnheard
  /// Completions of nested updates are lost.
  case completionLost
  /// What touches the bounds counts as visible.
  case touchingShows
  /// Reloaded items are expected to keep their cells.
  case reloadsKeepCells
  /// Menus are expected to outlive what scrolls.
  case menusStay
  /// A wrong view is expected to do no harm.
  case faultsForgiven
  /// Updates are expected to be carried out inside of requests.
  case updatesEverywhere
  /// Cells say which size they prefer only the first time they are asked.
  case prefersOnce
  /// The app stops the program, which leaves nobody to tell.
  case stops

  /// Those that a check can find.
  package static let found = allCases.filter { $0 != .stops }
}
