import Benchmarking
package import Datasets
import Foundation
import Reports
import RunRecords

/// A collection that cases run on: a distribution at any size, or a real one as it is.
package struct DatasetChoice: Hashable {
  /// The specification from which scenarios build the collection.
  let spec: String
  /// The name behind `data=` in case ids.
  private(set) var name: String
  /// The size of a real collection; nil for a generated one.
  let shape: Shape?
  /// The lines that sum up a real collection; empty for a generated one.
  var summary: [String] = []
  /// The copy that scenarios read a real collection from; nil for a generated one, and where
  /// nothing is measured.
  private(set) var snapshot: String?
  /// Sentences about parts that could not be read.
  var warnings: [String] = []
  /// The trace to replay over the collection; nil for none.
  private(set) var trace: PlannedTrace?

  /// The size of a real collection.
  package struct Shape: Hashable {
    let items: Int
    let sections: Int
    let checksum: UInt64

    package init(items: Int, sections: Int, checksum: UInt64) {
      self.items = items
      self.sections = sections
      self.checksum = checksum
    }
  }

  /// The distribution named `name`; nil where none is.
  package init?(generated name: String) {
    guard SectionDistribution(name: name) != nil else { return nil }
    self.init(spec: name, name: name, shape: nil)
  }

  package init(spec: String, name: String, shape: Shape?) {
    self.spec = spec
    self.name = name
    self.shape = shape
  }

  /// Finds the collection that `--dataset` names, and reads a real one.
  ///
  /// - Throws: `ToolError.dataset` if the text names nothing or a real collection cannot be read,
  ///   `ToolError.tooLarge` if it does not fit in memory, `ToolError.noSnapshot`.
  package init(
    named text: String, csvColumns: CSVColumns?, snapshots: InputSnapshots
  ) throws(ToolError) {
    if let path = Self.updatesPath(in: text) {
      try self.init(updates: path, snapshots: snapshots)
      return
    }
    let spec = try Self.spec(named: text, csvColumns: csvColumns)
    if case .distribution(let distribution) = spec {
      self.init(spec: spec.text, name: distribution.name, shape: nil)
      return
    }
    let (dataset, path) = try snapshots.dataset(spec)
    self.init(
      spec: spec.text, name: dataset.name,
      shape: Shape(
        items: dataset.itemCount, sections: dataset.sectionSizes.count,
        checksum: dataset.checksum))
    snapshot = path
    summary = dataset.summaryLines
    warnings = dataset.warnings
  }

  /// The form of `--dataset` that names an update trace.
  static let updatesForm = "updates:FILE"

  /// Returns the path in `updates:FILE`; nil for any other text.
  static func updatesPath(in text: String) -> String? {
    let prefix = "updates:"
    return text.hasPrefix(prefix) && text.count > prefix.count
      ? String(text.dropFirst(prefix.count)) : nil
  }

  /// Reads the collection of the update trace at `path`, at its largest.
  ///
  /// - Throws: `ToolError.dataset` with the line that is no such trace, `ToolError.noSnapshot`.
  init(updates path: String, snapshots: InputSnapshots) throws(ToolError) {
    let (contents, copy) = try snapshots.trace(at: path)
    let updates = try ToolError.wrap(
      try UpdateTrace(contents: contents, path: path), as: ToolError.dataset)
    let found = updates.summary
    let batches =
      found.batches == 1 ? "1 batch" : "\(DisplayFormat.grouped(found.batches)) batches"
    let planned = PlannedTrace(
      .updates, path: path, snapshot: copy, checksum: updates.checksum)
    self.init(
      spec: "updates:\(path)", name: planned.name,
      shape: Shape(
        items: max(1, found.maximumItems), sections: found.maximumSections,
        checksum: planned.checksum))
    trace = planned
    summary = [
      "updates: \(path), \(batches) of "
        + "\(DisplayFormat.counted(found.operationCount, "operation")), "
        + "\(DisplayFormat.counted(found.maximumItems, "item")) at most"
    ]
  }

  /// Makes cases replay `trace`; ids tell collections with different traces apart.
  mutating func replay(_ trace: TraceChoice) {
    self.trace = trace.planned
    name += "+" + trace.name
  }

  /// Refuses a record path in the measured tree, which the record would change.
  ///
  /// - Throws: `ToolError.invalidValue`.
  func checkHoldsNot(_ recordPath: String) throws(ToolError) {
    guard shape != nil, trace?.kind != .updates,
      case .directory(let root) = try Self.spec(named: spec)
    else { return }
    let tree = URL(filePath: root).resolvingSymlinksInPath().path
    // The record need not exist yet, and what does not exist is not resolved.
    let folder = URL(filePath: recordPath).deletingLastPathComponent()
    guard (folder.resolvingSymlinksInPath().path + "/").hasPrefix(tree == "/" ? tree : tree + "/")
    else { return }
    throw .invalidValue(
      option: "--output", found: recordPath,
      reason: "lies in '\(root)', which is measured and would change; name a file elsewhere with -o"
    )
  }

  /// Returns the collection that `text` names, with the given columns of a CSV file.
  ///
  /// - Throws: `ToolError.dataset` where it names nothing, `ToolError.tooLarge` for a file that
  ///   does not fit in memory.
  static func spec(
    named text: String, csvColumns: CSVColumns?
  ) throws(ToolError) -> DatasetSpec {
    let spec = try spec(named: text)
    guard case .csv(let path, let columns) = spec else { return spec }
    try MemoryCheck.checkFile(path, dataset: text)
    return .csv(path: path, columns: csvColumns ?? columns)
  }

  private static func spec(named text: String) throws(ToolError) -> DatasetSpec {
    try ToolError.wrap(try DatasetSpec(parsing: text), as: ToolError.dataset)
  }

  /// Returns the collection at each of `sizes`, or a real one at its own size.
  func planned(sizes: [Int]) -> [PlannedDataset] {
    guard let shape else {
      return sizes.map { PlannedDataset(spec: spec, name: name, items: $0, trace: trace) }
    }
    return [
      PlannedDataset(
        spec: spec, name: name, items: shape.items, sections: shape.sections,
        snapshot: snapshot, checksum: shape.checksum, trace: trace)
    ]
  }
}

/// The scroll trace that `--trace` names.
struct TraceChoice: Hashable {
  /// The name in case ids: the file's name and the trace's checksum, `fling-1f0c3a55d2b96e07`.
  let name: String
  /// The trace as cases receive it.
  let planned: PlannedTrace

  /// Reads the trace at `path`.
  ///
  /// - Throws: `ToolError.dataset` for what is no trace, naming the line.
  init(path: String, snapshots: InputSnapshots) throws(ToolError) {
    let (contents, copy) = try snapshots.trace(at: path)
    let trace = try ToolError.wrap(
      try RecordedTrace(contents: contents, path: path), as: ToolError.dataset)
    planned = PlannedTrace(path: path, snapshot: copy, checksum: trace.checksum)
    name = planned.name
  }

  /// Returns the cases that can be replayed, and a warning for each collection that is left out.
  ///
  /// Sizes of a preset that the trace does not fit are left out, as long as it fits another one; and
  /// so are lists that it does not fit beside layouts of the user's own that it fits.
  ///
  /// - Parameters:
  ///   - cases: The selected cases.
  ///   - path: The value of `--trace`; nil for none, which leaves every case.
  ///   - seed: The run's.
  ///   - areSizesNamed: Pass true if the user has named sizes.
  /// - Returns: The cases and the warnings.
  /// - Throws: `ToolError.invalidValue` if the trace cannot be replayed.
  static func fitting(
    _ cases: [PlannedCase], path: String?, seed: UInt64, areSizesNamed: Bool
  ) throws(ToolError) -> (cases: [PlannedCase], warnings: [Warning]) {
    guard let path else { return (cases, []) }
    var checks: [TraceCheck] = []
    for planned in cases where !checks.contains(where: { $0.isOf(planned) }) {
      checks.append(TraceCheck(planned, seed: seed))
    }
    var all: [PlannedDataset] = []
    for check in checks where !all.contains(check.dataset) { all.append(check.dataset) }
    let good = Set(checks.lazy.filter { $0.problem == nil }.map(\.dataset))
    let failed = checks.filter { $0.problem != nil }
    if let first = failed.first(where: { !good.contains($0.dataset) }),
      areSizesNamed || good.isEmpty
    {
      throw .invalidValue(
        option: "--trace", found: path,
        reason: "over \(first.dataset.spec) of \(ItemCount.spelled(first.dataset.items)) items: "
          + (first.problem ?? ""))
    }
    let warnings = all.flatMap { dataset in
      let own = failed.filter { $0.dataset == dataset }
      // Of a collection on which nothing is left, one problem says enough.
      return (good.contains(dataset) ? own : Array(own.prefix(1))).map { check in
        let subject = good.contains(dataset) ? " over \(check.subject)" : ""
        return Warning(
          code: "trace-does-not-fit",
          message: "\(dataset.spec) of \(ItemCount.spelled(dataset.items)) items\(subject) is left "
            + "out: \(check.problem ?? "")")
      }
    }
    let left = cases.filter { planned in !failed.contains { $0.isOf(planned) } }
    return (left, warnings)
  }
}

/// A trace on one collection, over one subject: a list, or layouts of the user's own.
private struct TraceCheck {
  let dataset: PlannedDataset
  let subject: String
  /// The reason why the trace cannot be replayed; nil if it can.
  let problem: String?

  init(_ planned: PlannedCase, seed: UInt64) {
    dataset = planned.dataset
    subject = planned.scenario.checkSubject
    do {
      try planned.check(seed: seed)
      problem = nil
    } catch {
      problem = "\(error)"
    }
  }

  func isOf(_ planned: PlannedCase) -> Bool {
    planned.dataset == dataset && planned.scenario.checkSubject == subject
  }
}

extension PlannedTrace {
  /// The name in case ids: the file's name and the trace's checksum, `fling-1f0c3a55d2b96e07`.
  var name: String {
    let file = URL(filePath: path).deletingPathExtension().lastPathComponent
    return "\(CaseIDText.cleaned(file))-\(digits)"
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
