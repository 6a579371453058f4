public import Changesets
public import Geometry
public import Layouts

/// Which methods a delegate implements.
///
/// Most defaults do what a collection view does without a delegate, so that it does not matter
/// whether they are called. Where it does, as with the three for menus, what is not in the set is
/// not called.
public struct CollectionViewDelegateMethods: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: Int

  /// A set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// `shouldHighlightItemAt`, `didHighlightItemAt` and `didUnhighlightItemAt`.
  public static let highlighting = CollectionViewDelegateMethods(rawValue: 1)
  /// `shouldSelectItemAt`, `shouldDeselectItemAt`, `didSelectItemAt` and `didDeselectItemAt`.
  public static let selection = CollectionViewDelegateMethods(rawValue: 2)
  /// The four about views that will be shown or no longer are.
  public static let display = CollectionViewDelegateMethods(rawValue: 4)
  /// The six about scrolling.
  public static let scrolling = CollectionViewDelegateMethods(rawValue: 8)
  /// `shouldShowMenuForItemAt`.
  public static let shouldShowMenu = CollectionViewDelegateMethods(rawValue: 16)
  /// `canPerform(_:forItemAt:)`.
  public static let canPerformAction = CollectionViewDelegateMethods(rawValue: 32)
  /// `perform(_:forItemAt:)`.
  public static let performAction = CollectionViewDelegateMethods(rawValue: 64)
  /// `transitionLayoutForOldLayout` and `targetContentOffsetForProposedContentOffset`.
  public static let layoutChanges = CollectionViewDelegateMethods(rawValue: 128)
  /// `targetItemPathForMoveOfItemFromOriginalItemPath`.
  public static let moving = CollectionViewDelegateMethods(rawValue: 256)

  /// The three that a menu needs (ME-2).
  public static let menu: CollectionViewDelegateMethods = [
    .shouldShowMenu, .canPerformAction, .performAction,
  ]
  /// All of them.
  public static let all: CollectionViewDelegateMethods = [
    .highlighting, .selection, .display, .scrolling, .menu, .layoutChanges, .moving,
  ]
}

/// Told what happens in a collection view, and asked what may.
///
/// Held weakly, and all of it optional. Which methods are implemented is asked once, when the
/// delegate is assigned.
public protocol CollectionViewDelegate: AnyObject {
  /// The methods that are implemented. The default is all.
  var implementedMethods: CollectionViewDelegateMethods { get }

  // MARK: Highlighting

  /// Asks the delegate whether a touch may highlight the item. If it may not, it does not select
  /// the item either (SE-2).
  func collectionView(
    _ collectionView: CollectionView, shouldHighlightItemAt path: ItemPath
  ) -> Bool
  /// The item has been highlighted.
  func collectionView(_ collectionView: CollectionView, didHighlightItemAt path: ItemPath)
  /// The item is no longer highlighted.
  func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt path: ItemPath)

  // MARK: Selection

  /// Asks the delegate whether a touch may select the item.
  func collectionView(_ collectionView: CollectionView, shouldSelectItemAt path: ItemPath) -> Bool
  /// Asks the delegate whether a touch may deselect the item. It is asked in multiple selection
  /// only (SE-3).
  func collectionView(_ collectionView: CollectionView, shouldDeselectItemAt path: ItemPath) -> Bool
  /// A touch has selected the item.
  func collectionView(_ collectionView: CollectionView, didSelectItemAt path: ItemPath)
  /// A touch has deselected the item.
  func collectionView(_ collectionView: CollectionView, didDeselectItemAt path: ItemPath)

  // MARK: Display

  /// The cell is about to be shown.
  func collectionView(
    _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt path: ItemPath
  )
  /// The cell is no longer shown; `path` is where its item was when it was (RU-12).
  func collectionView(
    _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell,
    forItemAt path: ItemPath)
  /// The view is about to be shown.
  func collectionView(
    _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
    forElementOfKind kind: ElementKind, at path: ElementPath)
  /// The view is no longer shown.
  func collectionView(
    _ collectionView: CollectionView,
    didEndDisplayingSupplementaryView view: CollectionReusableView,
    forElementOfKind kind: ElementKind, at path: ElementPath)

  // MARK: Menus

  /// Asks the delegate whether a long touch on the item shows a menu. The default is false.
  func collectionView(
    _ collectionView: CollectionView, shouldShowMenuForItemAt path: ItemPath
  ) -> Bool
  /// Asks the delegate whether the menu of the item has `action`. The default is false.
  func collectionView(
    _ collectionView: CollectionView, canPerform action: MenuAction, forItemAt path: ItemPath
  ) -> Bool
  /// `action` has been chosen from the item's menu.
  func collectionView(
    _ collectionView: CollectionView, perform action: MenuAction, forItemAt path: ItemPath)

  // MARK: Scrolling

  /// The content offset has changed.
  func collectionViewDidScroll(_ collectionView: CollectionView)
  /// A drag begins.
  func collectionViewWillBeginDragging(_ collectionView: CollectionView)
  /// A drag is about to end.
  ///
  /// - Parameters:
  ///   - collectionView: The view.
  ///   - velocity: The velocity of the finger, in points of offset a second.
  ///   - targetContentOffset: Where the content is to stop, by the layout; a delegate may change it.
  func collectionViewWillEndDragging(
    _ collectionView: CollectionView, withVelocity velocity: Point,
    targetContentOffset: inout Point)
  /// A drag has ended; the content goes on moving if `willDecelerate`.
  func collectionViewDidEndDragging(_ collectionView: CollectionView, willDecelerate: Bool)
  /// Tells the delegate that content which went on moving after a drag has stopped.
  func collectionViewDidEndDecelerating(_ collectionView: CollectionView)
  /// An animated scroll has arrived.
  func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView)

  // MARK: Items that a user moves

  /// Asks the delegate for the path of an item that a user moves.
  ///
  /// - Parameters:
  ///   - collectionView: The view.
  ///   - original: The item's path in the data source.
  ///   - current: Its path in the view, which has displaced it.
  ///   - proposed: The path that the layout proposes.
  /// - Returns: The path that the item gets. The default returns the proposal.
  func collectionView(
    _ collectionView: CollectionView,
    targetItemPathForMoveOfItemFromOriginalItemPath original: ItemPath,
    atCurrentItemPath current: ItemPath, toProposedItemPath proposed: ItemPath
  ) -> ItemPath

  // MARK: Changes of the layout

  /// The layout that stands between two while a gesture goes from one to the other; nil for the
  /// usual one (TR-6).
  func collectionView(
    _ collectionView: CollectionView,
    transitionLayoutForOldLayout oldLayout: CollectionViewLayout, newLayout: CollectionViewLayout
  ) -> TransitionLayout?
  /// Asks the delegate for the content offset after an update or with another layout. The default
  /// returns `offset`, the layout's proposal.
  func collectionView(
    _ collectionView: CollectionView, targetContentOffsetForProposedContentOffset offset: Point
  ) -> Point
}

/// An action that an item's menu can offer.
public enum MenuAction: Hashable, Sendable {
  /// Cut.
  case cut
  /// Copy.
  case copy
  /// Paste.
  case paste
  /// One of the app's own, by name; see `CollectionView.customMenuActions`.
  case custom(String)

  /// The three that every menu may have, in the order in which a delegate is asked about them.
  public static let standard: [MenuAction] = [.cut, .copy, .paste]
}

extension CollectionViewDelegate {
  /// All methods.
  public var implementedMethods: CollectionViewDelegateMethods { .all }

  /// Yes.
  public func collectionView(
    _ collectionView: CollectionView, shouldHighlightItemAt path: ItemPath
  ) -> Bool { true }
  /// Does nothing.
  public func collectionView(_ collectionView: CollectionView, didHighlightItemAt path: ItemPath) {}
  /// Does nothing.
  public func collectionView(_ collectionView: CollectionView, didUnhighlightItemAt path: ItemPath)
  {}

  /// Yes.
  public func collectionView(
    _ collectionView: CollectionView, shouldSelectItemAt path: ItemPath
  ) -> Bool { true }
  /// Yes.
  public func collectionView(
    _ collectionView: CollectionView, shouldDeselectItemAt path: ItemPath
  ) -> Bool { true }
  /// Does nothing.
  public func collectionView(_ collectionView: CollectionView, didSelectItemAt path: ItemPath) {}
  /// Does nothing.
  public func collectionView(_ collectionView: CollectionView, didDeselectItemAt path: ItemPath) {}

  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, willDisplay cell: CollectionViewCell, forItemAt path: ItemPath
  ) {}
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell,
    forItemAt path: ItemPath
  ) {}
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, willDisplaySupplementaryView view: CollectionReusableView,
    forElementOfKind kind: ElementKind, at path: ElementPath
  ) {}
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView,
    didEndDisplayingSupplementaryView view: CollectionReusableView,
    forElementOfKind kind: ElementKind, at path: ElementPath
  ) {}

  /// No.
  public func collectionView(
    _ collectionView: CollectionView, shouldShowMenuForItemAt path: ItemPath
  ) -> Bool { false }
  /// No.
  public func collectionView(
    _ collectionView: CollectionView, canPerform action: MenuAction, forItemAt path: ItemPath
  ) -> Bool { false }
  /// Does nothing.
  public func collectionView(
    _ collectionView: CollectionView, perform action: MenuAction, forItemAt path: ItemPath
  ) {}

  /// Does nothing.
  public func collectionViewDidScroll(_ collectionView: CollectionView) {}
  /// Does nothing.
  public func collectionViewWillBeginDragging(_ collectionView: CollectionView) {}
  /// Leaves the target as it is.
  public func collectionViewWillEndDragging(
    _ collectionView: CollectionView, withVelocity velocity: Point,
    targetContentOffset: inout Point
  ) {}
  /// Does nothing.
  public func collectionViewDidEndDragging(
    _ collectionView: CollectionView, willDecelerate: Bool
  ) {}
  /// Does nothing.
  public func collectionViewDidEndDecelerating(_ collectionView: CollectionView) {}
  /// Does nothing.
  public func collectionViewDidEndScrollingAnimation(_ collectionView: CollectionView) {}

  /// The proposal.
  public func collectionView(
    _ collectionView: CollectionView,
    targetItemPathForMoveOfItemFromOriginalItemPath original: ItemPath,
    atCurrentItemPath current: ItemPath, toProposedItemPath proposed: ItemPath
  ) -> ItemPath { proposed }

  /// The usual one.
  public func collectionView(
    _ collectionView: CollectionView,
    transitionLayoutForOldLayout oldLayout: CollectionViewLayout, newLayout: CollectionViewLayout
  ) -> TransitionLayout? { nil }
  /// The proposal.
  public func collectionView(
    _ collectionView: CollectionView, targetContentOffsetForProposedContentOffset offset: Point
  ) -> Point { offset }
}
