import Benchmarking
package import Datasets
import Foundation
import Reports

/// A collection that cases run on: a distribution at any size, or a real one as it is.
package struct DatasetChoice: Hashable {
  /// What scenarios build it from.
  let spec: String
  /// What ids say after `data=`.
  private(set) var name: String
  /// How many items and sections a real one holds; nil where it is generated.
  let shape: Shape?
  /// What was read, a line each; empty where it is generated.
  var summary: [String] = []
  /// What could not be read, a sentence each.
  var warnings: [String] = []
  /// The trace to replay, over it or its own; nil for none.
  private(set) var trace: PlannedTrace?

  /// How large a real collection is.
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

  /// The collection that the option `--dataset` names, read where it is a real one.
  ///
  /// - Throws: `ToolError.dataset` where the text names nothing or a real collection cannot be read,
  ///   `ToolError.tooLarge` where it does not fit in memory.
  package init(named text: String, csvColumns: CSVColumns?) throws(ToolError) {
    let spec = try Self.spec(named: text, csvColumns: csvColumns)
    do throws(DatasetError) {
      switch spec {
      case .distribution(let distribution):
        self.init(spec: spec.text, name: distribution.name, shape: nil)
      case .csv, .directory:
        let dataset = try Dataset(spec, items: 0, seed: 0)
        self.init(
          spec: spec.text, name: dataset.name,
          shape: Shape(
            items: dataset.itemCount, sections: dataset.sectionSizes.count,
            checksum: dataset.checksum))
        summary = dataset.summaryLines
        warnings = dataset.warnings
      }
    } catch {
      throw .dataset(error)
    }
  }

  /// The collection of the update trace at `path`, as large as it ever is.
  ///
  /// - Throws: `ToolError.dataset` for what is no such trace, naming the line.
  init(updates path: String) throws(ToolError) {
    let updates: UpdateTrace
    do throws(DatasetError) {
      updates = try UpdateTrace(path: path)
    } catch {
      throw .dataset(error)
    }
    let found = updates.summary
    let batches =
      found.batches == 1 ? "1 batch" : "\(DisplayFormat.grouped(found.batches)) batches"
    let planned = PlannedTrace(.updates, path: path, checksum: updates.checksum)
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

  /// Has cases replay `trace` over it: figures of two traces are of two collections in ids.
  mutating func replay(_ trace: TraceChoice) {
    self.trace = trace.planned
    name += "+" + trace.name
  }

  /// Refuses to write a record into the tree that is measured: its appearing would change the tree.
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

  /// What `text` names, with the columns given to a CSV file.
  ///
  /// - Throws: `ToolError.dataset` where it names nothing, `ToolError.tooLarge` for a file that does
  ///   not fit in memory.
  static func spec(
    named text: String, csvColumns: CSVColumns?
  ) throws(ToolError) -> DatasetSpec {
    let spec = try spec(named: text)
    guard case .csv(let path, let columns) = spec else { return spec }
    try MemoryCheck.checkFile(path, dataset: text)
    return .csv(path: path, columns: csvColumns ?? columns)
  }

  private static func spec(named text: String) throws(ToolError) -> DatasetSpec {
    do throws(DatasetError) {
      return try DatasetSpec(parsing: text)
    } catch {
      throw .dataset(error)
    }
  }

  /// The collection at each of `sizes`; a real one at its own.
  func planned(sizes: [Int]) -> [PlannedDataset] {
    guard let shape else {
      return sizes.map { PlannedDataset(spec: spec, name: name, items: $0, trace: trace) }
    }
    return [
      PlannedDataset(
        spec: spec, name: name, items: shape.items, sections: shape.sections,
        checksum: shape.checksum, trace: trace)
    ]
  }
}
