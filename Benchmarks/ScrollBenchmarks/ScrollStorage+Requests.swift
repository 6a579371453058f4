import BasicAlgorithms

import Benchmarking
import Changesets
import CollectionViews
import Datasets
import Geometry
import Layouts

/// The scenarios besides frames: reloads, updates and invalidations, whose counts show how often
/// the data source is asked.
extension ScrollStorage {
  /// All of them; those that cost by the item for the base pair alone.
  var requests: [Scenario] {
    let compared = [reload, insertDelete, batch]
    guard isBase else { return isCompared ? compared : [] }
    return compared + [fromTop, insertInFront, changedObjects] + invalidations
      + FlowSizing.allCases.map(reloadOfFlow)
  }

  /// The trace whose first frame is at the top: it shows the same at all sizes, so that equal
  /// counts say that data is asked for what is on the screen alone.
  private var fromTop: Scenario {
    let setting = ScrollSetting(startsAtTop: true)
    return scenario(
      "steady-from-top",
      "A frame of a list of rows, scrolled on from the top: the same rows at all sizes."
    ) { context, collection in
      try measure(setting, context, collection)
    }
  }

  /// A measured call of something that leaves the view as it was: what the rehearsal showed is what
  /// every call has to show.
  private func measurement(
    _ rig: ScrollRig, operations: Int,
    _ body: @escaping () throws(CollectionViewError) -> UInt64
  ) throws -> Measurement {
    let answer = try body()
    rig.beginCounting()
    return Measurement(
      operationsPerCall: operations, expectedAnswer: answer, counts: { rig.counts }
    ) {
      do throws(CollectionViewError) { return try body() } catch { return ~answer }
    }
  }

  /// A scenario of a view that shows the middle of the content.
  private func inTheMiddle(
    _ name: String, _ summary: String, minimumItems: Int = 1,
    setUp: @escaping @Sendable (ScrollRig, ScrollCollection) throws -> Measurement
  ) -> Scenario {
    scenario(name, summary, minimumItems: minimumItems) { context, collection in
      let rig = try ScrollRig(ScrollSetting(), self, context, collection)
      let middle = collection.rowEdges(at: collection.itemCount / 2, headers: .none).top
      try rig.show(ScrollFrame(offset: middle))
      return try setUp(rig, collection)
    }
  }

  // MARK: Reloads

  private var reload: Scenario {
    inTheMiddle(
      "reload", "Reloads everything, lays out and shows: what a new data source costs."
    ) { rig, _ in
      try measurement(rig, operations: 1) { () throws(CollectionViewError) in
        rig.view.reloadData()
        try rig.view.layoutIfNeeded()
        return rig.visible
      }
    }
  }

  /// A grid whose sizes are one for all, computed by a delegate, or computed of the data.
  private func reloadOfFlow(_ sizing: FlowSizing) -> Scenario {
    scenario(
      "reload-flow-\(sizing.rawValue)", "Reloads a flow layout, \(sizing.summary).",
      maximumItems: 1_000_000
    ) { context, collection in
      let rig = try ScrollRig(ScrollSetting(), self, context, collection)
      let sizes = FlowSizes(sizing, rig, collection)
      let flow = FlowLayout(extents: extents)
      flow.itemSize = FlowSizing.fixedSize
      rig.view.delegate = sizes
      try rig.view.setCollectionViewLayout(flow, animated: false)
      try rig.view.layoutIfNeeded()
      return try measurement(rig, operations: 1) { () throws(CollectionViewError) in
        withExtendedLifetime(sizes) { rig.view.reloadData() }
        try rig.view.layoutIfNeeded()
        return rig.visible
      }
    }
  }

  // MARK: Updates

  private var insertDelete: Scenario {
    inTheMiddle(
      "update-insert-delete",
      "Inserts or deletes one item in the middle of the screen: store, view and layout."
    ) { rig, collection in
      let place = collection.offsets.path(ofGlobalIndex: collection.itemCount / 2)
      return try measurement(rig, operations: 2) { () throws(CollectionViewError) in
        try rig.source.apply(Changeset(insertedItems: [place])) { _ in .inserted(0) }
        let between = rig.visible
        try rig.source.apply(Changeset(deletedItems: [place])) { _ in .inserted(0) }
        return ElementDigest.adding(rig.visible, to: between)
      }
    }
  }

  /// A hundred operations in one update, and a hundred that take them back.
  private var batch: Scenario {
    inTheMiddle(
      "update-batch-100",
      "Deletes 50 items, spread over all, and inserts 50 others in one update.", minimumItems: 50
    ) { rig, collection in
      let indexes = (0..<50).map { $0 * collection.itemCount / 50 }
      let paths = indexes.map { collection.offsets.path(ofGlobalIndex: $0) }
      let changeset = Changeset(deletedItems: paths, insertedItems: paths)
      let dataset = collection.dataset
      return try measurement(rig, operations: 2) { () throws(CollectionViewError) in
        try rig.source.apply(changeset) { .inserted(collection.offsets.globalIndex(of: $0)) }
        let between = rig.visible
        try rig.source.apply(changeset) {
          dataset.seed(atGlobalIndex: collection.offsets.globalIndex(of: $0))
        }
        return ElementDigest.adding(rig.visible, to: between)
      }
    }
  }

  /// An insertion before everything, animated: what is animated is what is seen.
  private var insertInFront: Scenario {
    scenario(
      "update-insert-front-animated",
      "Inserts an item in front of all, or deletes it, and lets the animation end."
    ) { context, collection in
      let rig = try ScrollRig(ScrollSetting(), self, context, collection)
      rig.view.animationsEnabled = true
      let place = collection.offsets.path(ofGlobalIndex: 0)
      return try measurement(rig, operations: 2) { () throws(CollectionViewError) in
        try rig.source.apply(Changeset(insertedItems: [place])) { _ in .inserted(0) }
        rig.view.clock.advance(by: 1)
        let between = rig.visible
        try rig.source.apply(Changeset(deletedItems: [place])) { _ in .inserted(0) }
        rig.view.clock.advance(by: 1)
        return ElementDigest.adding(rig.visible, to: between)
      }
    }
  }

  // MARK: Invalidations

  private var invalidations: [Scenario] {
    [
      // Names one row that is seen: the layout keeps what it knows of all others.
      inTheMiddle("invalidate-one", "Invalidates one row that is seen, and lays out.") {
        rig, collection in
        let place = collection.offsets.path(ofGlobalIndex: collection.itemCount / 2)
        return try measurement(rig, operations: 100) { () throws(CollectionViewError) in
          for _ in 0..<100 {
            let invalidation = type(of: rig.layout).invalidationContextClass.init()
            invalidation.invalidateItems(at: CollectionOfOne(place))
            rig.layout.invalidateLayout(with: invalidation)
            try rig.view.layoutIfNeeded()
          }
          return rig.visible
        }
      },
      // Names nothing, so that the layout asks for everything again.
      inTheMiddle("invalidate-everything", "Invalidates the whole layout, and lays out.") {
        rig, _ in
        try measurement(rig, operations: 1) { () throws(CollectionViewError) in
          rig.layout.invalidateLayout()
          try rig.view.layoutIfNeeded()
          return rig.visible
        }
      },
    ]
  }
}

extension ItemSeed {
  /// The `number`th item that a scenario inserts, which is no item's of the collection.
  fileprivate static func inserted(_ number: Int) -> ItemSeed {
    ItemSeed(id: ~UInt64(number), revision: 0, sizeClass: 0, reuseKind: 0)
  }
}

/// The source of a flow layout's sizes.
private enum FlowSizing: String, CaseIterable, Sendable {
  case fixed
  case delegate
  case delegateAndData = "delegate-and-data"

  static let fixedSize = Size(width: 190, height: 80)

  var summary: String {
    switch self {
    case .fixed: "whose items are of one size"
    case .delegate: "whose delegate computes the size of each item"
    case .delegateAndData: "whose delegate looks each item up in the store for its size"
    }
  }
}

/// Gives a flow layout sizes through the view's delegate, as an app does.
private final class FlowSizes: CollectionViewDelegateFlowLayout {
  private let sizing: FlowSizing
  private let source: ScrollSource
  private let collection: ScrollCollection

  init(_ sizing: FlowSizing, _ rig: ScrollRig, _ collection: ScrollCollection) {
    self.sizing = sizing
    source = rig.source
    self.collection = collection
  }

  var implementedMethods: CollectionViewDelegateMethods { [] }
  var providedMetrics: FlowLayoutMetrics { sizing == .fixed ? [] : .itemSize }

  func collectionView(
    _ collectionView: CollectionView, layout: CollectionViewLayout, sizeForItemAt path: ItemPath
  ) -> Size {
    let number =
      sizing == .delegateAndData
      ? source.id(path) : UInt64(truncatingIfNeeded: collection.offsets.globalIndex(of: path))
    let bits = SplitMix64.mix(number)
    return Size(
      width: 112 + Double(bits & 0xff) / 4, height: 40 + Double((bits >> 8) & 0xff) / 4)
  }
}
