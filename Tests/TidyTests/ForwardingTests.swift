import Foundation
import Testing

/// Checks that no wrapping type leaves a requirement of a protocol to its default.
///
/// The method that a view calls is chosen where a class states its conformance. If a class that others
/// inherit from leaves a method to the default, the method of a subclass is never called; if a bridge
/// does, the answer of the object behind it is lost. A compiler says nothing of either.
struct ForwardingTests {
  private let declarations: [Declaration]

  init() throws { declarations = try Declaration.ofSources.get() }

  /// Every class that can be inherited from and is a data source or a delegate of a view.
  @Test(arguments: [
    ("CollectionViewDataSource", 7), ("CollectionViewPrefetchDataSource", 2),
    ("CollectionViewDelegate", 24), ("CollectionViewDelegateFlowLayout", 7),
  ])
  func aClassThatOthersInheritFromDeclaresEveryRequirement(_ name: String, _ count: Int) {
    let requirements = Set(members(of: [.init("protocol", name)]))
    #expect(requirements.count == count, "\(name): \(requirements.sorted())")
    let names = [name] + refinements(of: name)
    let classes = declarations.filter { declaration in
      declaration.kind == "class" && !declaration.isFinal
        && names.contains { declaration.inherits($0) }
    }
    for one in classes {
      expect(one.name, toDeclare: requirements)
    }
    if name == "CollectionViewDataSource" {
      #expect(
        classes.map(\.name).sorted()
          == ["ClosureDataSource", "CollectionViewController", "ControllingDataSource"])
    }
  }

  /// A flow layout asks the bridge, which asks the delegate of the view.
  @Test func theBridgeOfAFlowLayoutForwardsEverything() {
    let asked = Set(members(of: [.init("protocol", "FlowLayoutDelegate")]))
    let told = Set(members(of: [.init("protocol", "CollectionViewDelegateFlowLayout")]))
    #expect(asked.count == told.count && asked.count == 7)
    expect("FlowDelegateBridge", toDeclare: asked)
    let bridge = declarations.filter { $0.name == "FlowDelegateBridge" }.map(\.body).joined()
    for member in told {
      let label = member.split(separator: ":").last { $0 != ")" } ?? ""
      #expect(
        bridge.contains("\(label):") || bridge.contains(".\(label)"),
        "FlowDelegateBridge does not call \(member)")
    }
  }

  @Test func membersAreFound() {
    let file = SourceFile(
      path: "Sources/A/A.swift",
      lines: [
        "public protocol A: AnyObject {", "  /// func no()", "  var b: Int { get }", "  func c(",
        "    _ d: Int, e f: [Int]", "  ) -> Int", "  func g()", "}", "open class H<I>:", "  A",
        "{", "  func g() {}", "}", "extension H {", "  public var b: Int { 0 }", "}",
      ])
    let found = Declaration.all(in: file)
    #expect(found.map(\.name) == ["A", "H", "H"])
    #expect(found.map(\.members) == [["b", "c(_:e:)", "g()"], ["g()"], ["b"]])
    #expect(found[1].inherits("A") && !found[1].isFinal && !found[2].inherits("A"))
  }

  // MARK: What the sources declare

  private struct Named {
    let kind: String
    let name: String
    init(_ kind: String, _ name: String) { (self.kind, self.name) = (kind, name) }
  }

  private func members(of named: [Named]) -> [String] {
    declarations.filter { declaration in
      named.contains { $0.kind == declaration.kind && $0.name == declaration.name }
    }
    .flatMap(\.members)
  }

  /// The names of the protocols that refine another one.
  private func refinements(of name: String) -> [String] {
    declarations.filter { $0.kind == "protocol" && $0.inherits(name) }.map(\.name)
  }

  private func expect(_ name: String, toDeclare requirements: Set<String>) {
    let declared = members(of: [Named("class", name), Named("extension", name)])
    let missing = requirements.subtracting(declared)
    #expect(missing.isEmpty, "\(name) leaves to the default: \(missing.sorted())")
  }
}

/// A protocol, a class or an extension of a source file.
private struct Declaration {
  let kind: String
  let name: String
  /// What stands before the opening brace.
  let header: String
  /// The code between the braces.
  let body: String

  var isFinal: Bool { header.contains(/\bfinal class\b/) }

  func inherits(_ name: String) -> Bool {
    guard kind != "extension", let colon = header.lastIndex(of: ":") else { return false }
    return header[colon...].matches(of: /\w+/).contains { $0.output == name }
  }

  /// Functions with their labels, and properties.
  var members: [String] {
    var members: [String] = []
    for match in body.matches(of: /\b(?:func (\w+)(?:<[^>]*>)?\(([^)]*)\)|var (\w+)\s*:)/) {
      if let property = match.3 {
        members.append(String(property))
      } else if let function = match.1, let parameters = match.2 {
        let labels = parameters.split(separator: ",").compactMap { parameter in
          parameter.split(whereSeparator: \.isWhitespace).first
        }
        .map { $0.hasSuffix(":") ? "\($0)" : "\($0):" }
        members.append("\(function)(\(labels.joined()))")
      }
    }
    return members
  }

  /// Those of all sources, which take seconds to find.
  static let ofSources = Result {
    try Repository.swiftFiles(in: ["Sources"]).flatMap { all(in: $0) }
  }

  /// Those of a file: formatted code closes a body at the indentation that opened it.
  static func all(in file: SourceFile) -> [Declaration] {
    let lines = file.codeLines
    let opening = /^(\s*)(?:(?:public|package|private|fileprivate|open|final|@\w+) )*/
    let keyword = /(protocol|class|extension) ([A-Z]\w*)/
    return lines.indices.compactMap { first in
      guard let indent = lines[first].prefixMatch(of: opening),
        let match = lines[first][indent.range.upperBound...].prefixMatch(of: keyword),
        let brace = lines[first...].firstIndex(where: { $0.hasSuffix("{") }),
        let end = lines[brace...].firstIndex(where: { $0 == indent.1 + "}" })
      else { return nil }
      return Declaration(
        kind: String(match.1), name: String(match.2),
        header: lines[first...brace].joined(separator: " "),
        body: lines[(brace + 1)..<end].joined(separator: "\n"))
    }
  }
}
