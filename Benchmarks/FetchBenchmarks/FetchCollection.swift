#if SQLITE
  import BasicAlgorithms
  import Benchmarking
  import Changesets
  import Datasets
  import GRDB

  /// The rows of a dataset's collection: what stands in the table, by arithmetic alone.
  final class FetchCollection {
    let offsets: SectionOffsets
    let seed: UInt64
    private let checksum: UInt64
    /// The factor that scatters ids over the places, and the one that finds a place again.
    private let scatter: (forth: Int, back: Int)

    /// The distance between the ranks of neighbours.
    static let rankStep: Int64 = 1_024

    /// Returns the collection of `context`, made on first use.
    ///
    /// - Throws: `DatasetError`.
    static func shared(in context: ScenarioContext) throws -> FetchCollection {
      try context.shared("fetch/collection") { try FetchCollection(context) }
    }

    private init(_ context: ScenarioContext) throws {
      let dataset = try Dataset(
        planned: context.dataset, items: context.items, seed: context.seed,
        checksum: context.checksum)
      // A query knows no empty sections.
      offsets = SectionOffsets(sizes: dataset.sectionSizes.filter { $0 > 0 })
      seed = context.seed
      checksum = dataset.sectionSizes.reduce(context.seed) { SplitMix64.mix($0 ^ UInt64($1)) }
      scatter = Self.scatter(over: dataset.itemCount)
    }

    var rowCount: Int { offsets.itemCount }

    /// The name of the collection in file names.
    var digits: String { String(checksum, radix: 16) }

    // MARK: Rows

    /// Returns the id of the row at a place in the order.
    func id(at place: Int) -> Int64 { Int64(place * scatter.forth % rowCount) + 1 }

    private func place(of id: Int64) -> Int { (Int(id) - 1) * scatter.back % rowCount }

    /// Returns the rank of the row at `path`.
    func rank(at path: ItemPath) -> Int64 { (Int64(path.item) + 1) * Self.rankStep }

    static func title(_ id: Int64, _ revision: Int) -> String {
      "Message \(id), as it was after \(revision) changes"
    }

    /// Returns a factor without a divisor in common with `count`, near the golden section, and its
    /// inverse modulo `count`.
    private static func scatter(over count: Int) -> (forth: Int, back: Int) {
      guard count > 2 else { return (1, 1) }
      var factor = Int(Double(count) * 0.618) | 1
      while true {
        // Extended Euclid.
        var (a, b) = (count, factor)
        var (x, y) = (0, 1)
        while b != 0 {
          let quotient = a / b
          (a, b) = (b, a - quotient * b)
          (x, y) = (y, x - quotient * y)
        }
        if a == 1 { return (factor, x < 0 ? x + count : x) }
        factor += 1
      }
    }

    // MARK: The table

    /// Creates the table and fills it, by ascending id.
    func create(_ database: Database) throws {
      try database.execute(
        sql: """
          CREATE TABLE message (id INTEGER PRIMARY KEY, section INTEGER NOT NULL,
            rank INTEGER NOT NULL, revision INTEGER NOT NULL, title TEXT NOT NULL)
          """)
      let insert = try database.makeStatement(sql: FetchEdit.insertion)
      for id in 1...Int64(rowCount) {
        let path = offsets.path(ofGlobalIndex: place(of: id))
        try insert.execute(arguments: arguments(id, path))
      }
      try database.execute(sql: "CREATE INDEX message_order ON message (section, rank)")
    }

    /// Returns the values of a row as it is before all edits.
    func arguments(_ id: Int64, _ path: ItemPath) -> StatementArguments {
      [id, Int64(path.section), rank(at: path), 0, Self.title(id, 0)]
    }
  }
#endif
