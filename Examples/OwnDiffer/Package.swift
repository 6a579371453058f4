// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "OwnDiffer",
  platforms: [.macOS(.v26)],
  // In a project of your own: .package(url: "https://github.com/…/cvbench", from: "0.1.0")
  dependencies: [.package(name: "cvbench", path: "../..")],
  targets: [
    .executableTarget(
      name: "OwnDiffer",
      dependencies: [
        .product(name: "Changesets", package: "cvbench"),
        .product(name: "Commands", package: "cvbench"),
        .product(name: "UpdateBenchmarks", package: "cvbench"),
      ])
  ]
)
