#if SQLITE
  import Benchmarking
  import Changesets
  import CollectionViews
  import Datasets
  import Geometry
  import Layouts

  /// The screen: a phone with rows of one height, in points.
  enum FetchScreen {
    static let size = Size(width: 390, height: 844)
    static let rowExtent = 44.0
  }

  /// A cell that knows the row it shows.
  final class FetchCell: CollectionViewCell {
    var id: Int64 = 0
    var revision: Int64 = 0
    var text = ""
  }

  /// Keeps the digest of what is shown, by what the view tells of it; while nothing is updated.
  private final class FetchObserver: CollectionViewDelegate {
    private(set) var visible: UInt64 = 0

    var implementedMethods: CollectionViewDelegateMethods { .display }

    func collectionView(
      _ collectionView: CollectionView, willDisplay cell: CollectionViewCell,
      forItemAt path: ItemPath
    ) {
      visible &+= digest(cell, path)
    }

    func collectionView(
      _ collectionView: CollectionView, didEndDisplaying cell: CollectionViewCell,
      forItemAt path: ItemPath
    ) {
      visible &-= digest(cell, path)
    }

    private func digest(_ cell: CollectionViewCell, _ path: ItemPath) -> UInt64 {
      guard let cell = cell as? FetchCell else { return 0 }
      return FetchDigest.row(path, cell.id, cell.revision)
    }
  }

  /// A collection view over one strategy.
  final class FetchRig {
    let table: FetchTable
    let rows: any LiveRows
    private let view: CollectionView
    private let layout = ListLayout(extents: .tree)
    private let observer = FetchObserver()
    private var countsBefore: [OperationCount] = []
    private var reuseBefore = ReuseStatistics()

    /// Creates the view and the rows of a strategy.
    ///
    /// - Parameters:
    ///   - strategy: The strategy.
    ///   - table: The table.
    ///   - changeLimit: The most rows of a commit that are to be followed one by one; nil for the source's
    ///     default.
    /// - Throws: What the strategy throws.
    init(_ strategy: FetchStrategy, _ table: FetchTable, changeLimit: Int? = nil) throws {
      self.table = table
      layout.itemExtent = FetchScreen.rowExtent
      view = CollectionView(
        frame: Rect(origin: .zero, size: FetchScreen.size), collectionViewLayout: layout)
      view.animationsEnabled = false
      view.delegate = observer
      let fill: (FetchCell, FetchRow) -> Void = { cell, row in
        cell.id = row.id
        cell.revision = row.revision
        cell.text = row.title
      }
      rows = try strategy.make(
        table, FetchViewParts(view: view, fill: fill, changeLimit: changeLimit))
    }

    /// The extent of the content, in points.
    var contentExtent: Double { view.contentSize.height }

    /// Loads all rows and lays out the first ones.
    func load() throws {
      try rows.load()
      try view.layoutIfNeeded()
    }

    /// Shows what lies at an offset, in points.
    func show(_ offset: Double) throws(CollectionViewError) {
      view.setContentOffset(Point(x: 0, y: offset))
      try view.layoutIfNeeded()
    }

    /// Shows what was committed.
    func refresh() throws {
      try rows.refresh()
      try view.layoutIfNeeded()
    }

    /// Runs `body`, which shows a commit.
    ///
    /// - Throws: `FetchSuiteError.notFollowed` if the strategy is one that follows commits row by row, and
    ///   has not done so; what `body` throws.
    func following(_ body: () throws -> Void) throws {
      let before = rows.commits
      try body()
      guard let before, let after = rows.commits else { return }
      guard after.refetched == before.refetched else {
        throw FetchSuiteError.notFollowed(after.reason ?? "all keys were fetched")
      }
      guard after.followed > before.followed else {
        throw FetchSuiteError.notFollowed("it was not noticed")
      }
    }

    /// The digest of what is shown, as the view has told it: for frames between which nothing is updated.
    var displayed: UInt64 { observer.visible }

    /// The digest of what is shown, by asking the view.
    var visible: UInt64 {
      view.itemPathsForVisibleItems.reduce(0) { sum, path in
        guard let cell = view.cellForItem(at: path) as? FetchCell else { return ~sum }
        return sum &+ FetchDigest.row(path, cell.id, cell.revision)
      }
    }

    /// Compares all ids with a fresh fetch.
    func verify(_ state: FetchState) throws {
      let sizes = state.offsets.sizes
      guard rows.sectionCount == sizes.count else {
        throw FetchSuiteError.wrongRows(
          "\(rows.sectionCount) sections were found, \(sizes.count) are right")
      }
      var place = 0
      for (section, count) in sizes.enumerated() {
        guard rows.rowCount(inSection: section) == count else {
          throw FetchSuiteError.wrongRows(
            "section \(section) has \(rows.rowCount(inSection: section)) rows, \(count) are right")
        }
        for item in 0..<count {
          let path = ItemPath(section: section, item: item)
          guard rows.id(at: path) == state.ids[place] else {
            throw FetchSuiteError.wrongRows(
              "at \(path) the id is \(rows.id(at: path) ?? 0), \(state.ids[place]) is right")
          }
          place += 1
        }
      }
    }

    // MARK: Counts

    /// Counts from here on.
    func beginCounting() {
      countsBefore = rows.counts
      reuseBefore = view.reuseStatistics
    }

    /// The exact metrics since `beginCounting()`.
    var counts: [OperationCount] {
      zip(rows.counts, countsBefore).map { now, before in
        OperationCount(name: now.name, value: (now.value ?? 0) - (before.value ?? 0))
      } + [
        OperationCount(
          name: "views_created", value: view.reuseStatistics.created - reuseBefore.created)
      ]
    }
  }
#endif
