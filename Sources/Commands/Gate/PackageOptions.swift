internal import ArgumentParser

/// The options that name the package to build; `gate`, `profile`, `bisect` and `trend` share them.
struct PackageOptions: ParsableArguments {
  private static let usual = (packagePath: ".", product: RootCommand.name)

  @Option("The package to build.", value: "directory", completion: .directory)
  var packagePath = Self.usual.packagePath

  @Option("The executable product to build.", value: "name")
  var product = Self.usual.product

  @Option(
    "Additional flags of the builds, as in '-Xswiftc -DFAST'.",
    discussion: "By default functions and loops are aligned, so that a figure depends less on "
      + "the place of code in memory; '' for none.",
    value: "flags", parsing: .unconditional)
  var buildFlags: String?
}

extension PackageOptions {
  /// The first option with another value than the usual one; nil if there is none.
  var firstGiven: (option: String, value: String)? {
    if packagePath != Self.usual.packagePath { return ("--package-path", packagePath) }
    if product != Self.usual.product { return ("--product", product) }
    return buildFlags.map { ("--build-flags", $0) }
  }

  /// The flags that are given, one by one; nil where there are none.
  var flags: [String]? { buildFlags?.split(separator: " ").map(String.init) }

  /// The same options for another call of this tool.
  var arguments: [String] {
    ["--package-path", packagePath, "--product", product]
      + (buildFlags.map { ["--build-flags", $0] } ?? [])
  }
}
