// swift-tools-version: 6.2
import PackageDescription

let products = ["Changesets", "CollectionViews", "Geometry", "Layouts"]

let package = Package(
  name: "CollectionViewSamples",
  dependencies: [.package(name: "cvbench", path: "../..")],
  targets: [
    .target(
      name: "CollectionViewSamples",
      dependencies: products.map { .product(name: $0, package: "cvbench") }),
    .executableTarget(name: "RunSamples", dependencies: ["CollectionViewSamples"]),
  ]
)
