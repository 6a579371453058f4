import Analysis
import Foundation
import RunRecords

/// The complete run of one host that was written last to a directory.
///
/// Files are read from the newest on, by their time of change: the start that a record names says
/// nothing of when it came here.
struct NewestRun {
  /// The run, and its file; nil where there is none.
  private(set) var found: (path: String, record: RunRecord)?
  /// The newer files that are unreadable, incomplete, a part or of another host, each with the reason.
  private(set) var skipped: [String] = []

  /// Reads the records in `directory`, the newest first, until one is a complete run.
  ///
  /// - Parameters:
  ///   - directory: A path; a directory that does not exist holds nothing.
  ///   - hostKey: The host that must have measured the run.
  ///   - id: The run that does not count.
  /// - Complexity: O(size of the records that are read), in time.
  init(in directory: String, hostKey: String, otherThan id: String) {
    for path in Self.paths(in: directory) {
      let record: RunRecord
      do throws(RecordError) {
        record = try RunRecord.shown(from: path)
      } catch {
        skipped.append("\(error)")
        continue
      }
      guard record.kind == .run || record.kind == .merged, record.run.id != id else { continue }
      if !record.run.completed {
        skipped.append("\(path) is incomplete")
      } else if record.run.shard.total > 1 {
        skipped.append("\(path) is part \(record.run.shard.index + 1) of \(record.run.shard.total)")
      } else if let other = KeyDifference(
        baseline: record.environment.hostKey, candidate: hostKey)
      {
        let parts = other.baseline + other.candidate.map { "not \($0)" }
        skipped.append("\(path) is of another host: \(parts.joined(separator: "; "))")
      } else {
        found = (path, record)
        return
      }
    }
  }

  /// The files whose names end in `.json`, the last one that was changed first.
  private static func paths(in directory: String) -> [String] {
    let files = FileManager.default
    let names = (try? files.contentsOfDirectory(atPath: directory)) ?? []
    return names.filter { $0.hasSuffix(".json") }.map { name in
      let path = directory + "/" + name
      let attributes = try? files.attributesOfItem(atPath: path)
      return (path: path, changed: attributes?[.modificationDate] as? Date ?? .distantPast)
    }.sorted { ($0.changed, $0.path) > ($1.changed, $1.path) }.map(\.path)
  }
}
