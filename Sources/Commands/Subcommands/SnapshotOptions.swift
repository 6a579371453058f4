import ArgumentParser
import Changesets
import Datasets
import Geometry
import Layouts

/// The options of `snapshot` that say what is laid out.
struct SnapshotCollectionOptions: ParsableArguments {
  @Option(
    "What the collection holds.",
    discussion: """
      One of uniform-N (sections of N items), zipf-N (N uneven sections), one-section, \
      one-per-section, many-empty, directory:PATH or csv:FILE.
      """, value: "data")
  var dataset = "uniform-12"

  @Option(
    "The number of generated items, as in 1k; by default 40.", value: "count",
    parsing: .unconditional)
  var items: String?

  @Option(
    "The columns of csv:FILE, by header, as in section=album,id=photo,width=w,height=h.",
    value: "columns")
  var csvColumns: String?

  @Option("The seed of the collection and its sizes.", parsing: .unconditional)
  var seed: UInt64 = 1

  /// The most items and the most sections that are laid out.
  private static let limit = 1_000_000

  /// The collection that is named, read where it is a real one.
  ///
  /// - Throws: `ToolError` for a name that is none, a collection that cannot be read, or too many
  ///   items or sections to lay out.
  func collection() throws(ToolError) -> Dataset {
    let columns = try CollectionOptions.columns(csvColumns, of: [dataset])
    let spec = try DatasetChoice.spec(named: dataset, csvColumns: columns)
    if let items, spec.isReal {
      throw .invalidValue(
        option: "--items", found: items,
        reason: "'\(dataset)' has as many as it holds; leave --items out")
    }
    let items = items ?? "40"
    let count = try ItemCount.parse(items, option: "--items")
    let reason = "more than a snapshot lays out; choose at most \(ItemCount.spelled(Self.limit))"
    guard count <= Self.limit else {
      throw .invalidValue(option: "--items", found: items, reason: reason)
    }
    if case .distribution(let distribution) = spec,
      distribution.sectionCount(itemCount: count) > Self.limit
    {
      throw .invalidValue(option: "--dataset", found: dataset, reason: reason + " sections")
    }
    do throws(DatasetError) {
      return try Dataset(spec, items: count, seed: seed)
    } catch {
      throw .dataset(error)
    }
  }
}

/// The options of `snapshot` that say which layout, and its numbers.
struct SnapshotLayoutOptions: ParsableArguments {
  @Option(
    "The layout: flow, list, waterfall, stack, circle or compositional.", value: "name",
    completion: .list(SnapshotLayout.names))
  var layout = SnapshotLayout.flow.rawValue

  @Option(
    "The sections of a compositional layout.",
    discussion: """
      One of mosaic, the default (cards that scroll sideways, then large items beside small \
      ones), panels (rows before backgrounds, under headers that stick), columns (groups three \
      deep), tags (lines that wrap items which size themselves) or wheel (a custom group).
      """, value: "name", completion: .list(SnapshotComposition.names))
  var composition: String?

  @Option(
    "Scroll a section of a compositional layout by itself, as in 0,180: section and points, or to "
      + "where its content ends.",
    value: "place", parsing: .unconditional)
  var sectionOffset: String?

  @Option(
    "The extent index it is built on: nested, flat or tree, the default; the picture is the "
      + "same.", value: "name", completion: .list(["nested", "flat", "tree"]))
  var extents: String?

  @Option(
    "The direction it scrolls in: vertical, the default, or horizontal.", value: "axis",
    completion: .list(Axis.names))
  var direction: String?

  @Option(
    "The size of items, as in 90x40.",
    discussion: """
      By default 50x50 in a flow, 44 in a list, which looks along the scroll direction only, \
      80 in a waterfall, which looks at the height, 200x140 in a stack, 40x40 in a circle. A \
      list and a waterfall take one number, too. Of the compositions, only tags takes sizes, and \
      50x50 by default.
      """, value: "size", parsing: .unconditional)
  var itemSize: String?

  @Option(
    "How sizes differ.",
    discussion: """
      One of uniform (not at all: --item-size), rows (390 wide and from 36 to 132 high), tags \
      (from 24 to 180 wide and from 20 to 64 high), periodic (60, 90 and 150 wide in turn), \
      mostly-uniform (390x44, one in 1000 higher), own (what the collection says). By default \
      own where it says any, else uniform.
      """, value: "rule", completion: .list(ItemSizing.names))
  var itemSizes: String?

  @Option(
    "Lay items out at this size, or this extent of a list's rows, and have the visible ones "
      + "size themselves.", value: "size", parsing: .unconditional)
  var estimated: String?

  @Option(
    "The number of columns of a waterfall; by default 2.", value: "count", parsing: .unconditional)
  var columns: Int?

  @Option("The number of badges on each item of a circle.", value: "count", parsing: .unconditional)
  var badges: Int?

  @Option(
    "The least distance between neighbours in a line, between rows of a list, between and in "
      + "columns of a waterfall, between piles of a stack or rings of a circle, in points.",
    value: "length", parsing: .unconditional)
  var spacing: String?

  @Option("The distance between lines, in points.", value: "length", parsing: .unconditional)
  var lineSpacing: String?

  @Option(
    "The margins round a section's items: top, left, bottom and right, as in 8,16,8,16, or one "
      + "number.", value: "lengths", parsing: .unconditional)
  var inset: String?

  @Option(
    "The extent of each section's header, in points.", value: "length", parsing: .unconditional)
  var header: String?

  @Option(
    "The extent of each section's footer, in points.", value: "length", parsing: .unconditional)
  var footer: String?

  @Flag(help: "Keep the header of what is visible at the top edge.")
  var pinHeaders = false

  @Flag(help: "Keep the footer of what is visible at the bottom edge.")
  var pinFooters = false
}

extension SnapshotLayoutOptions {
  /// The layout that is described.
  func recipe() throws(ToolError) -> LayoutRecipe {
    let layout = try SnapshotLayout.named(layout, kind: "layout")
    let sections = try composition.map { name throws(ToolError) in
      try SnapshotComposition.named(name, kind: "composition")
    }
    try layout.check(given, sections ?? .mosaic)
    let strategies: [ExtentStrategy] = [.tree, .flat, .nested]
    let strategy = extents.map { name in strategies.first { $0.name == name } } ?? .tree
    guard let strategy else {
      throw .unknownName(
        kind: "extent index", found: extents ?? "", known: strategies.map(\.name))
    }
    let axis = try Axis.named(direction ?? Axis.vertical.rawValue, kind: "direction")
    var recipe = LayoutRecipe(layout: layout, extents: strategy, axis: axis)
    try (1...1_000).check(columns, option: "--columns")
    try (0...10).check(badges, option: "--badges")
    recipe.columnCount = columns
    recipe.badgesPerItem = badges ?? 0
    recipe.composition = sections ?? .mosaic
    if let sectionOffset {
      let place = try? PointText.point(sectionOffset, option: "--section-offset")
      guard let place, let section = Int(exactly: place.x), section >= 0 else {
        throw .invalidValue(
          option: "--section-offset", found: sectionOffset,
          reason: "write a section, from 0, and points, as in 0,180")
      }
      recipe.sectionOffset = (section, place.y)
    }
    if let spacing { recipe.spacing = try PointText.length(spacing, option: "--spacing") }
    if let lineSpacing {
      recipe.lineSpacing = try PointText.length(lineSpacing, option: "--line-spacing")
    }
    if let inset { recipe.inset = try PointText.insets(inset, option: "--inset") }
    if let header { recipe.headerExtent = try PointText.length(header, option: "--header") }
    if let footer { recipe.footerExtent = try PointText.length(footer, option: "--footer") }
    recipe.pinsHeaders = pinHeaders
    recipe.pinsFooters = pinFooters
    if layout == .compositional {
      recipe.estimatedSize = recipe.composition.estimatedSize
    } else if let estimated {
      recipe.estimatedSize = try layout.size(estimated, option: "--estimated")
    }
    return recipe
  }

  /// The options that set something of the layout and are on the command line.
  private var given: [String] {
    let options: [(name: String, isGiven: Bool)] = [
      ("--item-size", itemSize != nil), ("--item-sizes", itemSizes != nil),
      ("--badges", badges != nil), ("--composition", composition != nil),
      ("--section-offset", sectionOffset != nil),
      ("--extents", extents != nil), ("--direction", direction != nil),
      ("--estimated", estimated != nil), ("--columns", columns != nil),
      ("--spacing", spacing != nil), ("--line-spacing", lineSpacing != nil),
      ("--inset", inset != nil), ("--header", header != nil), ("--footer", footer != nil),
      ("--pin-headers", pinHeaders), ("--pin-footers", pinFooters),
    ]
    return options.filter(\.isGiven).map(\.name)
  }

  /// The sizes of the items of `collection`, where generated ones follow from `seed`.
  func sizing(
    of collection: Dataset, in layout: SnapshotLayout, seed: UInt64
  ) throws(ToolError) -> ItemSizing {
    let rule = try rule(of: collection, seed: seed)
    guard let itemSize else {
      return ItemSizing(rule, base: layout.defaultItemSize, of: collection)
    }
    let base = try layout.size(itemSize, option: "--item-size")
    if let itemSizes, rule != .uniform {
      throw .invalidValue(
        option: "--item-size", found: itemSize,
        reason: "--item-sizes \(itemSizes) says the sizes already; leave one out")
    }
    return ItemSizing(itemSizes == nil ? .uniform : rule, base: base, of: collection)
  }

  /// Returns the rule that `--item-sizes` names. Without the option, items have the sizes that the
  /// collection gives, or else one size.
  private func rule(of collection: Dataset, seed: UInt64) throws(ToolError) -> ItemSizing.Rule {
    let hasOwn = collection.itemCount > 0 && collection.size(atGlobalIndex: 0) != nil
    guard let itemSizes else { return hasOwn ? .own : .uniform }
    if let kind = ItemSizes.Kind(rawValue: itemSizes) {
      return kind == .uniform ? .uniform : .generated(ItemSizes(kind, seed: seed))
    }
    guard itemSizes == "own" else {
      throw .unknownName(kind: "rule of sizes", found: itemSizes, known: ItemSizing.names)
    }
    guard hasOwn else {
      throw .invalidValue(
        option: "--item-sizes", found: itemSizes,
        reason: "the collection says no sizes; name columns of a CSV file that do with "
          + "--csv-columns, or another rule")
    }
    return .own
  }
}

/// The options of `snapshot` that say what of the layout is seen.
struct SnapshotViewOptions: ParsableArguments {
  @Option("The size of the visible rectangle.", value: "size", parsing: .unconditional)
  var bounds = "320x480"

  @Option(
    "Scroll to x,y; to where content begins or ends, where there is none at that place.",
    value: "place", parsing: .unconditional)
  var offset: String?

  @Option(
    "Scroll until this item, as in 2,17, begins where the bounds do.", value: "path",
    parsing: .unconditional)
  var item: String?

  @Option(
    "Draw this part of the content, as in 0,0,320,2000, instead of the bounds.", value: "rectangle",
    parsing: .unconditional)
  var rect: String?

  /// The size of the bounds, in points.
  var boundsSize: Size {
    get throws(ToolError) {
      let size = try PointText.size(bounds, option: "--bounds")
      guard size.width > 0, size.height > 0 else {
        throw .invalidValue(
          option: "--bounds", found: bounds, reason: "nothing is visible; write as in 320x480")
      }
      return size
    }
  }

  /// The part to draw; nil for the bounds.
  var chosenRect: Rect? {
    get throws(ToolError) {
      guard let rect else { return nil }
      return try PointText.rect(rect, option: "--rect")
    }
  }

  /// Returns the target to scroll to in `collection`; nil where the options name none.
  func target(in collection: Dataset) throws(ToolError) -> SnapshotScene.Target? {
    if let offset {
      guard item == nil else {
        throw .invalidValue(
          option: "--offset", found: offset,
          reason: "--item says where to scroll too; leave one out")
      }
      return .offset(try PointText.point(offset, option: "--offset"))
    }
    guard let item else { return nil }
    let path = try PointText.path(item, option: "--item")
    let sizes = collection.sectionSizes
    guard path.section < sizes.count else {
      throw .invalidValue(
        option: "--item", found: item, reason: "there are \(sizes.count) sections, counted from 0")
    }
    guard path.item < sizes[path.section] else {
      throw .invalidValue(
        option: "--item", found: item,
        reason: "section \(path.section) has \(sizes[path.section]) items, counted from 0")
    }
    return .item(path)
  }
}
