#if SQLITE
  /// One step of a script for a data source on a database.
  public enum FetchedOperation: Hashable, Sendable, Codable {
    /// One transaction. A statement that breaks a constraint changes what its rule says, and the
    /// transaction goes on.
    case transaction(statements: [FetchedStatement], ends: Ending, by: Writer)
    /// Shows what was committed.
    case refresh
    /// Looks whether other connections have committed, then shows it.
    case checkOthers
    /// Fetches everything.
    case reload
    /// Shows no rows until the next reload.
    case reset
    /// A layout pass.
    case layOut
    /// The content offset, in points; the next pass takes it back to where there is content.
    case scroll(y: Int)

    /// The names of the operations, as scripts have them.
    enum CodingKeys: String, CodingKey, CaseIterable {
      case transaction, refresh, checkOthers, reload, reset, layOut, scroll
    }

    /// The end of a transaction.
    public enum Ending: String, Hashable, Sendable, Codable, CaseIterable {
      /// It is committed, or rolled back if a foreign key forbids that.
      case commit
      /// It is rolled back.
      case rollBack
      /// There is none around the statements: each is a transaction.
      case none
    }

    /// The connection that writes.
    public enum Writer: String, Hashable, Sendable, Codable, CaseIterable {
      /// The source's own.
      case own
      /// Another one of this process; the source's own for a database in memory.
      case connection
      /// Another process; another connection where there is none.
      case process
    }
  }

  extension FetchedOperation {
    /// A Boolean value that indicates whether the next layout pass is left to the view.
    var leavesPass: Bool {
      switch self {
      case .reload, .reset, .scroll: true
      default: false
      }
    }

    /// A Boolean value that indicates whether an app could do it; a file may hold other operations.
    var isWithinLimits: Bool {
      switch self {
      case .transaction(let statements, _, _):
        statements.count <= 1_000 && statements.allSatisfy(\.isWithinLimits)
      case .scroll(let y): abs(y) <= 1_000_000
      default: true
      }
    }
  }

  extension FetchedOperation: ShrinkableOperation {
    /// Operations with fewer or plainer statements.
    var simpler: [FetchedOperation] {
      switch self {
      case .transaction(let statements, let ends, let by):
        var all: [FetchedOperation] = []
        for index in statements.indices {
          var fewer = statements
          fewer.remove(at: index)
          all.append(.transaction(statements: fewer, ends: ends, by: by))
        }
        for index in statements.indices {
          for simpler in statements[index].simpler {
            var plainer = statements
            plainer[index] = simpler
            all.append(.transaction(statements: plainer, ends: ends, by: by))
          }
        }
        if ends == .none { all.append(.transaction(statements: statements, ends: .commit, by: by)) }
        if by == .process {
          all.append(.transaction(statements: statements, ends: ends, by: .connection))
        }
        if by == .connection {
          all.append(.transaction(statements: statements, ends: ends, by: .own))
        }
        return all
      case .checkOthers: return [.refresh]
      default: return []
      }
    }
  }
#endif
