import Foundation
import Analysis
import Processes
import Reports
import RunRecords

/// The file of budgets that an option names: read, and written as a whole.
struct BudgetDestination {
  let path: String

  /// The file that the option `--budgets` names.
  ///
  /// - Throws: `ToolError.invalidValue` where it names none.
  static func named(_ path: String) throws(ToolError) -> BudgetDestination {
    guard !path.isEmpty, !path.hasSuffix("/"), path != "-" else {
      throw .invalidValue(option: "--budgets", found: path, reason: "name a file")
    }
    return BudgetDestination(path: path)
  }

  /// What is there; nil where nothing is.
  func read() throws(ToolError) -> BudgetFile? {
    let target = AtomicFile.target(of: path)
    guard FileManager.default.fileExists(atPath: target) else { return nil }
    let type = try? FileManager.default.attributesOfItem(atPath: target)[.type]
    guard type as? FileAttributeType == .typeRegular else {
      throw .invalidValue(option: "--budgets", found: path, reason: "it is no regular file")
    }
    let bytes: [UInt8]
    do {
      bytes = try Array(Data(contentsOf: URL(filePath: target)))
    } catch {
      throw .record(.unreadable(path: path, reason: SystemError.message(of: error)))
    }
    do throws(BudgetError) {
      return try BudgetFile(parsing: bytes, path: path)
    } catch {
      throw .budgets(error)
    }
  }

  /// Whether nothing is there, or an empty file, which a new one may take the place of.
  var isVacant: Bool { RecordDestination(path: AtomicFile.target(of: path)).isVacant }

  /// Puts `file` there, as a whole or not at all.
  func write(_ file: BudgetFile) throws(ToolError) {
    try RecordDestination(path: AtomicFile.target(of: path)).checkWritable(option: "--budgets")
    do throws(RecordError) {
      try AtomicFile.write(file.text, to: path)
    } catch {
      throw .record(error)
    }
  }
}
