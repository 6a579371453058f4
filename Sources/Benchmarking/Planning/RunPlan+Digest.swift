import BasicAlgorithms
import Foundation
import RunRecords
import Statistics

extension RunPlan {
  /// Sixteen hexadecimal digits that differ where the results of two plans cannot be joined.
  ///
  /// A time-out is no part of it: an interrupted run may be resumed with a longer one.
  public var digest: String {
    struct Content: Encodable {
      let version = 2
      let preset: RunPreset
      let seed: UInt64
      let launches: Int
      /// Nil where each case has as many.
      let mostLaunches: Int?
      let sampling: SamplingPlan
      let cases: [String]
      /// Nil where none are counted.
      let instructionItemLimit: Int?
    }
    let content = Content(
      preset: preset, seed: seed, launches: launches.fewest,
      mostLaunches: launches.most > launches.fewest ? launches.most : nil, sampling: sampling,
      cases: cases.map { planned in
        let passes = JournalEntry.Pass.allCases.filter { has($0, of: planned) }
        let names = passes.map(\.rawValue).sorted().joined(separator: "+")
        return [planned.id, planned.dataset.text, names].joined(separator: "\n")
      }.sorted(),
      instructionItemLimit: instructionCases.isEmpty ? nil : instructionItemLimit)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    // Strings and finite numbers always encode; an empty digest would equal no journal's.
    let bytes = (try? encoder.encode(content)) ?? Data()
    return FNV1a.hash(bytes).hexadecimalDigits
  }

  /// The parameters that define the plan, by name, for a reader.
  package var options: [String: String] {
    func list(_ values: [some Any]) -> String { values.map { "\($0)" }.joined(separator: ",") }
    var options = [
      "preset": preset.rawValue,
      "seed": "\(seed)",
      "launches": "\(launches)",
      "cases": "\(cases.count)",
      "sizes": list(Set(cases.map(\.dataset.items)).sorted()),
      "dataset": list(Set(cases.map(\.dataset.text)).sorted()),
      "suite": list(Set(cases.map(\.suite)).sorted()),
      "storage": list(Set(cases.map(\.scenario.storage)).sorted()),
      "sampling seconds": "\(sampling.budgetSeconds)",
    ]
    if !instructionCases.isEmpty {
      options["instructions"] =
        "of \(instructionCases.count) cases on up to \(instructionItemLimit) items"
    }
    return options
  }
}
