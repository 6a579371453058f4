import Changesets
import Geometry
import Layouts
import Testing

/// A changeset that does not fit is refused and changes nothing.
@Suite struct FlowChangesetErrorTests {
  /// A changeset and the counts that the host has after it; the layout knows 3, 0 and 5 items.
  struct Misfit: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var changeset: Changeset
    var counts: [Int]

    init(_ name: String, _ changeset: Changeset, _ counts: [Int]) {
      testDescription = name
      self.changeset = changeset
      self.counts = counts
    }
  }

  private static func path(_ section: Int, _ item: Int) -> ItemPath {
    ItemPath(section: section, item: item)
  }

  static let misfits = [
    Misfit(
      "an inserted item that is not there", Changeset(insertedItems: [path(0, 1)]), [3, 0, 5]),
    Misfit("a deleted item that is still there", Changeset(deletedItems: [path(0, 1)]), [3, 0, 5]),
    Misfit(
      "one item gone, two named", Changeset(deletedItems: [path(2, 1), path(2, 4)]), [3, 0, 4]),
    Misfit(
      "a moved item that did not",
      Changeset(movedItems: [Changeset.Move(from: path(0, 0), to: path(2, 0))]), [3, 0, 5]),
    Misfit("an item before the first", Changeset(deletedItems: [path(0, -1)]), [2, 0, 5]),
    Misfit("an item after the last", Changeset(deletedItems: [path(0, 3)]), [2, 0, 5]),
    Misfit("an item of no section", Changeset(deletedItems: [path(3, 0)]), [3, 0, 5]),
    Misfit("inserted beyond the end", Changeset(insertedItems: [path(1, 1)]), [3, 1, 5]),
    Misfit("inserted into no section", Changeset(insertedItems: [path(3, 0)]), [3, 0, 5]),
    Misfit("a deleted section that is still there", Changeset(deletedSections: [1]), [3, 0, 5]),
    Misfit("an inserted section that is not there", Changeset(insertedSections: [0]), [3, 0, 5]),
    Misfit("a section that does not exist", Changeset(deletedSections: [3]), [3, 0, 5]),
    Misfit("a section before the first", Changeset(deletedSections: [-1]), [3, 0]),
    Misfit("a section put beyond the end", Changeset(insertedSections: [4]), [3, 0, 5, 2]),
    Misfit("one item twice", Changeset(deletedItems: [path(0, 1), path(0, 1)]), [1, 0, 5]),
    Misfit("one section twice", Changeset(deletedSections: [0, 0]), [5]),
    Misfit(
      "an item reloaded that does not exist", Changeset(reloadedItems: [path(0, 3)]), [3, 0, 5]),
    Misfit("a section reloaded that does not exist", Changeset(reloadedSections: [3]), [3, 0, 5]),
  ]

  @Test(arguments: misfits)
  func aMisfitIsRefusedAndChangesNothing(_ misfit: Misfit) throws {
    for strategy in allStrategies {
      let flow = FlowCase(
        sizes: [3, 0, 5].map { (0..<$0).map { Size(width: Double(60 + $0 * 9), height: 40) } })
      let fixture = try FlowFixture(flow, strategy)
      var large = flow
      large.sections = misfit.counts.map { FlowCase.Section(id: 0, items: Array(0..<$0)) }
      fixture.delegate.flow = large
      let error = #expect(throws: LayoutError.self, "\(strategy.name)") {
        try fixture.session.update(misfit.changeset) { $0 = misfit.counts }
      }
      guard let error else { continue }
      let isRight = if case .changeset = error { true } else { false }
      #expect(isRight, "\(error)")
      var comparison = FlowComparison(flow.model(visible: flow.bounds), axis: .vertical)
      try comparison.checkElements(fixture.layout, itemCounts: flow.counts)
      #expect(fixture.session.itemCounts == flow.counts)
      fixture.delegate.flow = flow
      try fixture.session.reload(itemCounts: flow.counts)
      try comparison.checkElements(fixture.layout, itemCounts: flow.counts)
      // The layout holds changesets against a host that does not.
      let host = try PlainHost(fixture.layout, bounds: flow.bounds, itemCounts: flow.counts)
      let own = #expect(throws: LayoutError.self, "\(strategy.name)") {
        try host.update([misfit.changeset], itemCounts: misfit.counts)
      }
      #expect(own == error)
      try comparison.checkElements(fixture.layout, itemCounts: flow.counts)
    }
  }

  @Test func whatCameWithAMisfitIsUndoneToo() throws {
    for strategy in allStrategies {
      var flow = FlowCase(
        sizes: [4, 5].map { (0..<$0).map { Size(width: Double(60 + $0 * 9), height: 40) } })
      flow.estimate = Size(width: 70, height: 30)
      let fixture = try FlowFixture(flow, strategy)
      try fixture.session.prefer(
        Size(width: 90, height: 90), forItemAt: ItemPath(section: 0, item: 1))
      let inserted = [ItemPath(section: 0, item: 0)]
      #expect(throws: LayoutError.self) {
        try fixture.session.update(Changeset(insertedItems: inserted)) { $0 = [4, 5] }
      }
      var comparison = FlowComparison(flow.model(visible: flow.bounds), axis: .vertical)
      try comparison.checkElements(fixture.layout, itemCounts: [4, 5])
      // The preferred size waits; once the host has the item, the same update succeeds.
      flow.sections[0].items.insert(99, at: 0)
      flow.preferred[1] = Size(width: 90, height: 90)
      fixture.delegate.flow = flow
      try fixture.session.update(Changeset(insertedItems: inserted)) { $0 = [5, 5] }
      comparison.model = flow.model(visible: flow.bounds)
      try comparison.checkElements(fixture.layout, itemCounts: [5, 5])
    }
  }
}
