#if SQLITE
  public import Benchmarking
  import SQLiteDataSources

  extension Suite {
    /// Returns the scenarios of a collection view on a SQLite database, and of keeping it current.
    ///
    /// - Parameter strategies: Ways of your own from commits to a view, to measure beside the built-in ones.
    /// - Returns: A suite named `fetch`.
    public static func fetch(adding strategies: [FetchStrategy] = []) -> Suite {
      Suite(
        "fetch", summary: "A list on a database: loading, scrolling, and following commits.",
        scenarios: (builtInFetchStrategies + strategies).flatMap(\.scenarios)
          + FetchFloors.scenarios,
        workloads: FetchWorkload.allCases.map(\.workload))
    }

    private static var builtInFetchStrategies: [FetchStrategy] {
      [
        FetchStrategy("incremental", isSlow: false) {
          try FetchedRows($0, $1, .incremental, changeLimit: $1.changeLimit)
        },
        FetchStrategy("refetch-differ", isSlow: true, readsAsIncremental: true) {
          try FetchedRows($0, $1, .refetch, changeLimit: nil)
        },
        FetchStrategy(
          "refetch-collection-difference", CollectionDifferenceMethod.self, isSlow: true),
        FetchStrategy("value-observation", ValueObservationMethod.self, isSlow: true),
      ]
    }
  }
#endif
