import ItemStores

/// What can be checked with generated operations.
public enum StressSubject: String, CaseIterable, Sendable {
  /// The three stores, each against an array of arrays.
  case stores
  /// The three extent indexes under flow and list layouts, against each other.
  case layouts
  /// The collection view, against a plain model of all that it does.
  case views

  /// Performs about `operations` generated operations.
  ///
  /// - Parameters:
  ///   - operations: How many; a little more where the last run ends later.
  ///   - seed: What determines them.
  ///   - journal: What is told of each of them before it is performed.
  /// - Returns: How many were performed.
  /// - Throws: What the first difference was, and a script that brings it back.
  public func check(
    operations: Int, seed: UInt64, journal: (any StressJournal)? = nil
  ) throws(StressFailure) -> Int {
    try check(operations: operations, seed: seed, journal: journal, flaw: nil)
  }

  /// The same with a mistake made on purpose, where there are views.
  package func check(
    operations: Int, seed: UInt64, journal: (any StressJournal)?, flaw: ViewFlaw?
  ) throws(StressFailure) -> Int {
    switch self {
    case .stores:
      journal?.begin(StressScript.stores(seed: seed, operations: operations).text)
      return try Self.checkStores(operations: operations, seed: seed)
    case .layouts:
      journal?.begin(StressScript.layouts(seed: seed, operations: operations).text)
      do throws(LayoutConformanceFailure) {
        return try LayoutConformance.check(operations: operations, seed: seed)
      } catch {
        throw StressFailure(error)
      }
    case .views:
      do throws(ViewConformanceFailure) {
        return try ViewConformance.check(
          operations: operations, seed: seed, journal: journal, flaw: flaw)
      } catch {
        throw StressFailure(error)
      }
    }
  }

  /// A third of the operations on each store.
  private static func checkStores(
    operations: Int, seed: UInt64
  ) throws(StressFailure) -> Int {
    let each = operations / 3 + (operations.isMultiple(of: 3) ? 0 : 1)
    do throws(ConformanceFailure) {
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

/// Something that generated operations have found, and how to have it again.
public struct StressFailure: Error, Sendable, CustomStringConvertible {
  /// What was done, what was to be expected and what was found.
  public let description: String
  /// What brings it back.
  public let script: StressScript

  init(description: String, script: StressScript) {
    self.description = description
    self.script = script
  }

  init(_ failure: LayoutConformanceFailure) {
    self.init(description: failure.description, script: .extents(failure.script))
  }

  init(_ failure: ViewConformanceFailure) {
    self.init(description: failure.description, script: .views(failure.script))
  }
}

extension StressScript {
  /// Performs what the script says.
  ///
  /// - Parameter journal: What is told of each operation before it is performed.
  /// - Returns: How many operations were performed.
  /// - Throws: What the first difference was; with operations, in a script that was shrunk further.
  public func check(journal: (any StressJournal)? = nil) throws(StressFailure) -> Int {
    try check(journal: journal, flaw: nil)
  }

  /// The same with a mistake made on purpose, where there are views.
  package func check(
    journal: (any StressJournal)?, flaw: ViewFlaw?
  ) throws(StressFailure) -> Int {
    switch self {
    case .stores(let seed, let operations):
      return try StressSubject.stores.check(operations: operations, seed: seed, journal: journal)
    case .layouts(let seed, let operations):
      return try StressSubject.layouts.check(operations: operations, seed: seed, journal: journal)
    case .extents(let script):
      journal?.begin(text)
      do throws(LayoutConformanceFailure) {
        return try script.check()
      } catch {
        throw StressFailure(error)
      }
    case .views(let script):
      do throws(ViewConformanceFailure) {
        return try script.check(journal: journal, flaw: flaw)
      } catch {
        throw StressFailure(error)
      }
    }
  }

  /// How many operations it lists; nil where a seed determines them.
  public var operationCount: Int? {
    switch self {
    case .stores, .layouts: nil
    case .extents(let script): script.operations.count
    case .views(let script): script.operations.count
    }
  }

  /// What it is for.
  public var subject: StressSubject {
    switch self {
    case .stores: .stores
    case .layouts, .extents: .layouts
    case .views: .views
    }
  }
}
