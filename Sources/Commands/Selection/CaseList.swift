import Benchmarking
import Foundation

/// The document that `list --json` writes.
struct CaseList: Encodable {
  let cases: [Entry]
  /// Cases by preset, under the same options.
  let counts: [String: Int]

  struct Entry: Encodable {
    let id: String
    let suite: String
    let scenario: String
    let summary: String
    let storage: String
    let role: Scenario.Role
    let data: String
    let payload: String
    let items: Int
    let headline: Bool
  }

  init(cases: [PlannedCase], counts: [String: Int]) {
    self.counts = counts
    self.cases = cases.map { planned in
      let (scenario, dataset) = (planned.scenario, planned.dataset)
      return Entry(
        id: planned.id, suite: planned.suite, scenario: scenario.name, summary: scenario.summary,
        storage: scenario.storage, role: scenario.role, data: dataset.name,
        payload: scenario.payload, items: dataset.items, headline: planned.isHeadline)
    }
  }

  /// The document as text, its keys in alphabetical order.
  func json() throws(ToolError) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    do {
      return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
    } catch {
      throw .failed(reason: "the list of cases cannot be encoded: \(error)")
    }
  }
}
