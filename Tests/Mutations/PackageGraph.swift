package import Foundation

/// The targets of a package, as `swift package dump-package` writes them.
package struct PackageGraph: Sendable {
  package struct Target: Sendable {
    package let name: String
    /// The folder from the root of the package.
    package let path: String
    /// `regular`, `executable` or `test`.
    package let type: String
    /// The targets of this package that it imports.
    package let targets: [String]
    /// The products of other packages that it imports.
    fileprivate let products: [Product]
    package let exclude: [String]
    package let hasResources: Bool
    /// Whether the package has it compiled without optimisation, as for tests that take longer to
    /// compile than to run.
    fileprivate let isUnoptimised: Bool
  }

  fileprivate struct Product: Hashable, Sendable {
    let name: String
    let package: String
  }

  fileprivate struct Source: Sendable {
    let url: String
    let version: String
  }

  package private(set) var targets: [String: Target] = [:]
  private var sources: [String: Source] = [:]

  /// Reads the manifest in JSON.
  ///
  /// - Throws: `MutationError` for anything else.
  package init(_ json: Data) throws(MutationError) {
    guard let dump = try? JSONDecoder().decode(Dump.self, from: json) else {
      throw MutationError("'swift package dump-package' wrote something else than a manifest")
    }
    for target in dump.targets { targets[target.name] = target.read() }
    for dependency in dump.dependencies {
      guard let control = dependency.sourceControl?.first,
        let url = control.location.remote?.first?.urlString,
        let version = control.requirement.range?.first?.lowerBound
      else { continue }
      sources[control.identity.lowercased()] = Source(url: url, version: version)
    }
  }

  /// Returns the module, tests and all that they import.
  ///
  /// - Throws: `MutationError` where the package has no such module or no such tests.
  package func closure(
    of module: String, testedBy tests: [String]
  ) throws(MutationError) -> [Target] {
    guard targets[module]?.type == "regular" else {
      let known = targets.values.filter { $0.path.hasPrefix("Sources/") && $0.type == "regular" }
        .map(\.name).sorted().joined(separator: ", ")
      throw MutationError("there is no module '\(module)'; there are \(known)")
    }
    for target in tests where targets[target]?.type != "test" {
      throw MutationError("there are no tests '\(target)'")
    }
    var (found, waiting): (Set<String>, [String]) = ([], [module] + tests)
    while let next = waiting.popLast() {
      guard let target = targets[next], found.insert(next).inserted else { continue }
      guard !target.hasResources else {
        throw MutationError("\(next) has resources, which are not copied; leave \(module) out")
      }
      waiting += target.targets
    }
    return found.sorted().compactMap { targets[$0] }
  }

  /// Returns the manifest of a package of `closure` alone, without traits, in which `module` has
  /// mutants. Warnings are no errors there, as a mutant may well leave a variable unused.
  package func manifest(of closure: [Target], mutating module: String) -> String {
    let products = Set(closure.flatMap(\.products))
    let packages = Set(products.map { $0.package.lowercased() }).sorted().compactMap { sources[$0] }
    let dependencies = packages.map { ".package(url: \"\($0.url)\", from: \"\($0.version)\")," }
    let declarations = closure.map { target in
      let kind =
        switch target.type {
        case "test": "testTarget"
        case "executable": "executableTarget"
        default: "target"
        }
      let imports =
        (target.targets + (target.name == module ? ["CMutant"] : [])).map { "\"\($0)\"" }
        + target.products.map { ".product(name: \"\($0.name)\", package: \"\($0.package)\")" }
      let settings =
        target.isUnoptimised
        ? #"settings + [.unsafeFlags(["-Onone"], .when(configuration: .release))]"# : "settings"
      let excluded = target.exclude.map { "\"\($0)\"" }.joined(separator: ", ")
      return """
        .\(kind)(
          name: "\(target.name)", dependencies: [\(imports.joined(separator: ", "))],
          path: "\(target.path)", exclude: [\(excluded)], swiftSettings: \(settings)),
        """
    }
    return """
      // swift-tools-version: 6.2
      import PackageDescription
      let settings: [SwiftSetting] = [
        .enableUpcomingFeature("ExistentialAny"), .enableUpcomingFeature("InternalImportsByDefault"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]
      let package = Package(
        name: "Mutated",
        dependencies: [
          \(dependencies.joined(separator: "\n"))
        ],
        targets: [
          .target(name: "CMutant", path: "Sources/CMutant"),
      \(declarations.joined(separator: "\n"))
        ],
        swiftLanguageModes: [.v6]
      )

      """
  }
}

/// The parts of the JSON that are read.
private struct Dump: Decodable {
  let targets: [Target]
  let dependencies: [Dependency]

  struct Target: Decodable {
    let name: String
    let path: String?
    let type: String
    let dependencies: [[String: [Part?]]]
    let exclude: [String]
    let resources: [Resource]
    let settings: [Setting]

    func read() -> PackageGraph.Target {
      var (targets, products): ([String], [PackageGraph.Product]) = ([], [])
      for parts in dependencies.flatMap(\.values) {
        let names = parts.compactMap { $0?.name }
        let traits = parts.compactMap { $0?.traits }.first
        if names.count == 1 {
          targets.append(names[0])
        } else if names.count > 1, traits?.contains("Tool") ?? true {
          // What only the other traits need is not compiled without them.
          products.append(PackageGraph.Product(name: names[0], package: names[1]))
        }
      }
      return PackageGraph.Target(
        name: name, path: path ?? (type == "test" ? "Tests/" : "Sources/") + name, type: type,
        targets: targets, products: products, exclude: exclude, hasResources: !resources.isEmpty,
        isUnoptimised: settings.contains(where: \.isUnoptimised))
    }
  }

  struct Resource: Decodable {}

  struct Setting: Decodable {
    let kind: [String: Values]

    var isUnoptimised: Bool { kind["unsafeFlags"]?.texts.contains("-Onone") == true }
  }

  /// The flags of a setting; empty if its value is no list.
  struct Values: Decodable {
    let texts: [String]

    enum CodingKeys: String, CodingKey { case texts = "_0" }

    init(from decoder: any Decoder) {
      texts =
        (try? decoder.container(keyedBy: CodingKeys.self).decode([String].self, forKey: .texts))
        ?? []
    }
  }

  /// A name, a condition, or something that is not read.
  struct Part: Decodable {
    var name: String?
    var traits: [String]?

    enum CodingKeys: CodingKey { case traits }

    init(from decoder: any Decoder) throws {
      if let name = try? decoder.singleValueContainer().decode(String.self) {
        self.name = name
      } else {
        traits = try? decoder.container(keyedBy: CodingKeys.self).decode(
          [String].self, forKey: .traits)
      }
    }
  }

  struct Dependency: Decodable {
    let sourceControl: [SourceControl]?
  }

  struct SourceControl: Decodable {
    let identity: String
    let location: Location
    let requirement: Requirement
  }

  struct Location: Decodable {
    let remote: [Remote]?
  }

  struct Remote: Decodable {
    let urlString: String
  }

  struct Requirement: Decodable {
    let range: [Bounds]?
  }

  struct Bounds: Decodable {
    let lowerBound: String
  }
}
