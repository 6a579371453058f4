import ItemStores

/// A subject that generated operations check.
public enum StressSubject: String, CaseIterable, Sendable {
  /// The three stores, each against an array of arrays.
  case stores
  /// The three extent indexes under flow and list layouts, against each other.
  case layouts
  /// The collection view, against a plain model of all that it does, alone and under section snapshots.
  case views
  /// The collection view under layouts that lie, throw and call it back, against its data.
  case hostile
  #if SQLITE
    /// The live data source on SQLite, against fetches of everything.
    case fetched
  #endif

  /// Performs about `operations` generated operations.
  ///
  /// - Parameters:
  ///   - operations: The number of operations; a few more where the last run ends later.
  ///   - seed: The seed that determines them.
  ///   - journal: A journal that gets each operation before it is performed.
  ///   - process: Another process that writes to the databases of `fetched`; nil for another
  ///     connection in its place.
  /// - Returns: The number of operations performed.
  /// - Throws: The first difference, with a script that repeats it.
  public func check(
    operations: Int, seed: UInt64, journal: (any StressJournal)? = nil,
    process: (any StressWriterProcess)? = nil
  ) throws(StressFailure) -> Int {
    try check(
      operations: operations, seed: seed, journal: journal, process: process, mutation: nil)
  }

  /// Performs the same check, with a mutation of the view's app.
  package func check(
    operations: Int, seed: UInt64, journal: (any StressJournal)?,
    process: (any StressWriterProcess)? = nil, mutation: Mutation?
  ) throws(StressFailure) -> Int {
    switch self {
    #if SQLITE
      case .fetched:
        do throws(FetchedConformanceFailure) {
          return try FetchedConformance.check(
            operations: operations, seed: seed, journal: journal, process: process)
        } catch {
          throw StressFailure(description: error.description, script: .fetched(error.script))
        }
    #endif
    case .stores:
      journal?.begin(StressScript.stores(seed: seed, operations: operations).text)
      return try Self.checkStores(operations: operations, seed: seed)
    case .layouts:
      journal?.begin(StressScript.layouts(seed: seed, operations: operations).text)
      do throws(LayoutConformanceFailure) {
        return try LayoutConformance.check(operations: operations, seed: seed)
      } catch {
        throw StressFailure(description: error.description, script: .extents(error.script))
      }
    case .views:
      return try Self.checkViews(
        operations: operations, seed: seed, journal: journal, mutation: mutation)
    case .hostile:
      return try HostileConformance.check(
        operations: operations, seed: seed, journal: journal, mutation: mutation)
    }
  }

  /// A quarter of the operations on section snapshots.
  private static func checkViews(
    operations: Int, seed: UInt64, journal: (any StressJournal)?, mutation: Mutation?
  ) throws(StressFailure) -> Int {
    let performed: Int
    do throws(ViewConformanceFailure) {
      performed = try ViewConformance.check(
        operations: operations - operations / 4, seed: seed, journal: journal, mutation: mutation)
    } catch {
      throw StressFailure(description: error.description, script: .views(error.script))
    }
    do throws(OutlineConformanceFailure) {
      return try performed
        + OutlineConformance.check(
          operations: operations / 4, seed: seed, journal: journal, mutation: nil)
    } catch {
      throw StressFailure(description: error.description, script: .outlines(error.script))
    }
  }

  /// A third of the operations on each store.
  private static func checkStores(operations: Int, seed: UInt64) throws(StressFailure) -> Int {
    let each = operations / 3 + (operations.isMultiple(of: 3) ? 0 : 1)
    do throws(StoreConformanceFailure) {
      let nested = try StoreConformance.checkRandomOperations(
        NestedArrayStore<Int>.self, operations: each, seed: seed
      ) { $0 }
      let flat = try StoreConformance.checkRandomOperations(
        FlatIndexedStore<Int>.self, operations: each, seed: seed
      ) { $0 }
      let tree = try StoreConformance.checkRandomOperations(
        BTreeStore<Int>.self, operations: each, seed: seed
      ) { $0 }
      return nested + flat + tree
    } catch {
      throw StressFailure(
        description: error.description,
        script: .stores(seed: seed, operations: max(1, 3 * error.operationNumber)))
    }
  }
}

/// A difference that generated operations found, with a script that repeats it.
public struct StressFailure: Error, Sendable, CustomStringConvertible {
  /// The operations, the expected answer and the one that was found.
  public let description: String
  /// The script that repeats the failure.
  public let script: StressScript
}

extension StressScript {
  /// Performs what the script says.
  ///
  /// - Parameters:
  ///   - journal: A journal that gets each operation before it is performed.
  ///   - process: Another process that writes to the database of a script of `fetched`; nil for
  ///     another connection in its place.
  /// - Returns: The number of operations performed.
  /// - Throws: The first difference; a script with operations is shrunk further.
  public func check(
    journal: (any StressJournal)? = nil, process: (any StressWriterProcess)? = nil
  ) throws(StressFailure) -> Int {
    try check(journal: journal, process: process, mutation: nil)
  }

  /// Performs the same check, with a mutation of the view's app.
  package func check(
    journal: (any StressJournal)?, process: (any StressWriterProcess)? = nil, mutation: Mutation?
  ) throws(StressFailure) -> Int {
    switch self {
    #if SQLITE
      case .fetched(let script):
        do throws(FetchedConformanceFailure) {
          return try script.check(journal: journal, process: process, mutation: nil)
        } catch {
          throw StressFailure(description: error.description, script: .fetched(error.script))
        }
    #endif
    case .stores(let seed, let operations):
      return try StressSubject.stores.check(operations: operations, seed: seed, journal: journal)
    case .layouts(let seed, let operations):
      return try StressSubject.layouts.check(operations: operations, seed: seed, journal: journal)
    case .hostile(let seed, let operations):
      return try StressSubject.hostile.check(
        operations: operations, seed: seed, journal: journal, mutation: mutation)
    case .extents(let script):
      journal?.begin(text)
      do throws(LayoutConformanceFailure) {
        return try script.check()
      } catch {
        throw StressFailure(description: error.description, script: .extents(error.script))
      }
    case .views(let script):
      do throws(ViewConformanceFailure) {
        return try script.check(journal: journal, mutation: mutation)
      } catch {
        throw StressFailure(description: error.description, script: .views(error.script))
      }
    case .outlines(let script):
      do throws(OutlineConformanceFailure) {
        return try script.check(journal: journal, mutation: nil)
      } catch {
        throw StressFailure(description: error.description, script: .outlines(error.script))
      }
    }
  }

  /// The number of operations in the script; nil where a seed determines them.
  public var operationCount: Int? {
    switch self {
    case .stores, .layouts, .hostile: nil
    case .extents(let script): script.operations.count
    case .views(let script): script.operations.count
    case .outlines(let script): script.operations.count
    #if SQLITE
      case .fetched(let script): script.operations.count
    #endif
    }
  }

  /// The subject that the script checks.
  public var subject: StressSubject {
    switch self {
    case .stores: .stores
    case .layouts, .extents: .layouts
    case .views, .outlines: .views
    case .hostile: .hostile
    #if SQLITE
      case .fetched: .fetched
    #endif
    }
  }
}

/// Is told what is about to be performed: a program that is stopped in the middle of it cannot say
/// so itself any more.
public protocol StressJournal: AnyObject {
  /// From now on this script is performed; what came before is over.
  ///
  /// - Parameter script: What a script file holds, or its first lines.
  func begin(_ script: String)
  /// The script has another line, which is performed next.
  func add(_ line: String)
}

/// Another process that writes to the database of a script of `fetched`.
///
/// It runs a `FetchedWriterService`, which needs the package trait SQLite.
public protocol StressWriterProcess: AnyObject {
  /// Sends a line and waits for the answer, which is one line too.
  ///
  /// - Throws: An error that says why there is no answer.
  func answer(to line: String) throws -> String
}
