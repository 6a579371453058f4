import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Delegates that implement nothing: what they answer, and what they are asked.
@Suite struct DelegateDefaultsTests {
  private final class Plain: CollectionViewDelegate {}

  /// A delegate that implements nothing answers as if there were none.
  @Test func defaultsAreThoseOfAViewWithoutADelegate() {
    let (plain, view, path) = (Plain(), Rig([[1]]).view, at(0, 0))
    #expect(plain.implementedMethods == .all)
    #expect(plain.collectionView(view, shouldHighlightItemAt: path))
    #expect(plain.collectionView(view, shouldSelectItemAt: path))
    #expect(plain.collectionView(view, shouldDeselectItemAt: path))
    #expect(!plain.collectionView(view, shouldShowMenuForItemAt: path))
    #expect(!plain.collectionView(view, canPerform: .cut, forItemAt: path))
    let offset = Point(x: 3, y: 4)
    #expect(
      plain.collectionView(view, targetContentOffsetForProposedContentOffset: offset) == offset)
    let target = plain.collectionView(
      view, targetItemPathForMoveOfItemFromOriginalItemPath: path, atCurrentItemPath: path,
      toProposedItemPath: at(0, 7))
    #expect(target == at(0, 7))
    #expect(
      plain.collectionView(
        view, transitionLayoutForOldLayout: ListLayout(), newLayout: ListLayout()) == nil)
  }

  /// A set of methods names no methods of another.
  @Test func setsOfMethodsAreApart() {
    let sets: [CollectionViewDelegateMethods] = [
      .highlighting, .selection, .display, .scrolling, .shouldShowMenu, .canPerformAction,
      .performAction, .layoutChanges, .moving,
    ]
    for (place, set) in sets.enumerated() {
      #expect(!set.isEmpty)
      #expect(sets[..<place].allSatisfy { $0.isDisjoint(with: set) })
    }
    #expect(CollectionViewDelegateMethods(sets) == .all)
  }
}
