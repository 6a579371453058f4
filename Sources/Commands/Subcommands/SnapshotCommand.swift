import ArgumentParser
import Benchmarking
import Datasets
import Layouts

/// `snapshot`: a picture of what a layout shows.
struct SnapshotCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "snapshot",
      abstract: "Draw what a layout shows, as SVG.",
      discussion: """
        Lays a collection out, scrolls, and draws every element that the layout has in a \
        rectangle, from the back to the front, with its path. Nothing is measured, and the same \
        options give the same bytes.

        Examples:
          \(RootCommand.name) snapshot > flow.svg
          \(RootCommand.name) snapshot --items 60 --item-sizes tags -o tags.svg
          \(RootCommand.name) snapshot --layout list --header 28 --pin-headers --item 1,6
          \(RootCommand.name) snapshot --estimated 50x50 --item-sizes rows --rect 0,0,320,900
          \(RootCommand.name) snapshot --extents nested --format text
        """)
  }

  @OptionGroup(title: "Layout options")
  var layout: SnapshotLayoutOptions

  @OptionGroup(title: "Collection options")
  var collection: SnapshotCollectionOptions

  @OptionGroup(title: "View options")
  var view: SnapshotViewOptions

  @Option(
    "What to write: svg, or text (a line for each element, from the back to the front).",
    value: "format", completion: .list(SnapshotFormat.names))
  var format = SnapshotFormat.svg.rawValue

  @Option(
    "Where it goes. By default, and for -, standard output.", value: "path", name: .shortAndLong,
    completion: .file(extensions: ["svg", "txt"]))
  var output: String?

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    let format = try SnapshotFormat.named(format)
    let destination = try TextDestination.named(output)
    let recipe = try layout.recipe()
    let boundsSize = try view.boundsSize
    let rect = try view.chosenRect
    let items = try collection.collection()
    let sizing = try layout.sizing(of: items, in: recipe.layout, seed: collection.seed)
    let target = try view.target(in: items)
    try destination.check(for: .snapshot)
    for warning in items.warnings { Console.reportError(warning) }
    let scene = SnapshotScene(
      recipe, sizing, itemCounts: items.sectionSizes, boundsSize: boundsSize)
    let snapshot: LayoutSnapshot
    do throws(LayoutError) {
      try scene.settle(at: target)
      snapshot = try scene.snapshot(of: rect)
    } catch {
      throw .layout(error)
    }
    if let place = recipe.sectionOffset, !scene.canScroll(section: place.section) {
      throw .invalidValue(
        option: "--section-offset", found: layout.sectionOffset,
        reason: "section \(place.section) has nothing to scroll by itself; name one that has")
    }
    try checkCount(of: snapshot)
    try destination.write(format.text(of: snapshot), as: .snapshot)
    return .fine
  }

  /// Refuses a picture of more than can be looked at.
  private func checkCount(of snapshot: LayoutSnapshot) throws(ToolError) {
    let limit = LayoutSnapshot.maximumElementCount
    guard snapshot.elements.count <= limit else {
      throw .invalidValue(
        option: view.rect == nil ? "--bounds" : "--rect", found: view.rect ?? view.bounds,
        reason: "\(snapshot.elements.count) elements lie there, and a snapshot draws at most "
          + "\(limit); choose a smaller part")
    }
  }
}
