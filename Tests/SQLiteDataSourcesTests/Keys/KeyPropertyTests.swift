#if SQLITE
  import BasicAlgorithms
  import Foundation
  import GRDB
  import SQLiteDataSources
  import Testing

  /// Random values of all types and collations: what is read of them, and their order.
  struct KeyPropertyTests {
    private static let collations: [Collation] = [.binary, .nocase, .rtrim]

    /// A random value that is near others: by its type, its size or its beginning.
    private static func value(_ random: inout SplitMix64) -> DatabaseValue {
      switch random.next(below: 12) {
      case 0: return .null
      case 1, 2: return (Int64(random.next(below: 7)) - 3).databaseValue
      case 3: return ((1 << 53) + Int64(random.next(below: 5)) - 2).databaseValue
      case 4: return (-(1 << 53) - Int64(random.next(below: 5)) + 2).databaseValue
      case 5:
        let far = random.next(below: 2) == 0 ? Int64.max - 1 : Int64.min + 1
        return (far - 1 + Int64(random.next(below: 3))).databaseValue
      case 6:
        let numbers = [
          0.5, -0.5, -0.0, 2, 0x1p53, 0x1.0000000000001p53, 0x1p63, -0x1p63, 1e300, -1e300,
          .infinity, -.infinity, .leastNonzeroMagnitude, 1.5e-8,
        ]
        return numbers[random.next(below: numbers.count)].databaseValue
      case 7:
        return Data((0..<random.next(below: 4)).map { _ in UInt8(random.next(below: 3)) })
          .databaseValue
      default: return text(&random).databaseValue
      }
    }

    private static func text(_ random: inout SplitMix64) -> String {
      let beginnings = ["", "a", "A", "abcdef", "ABCDEF", "abcdefghijklmn", "Abcdefghijklmn", "é"]
      let endings = ["", " ", "  ", "x", "X", "\u{0}", "\u{0}x", "\u{0}y", "💡", "z "]
      return beginnings[random.next(below: beginnings.count)]
        + endings[random.next(below: endings.count)]
        + endings[random.next(below: endings.count)]
    }

    private func database(_ random: inout SplitMix64) throws -> DatabaseQueue {
      let queue = try DatabaseQueue.inMemory("CREATE TABLE t (id INTEGER PRIMARY KEY, a, b, c)")
      try queue.write { database in
        for _ in 0..<250 {
          let values = (0..<3).map { _ in Self.value(&random) }
          // A text is bound by its bytes: as a string it would end at a zero.
          let marks = values.map { value in
            if case .string = value.storage { "CAST(? AS TEXT)" } else { "?" }
          }
          let arguments = values.map { value -> DatabaseValue in
            if case .string(let text) = value.storage {
              Data(text.utf8).databaseValue
            } else {
              value
            }
          }
          try database.execute(
            sql: "INSERT INTO t (a, b, c) VALUES (\(marks.joined(separator: ", ")))",
            arguments: StatementArguments(arguments))
        }
      }
      return queue
    }

    private func rules(_ random: inout SplitMix64, count: Int) -> [TermRule] {
      (0..<count).map { _ in
        TermRule(
          isDescending: random.next(below: 2) == 0,
          collation: Self.collations[random.next(below: Self.collations.count)])
      }
    }

    private func order(_ rules: [TermRule]) -> String {
      zip(["a", "b", "c"], rules).map { column, rule in
        "\(column) COLLATE \(rule.collation.rawValue)\(rule.isDescending ? " DESC" : "")"
      }.joined(separator: ", ")
    }

    /// The way by values, with GRDB's reading of each column, leads to the key that is read by SQLite's C
    /// interface.
    @Test(arguments: UInt64(1)...6) func keysOfAStatementAreThoseOfItsValues(seed: UInt64) throws {
      var random = SplitMix64(seed: seed)
      for count in 1...3 {
        let sorts = rules(&random, count: count)
        let section = rules(&random, count: 1)
        let layout = KeyLayout(
          keyCount: 2, usesRowID: false, sections: section, sectionValue: 0, sorts: sorts)
        let columns = ["a", "b", "c"].prefix(count).joined(separator: ", ")
        try database(&random).read { database in
          let reader = try KeyReader(
            "SELECT c, id, b, \(columns) FROM t ORDER BY id", [], layout, database)
          // As blobs, for texts with a zero.
          let rows = try Row.fetchAll(
            database,
            sql: """
              SELECT typeof(c), CAST(c AS BLOB), c, 'integer', NULL, id, typeof(b),
                CAST(b AS BLOB), b,
                \(["a", "b", "c"].prefix(count).map { "typeof(\($0)), CAST(\($0) AS BLOB), \($0)" }
                  .joined(separator: ", "))
              FROM t ORDER BY id
              """)
          for row in rows {
            #expect(try reader.step())
            let values = stride(from: 0, to: row.count, by: 3).map { column -> DatabaseValue in
              let type = row[column] as String
              guard type == "text" else { return row[column + 2] }
              return String(decoding: row[column + 1] as Data, as: UTF8.self).databaseValue
            }
            let identity = RowIdentity.values(values.prefix(2).map { SortValue($0) })
            #expect(reader.identity == identity, "\(row)")
            #expect(reader.section.value == values[2], "\(row)")
            let terms = zip(values.dropFirst(3), sorts).map { SortValue($0, $1.collation) }
            #expect(reader.sorts == terms, "\(row)")
            #expect(reader.key == layout.modelKey(of: terms), "\(row)")
            #expect(reader.sectionTerms == [SortValue(values[2], section[0].collation)], "\(row)")
            #expect(reader.isSection(reader.section), "\(row)")
          }
          #expect(try !reader.step())
        }
      }
    }

    /// Keys ascend where SQLite's order does; equal ones that are not ambiguous are of equal terms.
    @Test(arguments: UInt64(1)...8) func keysAscendInTheOrderOfTheDatabase(seed: UInt64) throws {
      var random = SplitMix64(seed: seed)
      var ties = 0
      for count in [1, 1, 2, 2, 2, 3] {
        let sorts = rules(&random, count: count)
        let layout = KeyLayout(
          keyCount: 1, usesRowID: true, sections: sorts, sectionValue: 0, sorts: sorts)
        let columns = ["a", "b", "c"].prefix(count).joined(separator: ", ")
        try database(&random).read { database in
          let reader = try KeyReader(
            "SELECT id, \(columns), \(columns) FROM t ORDER BY \(order(sorts)), id", [], layout,
            database)
          var before: (place: RowPlace, id: Int64)?
          while try reader.step() {
            let (place, id) = (reader.place, reader.rowID)
            if let before {
              let order = sorts.compare(before.place.sorts, place.sorts)
              let comment = "\(before) and \(place), \(id), by \(sorts)"
              #expect(before.place.key <= place.key, "\(comment)")
              #expect(order <= 0, "\(comment)")
              #expect(before.place.section <= place.section, "\(comment)")
              #expect((order == 0) == (before.place.section == place.section), "\(comment)")
              // SQLite takes them for equal too, if the id had to decide.
              if order == 0 { #expect(before.id < id, "\(comment)") }
              if before.place.key == place.key, !layout.isAmbiguous(place.key) {
                #expect(order == 0, "\(comment)")
              }
              if order == 0 {
                ties += 1
                #expect(before.place.key == place.key, "\(comment)")
              }
            }
            before = (place, id)
          }
        }
      }
      #expect(ties > 20)
    }

    @Test func aReaderWhoseStepFailedCanBeUsedAgain() throws {
      let queue = try DatabaseQueue.inMemory(
        "CREATE TABLE t (id INTEGER PRIMARY KEY, a)", "INSERT INTO t VALUES (1, 'not JSON')")
      try queue.write { database in
        let layout = KeyLayout(
          keyCount: 1, usesRowID: true, sections: [], sectionValue: 0, sorts: [TermRule()])
        let reader = try KeyReader(
          "SELECT id, json(a) FROM t WHERE id = ?", [], layout, database)
        reader.seek(.rowID(1))
        #expect(throws: DatabaseError.self) { try reader.step() }
        reader.rewind()
        try database.execute(sql: "UPDATE t SET a = '[1]'")
        reader.seek(.rowID(1))
        #expect(try reader.step())
        #expect(reader.sorts == [.text(Array("[1]".utf8))])
        reader.rewind()
      }
    }
  }

  extension KeyLayout {
    /// Returns the key of a row with these sort terms, from their values.
    fileprivate func modelKey(of values: [SortValue]) -> RowKey {
      guard let first = values.first else { return RowKey(high: 0, low: 0) }
      var low: UInt64 = 0
      if SortWord.isAmbiguous(first.modelWord) {
        if case .text(let bytes) = first {
          low = SortWord.continuation(count: bytes.count) { bytes[$0] }
          if sorts[0].isDescending { low = ~low }
        }
      } else if values.count > 1 {
        low = sorts[1].isDescending ? ~values[1].modelWord : values[1].modelWord
      }
      return RowKey(high: sorts[0].isDescending ? ~first.modelWord : first.modelWord, low: low)
    }
  }

  extension SortValue {
    fileprivate var modelWord: UInt64 {
      switch self {
      case .null: SortWord.null
      case .integer(let number): SortWord.number(Double(number))
      case .real(let number): SortWord.number(number)
      case .text(let bytes): SortWord.text(count: bytes.count) { bytes[$0] }
      case .blob: SortWord.blob
      }
    }
  }
#endif
