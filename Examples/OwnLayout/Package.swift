// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "OwnLayout",
  platforms: [.macOS(.v26)],
  // In a project of your own: .package(url: "https://github.com/…/cvbench", from: "0.1.0")
  dependencies: [.package(name: "cvbench", path: "../..")],
  targets: [
    .executableTarget(
      name: "OwnLayout",
      dependencies: [
        .product(name: "Benchmarking", package: "cvbench"),
        .product(name: "Changesets", package: "cvbench"),
        .product(name: "Commands", package: "cvbench"),
        .product(name: "Geometry", package: "cvbench"),
        .product(name: "Layouts", package: "cvbench"),
      ])
  ]
)
