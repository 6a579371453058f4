public import Changesets

extension SectionEdits {
  /// How the sections after come from those before, when all that happens to a section is that it
  /// goes, comes or moves.
  ///
  /// - Complexity: O(*e*) for *e* edits of sections.
  @inlinable
  public func sections<Items>(
    of count: Int, newSection: (Int) -> Items
  ) -> Rearrangement<Items> {
    var sections = Rearrangement<Items>()
    var source = 0
    var nextTaken = 0
    func keep(_ wanted: Int) {
      var wanted = wanted
      while true {
        let stop = nextTaken < takenSections.count ? takenSections[nextTaken] : count
        let kept = Swift.min(wanted, stop - source)
        Self.check(kept >= 0, source)
        sections.keep(source..<source + kept)
        source += kept
        wanted -= kept
        guard source == stop, nextTaken < takenSections.count else { break }
        source += 1
        nextTaken += 1
      }
      Self.check(wanted == 0, source)
    }
    for put in putSections {
      keep(put.target - sections.count)
      if let source = put.source {
        sections.move(source..<source + 1)
      } else {
        sections.insert(newSection(put.target))
      }
    }
    keep(count - source - (takenSections.count - nextTaken))
    Self.check(nextTaken == takenSections.count && source == count, source)
    return sections
  }

  /// How the items after come from those before, by global index, and the sections' counts from
  /// theirs, by section.
  ///
  /// - Parameters:
  ///   - sectionCount: The number of sections before.
  ///   - range: The global indexes of a section before.
  ///   - newItem: Gives the item that comes to a path; asked once each.
  ///   - newSection: Gives the items of a new section, without those that move into it; once each.
  /// - Returns: Both, of as many elements as there are items and sections after.
  /// - Complexity: O(*e* log *e*) for *e* edits, and as many ranges asked for.
  @inlinable
  public func rearrangements<Item>(
    sectionCount: Int, range: (Int) -> Range<Int>, newItem: (ItemPath) -> Item,
    newSection: (Int) -> [Item]
  ) -> (items: Rearrangement<Item>, counts: Rearrangement<Int>) {
    var walk = SectionWalk<Item>(self, sectionCount: sectionCount)
    while walk.advance(range, newItem, newSection) {}
    walk.finish()
    return (walk.items, walk.counts)
  }

  /// Stops the program unless `isLegal`, which `place` then shows not to be so.
  @inlinable
  static func check(_ isLegal: Bool, _ place: @autoclosure () -> Any) {
    require(
      isLegal,
      "ItemStore.apply(_:newItem:newSection:): the update does not fit the store at \(place()); "
        + "valid is a legal one")
  }
}
