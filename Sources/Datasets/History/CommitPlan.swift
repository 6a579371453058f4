/// What a commit leads to, whatever the order in which a log tells of it.
struct CommitPlan {
  /// Paths before that no file is at after, or another one.
  private(set) var gone: Set<[UInt8]> = []
  /// Where files come from that are at paths after at which they were not before.
  private(set) var coming: [[UInt8]: Origin] = [:]
  /// Paths of files that stay there with new content.
  private(set) var changed: Set<[UInt8]> = []

  /// Where a file comes from.
  enum Origin: Hashable {
    case new
    case moved(from: [UInt8], isChanged: Bool)
  }

  /// Why a change cannot be made.
  struct Contradiction: Error {
    let line: Int?
    let problem: String
  }

  /// What `changes` lead to.
  ///
  /// Files go before files come: a log is in the order of names, so that of two renames in a row the
  /// second may stand first.
  ///
  /// - Parameters:
  ///   - changes: Those of a commit.
  ///   - isLenient: Whether what cannot be done is taken for what it leads to: a file that is not
  ///     there is gone already, one that comes to where one is has changed that.
  ///   - exists: Whether there is a file at a path before.
  /// - Throws: `Contradiction` for the first change that cannot be made.
  init(
    _ changes: [GitCommit.Change], isLenient: Bool, exists: ([UInt8]) -> Bool
  ) throws(Contradiction) {
    let hasSource = try takeOut(changes, isLenient, exists)
    for (change, hasSource) in zip(changes, hasSource) where change.kind != .delete {
      try bring(change, hasSource, isLenient, exists)
    }
  }

  /// Notes what goes.
  ///
  /// - Returns: For each change, whether what it takes from is there.
  private mutating func takeOut(
    _ changes: [GitCommit.Change], _ isLenient: Bool, _ exists: ([UInt8]) -> Bool
  ) throws(Contradiction) -> [Bool] {
    var hasSource: [Bool] = []
    for change in changes {
      var isThere = true
      if change.isDeparture {
        let path = change.source ?? change.path
        isThere = exists(path) && gone.insert(path).inserted
      } else if let source = change.source {
        isThere = exists(source)
      }
      if !isThere, !isLenient {
        throw Contradiction(change, change.source ?? change.path, "which is not there")
      }
      hasSource.append(isThere)
    }
    return hasSource
  }

  /// Notes what a change brings, or what it changes.
  private mutating func bring(
    _ change: GitCommit.Change, _ hasSource: Bool, _ isLenient: Bool, _ exists: ([UInt8]) -> Bool
  ) throws(Contradiction) {
    let path = change.path
    let stays = exists(path) && !gone.contains(path)
    if change.kind == .modify {
      if stays, coming[path] == nil, changed.insert(path).inserted { return }
      if !isLenient {
        let isThere = stays || coming[path] != nil
        throw Contradiction(
          change, path, isThere ? "which it changes twice" : "which is not there")
      }
    } else if stays || coming[path] != nil, !isLenient {
      throw Contradiction(change, path, "which is there already")
    }
    switch coming[path] {
    case .moved(let source, _): coming[path] = .moved(from: source, isChanged: true)
    case .new: break
    case nil where stays: changed.insert(path)
    case nil:
      if case .rename(let isChanged) = change.kind, let source = change.source, hasSource {
        coming[path] = .moved(from: source, isChanged: isChanged)
      } else {
        coming[path] = .new
      }
    }
  }
}

extension CommitPlan.Contradiction {
  /// `it renames to 'docs/a.md', which is there already`.
  fileprivate init(_ change: GitCommit.Change, _ path: [UInt8], _ what: String) {
    let isSource = path == change.source
    let verb =
      switch change.kind {
      case .add: "adds"
      case .delete: "deletes"
      case .modify: "modifies"
      case .rename: isSource ? "renames" : "renames a file to"
      case .copy: isSource ? "copies" : "copies a file to"
      }
    self.init(line: change.line, problem: "it \(verb) '\(QuotedName.text(path))', \(what)")
  }
}

extension GitCommit.Change {
  /// Whether a file is no longer where it was.
  fileprivate var isDeparture: Bool {
    switch kind {
    case .delete, .rename: true
    case .add, .modify, .copy: false
    }
  }
}
