#if SQLITE
  import Foundation
  import StressTesting

  extension Readers {
    /// The process that writes to databases for `stress`, with a database in memory.
    static let writer = [
      Reader("stress writer", .json, transactions) { input, _ in
        let service = FetchedWriterService()
        for statement in [input.first == 0x7B ? tables : "{}", inMemory(input)] {
          let answer = service.answer(to: statement)
          guard answer == "done" else { throw Refused(answer: answer) }
        }
      }
    ]

    private struct Refused: Error { let answer: String }

    /// The request for a database in memory, whatever file it names: nothing is written elsewhere.
    private static func inMemory(_ input: [UInt8]) -> String {
      guard case .object(var members)? = try? JSONTree(parsing: input) else { return "none" }
      for index in members.indices where members[index].key == "path" {
        guard case .string = members[index].value else { continue }
        members[index].value = .string(":memory:")
      }
      return String(decoding: JSONTree.object(members).bytes, as: UTF8.self)
    }

    private static func request(_ statements: [String], ends: String) -> [UInt8] {
      JSONTree.object([
        .init(key: "path", value: .string(":memory:")),
        .init(
          key: "transaction",
          value: .object([
            .init(key: "statements", value: .array(statements.map { .string($0) })),
            .init(key: "ends", value: .string(ends)),
          ])),
      ]).bytes
    }

    private static let tables = String(
      decoding: request(
        [
          "CREATE TABLE parent (id INTEGER PRIMARY KEY, title TEXT, weight)",
          "CREATE TABLE item (id INTEGER PRIMARY KEY, code INTEGER UNIQUE, grp, name TEXT)",
          "INSERT INTO item VALUES (1, 1, 'a', 'one'), (2, 2, 'b', 'two')",
        ], ends: "none"), as: UTF8.self)

    private static let transactions = [
      request(
        [
          "INSERT OR REPLACE INTO item (id, code, grp) VALUES (3, 3, NULL), (4, 4, x'00')",
          "UPDATE item SET name = 'other' WHERE id IN (1, 3)", "DELETE FROM item WHERE id = 2",
        ], ends: "commit"),
      request(
        [
          "SAVEPOINT s1", "UPDATE item SET id = 59 WHERE id = 1", "ROLLBACK TO s1", "RELEASE s1",
          "INSERT OR FAIL INTO item (id, code) VALUES (9, 1)",
        ], ends: "rollBack"),
      request(
        [
          "INSERT OR REPLACE INTO parent VALUES (1, 'title', 2.5)",
          "DELETE FROM parent WHERE id = 1",
          "CREATE INDEX item_note ON item (name)",
        ], ends: "none"),
    ]
  }
#else
  extension Readers {
    /// No process writes to databases in a build without them.
    static let writer: [Reader] = []
  }
#endif
