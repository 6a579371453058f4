package import Profiles

/// One HTML page about a profile, which needs no other file and no network.
package struct ProfilePage {
  /// A measure that the page shows.
  private struct Section {
    var id: String
    var title: String
    var origin: String
    var remarks: [String]
    var groups: [Group]
    var table: Table
    var hasGraph: Bool
  }

  private struct Group {
    var text: String
    var swatch: String
  }

  private struct Listing {
    var title: String
    var table: Table
  }

  /// The beginning of every page.
  private static let beginning = ReportTemplates.beginning(of: "profile")

  // The values of the template.
  private let title: String
  private let answer: String
  private let build: String
  private let baseBuild: String?
  private var sections: [Section] = []
  private var listings: [Listing] = []
  private let absences: [String]
  private var data: [JSONValue] = []
  /// The document for the script.
  private var dataText = ""
  private let stylesheet = ReportTemplates.stylesheet
  private let profileStylesheet = ReportTemplates.profileStylesheet
  private let tableScript = ReportTemplates.tableScript
  private let flameScript = ReportTemplates.flameScript

  /// Stacks below this share of all are not drawn; the folded files have them.
  private static let leastShare = 0.0005
  private static let mostFunctions = 60

  /// Describes `profile`, and what has changed since `base` if there is one.
  package init(_ profile: CaseProfile, base: CaseProfile? = nil) {
    title = profile.caseID
    answer = ProfileText(profile, base: base).answer
    build = profile.build
    baseBuild = base?.build
    absences = ProfileText(profile, base: base).absences
    for pass in profile.passes {
      let before = base?[pass.measure]
      add(pass, difference: before.map { CallTreeDifference(base: $0, head: pass) })
    }
    listings = profile.listings.enumerated().map { index, listing in
      Listing(title: listing.function.text, table: Self.table(of: listing, number: index + 1))
    }
    dataText = JSONValue.array(data).scriptText
  }

  /// The page: the same bytes for the same profile.
  ///
  /// - Throws: `TemplateError` if the library of templates refuses ours.
  package func render() throws(TemplateError) -> String {
    try Self.beginning + ReportTemplates.shared.get().render(self, with: "profile")
  }

  /// Returns whether a file with this text may be a profile's page.
  package static func isPage(beginningWith text: String) -> Bool { text.hasPrefix(beginning) }

  private mutating func add(_ pass: CaseProfile.Pass, difference: CallTreeDifference?) {
    let id = pass.measure.rawValue
    let total = Double(pass.tree.total) * pass.unitsPerWeight
    var table = ProfileText.table(of: pass, most: Self.mostFunctions)
    table.id = "\(id)-functions"
    table.caption = "Functions by their own \(pass.measure.title)"
    table.isFilterable = true
    if let difference {
      table = ProfileText.table(of: difference, pass.measure)
      table.id = "\(id)-changes"
      table.caption = "Functions by the change of their own \(pass.measure.title)"
    }
    sections.append(
      Section(
        id: id,
        title:
          "\(pass.measure.title): \(ProfileText.figure(total, pass.measure)) for each operation",
        origin: pass.origin, remarks: pass.remarks,
        groups: difference.map(Self.legend) ?? Self.legend(of: pass),
        table: table, hasGraph: pass.tree.total > 0))
    data.append(graph(of: pass, difference))
  }

  /// The runtime's groups with their shares.
  private static func legend(of pass: CaseProfile.Pass) -> [Group] {
    pass.tree.groups.map {
      Group(
        text: "\($0.group.rawValue) \(CaseProfile.percent(pass.share($0.weight)))",
        swatch: "g\(number(of: $0.group))")
    }
  }

  /// The meaning of the colours where two builds are compared.
  private static func legend(_ difference: CallTreeDifference) -> [Group] {
    [
      Group(text: "more than in the base, with callees", swatch: "more"),
      Group(text: "less", swatch: "less"),
      Group(text: difference.isExact ? "unchanged" : "within the noise", swatch: "same"),
    ]
  }

  private static func number(of group: RuntimeGroup) -> Int {
    RuntimeGroup.allCases.firstIndex(of: group) ?? 0
  }

  /// The names and the tree as nested lists, for the script that draws them.
  private func graph(of pass: CaseProfile.Pass, _ difference: CallTreeDifference?) -> JSONValue {
    var object = JSONObject()
    object.add("id", .string(pass.measure.rawValue))
    object.add("unit", .string(pass.measure == .time ? "ns" : pass.measure.title))
    object.add("isExact", .boolean(pass.observationCount == nil))
    object.add("total", .whole(pass.tree.total))
    object.add("scale", .real(pass.unitsPerWeight))
    let functions = difference?.functions ?? pass.tree.functions
    object.add(
      "functions",
      .array(
        functions.map {
          .array([
            .string($0.text), .string($0.object), .whole($0.group.map(Self.number) ?? -1),
          ])
        }))
    if let difference {
      let (scales, weights) = (difference.scales, difference.weightsPerObservation)
      object.add("baseScale", .real(scales.base))
      object.add("baseVariance", .real(weights.base * scales.base * scales.base))
      object.add("variance", .real(weights.head * scales.head * scales.head))
      object.add("quantile", .real(CallTreeDifference.normalQuantile))
      let least =
        Self.leastShare
        * difference.roots.reduce(0) {
          $0
            + max(
              Double($1.base) * difference.scales.base, Double($1.head) * difference.scales.head)
        }
      object.add("tree", .array(Self.nodes(difference.roots, difference.scales, least: least)))
    } else {
      let least = Int(Double(pass.tree.total) * Self.leastShare)
      object.add("tree", .array(Self.nodes(pass.tree.roots, least: least)))
    }
    return .object(object)
  }

  /// A node is its function, its weight, and its callees.
  private static func nodes(_ nodes: [CallTree.Node], least: Int) -> [JSONValue] {
    nodes.filter { $0.total > least }.map { node in
      .array(
        [.whole(node.function), .whole(node.total)] + self.nodes(node.children, least: least))
    }
  }

  /// A node is its function, its weights in both builds, and its callees.
  private static func nodes(
    _ nodes: [CallTreeDifference.Node], _ scales: (base: Double, head: Double), least: Double
  ) -> [JSONValue] {
    nodes.filter {
      max(Double($0.base) * scales.base, Double($0.head) * scales.head) > least
    }.map { node in
      .array(
        [.whole(node.function), .whole(node.head), .whole(node.base)]
          + self.nodes(node.children, scales, least: least))
    }
  }

  private static func table(of listing: FunctionListing, number: Int) -> Table {
    var table = Table(
      columns: [
        Table.Column("share", .right), Table.Column("source"), Table.Column("instruction"),
      ],
      rows: listing.lines.map { line in
        let share = Double(line.weight) / Double(max(1, listing.total))
        var cells = [
          Table.Cell.figure(
            line.weight == 0 ? "" : CaseProfile.percent(share), Double(line.weight)),
          Table.Cell(line.source ?? "", .faint), Table.Cell(line.text),
        ]
        if share > 0.02 { cells[0].marks = ["heat\(share > 0.2 ? 4 : share > 0.1 ? 3 : 1)"] }
        return Table.Row(cells)
      })
    table.id = "code-\(number)"
    table.caption = "Code of \(listing.function.text), with the share of its samples"
    return table
  }
}
