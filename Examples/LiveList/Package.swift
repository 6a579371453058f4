// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "LiveList",
  platforms: [.macOS(.v26)],
  // In a project of your own: .package(url: "https://github.com/…/cvbench", from: "0.1.0", traits: ["SQLite"])
  // With this trait alone, the data sources and GRDB are resolved, and nothing of the tool.
  dependencies: [
    .package(name: "cvbench", path: "../..", traits: ["SQLite"]),
    .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
  ],
  targets: [
    .executableTarget(
      name: "LiveList",
      dependencies: [
        .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "HeadlessCollectionView", package: "cvbench"),
        .product(name: "SQLiteDataSources", package: "cvbench"),
      ])
  ]
)
