import ArgumentParser
import Benchmarking
import Datasets
import Synchronization

/// The names that a shell offers for an argument: those of this executable's suites.
enum Completion {
  /// The suites of this executable. A global, as the parser builds the options without a context.
  private static let offered = Mutex<[Suite]>([])

  /// Offers the names of `suites` from now on.
  static func offer(_ suites: [Suite]) { offered.withLock { $0 = suites } }

  static var suites: CompletionKind { offering { $0.map(\.name) } }

  /// Scenarios, by their names or, behind a suite and a slash, as ids begin.
  static var scenarios: CompletionKind {
    .custom { _, _, word in
      let suites = offered.withLock { $0 }
      let names = suites.flatMap { suite in
        suite.scenarios.map { word.contains("/") ? "\(suite.name)/\($0.name)/" : $0.name }
      }
      return Set(names).sorted()
    }
  }

  /// The conditions of `--fail-on` of two builds or two records, beside `others`.
  static func conditions(_ others: [String] = []) -> CompletionKind {
    .list(others + ["improved", "removed", "inconclusive", "inconclusive>20%"])
  }

  /// Storages, several of them with commas between.
  static var storages: CompletionKind {
    .custom { _, _, word in
      let names = offered.withLock { $0 }.flatMap { $0.scenarios.map(\.storage) }
      let chosen = word.split(separator: ",", omittingEmptySubsequences: false).dropLast()
      let start = chosen.map { $0 + "," }.joined()
      return Set(names).subtracting(chosen.map(String.init)).sorted().map { start + $0 }
    }
  }

  static var datasets: CompletionKind {
    offering { _ in SectionDistribution.names + ["directory:", "listing:", "csv:", "updates:"] }
  }

  static var workloads: CompletionKind {
    offering { $0.flatMap { $0.workloads.map(\.name) } }
  }

  /// Offers each of `names` once, in alphabetical order.
  private static func offering(
    _ names: @escaping @Sendable ([Suite]) -> [String]
  ) -> CompletionKind {
    .custom { _, _, _ in Set(names(offered.withLock { $0 })).sorted() }
  }
}
