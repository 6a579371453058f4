#if SQLITE
  public import Changesets
  import SQLiteDataSources

  /// A way from the rows of a table, and from commits, to what a collection view shows.
  ///
  /// `FetchStrategy("mine", MyMethod.self)` gives it a name and measures it beside the built-in ones:
  ///
  /// ```swift
  /// final class MyMethod: FetchMethod {
  ///   init(_ table: FetchTable) { … }
  ///   func load() throws { … }               // the first load
  ///   func changeset() throws -> Changeset { … }  // after a commit
  ///   var sectionCount: Int { … }
  ///   func rowCount(inSection section: Int) -> Int { … }
  ///   func id(at path: ItemPath) -> Int64 { … }
  ///   func row(at path: ItemPath) throws -> FetchRow { … }
  /// }
  /// ```
  ///
  /// The suite checks all ids against a fresh fetch, before and after edits, that changesets lead from one
  /// to the other and name the rows with other content, and what cells show with each call.
  public protocol FetchMethod: AnyObject, SendableMetatype {
    /// Creates the method for a table; nothing is measured here.
    init(_ table: FetchTable) throws

    /// Reads what it needs of all rows.
    func load() throws

    /// Goes on to the last commit.
    ///
    /// - Returns: The changes from the state before to this one, with reconfigured rows where the content
    ///   of one that stays has changed.
    func changeset() throws -> Changeset

    /// The number of sections.
    var sectionCount: Int { get }

    /// Returns the number of rows in a section.
    func rowCount(inSection section: Int) -> Int

    /// Returns the primary key of the row at `path`.
    func id(at path: ItemPath) -> Int64

    /// Returns the row at `path`.
    func row(at path: ItemPath) throws -> FetchRow

    /// Forgets the rows that it has fetched for cells, as if it had scrolled far away. One that holds all
    /// rows does nothing.
    func dropRows()
  }

  extension FetchMethod {
    /// Does nothing.
    public func dropRows() {}
  }

  /// A method under its name in case ids, with the scenarios that measure it.
  public struct FetchStrategy: Sendable {
    let name: String
    /// A Boolean value that indicates whether each commit costs as much as a first load.
    let isSlow: Bool
    /// A Boolean value that indicates whether it loads and scrolls by the code of `incremental`, which is
    /// measured there.
    let readsAsIncremental: Bool
    let make: @Sendable (FetchTable, FetchViewParts) throws -> any LiveRows

    /// Creates the strategy of `method`.
    ///
    /// - Parameters:
    ///   - name: The name in case ids: lower-case letters, digits and dashes.
    ///   - method: The way from commits to the view.
    ///   - isSlow: Whether a commit costs as much as a first load. The smoke and quick
    ///     presets then leave it out on more than 10,000 rows.
    public init<Method: FetchMethod>(_ name: String, _ method: Method.Type, isSlow: Bool = false) {
      self.name = name
      self.isSlow = isSlow
      readsAsIncremental = false
      make = { table, parts in try MethodRows<Method>(table, parts) }
    }

    init(
      _ name: String, isSlow: Bool, readsAsIncremental: Bool = false,
      make: @escaping @Sendable (FetchTable, FetchViewParts) throws -> any LiveRows
    ) {
      (self.name, self.isSlow, self.make) = (name, isSlow, make)
      self.readsAsIncremental = readsAsIncremental
    }

    /// Creates the strategy of the project's own source that gives up on commits of more than
    /// `changeLimit` rows, whatever a scenario asks for.
    package static func incremental(_ name: String, changeLimit: Int) -> FetchStrategy {
      FetchStrategy(name, isSlow: false) {
        try FetchedRows($0, $1, .incremental, changeLimit: changeLimit)
      }
    }
  }
#endif
