#if SQLITE
  import BasicAlgorithms
  import Datasets
  import Changesets
  import GRDB

  /// One statement on one row.
  struct FetchEdit {
    let sql: String
    let arguments: StatementArguments

    static let insertion =
      "INSERT INTO message (id, section, rank, revision, title) VALUES (?, ?, ?, ?, ?)"
    static let deletion = "DELETE FROM message WHERE id = ?"
    static let move = "UPDATE message SET section = ?, rank = ? WHERE id = ?"
    static let change = "UPDATE message SET revision = ?, title = ? WHERE id = ?"
  }

  /// The statements of a transaction, and of the one that takes it back.
  ///
  /// A fifth each of the rows comes, goes, moves in its section, moves to another section and has another
  /// content. A tenth of them, up to forty, lie side by side from the first row that is seen on; a screen
  /// shows twenty. A single edit is a move.
  struct FetchEdits {
    private(set) var forth: [FetchEdit] = []
    private(set) var back: [FetchEdit] = []
    /// The rows that the first transaction touches.
    private(set) var ids: [Int64] = []

    /// Chooses the edits.
    ///
    /// - Parameters:
    ///   - count: The number of edits; at most half of the rows.
    ///   - collection: The rows.
    ///   - first: The first row that is seen, by its place in the order.
    init(_ count: Int, of collection: FetchCollection, from first: Int) {
      var generator = SplitMix64(seed: collection.seed, stream: UInt64(count))
      let rows = collection.rowCount
      var places: Set<Int> = []
      let near = min(40, max(1, count / 10), rows - first)
      var chosen: [Int] = []
      func choose(_ place: Int) { if places.insert(place).inserted { chosen.append(place) } }
      for number in 0..<near { choose(first + number) }
      while chosen.count < count { choose(generator.next(below: rows)) }
      // The kinds take turns among those from the first seen row on, too.
      for (number, place) in chosen.enumerated() {
        add(FetchEditKind.allCases[number % 5], number, place, collection, &generator)
      }
      back.reverse()
    }

    private mutating func add(
      _ kind: FetchEditKind, _ number: Int, _ place: Int, _ collection: FetchCollection,
      _ generator: inout SplitMix64
    ) {
      let path = collection.offsets.path(ofGlobalIndex: place)
      let id = collection.id(at: place)
      let (section, rank) = (Int64(path.section), collection.rank(at: path))
      let sizes = collection.offsets.sizes
      func randomRank(in section: Int) -> Int64 {
        Int64(generator.next(below: sizes[section] + 1)) * FetchCollection.rankStep
          + FetchCollection.rankStep / 2
      }
      func append(
        _ forthSQL: String, _ forth: StatementArguments, _ backSQL: String,
        _ back: StatementArguments
      ) {
        self.forth.append(FetchEdit(sql: forthSQL, arguments: forth))
        self.back.append(FetchEdit(sql: backSQL, arguments: back))
      }
      ids.append(kind == .insert ? Int64(collection.rowCount + number + 1) : id)
      switch kind {
      case .move:
        append(
          FetchEdit.move, [section, randomRank(in: path.section), id], FetchEdit.move,
          [section, rank, id])
      case .insert:
        let new = Int64(collection.rowCount + number + 1)
        append(
          FetchEdit.insertion,
          [new, section, rank + FetchCollection.rankStep / 4, 0, FetchCollection.title(new, 0)],
          FetchEdit.deletion, [new])
      case .change:
        append(
          FetchEdit.change, [1, FetchCollection.title(id, 1), id], FetchEdit.change,
          [0, FetchCollection.title(id, 0), id])
      case .delete:
        append(
          FetchEdit.deletion, [id], FetchEdit.insertion, collection.arguments(id, path))
      case .changeSection:
        let other = generator.next(below: sizes.count)
        append(
          FetchEdit.move, [Int64(other), randomRank(in: other), id], FetchEdit.move,
          [section, rank, id])
      }
    }
  }

  /// The kinds of edits.
  enum FetchEditKind: CaseIterable {
    case move
    case insert
    case change
    case delete
    case changeSection
  }
#endif
