import Changesets

/// Which sections are asked for, and what becomes of those that there are.
enum SectionChange {
  /// So many come, of which there are none yet.
  case all(Int)
  /// Those of `ExtentIndex.exchangeSections`.
  case exchange(taken: [Int], put: [(section: Int, source: Int?)])
}

extension LineSolver {
  /// Asks for what comes by `change`, and carries it out on `state`, which is not `current`: the
  /// delegate may ask the layout for what it shows.
  func load(
    _ change: SectionChange, from source: some LineSource, _ host: any LayoutHost,
    into state: inout LineState
  ) throws(LayoutError) {
    switch change {
    case .all(let count):
      let loading = try SectionLoading(0..<count, from: source, host, into: &state)
      try state.index.replaceSections(0..<0, count: count) { place throws(LayoutError) in
        try loading.content(ofSection: place)
      } extents: { place, items, extents throws(LayoutError) in
        try loading.append(items, ofSection: place, to: &extents)
      }
      finish(loading, in: &state)
    case .exchange(let taken, let put):
      let asked = put.compactMap { $0.source == nil ? $0.section : nil }
      guard !asked.isEmpty else {
        return try state.index.exchangeSections(taken: taken, put: put) { _ in
          SectionContent(shape: 0, itemCount: 0)
        } extents: { _, _, _ in
        }
      }
      let loading = try SectionLoading(asked, from: source, host, into: &state)
      try state.index.exchangeSections(taken: taken, put: put) { place throws(LayoutError) in
        try loading.content(ofSection: put[place].section)
      } extents: { place, items, extents throws(LayoutError) in
        try loading.append(items, ofSection: put[place].section, to: &extents)
      }
      finish(loading, in: &state)
    }
  }

  private func finish(
    _ loading: SectionLoading<some LineSource>, in state: inout LineState
  ) {
    sizesAsked += loading.sizesAsked
    if state.oversizeItem == nil { state.oversizeItem = loading.oversizeItem }
  }
}

/// What a source and a host answer about sections that an index asks for, ascending.
private final class SectionLoading<Source: LineSource> {
  private let source: Source
  private let host: any LayoutHost
  private let common: ItemExtent?
  private let shapes: [SectionShape]
  private let isSingleColumn: Bool
  /// The shape of each section, or the one that all of them have.
  private var numbers: [Int] = []
  /// How many sections have been asked for.
  private var place = 0
  /// What an item of the section at hand may be long before it is noted; one is noted at most.
  private var limit = Double.infinity
  /// The first item found longer than its line.
  private(set) var oversizeItem: ItemPath?
  private(set) var sizesAsked = 0

  init(
    _ sections: some Collection<Int>, from source: Source, _ host: any LayoutHost,
    into state: inout LineState
  ) throws(LayoutError) {
    self.source = source
    self.host = host
    common = try source.commonExtent()
    if let shared = try source.sharedMetrics() {
      numbers = [state.number(of: shared)]
    } else {
      numbers.reserveCapacity(sections.count)
      for section in sections {
        let metrics = try source.metrics(ofSection: section)
        if let last = numbers.last, state.metrics[last] == metrics {
          numbers.append(last)
        } else {
          numbers.append(state.number(of: metrics))
        }
      }
    }
    shapes = state.index.shapes
    isSingleColumn = state.style.isSingleColumn
  }

  func content(ofSection section: Int) throws(LayoutError) -> SectionContent {
    let items = host.numberOfItems(inSection: section)
    guard ItemPath.isCount(items) else { throw .count(section: section, items) }
    let shape = numbers[min(place, numbers.count - 1)]
    place += 1
    if !isSingleColumn && oversizeItem == nil {
      limit = shapes[shape].rule.available + LineRule.tolerance
      if let common, items > 0, common.cross > limit {
        oversizeItem = ItemPath(section: section, item: 0)
      }
    }
    if common == nil { sizesAsked += items }
    return SectionContent(shape: shape, itemCount: items, commonExtent: common)
  }

  func append(
    _ items: Range<Int>, ofSection section: Int, to extents: inout [ItemExtent]
  ) throws(LayoutError) {
    let known = extents.count
    try source.appendExtents(ofItems: items, inSection: section, to: &extents)
    guard limit < .infinity else { return }
    if let item = extents[known...].firstIndex(where: { $0.cross > limit }) {
      oversizeItem = ItemPath(section: section, item: items.lowerBound + item - known)
      limit = .infinity
    }
  }
}
