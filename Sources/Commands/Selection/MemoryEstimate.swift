import Benchmarking
import Datasets
import Foundation

/// Whether what is asked for fits in memory, told before any of it is built.
enum MemoryEstimate {
  /// The bytes that this process may use: the machine's memory, or its control group's share.
  static var availableBytes: Int {
    let limit = try? String(contentsOfFile: "/sys/fs/cgroup/memory.max", encoding: .utf8)
    let share = limit.flatMap { Int($0.trimmingCharacters(in: .whitespacesAndNewlines)) }
    return min(share ?? .max, Int(clamping: ProcessInfo.processInfo.physicalMemory))
  }

  /// Refuses the plan's largest case where it does not fit.
  ///
  /// What is kept at once is the collection itself, one store of it, and the copy that edits make.
  static func check(
    _ cases: [PlannedCase], availableBytes: Int = availableBytes
  ) throws(ToolError) {
    for planned in cases {
      let (dataset, payload) = (planned.dataset, planned.scenario.payload)
      let store = Dataset.estimatedBytes(items: dataset.items, payload: payload)
      let collection = dataset.sections == nil ? 0 : importedBytes(items: dataset.items)
      let (room, isTooSmall) = availableBytes.subtractingReportingOverflow(store)
      guard !isTooSmall, room >= 0, collection <= room, store <= room - collection else {
        throw .unusableDataset(
          name: dataset.spec,
          reason: "\(ItemCount.spelled(dataset.items)) items of '\(payload)' take about "
            + "\(ByteCount.spelled(store)) in one store, which a case keeps twice; this machine "
            + "has \(ByteCount.spelled(availableBytes)) of memory. Choose smaller --sizes or "
            + "another --dataset.")
      }
    }
  }

  /// Refuses a CSV file that is larger than the memory: what is kept of a row is about its text.
  static func checkFile(
    _ path: String, dataset: String, availableBytes: Int = availableBytes
  ) throws(ToolError) {
    let attributes = try? FileManager.default.attributesOfItem(atPath: path)
    guard let size = attributes?[.size] as? Int, size > availableBytes else { return }
    throw .unusableDataset(
      name: dataset,
      reason: "the file has \(ByteCount.spelled(size)) and this machine "
        + "\(ByteCount.spelled(availableBytes)) of memory; measure with a part of it.")
  }

  /// An item's seed, its size in points and its share of the index of sections.
  private static func importedBytes(items: Int) -> Int {
    let (bytes, isTooLarge) = items.multipliedReportingOverflow(by: 48)
    return isTooLarge ? .max : bytes
  }
}
