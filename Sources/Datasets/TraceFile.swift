internal import Foundation

/// What reading a trace of any kind takes: the bytes of a file, and words for what is wrong in a line.
enum TraceFile {
  /// What is said of a path that is neither a file nor a link to one.
  static let notAFile = "it is no regular file; store what comes through a pipe in one first"

  /// The bytes of the file at `path`.
  ///
  /// - Throws: `DatasetError.unreadable`, also for a pipe: to wait for its end would be to hang.
  static func data(at path: String) throws(DatasetError) -> Data {
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    let type = try? FileManager.default.attributesOfItem(atPath: target)[.type]
    if let type = type as? FileAttributeType, type != .typeRegular {
      throw .unreadable(path: path, reason: notAFile)
    }
    errno = 0
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw .unreadable(path: path, reason: SystemError.reason(errno))
    }
    do {
      return try file.readToEnd() ?? Data()
    } catch {
      throw .unreadable(path: path, reason: reason(error))
    }
  }

  /// What the system says of `error`.
  static func reason(_ error: any Error) -> String {
    let system = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    return (system ?? error as NSError).localizedDescription
  }

  /// What a decoder found wrong in `line`, as a line's error says it.
  static func problem(decoding error: any Error, of line: String) -> String {
    func place(_ path: [any CodingKey]) -> String {
      path.isEmpty ? line : "'" + path.map(\.stringValue).joined(separator: ".") + "'"
    }
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      return "\(place(context.codingPath)) has no '\(key.stringValue)'"
    case DecodingError.typeMismatch(let type, let context):
      return "\(place(context.codingPath)) is no \(type)"
    case DecodingError.valueNotFound(let type, let context):
      return "\(place(context.codingPath)) is null; a \(type) is needed"
    case DecodingError.dataCorrupted(let context):
      return "\(place(context.codingPath)): \(context.debugDescription)"
    default: return "\(error)"
    }
  }
}
