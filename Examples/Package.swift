// swift-tools-version: 6.2
import PackageDescription

/// An executable that depends on `products` of this project.
func example(_ name: String, _ products: [String]) -> Target {
  .executableTarget(
    name: name,
    dependencies: products.map { .product(name: $0, package: "cvbench") },
    path: "\(name)/Sources/\(name)")
}

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v26)],
  // In a project of your own: .package(url: "https://github.com/…/cvbench", from: "0.1.0")
  dependencies: [.package(name: "cvbench", path: "..")],
  targets: [
    example(
      "OwnApp",
      [
        "BasicAlgorithms", "Changesets", "Commands", "Datasets", "Geometry", "ItemStores",
        "Layouts", "LookupBenchmarks", "ScrollBenchmarks", "StressTesting", "UpdateBenchmarks",
      ]),
    example("OwnDiffer", ["Changesets", "Commands", "UpdateBenchmarks"]),
    example("OwnLayout", ["Benchmarking", "Changesets", "Commands", "Geometry", "Layouts"]),
    example("OwnScenario", ["Benchmarking", "Commands"]),
    example(
      "OwnStore", ["Commands", "Datasets", "ItemStores", "LookupBenchmarks", "StressTesting"]),
    example(
      "Ports",
      [
        "BasicAlgorithms", "Changesets", "Commands", "Datasets", "Geometry", "ItemStores",
        "Layouts", "ScrollBenchmarks",
      ]),
  ]
)
