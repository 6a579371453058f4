package import Benchmarking
import Datasets
import Foundation

/// The check that cases fit in memory, made before any collection is built.
package enum MemoryCheck {
  /// The bytes that this process may use: the machine's memory, or its control group's share.
  package static var availableBytes: Int {
    let limit = try? String(contentsOfFile: "/sys/fs/cgroup/memory.max", encoding: .utf8)
    let share = limit.flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    return min(share ?? .max, Int(clamping: ProcessInfo.processInfo.physicalMemory))
  }

  /// Refuses the first of `cases` that does not fit.
  ///
  /// A case keeps the collection, one store of it, and the copy that edits make.
  ///
  /// - Parameters:
  ///   - cases: The cases, which are measured one after another.
  ///   - processes: The number of processes that hold a case at once: two for pairs of builds.
  ///   - availableBytes: The memory for all of them.
  /// - Throws: `ToolError.tooLarge`.
  package static func check(
    _ cases: [PlannedCase], inProcesses processes: Int = 1, availableBytes: Int = availableBytes
  ) throws(ToolError) {
    let roomBytes = availableBytes / processes
    let each = processes > 1 ? ", in each of \(processes) processes" : ""
    for planned in cases {
      let store = storeBytes(planned)
      let collection = planned.dataset.sections == nil ? 0 : importedBytes(planned.dataset)
      guard store <= roomBytes, collection <= roomBytes - store,
        store <= roomBytes - store - collection
      else {
        throw .tooLarge(
          dataset: planned.dataset.spec,
          reason: "\(ItemCount.spelled(planned.dataset.items)) items of the shape "
            + "'\(planned.scenario.payload)' take about \(ByteCount.spelled(store)) in one store, "
            + "which a case keeps twice\(each); this machine has "
            + "\(ByteCount.spelled(availableBytes)) of memory. Choose smaller --sizes or another "
            + "--dataset, or --exclude the case.")
      }
    }
  }

  private static func storeBytes(_ planned: PlannedCase) -> Int {
    let (dataset, scenario) = (planned.dataset, planned.scenario)
    if dataset.sections == nil, let distribution = SectionDistribution(name: dataset.spec) {
      return distribution.estimatedBytes(
        itemCount: dataset.items, payload: scenario.payload, bytesPerItem: scenario.bytesPerItem)
    }
    return MemoryEstimate.bytes(
      items: dataset.items, sections: dataset.sections ?? 0, payload: scenario.payload,
      bytesPerItem: scenario.bytesPerItem)
  }

  /// Refuses a CSV file larger than the memory: a row is kept at about the size of its text.
  package static func checkFile(
    _ path: String, dataset: String, availableBytes: Int = availableBytes
  ) throws(ToolError) {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let size = attributes?[.size] as? Int, size > availableBytes else { return }
    throw .tooLarge(
      dataset: dataset,
      reason: "the file has \(ByteCount.spelled(size)) and this machine "
        + "\(ByteCount.spelled(availableBytes)) of memory; measure with a part of it.")
  }

  /// An item's seed and its size in points, and twice that while it is read.
  private static func importedBytes(_ dataset: PlannedDataset) -> Int {
    let (bytes, isTooLarge) = dataset.items.multipliedReportingOverflow(by: 64)
    return isTooLarge ? .max : bytes
  }
}
