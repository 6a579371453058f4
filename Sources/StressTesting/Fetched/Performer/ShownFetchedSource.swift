#if SQLITE
  import Changesets
  import CollectionViews
  import DataSources
  import GRDB
  import Geometry
  import Layouts
  import SQLiteDataSources

  /// A row with all its columns.
  struct FetchedStressRecord: FetchableRecord, Hashable {
    let values: [DatabaseValue]

    init(row: Row) throws {
      // The source reads its keys with the row.
      values = row.filter { !$0.0.hasPrefix("fetched.") }.map(\.1)
    }
  }

  /// A cell that shows a row.
  final class FetchedStressCell: CollectionViewCell {
    var record: FetchedStressRecord?
  }

  /// A header that shows the item of its section.
  final class FetchedStressHeader: CollectionReusableView {
    var item: [DatabaseValue]?
  }

  /// A list layout that notes the changesets of updates.
  final class NotingListLayout: ListLayout {
    var changesets: [Changeset] = []

    override func invalidateLayout(with context: LayoutInvalidationContext) {
      changesets += context.changes
      super.invalidateLayout(with: context)
    }
  }

  /// An update or a reload that a source has made of its view.
  struct FetchedEvent {
    /// The operations of the update; nil for a reload.
    var changeset: Changeset?
  }

  /// A view and the notes of what its source does to it during one operation.
  final class FetchedStressView {
    let view: CollectionView
    private let layout = NotingListLayout()
    /// The updates and reloads.
    private(set) var events: [FetchedEvent] = []
    /// The rows that cells were filled with.
    private(set) var fills: [FetchedStressRecord] = []

    /// Creates a view in which a row has 20 points and a header 8.
    init() {
      layout.itemExtent = 20
      layout.headerExtent = 8
      view = CollectionView(
        frame: Rect(x: 0, y: 0, width: 100, height: 150), collectionViewLayout: layout)
    }

    /// Forgets what was noted of the operation before.
    func beginOperation() {
      events = []
      fills = []
      layout.changesets = []
    }

    /// Has a source fill cells and headers, and notes what it does.
    func register<Section>(
      _ source: FetchedDataSource<FetchedStressRecord, Section>, _ mutation: FetchedMutation?,
      item: ((Section) -> [DatabaseValue])?
    ) {
      source.register(FetchedStressCell.self) { [unowned self] cell, record in
        fills.append(record)
        if mutation == .staleCells, cell.record != nil { return }
        cell.record = record
      }
      source.register(FetchedStressHeader.self, ofKind: .sectionHeader) { header, path, source in
        header.item = source.item(forSection: path.section).flatMap { item?($0) }
      }
      source.postUpdate = { [unowned self] in
        events.append(FetchedEvent(changeset: layout.changesets.last))
        layout.changesets = []
      }
    }
  }

  /// A source under test, whatever the type of its sections is.
  struct ShownFetchedSource {
    let reload: () throws -> Void
    let reset: () -> Void
    let refresh: () throws -> Int
    let checkOthers: () throws -> Void
    let sectionCount: () -> Int
    let itemCount: (Int) -> Int
    let record: (ItemPath) -> FetchedStressRecord?
    let sectionItem: (Int) -> [DatabaseValue]?
    let path: ([DatabaseValue]) -> ItemPath?
    let statistics: () -> FetchStatistics

    private init<Section>(
      _ source: FetchedDataSource<FetchedStressRecord, Section>,
      item: ((Section) -> [DatabaseValue])?
    ) {
      reload = { try source.reload() }
      reset = { source.reset() }
      refresh = { try source.refresh() }
      checkOthers = { try source.checkOtherConnections() }
      sectionCount = { source.sectionCount }
      itemCount = { source.itemCount(inSection: $0) }
      record = { source.item(at: $0) }
      sectionItem = { source.item(forSection: $0).flatMap { item?($0) } }
      path = { source.itemPath(forKey: $0) }
      statistics = { source.statistics }
    }

    /// Creates the source of a configuration.
    static func make(
      _ configuration: FetchedStressConfiguration, for view: FetchedStressView,
      in writer: any DatabaseWriter, mutation: FetchedMutation?
    ) throws -> ShownFetchedSource {
      func make<Section>(
        _ sections: SectionRule<Section>, item: ((Section) -> [DatabaseValue])?
      ) throws -> ShownFetchedSource {
        let source = try FetchedDataSource(
          configuration.sourceRequest(sections), for: view.view, in: writer,
          configuration: configuration.sourceSettings)
        view.register(source, mutation, item: item)
        return ShownFetchedSource(source, item: item)
      }
      return switch configuration.sections {
      case .none: try make(SectionRule<NoSections>.none, item: nil)
      case .column:
        try make(.column("grp", .descending, allowsNull: true)) { (value: DatabaseValue) in
          [value]
        }
      case .expression:
        try make(.expression("lower(substr(name, 1, 1))", allowsNull: true)) { (value: String) in
          [value.databaseValue]
        }
      case .relationship:
        try make(
          .relationship(
            "parent", to: "parent", orderedBy: [.column("weight")], allowsNull: true)
        ) { (parent: FetchedStressRecord) in parent.values }
      }
    }
  }

  extension FetchedStressConfiguration {
    /// The order as the source gets it.
    fileprivate var sourceSorts: [SortTerm] {
      switch order {
      case .rank: [.column("rank")]
      case .rankDescending: [.column("rank", .descending), .column("name")]
      case .nocase: [.expression("name COLLATE NOCASE")]
      case .nameDescending: [.column("name", .descending)]
      case .three: [.expression("code % 2"), .column("rank", .descending), .column("name")]
      }
    }

    fileprivate func sourceRequest<Section>(
      _ sections: SectionRule<Section>
    ) -> FetchedRequest<FetchedStressRecord, Section> {
      var request = FetchedRequest<FetchedStressRecord, Section>(
        sql: self.request, table: "item", sections: sections, sortedBy: sourceSorts,
        limit: window?.limit, offset: window?.offset ?? 0)
      if rows == .joined {
        request.dependencies = [FetchedDependency(on: "parent", referredToBy: "parent")]
      }
      return request
    }

    fileprivate var sourceSettings: FetchedConfiguration {
      var settings = FetchedConfiguration()
      settings.windowRows = 8
      switch updates {
      case .incremental: break
      case .sparing:
        settings.changeLimit = 3
        settings.cachedRows = 1
        settings.windowRows = 2
      case .refetch: settings.strategy = .refetch
      case .ignoring: settings.contentUpdates = .ignore
      case .reloading: settings.reloadsAfterChanges = true
      }
      return settings
    }
  }
#endif
