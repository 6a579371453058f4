package import Datasets
import Foundation
import RunRecords

/// The copies of imported collections and traces that the processes of one run read.
///
/// The tool reads each source once. The copies lie beside the record as long as the run is
/// unfinished, so a resumed run measures what its first session read. A command without a record
/// keeps them in a temporary folder.
package final class InputSnapshots {
  /// The paths of copies without their number and suffix.
  private let prefix: String
  /// The journal of the run; nil for a command without a record.
  private let journalPath: String?
  /// The copies of the run to resume, by their origins.
  private var kept: [String: String] = [:]
  /// A Boolean value that indicates whether what is not among the kept copies may not be read.
  private let isResuming: Bool
  private var pending: [(path: String, snapshot: InputSnapshot)] = []
  private var count = 0
  private var created: [String] = []

  private static let suffix = ".snapshot"

  /// Makes copies beside a record.
  ///
  /// - Parameters:
  ///   - destination: The destination of the record.
  ///   - isResuming: Pass true to take the copies of the unfinished run there.
  package init(beside destination: RecordDestination, isResuming: Bool) {
    prefix = destination.path + ".partial."
    journalPath = destination.journalPath
    let attributes = try? FileManager.default.attributesOfItem(atPath: destination.journalPath)
    let journalBytes = (attributes?[.size] as? NSNumber)?.intValue ?? 0
    // A journal without a line belongs to a run that was killed before it measured.
    self.isResuming = isResuming && journalBytes > 0
    guard self.isResuming else { return }
    for number in 1... {
      let path = path(number)
      guard FileManager.default.fileExists(atPath: path) else { break }
      count = number
      // A damaged copy has no origin, and its error comes when no other copy has it.
      guard let snapshot = try? InputSnapshot(path: path) else { continue }
      // A run that was killed before it measured may have left others behind.
      kept[snapshot.header.origin] = kept[snapshot.header.origin] ?? path
    }
  }

  /// Makes copies in a temporary folder.
  package init() {
    prefix =
      FileManager.default.temporaryDirectory.appending(path: "cvbench-\(UUID().uuidString)").path
      + "."
    journalPath = nil
    isResuming = false
  }

  /// A Boolean value that indicates whether the run reads nothing that is copied.
  package var isEmpty: Bool { count == 0 }

  /// Reads the collection that `spec` names, or the copy of it that the run to resume made.
  ///
  /// - Returns: The collection, and the path of its copy, which `write()` puts there.
  /// - Throws: `ToolError.dataset`, or `.noSnapshot` where the copy is gone.
  package func dataset(_ spec: DatasetSpec) throws(ToolError) -> (dataset: Dataset, path: String) {
    let origin = spec.text
    if isResuming {
      let path = try keptPath(of: origin)
      return (try ToolError.wrap(try Self.read(.snapshot(path: path)), as: ToolError.dataset), path)
    }
    let dataset = try ToolError.wrap(try Self.read(spec), as: ToolError.dataset)
    return (dataset, add(InputSnapshot(of: dataset, origin: origin)))
  }

  /// Reads the file of a trace, or the copy of it that the run to resume made.
  ///
  /// - Returns: The contents, and the path of the copy, which `write()` puts there.
  /// - Throws: `ToolError.dataset`, or `.noSnapshot` where the copy is gone.
  package func trace(at path: String) throws(ToolError) -> (contents: [UInt8], path: String) {
    let origin = "trace:\(path)"
    let keptPath = isResuming ? try keptPath(of: origin) : nil
    let snapshot = try ToolError.wrap(
      try InputSnapshot(ofTraceAt: keptPath ?? path, origin: origin), as: ToolError.dataset)
    return (snapshot.contents, keptPath ?? add(snapshot))
  }

  private static func read(_ spec: DatasetSpec) throws(DatasetError) -> Dataset {
    try Dataset(spec, items: 0, seed: 0)
  }

  private func path(_ number: Int) -> String { "\(prefix)\(number)\(Self.suffix)" }

  private func keptPath(of origin: String) throws(ToolError) -> String {
    if let path = kept[origin] { return path }
    throw .noSnapshot(origin: origin, journal: journalPath ?? "", example: path(1))
  }

  private func add(_ snapshot: InputSnapshot) -> String {
    count += 1
    let path = path(count)
    pending.append((path, snapshot))
    return path
  }

  /// Writes the copies that are not on the disk yet.
  ///
  /// - Throws: `ToolError.cannotWrite`, or `.record` for a foreign file in the place of a copy.
  package func write() throws(ToolError) {
    for (path, snapshot) in pending {
      if FileManager.default.fileExists(atPath: path), !InputSnapshot.isOne(at: path) {
        throw .record(.wouldOverwrite(path: path, problem: "it is no copy of a run's input"))
      }
      created.append(path)
      do throws(RecordError) {
        try AtomicFile.write(snapshot.bytes, to: path)
      } catch {
        guard case .unwritable(_, let reason) = error else { throw .record(error) }
        throw .cannotWrite(
          path: path,
          reason: "\(reason); the input is copied there before it is measured, so name a record "
            + "with -o where there is room")
      }
    }
    pending = []
  }

  /// Removes the copies, unless an unfinished run may be resumed with them.
  package func removeUnlessUnfinished() {
    if let journalPath, FileManager.default.fileExists(atPath: journalPath) { return }
    for path in created + kept.values { try? FileManager.default.removeItem(atPath: path) }
  }
}
