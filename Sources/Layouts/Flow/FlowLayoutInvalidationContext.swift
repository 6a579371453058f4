public import Changesets
public import Geometry

/// What of a flow or list layout is no longer right (clauses IC-7 and IC-8).
open class FlowLayoutInvalidationContext: LayoutInvalidationContext {
  private var asksAgain: Bool?
  /// The sizes that items wish for themselves, in points.
  public package(set) var preferredSizes: [ItemPath: Size] = [:]
  /// The bounds before they changed; nil for other contexts.
  var boundsBefore: Rect?

  /// Whether properties and delegate are asked again for everything.
  ///
  /// Unless set, true for a context that names nothing in particular (IC-7), and false for one
  /// that has a changeset, names items or gives their sizes: only these are asked for.
  public var invalidatesDelegateMetrics: Bool {
    get { asksAgain ?? (changes.isEmpty && preferredSizes.isEmpty && !isPartial) }
    set { asksAgain = newValue }
  }

  override var invalidatesAllItems: Bool { invalidatesEverything || invalidatesDelegateMetrics }

  override var hasPreferredSizes: Bool { !preferredSizes.isEmpty }
}
