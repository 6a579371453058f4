import Benchmarking
import Changesets
import Datasets
import Geometry
import Layouts

extension ExtentScenarios {
  /// The same edits of the bare index, without layout, session and update hooks: what the structure
  /// costs. Each edit is followed by what a visible query asks of the index.
  var indexEdits: [Scenario] {
    [LayoutKind.list, .flow].flatMap { kind in
      [
        indexEdit(
          "index-insert-delete-\(kind.rawValue)",
          "Inserts an item at random into the bare index of \(kind.summary) and deletes it.", kind
        ) { index, key in
          let place = key.path.item..<key.path.item
          index.replaceItems(place, inSection: key.path.section, with: [key.newSize.extent])
          let sum = index.shown()
          let item = key.path.item..<key.path.item + 1
          index.replaceItems(item, inSection: key.path.section, with: [])
          return sum &+ index.shown() &* 3
        },
        indexEdit(
          "index-resize-\(kind.rawValue)",
          "Gives an item of the bare index of \(kind.summary) another size and its own back.", kind
        ) { index, key in
          let item = key.path.item..<key.path.item + 1
          index.replaceItems(item, inSection: key.path.section, with: [key.newSize.extent])
          let sum = index.shown()
          index.replaceItems(item, inSection: key.path.section, with: [key.size.extent])
          return sum &+ index.shown() &* 3
        },
      ]
    }
  }

  private func indexEdit(
    _ name: String, _ summary: String, _ kind: LayoutKind,
    edit: @escaping @Sendable (IndexRig, EditKey) -> UInt64
  ) -> Scenario {
    scenario(name, summary) { _, collection in
      let rig = try IndexRig(kind, strategy, collection)
      let perCall = editsPerCall(collection)
      let calls = max(2, min(32, collection.itemCount / 1_024))
      let keys = EditKey.random(
        reach == .few ? calls * perCall : 4 * perCall, kind.pattern, collection)
      var parts = CallSequence(keys.map { edit(rig, $0) }, ofAtMost: perCall)
      rig.beginCounting()
      return Measurement(
        operationsPerCall: 2 * parts.length, expectedAnswer: parts.answer,
        counts: { rig.counts }
      ) {
        var sum: UInt64 = 0
        for key in parts.next() { sum &+= edit(rig, keys[key]) }
        return parts.answer(for: sum)
      }
    }
  }
}

/// An extent index without a layout, and the buffer for its answers.
private final class IndexRig {
  private var index: any ExtentIndex
  private var buffer = ExtentBuffer()
  /// The position of a screen in the middle of the content, in points.
  private let middle: Double
  private var workBefore = ExtentWork()
  private var visitedBefore = 0

  /// Creates an index of all items of the collection, on lines as long as a screen is wide.
  init(
    _ kind: LayoutKind, _ strategy: ExtentStrategy, _ collection: LayoutCollection
  ) throws(LayoutError) {
    let isList = kind == .list
    let rule = LineRule(
      available: PhoneScreen.portrait.width, interitemSpacing: isList ? 0 : 10,
      lineSpacing: isList ? 0 : 10, isSingleColumn: isList)
    var index = strategy.makeIndex()
    index.appendShape(SectionShape(leading: 0, trailing: 0, rule: rule))
    let (pattern, sizes) = (kind.pattern, collection.sectionSizes)
    let starts = collection.offsets.starts
    try index.replaceSections(0..<0, count: sizes.count) { place throws(LayoutError) in
      SectionContent(shape: 0, itemCount: sizes[place])
    } extents: { place, items, extents throws(LayoutError) in
      for item in items { extents.append(pattern.size(at: starts[place] + item).extent) }
    }
    self.index = index
    middle = (index.extent / 2).rounded()
  }

  func replaceItems(_ range: Range<Int>, inSection section: Int, with extents: [ItemExtent]) {
    index.replaceItems(range, inSection: section, with: extents)
  }

  /// Counts from here on: called at the end of a set-up.
  func beginCounting() {
    workBefore = index.work
    visitedBefore = buffer.placesVisited
  }

  /// The work since `beginCounting()`, as exact metrics.
  var counts: [OperationCount] {
    OperationCount.of(index.work, since: workBefore) + [
      OperationCount(name: "places_visited", value: buffer.placesVisited - visitedBefore)
    ]
  }

  /// Returns a checksum of the extent and the lines of a screen in the middle.
  func shown() -> UInt64 {
    buffer.removeAll()
    index.collect(from: middle, to: middle + PhoneScreen.portrait.height, into: &buffer)
    var sum = index.extent.bitPattern &+ UInt64(buffer.lines.count)
    for line in buffer.lines {
      sum = sum &* 31 &+ line.start.bitPattern &+ UInt64(line.firstItem)
    }
    return sum
  }
}

extension Size {
  /// The size as a line of a vertical layout sees it.
  fileprivate var extent: ItemExtent { ItemExtent(cross: width, main: height) }
}
