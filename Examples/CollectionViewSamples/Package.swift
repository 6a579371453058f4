// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "CollectionViewSamples",
  platforms: [.macOS(.v26), .iOS(.v26)],
  // In a project of your own: .package(url: "https://github.com/…/cvbench", from: "0.1.0", traits: [])
  // Without traits, only the engine is resolved, and nothing that it depends on: it depends on nothing.
  dependencies: [.package(name: "cvbench", path: "../..", traits: [])],
  targets: [
    .target(
      name: "CollectionViewSamples",
      dependencies: [.product(name: "HeadlessCollectionView", package: "cvbench")]),
    .executableTarget(name: "RunSamples", dependencies: ["CollectionViewSamples"]),
  ]
)
