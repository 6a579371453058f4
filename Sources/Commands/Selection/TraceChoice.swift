import Benchmarking
import Datasets
import Foundation
import RunRecords

/// The scroll trace that `--trace` names.
struct TraceChoice: Hashable {
  /// What ids say of it: the file's name and the trace's checksum, `fling-1f0c3a55d2b96e07`.
  let name: String
  /// What cases are told of it.
  let planned: PlannedTrace

  /// Reads the trace at `path`.
  ///
  /// - Throws: `ToolError.dataset` for what is no trace, naming the line.
  init(path: String) throws(ToolError) {
    do throws(DatasetError) {
      let trace = try RecordedTrace(path: path)
      planned = PlannedTrace(path: path, checksum: trace.checksum)
    } catch {
      throw .dataset(error)
    }
    name = planned.name
  }

  /// The cases of `cases` that can be replayed, and a warning for each collection that is left out.
  ///
  /// Sizes of a preset are no wish of the user's: those that a trace does not fit are left out, as
  /// long as it fits another.
  ///
  /// - Parameters:
  ///   - cases: What is to be measured.
  ///   - path: The value of `--trace`; nil for none, where every case is as good as it was.
  ///   - seed: The run's.
  ///   - areSizesNamed: Whether the user has named sizes.
  /// - Returns: The cases and the warnings.
  /// - Throws: `ToolError.invalidValue` where the trace cannot be replayed.
  static func fitting(
    _ cases: [PlannedCase], path: String?, seed: UInt64, areSizesNamed: Bool
  ) throws(ToolError) -> (cases: [PlannedCase], warnings: [Warning]) {
    guard let path else { return (cases, []) }
    var problems: [PlannedDataset: String] = [:]
    var order: [PlannedDataset] = []
    for planned in cases where !order.contains(planned.dataset) {
      order.append(planned.dataset)
      do {
        try planned.check(seed: seed)
      } catch {
        problems[planned.dataset] = "\(error)"
      }
    }
    let bad = order.filter { problems[$0] != nil }
    if let first = bad.first, areSizesNamed || bad.count == order.count {
      let items = ItemCount.spelled(first.items)
      throw .invalidValue(
        option: "--trace", found: path,
        reason: "over \(first.spec) of \(items) items: \(problems[first] ?? "")")
    }
    let warnings = bad.map { dataset in
      Warning(
        code: "trace-does-not-fit",
        message: "\(dataset.spec) of \(ItemCount.spelled(dataset.items)) items is left out: "
          + (problems[dataset] ?? ""))
    }
    return (cases.filter { problems[$0.dataset] == nil }, warnings)
  }
}

extension PlannedTrace {
  /// What ids say of it: the file's name and the trace's checksum, `fling-1f0c3a55d2b96e07`.
  var name: String {
    let file = URL(filePath: path).deletingPathExtension().lastPathComponent
    // Ids are told apart at slashes, and filters take * and ? for patterns.
    let stem = file.map { $0.isASCII && ($0.isLetter || $0.isNumber) || $0 == "-" ? $0 : "-" }
    return "\(String(stem))-\(digits)"
  }
}

extension PlannedTrace.Kind {
  /// The option that names a file of this kind.
  var option: String {
    switch self {
    case .scroll: "--trace"
    case .updates: "--updates"
    }
  }
}
