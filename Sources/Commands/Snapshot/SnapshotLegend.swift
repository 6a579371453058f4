import Geometry
package import Layouts

/// The lines below a picture: facts about the layout, and the meaning of colours.
struct SnapshotLegend {
  /// The layout, its collection, its content and what is shown of it, a phrase each.
  let facts: [String]
  /// The elements of the document, a line each.
  private(set) var lines: [String] = []
  /// The position at which the last line ends.
  private(set) var maxY: Double

  private static let fontSize = 11.0
  private static let lineHeight = 17.0
  private static let gap = 14.0
  private static let swatch = 11.0

  /// Creates a legend whose lines begin at `x`, below `y`, and break at `width`.
  init(
    _ snapshot: LayoutSnapshot, _ palette: SnapshotPalette, x: Double, y: Double, width: Double
  ) {
    let content = snapshot.contentSize
    let offset = snapshot.bounds.origin
    let size = snapshot.bounds.size
    var facts = [
      snapshot.layoutName, snapshot.collectionText,
      "content \(PointText.spelled(content.width)) × \(PointText.spelled(content.height))",
      "bounds \(PointText.spelled(size.width)) × \(PointText.spelled(size.height)) at "
        + "\(PointText.spelled(offset.x)), \(PointText.spelled(offset.y))",
    ]
    if snapshot.rect != snapshot.bounds {
      facts.append("rectangle \(PointText.spelled(snapshot.rect))")
    }
    self.facts = facts
    maxY = y
    var left = x
    var isFirst = true
    func place(_ text: String, _ swatchClass: String?, _ lines: inout [String], _ y: inout Double) {
      let swatchWidth = swatchClass == nil ? 0 : Self.swatch + 5
      let needed = swatchWidth + Self.width(of: text)
      if isFirst || left + needed > x + width {
        left = x
        y += Self.lineHeight
        isFirst = false
      }
      if let swatchClass {
        let frame = Rect(x: left, y: y - 10, width: Self.swatch, height: Self.swatch)
        lines.append("<rect class=\"\(swatchClass)\"\(SVGText.attributes(of: frame)) rx=\"2\"/>")
      }
      let (textX, textY) = (PointText.spelled(left + swatchWidth), PointText.spelled(y))
      lines.append(
        "<text x=\"\(textX)\" y=\"\(textY)\" font-size=\"\(PointText.spelled(Self.fontSize))\">"
          + "\(SVGText.escaped(text))</text>")
      left += needed + Self.gap
    }
    for fact in facts { place(fact, nil, &lines, &maxY) }
    isFirst = true
    for kind in palette.kinds {
      place("\(kind.name) × \(kind.count)", kind.className, &lines, &maxY)
    }
    if snapshot.elements.contains(where: { $0.isHidden || $0.alpha <= 0 }) {
      place("hidden", "bounds hidden", &lines, &maxY)
    }
    place("bounds", "bounds", &lines, &maxY)
    if snapshot.rect != snapshot.bounds { place("rectangle", "asked", &lines, &maxY) }
  }

  /// Returns about the width of `text` in the widest of the usual fonts, in points.
  private static func width(of text: String) -> Double { 0.58 * fontSize * Double(text.count) }
}

/// The colours of a picture: one for each kind of element, in light and in dark surroundings.
///
/// Hues that colour-blind readers tell apart. Source: M. Okabe and K. Ito, "Color Universal Design",
/// 2008, <https://jfly.uni-koeln.de/color/>; lightened or darkened to be read on.
package struct SnapshotPalette {
  /// The kinds that are there, cells first, and how many elements of each.
  package let kinds: [(name: String, className: String, count: Int)]
  private let classNames: [ElementKind: String]

  package init(_ elements: [LayoutAttributes]) {
    var counts: [ElementKind: Int] = [:]
    var names: [ElementKind: String] = [:]
    for attributes in elements {
      counts[attributes.kind, default: 0] += 1
      names[attributes.kind] = attributes.snapshotKind
    }
    let usual: [ElementKind] = [.cell, .sectionHeader, .sectionFooter]
    let others = names.filter { !usual.contains($0.key) }.sorted { $0.value < $1.value }
    var classNames: [ElementKind: String] = [
      .cell: "cell", .sectionHeader: "header", .sectionFooter: "footer",
    ]
    for (place, kind) in others.map(\.key).enumerated() {
      classNames[kind] = "kind\(place % 3)"
    }
    self.classNames = classNames
    kinds = (usual + others.map(\.key)).compactMap { kind in
      guard let count = counts[kind], let name = names[kind] else { return nil }
      return (name, classNames[kind] ?? "cell", count)
    }
  }

  /// Returns the class of the kind of `attributes`.
  func className(of attributes: LayoutAttributes) -> String {
    classNames[attributes.kind] ?? "cell"
  }

  /// The style sheet. Plain rules and no variables, which some renderers do not know.
  package var styleSheet: String {
    let used = Set(kinds.map(\.className))
    func rules(_ isDark: Bool) -> [String] {
      Self.colours.filter { used.contains($0.className) }.map { colour in
        let (fill, stroke) = isDark ? colour.dark : colour.light
        return ".\(colour.className){fill:\(fill);stroke:\(stroke)}"
      }
    }
    return
      (["<style>"] + Self.plainRules + rules(false)
      + [".hidden{fill:none;stroke-dasharray:3 2}", "@media (prefers-color-scheme:dark){"]
      + Self.darkRules + rules(true) + [".hidden{fill:none}", "}", "</style>"])
      .joined(separator: "\n")
  }

  private static let plainRules = [
    "text{font-family:system-ui,-apple-system,'Segoe UI',sans-serif;stroke:none;fill:#1f2328}",
    "g text{text-anchor:middle}",
    ".page{fill:#f2f2f4}",
    ".paper{fill:#fff}",
    ".bounds{fill:none;stroke:#1f2328;stroke-width:2}",
    ".asked{fill:none;stroke:#6e7781;stroke-dasharray:1 3;stroke-width:2}",
  ]

  private static let darkRules = [
    "text{fill:#f0f0f0}", ".page{fill:#161618}", ".paper{fill:#29292c}", ".bounds{stroke:#f0f0f0}",
    ".asked{stroke:#a0a8b0}",
  ]

  private typealias Pair = (fill: String, stroke: String)

  private static let colours: [(className: String, light: Pair, dark: Pair)] = [
    ("cell", ("#cfe5f3", "#0072b2"), ("#0b3c5d", "#56b4e9")),
    ("header", ("#fbe3b3", "#b87700"), ("#5a3f00", "#e69f00")),
    ("footer", ("#c4ead9", "#00785a"), ("#00463a", "#2fc79c")),
    ("kind0", ("#f3d6e6", "#a8487f"), ("#54263f", "#dd8fbb")),
    ("kind1", ("#fbd5bf", "#c65700"), ("#5e2a00", "#ff8a3c")),
    ("kind2", ("#f6f2b4", "#8a8200"), ("#4d4800", "#f0e442")),
  ]
}
