#if SQLITE
  import Changesets
  import CollectionViews
  import DataSources
  import GRDB
  import Geometry
  import Layouts
  import SQLiteDataSources
  import Testing

  /// A row of any table, as a text of its columns.
  struct Entry: FetchableRecord, Hashable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    init(row: Row) {
      description = row.filter { !$0.0.hasPrefix("fetched.") }.map { _, value in
        switch value.storage {
        case .null: "NULL"
        case .int64(let number): "\(number)"
        case .double(let number): "\(number)"
        case .string(let text): text
        case .blob(let bytes): bytes.map { String($0, radix: 16) }.joined()
        }
      }.joined(separator: "|")
    }
  }

  extension Entry: ExpressibleByStringLiteral {
    init(stringLiteral value: String) { self.init(value) }
  }

  /// A cell that shows an entry.
  final class EntryCell: CollectionViewCell {
    var entry: Entry?
  }

  /// A view with a source of a request, and what the source did.
  final class FetchedRig<Section> {
    let writer: any DatabaseWriter
    let view = FetchedRig.plainView()
    let source: FetchedDataSource<Entry, Section>
    /// The times that `postUpdate` was called.
    private(set) var updates = 0
    /// The entries that cells were filled with, since the last layout that `layOut` did.
    private(set) var fills: [Entry] = []

    init(
      _ request: FetchedRequest<Entry, Section>, in writer: any DatabaseWriter,
      configuration: FetchedConfiguration = FetchedConfiguration()
    ) throws {
      self.writer = writer
      source = try FetchedDataSource(
        request, for: view, in: writer, configuration: configuration)
      source.register(EntryCell.self) { [unowned self] cell, entry in
        cell.entry = entry
        fills.append(entry)
      }
      source.postUpdate = { [unowned self] in updates += 1 }
    }

    /// Creates a view of a list, which shows ten rows and a part of the next.
    static func plainView() -> CollectionView {
      CollectionView(
        frame: Rect(x: 0, y: 0, width: 320, height: 480), collectionViewLayout: ListLayout())
    }

    /// Creates a rig that shows the rows and has laid them out.
    static func shown(
      _ request: FetchedRequest<Entry, Section>, in writer: any DatabaseWriter,
      configuration: FetchedConfiguration = FetchedConfiguration()
    ) throws -> FetchedRig {
      let rig = try FetchedRig(request, in: writer, configuration: configuration)
      try rig.source.reload()
      try rig.view.layoutIfNeeded()
      return rig
    }

    /// Runs statements in one transaction, without a refresh.
    func commit(_ statements: String...) throws {
      try writer.write { database in
        for statement in statements { try database.execute(sql: statement) }
      }
    }

    /// The rows that the source says, by section.
    var rows: [[Entry]] {
      (0..<source.sectionCount).map { section in
        (0..<source.itemCount(inSection: section)).map {
          source.item(at: ItemPath(section: section, item: $0)) ?? "unavailable"
        }
      }
    }

    /// The items of the sections.
    var sections: [Section?] { (0..<source.sectionCount).map { source.item(forSection: $0) } }

    /// Lays out, and returns what the visible cells show and which entries cells were filled with.
    @discardableResult
    func layOut() throws -> (cells: [Entry?], fills: [Entry]) {
      fills = []
      try view.layoutIfNeeded()
      return (cells, fills)
    }

    /// The entries of the visible cells.
    var cells: [Entry?] { view.visibleCells.map { ($0 as? EntryCell)?.entry } }

    /// Expects that the source and its cells show what a statement returns.
    func expect(
      _ sql: String, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let fresh = try writer.read { try Entry.fetchAll($0, sql: sql) }
      #expect(rows.flatMap(\.self) == fresh, comment, sourceLocation: sourceLocation)
      try view.layoutIfNeeded()
      let visible = view.itemPathsForVisibleItems.map { source.item(at: $0) }
      #expect(cells == visible, comment, sourceLocation: sourceLocation)
      view.checkInvariants()
    }

    /// Runs statements in one transaction, and expects one update that is found row by row.
    func follow(
      _ statements: String..., showing sql: String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let before = source.statistics.refetches
      try writer.write { database in
        for statement in statements { try database.execute(sql: statement) }
      }
      let updates = try source.refresh()
      #expect(updates == 1, sourceLocation: sourceLocation)
      #expect(source.statistics.refetches == before, sourceLocation: sourceLocation)
      try expect(sql, sourceLocation: sourceLocation)
    }

    /// Runs statements in one transaction, and expects that all keys are fetched for a reason.
    func refetch(
      _ statements: String..., reason: RefetchReason, showing sql: String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let before = source.statistics.refetches
      try writer.write { database in
        for statement in statements { try database.execute(sql: statement) }
      }
      try source.refresh()
      #expect(source.statistics.refetches == before + 1, sourceLocation: sourceLocation)
      #expect(source.statistics.lastRefetchReason == reason, sourceLocation: sourceLocation)
      try expect(sql, sourceLocation: sourceLocation)
    }

    /// Expects that a refresh throws, and that the view shows what it showed before.
    func expectError(
      _ error: FetchedDataError, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
      let (rows, cells) = (rows, cells)
      #expect(throws: error, sourceLocation: sourceLocation) { try source.refresh() }
      #expect(source.lastError == error, sourceLocation: sourceLocation)
      #expect(self.rows == rows, sourceLocation: sourceLocation)
      try view.layoutIfNeeded()
      #expect(self.cells == cells, sourceLocation: sourceLocation)
    }
  }

  extension DatabaseQueue {
    /// Creates a database in memory by statements.
    static func inMemory(_ statements: String...) throws -> DatabaseQueue {
      let queue = try DatabaseQueue()
      try queue.write { database in
        for statement in statements { try database.execute(sql: statement) }
      }
      return queue
    }
  }
#endif
