import Benchmarking
import Datasets
import Foundation

/// A collection that cases run on: a distribution at any size, or a real one as it is.
struct DatasetChoice: Hashable {
  /// What scenarios build it from.
  let spec: String
  /// What ids say after `data=`.
  let name: String
  /// How many items and sections a real one holds; nil where it is generated.
  let shape: Shape?
  /// What was read, a line each; empty where it is generated.
  var summary: [String] = []
  /// What could not be read, a sentence each.
  var warnings: [String] = []

  /// How large a real collection is.
  struct Shape: Hashable {
    let items: Int
    let sections: Int
  }

  /// The distribution named `name`; nil where none is.
  init?(generated name: String) {
    guard SectionDistribution(name: name) != nil else { return nil }
    self.init(spec: name, name: name, shape: nil)
  }

  init(spec: String, name: String, shape: Shape?) {
    self.spec = spec
    self.name = name
    self.shape = shape
  }

  /// The collection that the option `--dataset` names, read where it is a real one.
  ///
  /// - Throws: `ToolError.unknownName` where the text names nothing, `ToolError.unusableDataset`
  ///   where a real collection cannot be read.
  init(named text: String, csvColumns: String?) throws(ToolError) {
    var spec = text
    if let csvColumns, case .csv(let path) = DatasetSpec(text) {
      spec = "csv[\(csvColumns)]:\(path)"
    }
    switch DatasetSpec(spec) {
    case nil: throw .unknownName(kind: "dataset", found: text, known: DatasetSpec.names)
    case .distribution(let distribution):
      self.init(spec: spec, name: distribution.name, shape: nil)
      return
    case .csv(let path): try MemoryEstimate.checkFile(path, dataset: text)
    case .directory: break
    }
    do throws(DatasetError) {
      let dataset = try Dataset(spec: spec, items: 0, seed: 0)
      self.init(
        spec: spec, name: dataset.name,
        shape: Shape(items: dataset.itemCount, sections: dataset.sectionSizes.count))
      summary = dataset.summaryLines
      warnings = dataset.warnings
    } catch {
      throw .unusableDataset(name: text, reason: error.description)
    }
  }

  /// The collection at each of `sizes`; a real one at its own.
  func planned(sizes: [Int]) -> [PlannedDataset] {
    guard let shape else {
      return sizes.map { PlannedDataset(spec: spec, name: name, items: $0) }
    }
    return [
      PlannedDataset(spec: spec, name: name, items: shape.items, sections: shape.sections)
    ]
  }
}
