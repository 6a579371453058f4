/// The effects of a commit, independent of the order in its log.
struct CommitPlan {
  /// The paths before whose files are deleted or moved.
  private(set) var removed: Set<[UInt8]> = []
  /// The origins of files at paths after that had none before.
  private(set) var added: [[UInt8]: Origin] = [:]
  /// The paths of files that stay with new content.
  private(set) var changed: Set<[UInt8]> = []

  /// The origin of a file.
  enum Origin: Hashable {
    case new
    case moved(from: [UInt8], isChanged: Bool)
  }

  /// An error: a change contradicts the files before it.
  struct Contradiction: Error {
    let line: Int?
    let problem: String
  }

  /// Creates the plan of `changes`.
  ///
  /// All removals are planned before all additions: a log is in the order of names, so the second
  /// of two chained renames may be first.
  ///
  /// - Parameters:
  ///   - changes: The changes of a commit.
  ///   - isLenient: Whether an impossible change counts as its effect: a missing file counts as
  ///     deleted, a file added over another one as modified.
  ///   - exists: Returns whether there is a file at a path before the commit.
  /// - Throws: `Contradiction` for the first impossible change.
  init(
    _ changes: [GitCommit.Change], isLenient: Bool, exists: ([UInt8]) -> Bool
  ) throws(Contradiction) {
    let hasSource = try planRemovals(changes, isLenient, exists)
    for (change, hasSource) in zip(changes, hasSource) where change.kind != .delete {
      try planAddition(change, hasSource, isLenient, exists)
    }
  }

  /// Plans the removals.
  ///
  /// - Returns: For each change, whether its source exists.
  private mutating func planRemovals(
    _ changes: [GitCommit.Change], _ isLenient: Bool, _ exists: ([UInt8]) -> Bool
  ) throws(Contradiction) -> [Bool] {
    var hasSource: [Bool] = []
    for change in changes {
      var isThere = true
      if change.isDeparture {
        let path = change.source ?? change.path
        isThere = exists(path) && removed.insert(path).inserted
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

  /// Plans the addition or the modification of a change.
  private mutating func planAddition(
    _ change: GitCommit.Change, _ hasSource: Bool, _ isLenient: Bool, _ exists: ([UInt8]) -> Bool
  ) throws(Contradiction) {
    let path = change.path
    let stays = exists(path) && !removed.contains(path)
    if change.kind == .modify {
      if stays, added[path] == nil, changed.insert(path).inserted { return }
      if !isLenient {
        let isThere = stays || added[path] != nil
        throw Contradiction(change, path, isThere ? "which it changes twice" : "which is not there")
      }
    } else if stays || added[path] != nil, !isLenient {
      throw Contradiction(change, path, "which is there already")
    }
    switch added[path] {
    case .moved(let source, _): added[path] = .moved(from: source, isChanged: true)
    case .new: break
    case nil where stays: changed.insert(path)
    case nil:
      if case .rename(let isChanged) = change.kind, let source = change.source, hasSource {
        added[path] = .moved(from: source, isChanged: isChanged)
      } else {
        added[path] = .new
      }
    }
  }
}

extension CommitPlan.Contradiction {
  /// Creates a message such as `it renames to 'docs/a.md', which is there already`.
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
  /// A Boolean value that indicates whether the change removes a file from its path.
  fileprivate var isDeparture: Bool {
    switch kind {
    case .delete, .rename: true
    case .add, .modify, .copy: false
    }
  }
}
