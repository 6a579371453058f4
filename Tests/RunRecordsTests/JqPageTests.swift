import Foundation
import Processes
import TestSupport
import Testing

/// The queries of docs/jq.md print what the page says.
@Suite struct JqPageTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../..").standardized
  private static let page = root.appending(path: "docs/jq.md")

  /// A query, and the lines that follow it: what it prints.
  private struct Query {
    let command: String
    let output: String
  }

  /// The text between a query and its output.
  private static let bridge = "\n```\n\nprints\n\n```text\n"

  /// The page's blocks of `sh`; the output is empty where none follows.
  private static func queries(in text: String) -> [Query] {
    text.components(separatedBy: "```sh\n").dropFirst().map { rest in
      let command = rest.components(separatedBy: "\n```").first ?? ""
      let output = rest.components(separatedBy: command + bridge).dropFirst().first
      return Query(command: command, output: output?.components(separatedBy: "```").first ?? "")
    }
  }

  /// With `UPDATE_GOLDENS=1` in the environment, the page's outputs are written again.
  @Test func everyQueryPrintsWhatThePageSays() throws {
    var text = try String(contentsOf: Self.page, encoding: .utf8)
    let queries = Self.queries(in: text)
    #expect(queries.count == 10)
    for query in queries {
      let outcome = try ExternalProgram.shell(query.command, in: Self.root.path)
      #expect(outcome.isSuccess, "\(query.command)\n\(outcome.complaint); is jq installed?")
      let printed = String(decoding: outcome.output, as: UTF8.self)
      #expect(!printed.isEmpty, "\(query.command)")
      if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
        let old = query.output.isEmpty ? "\n```" : Self.bridge + query.output + "```"
        text = text.replacing(
          query.command + old, with: query.command + Self.bridge + printed + "```")
      } else {
        #expect(printed == query.output, "\(query.command)")
      }
    }
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try Data(text.utf8).write(to: Self.page)
    }
  }
}
