// swift-tools-version: 6.2
import PackageDescription

let settings: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .define("JEMALLOC", .when(traits: ["Complete", "Jemalloc"])),
  .define("SQLITE", .when(traits: ["Complete", "SQLite"])),
]

/// Whether tests are compiled quickly, as `make` asks for. A job that emits the module alone is left
/// out: it would check all types once more. Tests that do not loop over generic code are not optimised,
/// which takes a fifth of the time.
///
/// What is measured is always optimised, and so is what is linked with it: of a function that two
/// modules have, the linker keeps either copy.
let quick = Context.environment["CVBENCH_QUICK_TESTS"] != nil
let optimisedTestSettings =
  settings + (quick ? [.unsafeFlags(["-no-emit-module-separately-wmo"])] : [])
let testSettings = optimisedTestSettings + (quick ? [.unsafeFlags(["-Onone"])] : [])
let optimisedTests: Set = [
  "BasicAlgorithmsTests", "ChangesetsTests", "ItemStoresTests", "DiffingTests", "StatisticsTests",
  "AnalysisTests",
]
let cSettings: [CSetting] = [.treatAllWarnings(as: .error)]

/// A Swift module under `Sources/`, with the project's own settings.
func module(
  _ name: String, path: String? = nil, _ dependencies: [Target.Dependency] = [],
  resources: [Resource] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: path, resources: resources,
    swiftSettings: settings)
}

/// A suite of scenarios, which measures `measured`.
func suite(
  _ name: String, of measured: Target.Dependency, _ others: [Target.Dependency] = []
) -> Target {
  module(name, path: "Benchmarks/\(name)", ["Benchmarking", "Datasets", measured] + others)
}

/// The tests of `name`, which also see `TestSupport`.
func tests(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []
) -> Target {
  .testTarget(
    name: name, dependencies: dependencies + ["TestSupport"], exclude: exclude,
    swiftSettings: optimisedTests.contains(name) ? optimisedTestSettings : testSettings)
}

/// A product of another package, which only the tool needs: apps that take the engine with
/// `traits: []` resolve none of them.
func toolProduct(_ name: String, package: String) -> Target.Dependency {
  .product(
    name: name, package: package, condition: .when(traits: ["Complete", "Jemalloc", "Tool"]))
}
let argumentParser = toolProduct("ArgumentParser", package: "swift-argument-parser")
let histogram = toolProduct("Histogram", package: "hdrhistogram-swift")
let mustache = toolProduct("Mustache", package: "swift-mustache")
let yams = toolProduct("Yams", package: "Yams")

/// SQLite in Swift, for the data sources on a database alone.
let grdb: [Target.Dependency] = ["GRDB", "GRDBSQLite"].map {
  .product(name: $0, package: "GRDB.swift", condition: .when(traits: ["Complete", "SQLite"]))
}

/// The modules that other packages may import.
let libraries = [
  "BasicAlgorithms", "Geometry", "Changesets", "ItemStores", "Diffing", "Layouts", "SampleLayouts",
  "CollectionViews", "DataSources", "HeadlessCollectionView", "SQLiteDataSources",
  "Statistics", "RunRecords", "Analysis", "Allocations", "Benchmarking", "Reports", "Datasets",
  "StressTesting", "LookupBenchmarks", "LayoutBenchmarks", "ScrollBenchmarks", "UpdateBenchmarks",
  "FetchBenchmarks", "Commands",
]

let package = Package(
  name: "cvbench",
  platforms: [.macOS(.v26), .iOS(.v26)],
  products: [
    .executable(name: "cvbench", targets: ["cvbench"]),
    .library(
      name: "AllocationInterposer", type: .dynamic, targets: ["CAllocationInterposer"]),
    .library(name: "FaultInterposer", type: .dynamic, targets: ["CFaultInterposer"]),
  ] + libraries.map { .library(name: $0, targets: [$0]) },
  traits: [
    // One trait stands for two: SwiftPM passes the names of several to the compiler in a random
    // order, and each other order compiles everything again.
    .default(enabledTraits: ["Complete"]),
    .trait(name: "Complete", description: "What Jemalloc and SQLite turn on."),
    .trait(
      name: "Jemalloc",
      description: "The tool, linked with jemalloc, which counts allocations exactly."),
    .trait(
      name: "Tool",
      description: "The tool without jemalloc; the engine needs neither of the two."),
    .trait(
      name: "SQLite",
      description: "Data sources on a SQLite database, by GRDB; needs libsqlite3-dev."),
    .trait(
      name: "InvariantChecks", description: "Checks every structure after each mutation; slow."),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
    .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.2.2"),
  ],
  targets: [
    // The engine, bottom layer first.
    module("BasicAlgorithms"),
    module("Geometry"),
    module("Changesets", ["BasicAlgorithms"]),
    module("ItemStores", ["BasicAlgorithms", "Changesets"]),
    module("Diffing", ["ItemStores"]),
    module("Layouts", ["Geometry", "Changesets"]),
    module("SampleLayouts", ["Layouts"]),
    module("CollectionViews", ["Layouts"]),
    module("DataSources", ["CollectionViews", "Diffing"]),
    module("HeadlessCollectionView", ["DataSources"]),
    .target(
      name: "CSQLiteChanges",
      cSettings: cSettings + [.define("CVBENCH_SQLITE", .when(traits: ["Complete", "SQLite"]))]),
    module("SQLiteDataSources", ["DataSources", "BasicAlgorithms", "CSQLiteChanges"] + grdb),
    // The harness.
    .target(name: "CProcess", cSettings: cSettings),
    module("Processes", ["CProcess"]),
    module("Statistics", ["BasicAlgorithms"]),
    module("RunRecords", ["BasicAlgorithms", "Statistics", "Processes"]),
    module("Profiles"),
    module("Analysis", ["Statistics", "RunRecords"]),
    module(
      "RunHistories", ["BasicAlgorithms", "Statistics", "RunRecords", "Analysis", "Processes"]),
    .target(
      name: "CJemalloc", cSettings: cSettings,
      linkerSettings: [
        .linkedLibrary(
          "jemalloc", .when(platforms: [.linux], traits: ["Complete", "Jemalloc"]))
      ]),
    .target(name: "CAllocationInterposer", cSettings: cSettings),
    module("Allocations", ["CJemalloc"]),
    module(
      "Benchmarking",
      [
        "Statistics", "Allocations", "RunRecords", "Profiles", "Analysis", "Processes", "CProcess",
        histogram,
      ]),
    module(
      "Gates",
      ["Benchmarking", "RunRecords", "Statistics", "Processes", "BasicAlgorithms"]),
    // In the code, so that the executable stays a single file.
    module(
      "Reports",
      ["Statistics", "RunRecords", "RunHistories", "Profiles", "Analysis", mustache],
      resources: [.embedInCode("HTML/Resources")]),
    // What both halves share.
    module("Datasets", ["Geometry", "Changesets", "Processes"]),
    module(
      "StressTesting",
      ["ItemStores", "DataSources", "SampleLayouts", "SQLiteDataSources"] + grdb),
    // The top.
    suite("LookupBenchmarks", of: "ItemStores"),
    suite("LayoutBenchmarks", of: "Layouts", ["SampleLayouts"]),
    suite("ScrollBenchmarks", of: "DataSources", ["SampleLayouts"]),
    suite("UpdateBenchmarks", of: "DataSources"),
    suite("FetchBenchmarks", of: "SQLiteDataSources", grdb),
    module(
      "Commands",
      [
        "Benchmarking", "Gates", "Analysis", "Reports", "Statistics", "Processes", "Datasets",
        "RunRecords", "RunHistories", "Profiles", "Layouts", "SampleLayouts", "Geometry",
        "Changesets",
        "StressTesting",
        "Diffing", argumentParser, yams,
      ]),
    .executableTarget(
      name: "cvbench",
      dependencies: [
        "Commands", "LookupBenchmarks", "LayoutBenchmarks", "ScrollBenchmarks", "UpdateBenchmarks",
        "FetchBenchmarks",
      ],
      swiftSettings: settings),
    // Tests, in the same order.
    module(
      "TestSupport", path: "Tests/TestSupport", ["Processes", "ItemStores", "BasicAlgorithms"]),
    module("GateTestSupport", path: "Tests/GateTestSupport", ["Processes"]),
    module(
      "BenchmarkTestSupport", path: "Tests/BenchmarkTestSupport", ["Benchmarking", "Layouts"]),
    tests("BasicAlgorithmsTests", ["BasicAlgorithms"]),
    tests("GeometryTests", ["Geometry", "BasicAlgorithms"]),
    tests("ChangesetsTests", ["Changesets"]),
    tests(
      "ItemStoresTests",
      ["ItemStores", "Changesets", "BasicAlgorithms", "Datasets", "StressTesting", "CProcess"]),
    tests("DiffingTests", ["Diffing", "Datasets"]),
    tests("LayoutsTests", ["Layouts", "Datasets", "StressTesting"]),
    tests("SampleLayoutsTests", ["SampleLayouts", "Datasets"]),
    tests(
      "CollectionViewsTests",
      ["CollectionViews", "HeadlessCollectionView", "SampleLayouts", "Datasets", "Allocations"]),
    // The sources of an example, so that what it says is also tested here.
    module(
      "CollectionViewSamples",
      path: "Examples/CollectionViewSamples/Sources/CollectionViewSamples",
      ["HeadlessCollectionView"]),
    tests("CollectionViewSamplesTests", ["CollectionViewSamples", "CollectionViews"]),
    tests("DataSourcesTests", ["DataSources", "Datasets", "StressTesting"]),
    // Another process that writes, for the tests of data sources on a database.
    .executableTarget(
      name: "SQLiteTestWriter", dependencies: grdb, path: "Tests/SQLiteTestWriter",
      swiftSettings: settings),
    tests(
      "SQLiteDataSourcesTests",
      [
        "SQLiteDataSources", "CollectionViews", "DataSources", "BasicAlgorithms", "Processes",
        "SQLiteTestWriter",
      ] + grdb),
    tests("ProcessesTests", ["Processes"]),
    tests(
      "StatisticsTests", ["Statistics", "BasicAlgorithms"],
      exclude: ["equal-code-ratios.csv", "student-t.csv"]),
    tests(
      "RunRecordsTests", ["RunRecords", "Processes", "BasicAlgorithms", "Statistics"],
      exclude: ["Version1"]),
    tests("AnalysisTests", ["Analysis", "BasicAlgorithms", "RunRecords", "Statistics"]),
    // The tests run it as a process, with and without a preloaded allocator.
    .executableTarget(
      name: "AllocationProbe", dependencies: ["Allocations", "CProcess"],
      path: "Tests/AllocationProbe", swiftSettings: settings),
    tests("AllocationsTests", ["Allocations", "CProcess", "Processes", "AllocationProbe"]),
    .executableTarget(
      name: "BenchmarkingTestWorker", dependencies: ["Benchmarking"],
      path: "Tests/BenchmarkingTestWorker", swiftSettings: settings),
    tests(
      "BenchmarkingTests",
      ["Benchmarking", "Profiles", "Processes", "Statistics", "BenchmarkingTestWorker"]),
    tests("ProfilesTests", ["Profiles", "BasicAlgorithms"]),
    tests(
      "RunHistoriesTests",
      [
        "RunHistories", "Analysis", "RunRecords", "Statistics", "Processes", "BasicAlgorithms",
      ]),
    tests(
      "GatesTests",
      [
        "Gates", "Benchmarking", "RunRecords", "Statistics", "Processes", "BasicAlgorithms",
        "GateTestSupport",
      ]),
    tests(
      "ReportsTests",
      [
        "Reports", "RunHistories", "Profiles", "Analysis", "RunRecords", "Statistics", "Processes",
      ],
      exclude: ["Goldens", "Schemas"]),
    tests("DatasetsTests", ["Datasets", "Processes"]),
    tests(
      "StressTestingTests",
      ["StressTesting", "CollectionViews", "Layouts", "BenchmarkTestSupport"] + grdb),
    tests("LookupBenchmarksTests", ["LookupBenchmarks", "BenchmarkTestSupport"]),
    tests("LayoutBenchmarksTests", ["LayoutBenchmarks", "BenchmarkTestSupport"]),
    tests("ScrollBenchmarksTests", ["ScrollBenchmarks", "BenchmarkTestSupport"]),
    tests(
      "UpdateBenchmarksTests",
      ["UpdateBenchmarks", "Datasets", "Changesets", "BenchmarkTestSupport"]),
    tests("FetchBenchmarksTests", ["FetchBenchmarks", "BenchmarkTestSupport"] + grdb),
    .executableTarget(
      name: "CommandsFixture", dependencies: ["Commands", "Datasets"],
      path: "Tests/CommandsFixture", swiftSettings: settings),
    tests(
      "CommandsTests",
      [
        "Commands", "Datasets", "Layouts", "Geometry", "Changesets", "Processes", "CommandsFixture",
        "cvbench",
      ],
      exclude: ["Goldens"]),
    // Feeds changed examples to whatever reads what others wrote: make fuzz.
    .executableTarget(
      name: "Fuzzing",
      dependencies: [
        "Commands", "Gates", "Benchmarking", "StressTesting", "Datasets", "Diffing", "Reports",
        "RunHistories", "Profiles", "Analysis", "RunRecords", "Statistics", "Processes", "CProcess",
        "BasicAlgorithms", "GateTestSupport", argumentParser,
      ],
      path: "Tests/Fuzzing", exclude: ["Corpus"], swiftSettings: settings),
    tests("FuzzingTests", ["Processes", "Fuzzing"]),
    // Makes calls to the system fail, one in each run: make torture.
    .target(
      name: "CFaultInterposer", path: "Tests/FaultInterposer", cSettings: cSettings),
    .executableTarget(
      name: "Torture",
      dependencies: ["Processes", "RunRecords", "GateTestSupport", argumentParser],
      path: "Tests/Torture", swiftSettings: testSettings),
    tests("TortureTests", ["Processes", "Torture"]),
    // Changes one line at a time, to see whether a test fails: make mutants.
    module("Mutations", path: "Tests/Mutations", ["BasicAlgorithms"]),
    .executableTarget(
      name: "MutationTesting", dependencies: ["Mutations", "Processes", argumentParser],
      path: "Tests/MutationTesting", swiftSettings: testSettings),
    tests("MutationsTests", ["Mutations", "Processes"]),
    tests("TidyTests"),
  ],
  swiftLanguageModes: [.v6]
)

// A target depends on all modules of this package that its dependencies reach. It may import them, or
// use their types by inference, and SwiftPM compiles it again only after a change of a listed one: a
// class with one more stored property would leave callers behind that know the old layout.
let targets = Dictionary(uniqueKeysWithValues: package.targets.map { ($0.name, $0) })
func names(in dependencies: [Target.Dependency]) -> [String] {
  dependencies.compactMap { if case .byNameItem(let name, _) = $0 { name } else { nil } }
}
for target in package.targets {
  let listed = names(in: target.dependencies)
  var (reached, waiting) = (Set<String>(), listed)
  while let name = waiting.popLast() {
    guard reached.insert(name).inserted, let next = targets[name] else { continue }
    waiting += names(in: next.dependencies)
  }
  target.dependencies += reached.subtracting(listed).sorted().map {
    .byNameItem(name: $0, condition: nil)
  }
}

// For `make docs` alone: what measures or ships resolves no plugin.
if Context.environment["CVBENCH_DOCS"] != nil {
  package.dependencies.append(
    .package(url: "https://github.com/swiftlang/swift-docc-plugin", from: "1.5.0"))
}
