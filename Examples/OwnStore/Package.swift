// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "OwnStore",
  platforms: [.macOS(.v26)],
  // In a project of your own: .package(url: "https://github.com/…/cvbench", from: "0.1.0")
  dependencies: [.package(name: "cvbench", path: "../..")],
  targets: [
    .executableTarget(
      name: "OwnStore",
      dependencies: [
        .product(name: "Commands", package: "cvbench"),
        .product(name: "Datasets", package: "cvbench"),
        .product(name: "ItemStores", package: "cvbench"),
        .product(name: "LookupBenchmarks", package: "cvbench"),
        .product(name: "StressTesting", package: "cvbench"),
      ])
  ]
)
