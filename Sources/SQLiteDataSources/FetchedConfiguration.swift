#if SQLITE
  public import Dispatch

  /// The settings of a `FetchedDataSource`.
  public struct FetchedConfiguration: Sendable {
    /// The treatment of cells whose rows have other content (NX-6).
    public enum ContentUpdates: String, Hashable, Sendable {
      /// They are filled again.
      case reconfigure
      /// They stay as they are.
      case ignore
    }

    /// The way from a commit to the rows after it.
    public enum Strategy: String, Hashable, Sendable {
      /// The rows that the commit touched are looked up; all keys are fetched where that is not possible.
      case incremental
      /// All keys are fetched and compared after each commit.
      case refetch
    }

    /// The time at which commits reach the view.
    public enum Scheduling: Sendable {
      /// When `refresh()` is called.
      case manual
      /// Inside of the call that commits. Only for writes by the thread that the view belongs to.
      case immediate
      /// On a queue to which the view belongs, the main queue for instance.
      case queue(DispatchQueue)
    }

    /// The treatment of cells whose rows have other content. The default is `.reconfigure`.
    public var contentUpdates = ContentUpdates.reconfigure
    /// Whether each change reloads the view instead of updating it (NX-10). The default is false.
    public var reloadsAfterChanges = false
    /// The way from a commit to the rows after it. The default is `.incremental`.
    public var strategy = Strategy.incremental
    /// The time at which commits reach the view. The default is `.manual`.
    public var scheduling = Scheduling.manual
    /// The time between two looks for commits of other connections and processes, which are then shown as
    /// `scheduling` says; nil to look only when `checkOtherConnections()` is called. The default is nil.
    public var otherConnectionsInterval: DispatchTimeInterval?
    /// The most rows that are kept in memory; at least two windows are. The default is 1,024.
    public var cachedRows = 1_024
    /// The number of rows that are fetched together. The default is 28.
    public var windowRows = 28
    /// The most rows of a commit that are looked up one by one; nil for 1,000 or a thirty-second of all
    /// rows, whichever is more.
    public var changeLimit: Int?

    /// Creates the default settings.
    public init() {}
  }

  /// The work of a `FetchedDataSource` since it was created.
  public struct FetchStatistics: Hashable, Sendable {
    /// The times that all keys were fetched: by a reload, or because a commit could not be followed.
    public internal(set) var keyFetches = 0
    /// The commits that were followed row by row.
    public internal(set) var followedCommits = 0
    /// The times that all keys were fetched and compared after a commit.
    public internal(set) var refetches = 0
    /// The reason of the last of them.
    public internal(set) var lastRefetchReason: RefetchReason?
    /// The queries for rows.
    public internal(set) var rowQueries = 0
    /// The rows that they returned.
    public internal(set) var fetchedRows = 0
    /// The queries that decided between rows of equal keys.
    public internal(set) var keyQueries = 0
    /// The bytes that the keys of all rows take, after the last fetch of all keys; primary keys that are no
    /// rowids are beside them.
    public internal(set) var keyBytes = 0
  }
#endif
