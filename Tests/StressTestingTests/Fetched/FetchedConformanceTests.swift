#if SQLITE
  import StressTesting
  import TestSupport
  import Testing

  /// The live data source on SQLite against the model, and the model's eye against mistakes made on
  /// purpose.
  @Suite struct FetchedConformanceTests {
    @Test func theSourceConforms() throws {
      var run = try StressRun(
        "data source on SQLite", filter: "theSourceConforms", usualSeconds: 4, share: 0.5)
      var performed = 0
      // Fifty under each of the configurations.
      run.forEachSeed { performed += try FetchedConformance.check(operations: 1_200, seed: $0) }
      let count = FetchedStressConfiguration.all.count
      run.summarize("\(performed) operations, \(count) configurations")
    }

    @Test(arguments: FetchedMutation.allCases)
    func aMutationIsFoundAndShrunk(_ mutation: FetchedMutation) throws {
      let failure = try #require(throws: FetchedConformanceFailure.self) {
        _ = try FetchedConformance.check(operations: 40_000, seed: 7, mutation: mutation)
      }
      #expect(failure.script.operations.count <= 8, "\(failure)")
      #expect(failure.expected != failure.found, "\(failure)")
      #expect(failure.seed == 7)
      // Without the mistake the same script does nothing wrong.
      #expect(try failure.script.check() == failure.script.operations.count)
    }

    @Test func everyValueOfAConfigurationOccurs() {
      let all = FetchedStressConfiguration.all
      #expect(Set(all).count == all.count)
      #expect(Set(all.map(\.table)) == Set(FetchedStressConfiguration.Table.allCases))
      #expect(Set(all.map(\.sections)) == Set(FetchedStressConfiguration.Sections.allCases))
      #expect(Set(all.map(\.order)) == Set(FetchedStressConfiguration.Order.allCases))
      #expect(Set(all.map(\.rows)) == Set(FetchedStressConfiguration.Rows.allCases))
      #expect(Set(all.map(\.updates)) == Set(FetchedStressConfiguration.Updates.allCases))
      #expect(Set(all.map(\.storage)) == Set(FetchedStressConfiguration.Storage.allCases))
    }

    @Test func aScriptIsReadAsItIsWritten() throws {
      let row = FetchedStatement.NewRow(
        key: 3, values: ["1", "'a'", "9e999", "NULL", "x'00'", "CAST(x'6100' AS TEXT)"])
      let statements: [FetchedStatement] =
        FetchedStatement.Conflict.allCases.map { .insert(rows: [row], conflict: $0) }
        + FetchedStatement.Column.allCases.map { .update(keys: [1, 2], column: $0, value: "2") }
        + FetchedStatement.ParentColumn.allCases.map {
          .updateParent(id: 1, column: $0, value: "2")
        }
        + [
          .rekey(key: 1, to: 2), .swap(key: 1, with: 2), .delete(keys: [4]), .deleteAll,
          .insertParent(id: 1, title: "NULL", weight: "1"), .deleteParent(id: 1), .savepoint,
          .release, .rollBackTo, .changeSchema,
        ]
      let operations: [FetchedOperation] =
        FetchedOperation.Ending.allCases.flatMap { ends in
          FetchedOperation.Writer.allCases.map {
            .transaction(statements: statements, ends: ends, by: $0)
          }
        }
        + [.refresh, .checkOthers, .reload, .reset, .layOut, .scroll(y: 30)]
      for configuration in FetchedStressConfiguration.all {
        let script = FetchedScript(configuration: configuration, operations: operations)
        #expect(try StressScript(text: script.text) == .fetched(script))
      }
    }

    @Test func whatIsNoScriptIsRefused() throws {
      let header = FetchedScript(configuration: FetchedStressConfiguration(), operations: []).text
      for (text, reason) in [
        (header.replacing("rowID", with: "row"), "'row' (at fetched.table); there are: rowID, "),
        (header + #"{"fresh":{}}"#, "no operation is named 'fresh'; there are: transaction, "),
        (
          header + #"{"transaction":{"statements":[],"ends":"end","by":"own"}}"#,
          "'end' (at transaction.ends); there are: commit, rollBack, none"
        ),
      ] {
        let error = try #require(throws: StressScript.ReadingError.self) {
          _ = try StressScript(text: text)
        }
        #expect(error.description.contains(reason), "\(error)")
      }
    }

    /// Values that are no literals could be anything in SQL.
    @Test(arguments: ["1); DROP TABLE item", "(SELECT 1)", "'a' || 'b'", "'", ""])
    func aValueThatIsNoLiteralIsPassedOver(_ value: String) throws {
      let script = FetchedScript(
        configuration: FetchedStressConfiguration(),
        operations: [
          .reload,
          .transaction(
            statements: [.update(keys: [1], column: .rank, value: value)], ends: .commit, by: .own),
        ])
      #expect(try script.check() == 1)
    }

    /// Another process, in this one.
    private final class Writer: StressWriterProcess {
      let service = FetchedWriterService()
      private(set) var lines = 0

      func answer(to line: String) -> String {
        lines += 1
        return service.answer(to: line)
      }
    }

    @Test func anotherProcessWrites() throws {
      let insert = FetchedStatement.insert(
        rows: [.init(key: 1, values: Array(repeating: "NULL", count: 6))], conflict: .abort)
      let writer = Writer()
      for storage in FetchedStressConfiguration.Storage.allCases {
        let script = FetchedScript(
          configuration: FetchedStressConfiguration(storage: storage),
          operations: [
            .reload, .transaction(statements: [insert], ends: .commit, by: .process), .checkOthers,
          ])
        let before = writer.lines
        #expect(try StressScript.fetched(script).check(process: writer) == 3)
        // A transaction and the end of the script.
        #expect(writer.lines - before == (storage == .memory ? 0 : 2))
      }
      #expect(writer.answer(to: "nonsense").contains("cannot be read"))
    }

    /// Scripts that found mistakes of the source, shortened.
    @Test(arguments: [
      // A row of a table without rowids is two changes, so that the fourth was lost.
      """
      {"fetched":{"order":"rank","rows":"all","sections":"none","storage":"memory","table":"withoutRowID","updates":"sparing"}}
      {"transaction":{"by":"own","ends":"commit","statements":[{"insert":{"conflict":"replace","rows":[{"key":0,"values":["NULL","NULL","NULL","NULL","NULL","NULL"]},{"key":1,"values":["NULL","NULL","NULL","NULL","NULL","NULL"]},{"key":17,"values":["NULL","NULL","NULL","NULL","NULL","NULL"]},{"key":18,"values":["NULL","NULL","NULL","NULL","NULL","NULL"]}]}}]}}
      {"reload":{}}
      {"refresh":{}}
      {"transaction":{"by":"own","ends":"commit","statements":[{"update":{"column":"parent","keys":[0,1],"value":"NULL"}},{"update":{"column":"grp","keys":[17,18],"value":"'A'"}}]}}
      {"refresh":{}}
      """,
      // The item of a section that was not shown when its row changed.
      """
      {"fetched":{"order":"rank","rows":"joined","sections":"relationship","storage":"memory","table":"nocase","updates":"incremental"}}
      {"transaction":{"by":"own","ends":"commit","statements":[{"insertParent":{"id":3,"title":"''","weight":"'w'"}},{"insert":{"conflict":"replace","rows":[{"key":6,"values":["NULL","NULL","NULL","NULL","NULL","3"]}]}}]}}
      {"reload":{}}
      {"refresh":{}}
      {"transaction":{"by":"own","ends":"commit","statements":[{"insert":{"conflict":"replace","rows":[{"key":6,"values":["NULL","NULL","NULL","NULL","NULL","NULL"]}]}}]}}
      {"refresh":{}}
      {"transaction":{"by":"own","ends":"commit","statements":[{"updateParent":{"column":"weight","id":3,"value":"NULL"}}]}}
      {"transaction":{"by":"own","ends":"commit","statements":[{"insert":{"conflict":"replace","rows":[{"key":19,"values":["NULL","NULL","NULL","NULL","NULL","3"]}]}}]}}
      {"refresh":{}}
      """,
      // The header of a section whose item had changed when all keys were fetched.
      """
      {"fetched":{"order":"rank","rows":"all","sections":"relationship","storage":"memory","table":"rowID","updates":"refetch"}}
      {"transaction":{"by":"own","ends":"commit","statements":[{"insertParent":{"id":2,"title":"''","weight":"'w'"}},{"insert":{"conflict":"replace","rows":[{"key":13,"values":["NULL","NULL","NULL","NULL","NULL","2"]}]}}]}}
      {"reload":{}}
      {"refresh":{}}
      {"transaction":{"by":"own","ends":"commit","statements":[{"updateParent":{"column":"title","id":2,"value":"'red'"}}]}}
      {"refresh":{}}
      """,
    ])
    func theSourceAnswersAsTheModel(_ text: String) throws {
      let script = try StressScript(text: text)
      #expect(try script.check() == script.operationCount)
    }
  }
#endif
