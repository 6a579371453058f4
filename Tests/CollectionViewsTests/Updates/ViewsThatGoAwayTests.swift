import Changesets
import CollectionViews
import Geometry
import Layouts
import Testing

/// Views and templates that look at the collection view, and change it, while they go away: an app's
/// `deinit` runs whenever the view lets go of the last reference, and must find it whole.
@Suite struct ViewsThatGoAwayTests {
  @Test func whereNoViewIsUsedAgain() throws {
    let (rig, witness) = dyingRig()
    rig.view.reusesViews = false
    try rig.view.pass()
    for y in [10.0, 200, 35, 0] { try rig.view.scroll(to: y) }
    #expect(witness.looks >= 20)
    rig.view.reloadData()
    try rig.view.pass()
    try rig.view.setCollectionViewLayout(ListLayout(), animated: false)
    try rig.update([Array(5..<30)]) { view in
      view.deleteItems(at: (0..<5).map { at(0, $0) })
    }
    rig.view.clock.advance(by: 1)
    try rig.view.pass()
    #expect(witness.failures == [])
  }

  @Test func whereAQueueIsFullOrFlushed() throws {
    let (rig, witness) = dyingRig()
    try rig.view.pass()
    rig.view.reloadData()
    #expect(rig.view.reuseStatistics.queued == 10)
    rig.view.reusePolicy.queueLimit = 4
    #expect(witness.looks == 6)
    rig.view.register(
      witness.template, of: DyingCell.self, forCellWithReuseIdentifier: "number", flushesQueue: true
    )
    #expect(witness.looks == 10)
    try rig.view.pass()
    rig.view.reloadData()
    #expect(rig.view.reuseStatistics.queued == 4)
    #expect(witness.looks == 16)
    #expect(witness.failures == [])
  }

  @Test func whereARequestFails() throws {
    let (rig, witness) = dyingRig()
    rig.view.reusesViews = false
    // It dequeues two cells for one item.
    let source = StubSource(itemCount: 1) { view, path in
      _ = try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
      return try view.dequeueReusableCell(withReuseIdentifier: "number", for: path)
    }
    rig.view.dataSource = source
    #expect(
      rig.view.failure { try rig.view.layoutIfNeeded() } != nil)
    #expect(witness.looks == 2)
    #expect(witness.failures == [])
  }

  @Test func whereATemplateIsReplaced() throws {
    let rig = Rig([[1]])
    let witness = Witness(rig.view)
    for _ in 0..<3 {
      let last = LastWord(witness)
      rig.view.register(
        ViewTemplate("last word") {
          last.note()
          return [NumberCell(frame: .zero)]
        }, of: NumberCell.self, forCellWithReuseIdentifier: "number")
    }
    rig.view.register(NumberCell.self, forCellWithReuseIdentifier: "number")
    #expect(witness.looks == 3)
    #expect(witness.failures == [])
  }

  /// Identifiers are an app's objects too; the view lets go of them when it has others.
  @Test func whereIdentifiersAreReplaced() throws {
    let rig = Rig([[1, 2]])
    let witness = Witness(rig.view)
    let source = DyingIdentitySource(witness)
    rig.view.dataSource = source
    rig.view.auditsItemIdentities = true
    try rig.view.pass()
    for count in 1...4 {
      try rig.view.performBatchUpdates {
        source.itemCount += 1
        rig.view.insertItems(at: [at(0, source.itemCount - 1)])
      }
      // Those of the state before the one before are gone.
      #expect(witness.looks == (count > 1 ? (2...count).reduce(0, +) : 0))
    }
    #expect(source.itemCount == 6)
    // An update that is taken back, then none at all, then no data source.
    #expect(
      rig.view.failure {
        rig.view.deleteItems(at: [at(0, 0)])
      } != nil)
    rig.view.auditsItemIdentities = false
    #expect(witness.looks == source.made)
    rig.view.auditsItemIdentities = true
    rig.view.dataSource = nil
    try rig.view.pass()
    rig.view.reloadData()
    try rig.view.pass()
    #expect(witness.looks == source.made && source.made > 20)
    #expect(witness.failures == [])
  }

  @Test func whereInvalidationsAreForgotten() throws {
    let rig = Rig([Array(0..<30)])
    let witness = Witness(rig.view)
    try rig.view.pass()
    func invalidate() { rig.layout.invalidateLayout(with: DyingContext(rig.layout, witness)) }
    invalidate()
    try rig.view.pass()
    try rig.view.pass()
    invalidate()
    invalidate()
    rig.layout.host = nil
    invalidate()
    rig.layout.host = rig.view
    invalidate()
    try rig.view.pass()
    try rig.view.pass()
    #expect(witness.looks == 5)
    #expect(witness.failures == [])
  }

  private func dyingRig() -> (Rig, Witness) {
    let rig = Rig([Array(0..<30)])
    let witness = Witness(rig.view)
    rig.view.register(
      witness.template, of: DyingCell.self, forCellWithReuseIdentifier: "number")
    return (rig, witness)
  }
}

/// What looks at the view when something goes away.
private final class Witness {
  private weak var view: CollectionView?
  private(set) var looks = 0
  private(set) var failures: [String] = []

  init(_ view: CollectionView) { self.view = view }

  var template: ViewTemplate {
    ViewTemplate("dying") { [self] in
      let cell = DyingCell(frame: .zero)
      cell.witness = self
      return [cell]
    }
  }

  func look() {
    looks += 1
    guard let view else { return }
    let statistics = view.reuseStatistics
    if statistics.queued > statistics.created { failures.append("\(statistics)") }
    _ = view.visibleCells.count + view.itemPathsForVisibleItems.count
    if view.numberOfSections > 1 { failures.append("\(view.numberOfSections) sections") }
    // Changes what is being changed, too.
    view.register(
      HeaderView.self, forSupplementaryViewOfKind: .sectionFooter, withReuseIdentifier: "f\(looks)")
    view.setNeedsLayout()
  }
}

private final class DyingContext: LayoutInvalidationContext {
  private weak var layout: CollectionViewLayout?
  private let witness: Witness?

  init(_ layout: CollectionViewLayout, _ witness: Witness) {
    (self.layout, self.witness) = (layout, witness)
    super.init()
  }

  required init() {
    witness = nil
    super.init()
  }

  deinit {
    witness?.look()
    _ = layout?.pendingInvalidation.contexts.count
    layout?.invalidateLayout()
  }
}

private final class DyingCell: CollectionViewCell {
  var witness: Witness?
  deinit { witness?.look() }
}

/// What a template's closure holds.
private final class LastWord {
  private let witness: Witness
  private var notes = 0

  init(_ witness: Witness) { self.witness = witness }

  func note() { notes += 1 }
  deinit { witness.look() }
}

/// Says who its items are by objects that look at the view when they go away.
private final class DyingIdentitySource: StubSource, CollectionViewIdentifyingDataSource {
  private(set) var made = 0
  private let witness: Witness

  init(_ witness: Witness) {
    self.witness = witness
    super.init()
  }

  func collectionView(
    _ collectionView: CollectionView, itemIdentifierAt path: ItemPath
  ) -> AnyHashable {
    made += 1
    return DyingIdentity(path.item, witness)
  }
}

private final class DyingIdentity: Hashable {
  private let number: Int
  private let witness: Witness

  init(_ number: Int, _ witness: Witness) {
    self.number = number
    self.witness = witness
  }

  static func == (left: DyingIdentity, right: DyingIdentity) -> Bool { left.number == right.number }
  func hash(into hasher: inout Hasher) { hasher.combine(number) }
  deinit { witness.look() }
}
