#if SQLITE
  import BasicAlgorithms
  import Changesets
  import Foundation
  import GRDB
  import SQLiteDataSources
  import Testing

  /// Sections by a column or an expression, with their typed items.
  struct FetchedSectionTests {
    private let people = "CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT, value)"

    private func request<Section>(
      _ sections: SectionRule<Section>, sortedBy sorts: [SortTerm] = [.column("name")]
    ) -> FetchedRequest<Entry, Section> {
      FetchedRequest(
        sql: "SELECT * FROM person", table: "person", sections: sections, sortedBy: sorts)
    }

    private func sections<Section>(
      _ values: [any DatabaseValueConvertible], _ rule: SectionRule<Section>
    ) throws -> [Section?] {
      let queue = try DatabaseQueue.inMemory(people)
      let rig = try FetchedRig.shown(request(rule), in: queue)
      try queue.write { database in
        for value in values {
          try database.execute(sql: "INSERT INTO person (value) VALUES (?)", arguments: [value])
        }
      }
      try rig.source.refresh()
      let fetched = try FetchedRig.shown(request(rule), in: queue)
      #expect(rig.rows == fetched.rows)
      return rig.sections
    }

    @Test func withoutSectionsThereIsOneAlsoWithoutRows() throws {
      let rig = try FetchedRig(
        request(SectionRule<NoSections>.none), in: try DatabaseQueue.inMemory(people))
      #expect(rig.rows.isEmpty)
      try rig.source.reload()
      #expect(rig.rows == [[]])
      #expect(rig.sections.count == 1 && rig.sections[0] == nil)
    }

    @Test func withSectionsThereAreNoneWithoutRows() throws {
      let rig = try FetchedRig.shown(
        request(SectionRule<Int>.column("value")), in: try DatabaseQueue.inMemory(people))
      #expect(rig.rows.isEmpty)
      try rig.commit("INSERT INTO person VALUES (1, 'a', 4)")
      try rig.source.refresh()
      #expect(rig.rows == [["1|a|4"]])
      try rig.commit("DELETE FROM person")
      try rig.source.refresh()
      #expect(rig.rows.isEmpty)
    }

    @Test func sectionItemsHaveTheTypeOfTheRequest() throws {
      #expect(try sections([35, 23, 27, 23], .column("value")) == [23, 27, 35] as [Int?])
      #expect(try sections([7.9, 4.7, 4.7], .column("value")) == [4.7, 7.9] as [Double?])
      #expect(try sections([true, false], .column("value")) == [false, true] as [Bool?])
      #expect(try sections(["b", "a"], .column("value", .descending)) == ["b", "a"] as [String?])
    }

    @Test func datesAreTheSectionsThatTheyWere() throws {
      var random = SplitMix64(seed: 12)
      let moment = 1_700_000_000.0
      var numbers = (0..<300).map { _ in Double.random(in: 0..<2e9, using: &random) }
      // Less than a microsecond apart, so that a text of microseconds would unite them.
      numbers += [moment, moment.nextUp, moment.nextUp.nextUp]
      let dates: [Date?] = try sections(numbers, .column("value"))
      #expect(dates == numbers.sorted().map { Date(timeIntervalSince1970: $0) })
    }

    @Test func nullAndTheEmptyTextAreTwoSections() throws {
      let found: [String?] = try sections(
        ["a", DatabaseValue.null, ""], .column("value", allowsNull: true))
      #expect(found == [nil, "", "a"])
    }

    @Test func integersAndRealsOfOneValueAreOneSection() throws {
      let found: [Double?] = try sections([4, 4.0, 4.5], .column("value"))
      #expect(found == [4, 4.5])
    }

    @Test func anExpressionMakesSections() throws {
      let queue = try DatabaseQueue.inMemory(
        people, "INSERT INTO person VALUES (1, 'paul', 35), (2, 'peter', 23), (3, 'marry', 27)")
      let rig = try FetchedRig.shown(
        request(
          SectionRule<Int>.expression("value / 10 * 10"), sortedBy: [.column("value")]),
        in: queue)
      #expect(rig.sections == [20, 30])
      #expect(rig.rows == [["2|peter|23", "3|marry|27"], ["1|paul|35"]])
      try rig.follow(
        "UPDATE person SET value = 31 WHERE name = 'peter'",
        showing: "SELECT * FROM person ORDER BY value / 10, value")
      #expect(rig.rows.map(\.count) == [1, 2])
    }

    /// The order within sections cannot tear them apart, whatever it is (FR-5).
    @Test func theOrderOfRowsDoesNotInterleaveSections() throws {
      let queue = try DatabaseQueue.inMemory(
        people, "INSERT INTO person VALUES (1, 'd', 2), (2, 'c', 1), (3, 'b', 2), (4, 'a', 1)")
      let rig = try FetchedRig.shown(request(SectionRule<Int>.column("value")), in: queue)
      #expect(rig.rows == [["4|a|1", "2|c|1"], ["3|b|2", "1|d|2"]])
    }

    @Test func aNullSectionAtTheLoadIsAnErrorThatNamesItsRow() throws {
      let queue = try DatabaseQueue.inMemory(people, "INSERT INTO person VALUES (9, 'a', NULL)")
      let rig = try FetchedRig(request(SectionRule<Int>.column("value")), in: queue)
      #expect(throws: FetchedDataError.nullSection(row: "9")) { try rig.source.reload() }
      #expect(rig.rows.isEmpty)
      try rig.commit("UPDATE person SET value = 1")
      try rig.source.reload()
      #expect(rig.rows == [["9|a|1"]])
    }

    @Test func aValueOfAnotherTypeIsAnErrorThatNamesBoth() throws {
      let queue = try DatabaseQueue.inMemory(people, "INSERT INTO person VALUES (1, 'a', 5)")
      let rig = try FetchedRig.shown(request(SectionRule<Int>.column("value")), in: queue)
      try rig.commit("INSERT INTO person VALUES (2, 'b', 'many')")
      try rig.expectError(.sectionType(value: "\"many\"", expected: "Int"))
      #expect(rig.rows == [["1|a|5"]])
    }

    @Test func aRefreshAfterANullSectionTriesAgain() throws {
      let queue = try DatabaseQueue.inMemory(people, "INSERT INTO person VALUES (1, 'a', 5)")
      let rig = try FetchedRig.shown(request(SectionRule<Int>.column("value")), in: queue)
      try rig.commit("INSERT INTO person VALUES (2, 'b', NULL)")
      try rig.expectError(.nullSection(row: "2"))
      // Nothing was committed since, and the rows are as wrong as before.
      try rig.expectError(.nullSection(row: "2"))
      try rig.commit("UPDATE person SET value = 4 WHERE id = 2")
      #expect(try rig.source.refresh() == 1)
      try rig.expect("SELECT * FROM person ORDER BY value")
      #expect(try rig.source.refresh() == 0)
      try rig.follow(
        "UPDATE person SET value = 9 WHERE id = 2", showing: "SELECT * FROM person ORDER BY value")
    }

    @Test func aWrongCommitThatTheNextOneMendsIsSkipped() throws {
      let queue = try DatabaseQueue.inMemory(people, "INSERT INTO person VALUES (1, 'a', 5)")
      let rig = try FetchedRig.shown(request(SectionRule<Int>.column("value")), in: queue)
      try rig.commit("INSERT INTO person VALUES (2, 'b', NULL)")
      try rig.commit("DELETE FROM person WHERE id = 2")
      try rig.commit("INSERT INTO person VALUES (3, 'c', 4)")
      try rig.expectError(.nullSection(row: "2"))
      #expect(try rig.source.refresh() >= 1)
      try rig.expect("SELECT * FROM person ORDER BY value")
    }
  }
#endif
