import RunRecords

extension RunRecord {
  /// Reads the record at `path`, which must be that of a run, or of several in one.
  ///
  /// - Throws: `ToolError.record`, for a record of another kind too.
  static func ofRun(at path: String) throws(ToolError) -> RunRecord {
    do throws(RecordError) {
      let found = try read(from: path)
      guard found.kind == .run || found.kind == .merged else {
        throw .otherKind(path: path, found: found.kind.rawValue)
      }
      return found
    } catch {
      throw .record(error)
    }
  }
}
