import Benchmarking
import CollectionViews
import Geometry
import Layouts

/// A part of a user's own contender that cannot be measured.
enum ContenderError: Error, Hashable, CustomStringConvertible {
  /// The layout contradicts itself or the counts.
  case layout(storage: String, LayoutError)
  /// The content does not scroll vertically.
  case sideways(storage: String, Size)
  /// The layout shows supplementary views of a kind that nobody provides.
  case kind(storage: String, ElementKind)
  /// An item made of a seed has another id.
  case id(payload: String, found: UInt64, expected: UInt64)

  /// The message for the user.
  var description: String {
    switch self {
    case .layout(let storage, let error):
      return "the layout of '\(storage)' is wrong: \(error.description)"
    case .sideways(let storage, let size):
      let screen = Screen.upright
      return "the layout of '\(storage)' has a content of \(size.width) × \(size.height) points; "
        + "workloads and traces scroll vertically, on a screen of \(screen.width) × \(screen.height), so let "
        + "the content grow in height"
    case .kind(let storage, let kind):
      return "the layout of '\(storage)' shows supplementary views of the kind '\(kind.name)', "
        + "which nothing provides; name it in supplementaryKinds:"
    case .id(let payload, let found, let expected):
      return "an item of the shape '\(payload)' has the id \(found) and was made of a seed with "
        + "the id \(expected); keep the seed's id"
    }
  }
}

extension ScrollStorage {
  /// Checks the layout of the user's own, if there is one, before it is measured.
  ///
  /// - Throws: `ContenderError`.
  func checkOwnLayout(_ context: ScenarioContext, _ collection: ScrollCollection) throws {
    guard ownParts.contains(.layout) else { return }
    _ = try context.shared("scroll/layout/\(name)/\(payload)") {
      let rig = try ScrollRig(ScrollSetting(), self, context, collection)
      guard let makeLayout = rig.source.makeLayout else { return true }
      try OwnLayoutCheck(
        storage: name, makeLayout: makeLayout, supplementaryKinds: rig.source.supplementaryKinds
      ).check(collection.sectionSizes)
      return true
    }
  }
}

/// A check of a layout of a user's own, in a session without a view.
private struct OwnLayoutCheck {
  let storage: String
  /// Makes a new layout for each check.
  let makeLayout: () -> CollectionViewLayout
  let supplementaryKinds: [ElementKind]

  /// The most items that are checked one by one.
  private static let mostItems = 120
  /// The most places of the whole content that are checked.
  private static let mostPlaces = 50

  /// Checks the layout over the first items of the collection, and at places all over its content.
  ///
  /// - Throws: `ContenderError`.
  func check(_ itemCounts: [Int]) throws(ContenderError) {
    let size: Size
    var shown: [LayoutElement] = []
    do throws(LayoutError) {
      let few = try session(Self.first(of: itemCounts))
      try LayoutAudit(few.layout, host: few).checkEverything(inPiecesOf: 200)
      let all = try session(itemCounts)
      size = all.layout.contentSize
      let extent = size.height
      for place in 0...Self.mostPlaces {
        let top = extent * Double(place) / Double(Self.mostPlaces)
        try all.scroll(to: Point(x: 0, y: max(0, min(top, extent - Screen.upright.height))))
        shown += try LayoutAudit(all.layout, host: all).attributes(in: all.bounds).map(\.element)
      }
    } catch {
      throw .layout(storage: storage, error)
    }
    let isWide = size.width > Screen.upright.width && size.height <= Screen.upright.height
    if isWide { throw .sideways(storage: storage, size) }
    let unknown = shown.first {
      $0.category == .supplementary && !supplementaryKinds.contains($0.kind)
    }
    if let unknown { throw .kind(storage: storage, unknown.kind) }
  }

  private func session(_ itemCounts: [Int]) throws(LayoutError) -> LayoutSession {
    let session = LayoutSession(
      makeLayout(), bounds: Rect(origin: .zero, size: Screen.upright), itemCounts: itemCounts)
    try session.layoutIfNeeded()
    return session
  }

  /// Returns the counts of the first items alone, in the sections that have them.
  private static func first(of itemCounts: [Int]) -> [Int] {
    var left = mostItems
    var counts: [Int] = []
    for count in itemCounts where left > 0 {
      counts.append(min(count, left))
      left -= max(1, min(count, left))
    }
    return counts
  }
}
