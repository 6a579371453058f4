import CollectionViews
import Geometry
import Layouts

/// A cell that knows which item it was filled with.
final class FakeCell: CollectionViewCell {
  var item: ViewModel.Item?
  /// The app that filled it, and may call the view from inside of it; nil before it is filled.
  var app: FakeApp?
  /// The identity of the cell: an object to compare that does not keep the cell alive.
  let identity = Identity()
  /// A Boolean value that indicates whether the cell says its size only once: a mutation.
  var prefersOnce = false
  private var hasBeenAsked = false
  /// The extent that a script gives its item, in points; nil for the item's natural size.
  var preferredExtent: Double?

  deinit { app?.reachFromView(.leavesMemory) }

  override func prepareForReuse() { app?.reachFromView(.prepareForReuse) }

  override func apply(_ attributes: LayoutAttributes) { app?.reachFromView(.applyAttributes) }

  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    app?.reachFromView(.preferredSize)
    if prefersOnce, hasBeenAsked { return attributes }
    hasBeenAsked = true
    var preferred = attributes
    preferred.size = preferredSize(for: attributes.size)
    return preferred
  }

  override func updateConfiguration(using state: CellConfigurationState) {
    if app?.mutation != .contentStays { super.updateConfiguration(using: state) }
    app?.reachFromView(.updateConfiguration)
  }

  /// The size that the cell prefers where a layout offers `size`.
  ///
  /// It follows from the item's id and revision. A quarter of the items take any size.
  func preferredSize(for size: Size) -> Size {
    if let preferredExtent { return Size(width: size.width, height: preferredExtent) }
    guard let item else { return size }
    let number = 7 * item.id + 13 * item.revision
    if number.isMultiple(of: 4) { return size }
    return Size(width: [25, 40, 62][number / 3 % 3], height: [12, 33, 51][number % 3])
  }

  /// The identifier of the cells of an item: two, so that a mix-up shows.
  static func identifier(of item: ViewModel.Item) -> String {
    item.id.isMultiple(of: 2) ? "even" : "odd"
  }

  static let identifiers = ["even", "odd"]

  /// What two cells never share, even if one has gone.
  final class Identity {}
}

/// The content of every third item, which follows the state of its cell.
struct FakeContent: ContentConfiguration, Equatable {
  var item: ViewModel.Item
  var isSelected = false
  var isHighlighted = false
  var isReordering = false

  static func isUsed(for item: ViewModel.Item) -> Bool { item.id.isMultiple(of: 3) }

  func makeContentView() -> any ContentView { FakeContentView(self) }

  func updated(for state: CellConfigurationState) -> FakeContent {
    var content = self
    content.isSelected = state.isSelected
    content.isHighlighted = state.isHighlighted
    content.isReordering = state.isReordering
    return content
  }
}

/// Shows a `FakeContent`.
final class FakeContentView: ContentView {
  var configuration: any ContentConfiguration
  var frame = Rect.zero

  init(_ content: FakeContent) { configuration = content }
}

/// A supplementary view that knows what it was filled with.
final class FakeHeader: CollectionReusableView {
  var text: String?
  /// The app that filled it; nil before it is filled.
  var app: FakeApp?

  deinit { app?.reachFromView(.leavesMemory) }

  override func prepareForReuse() { app?.reachFromView(.prepareForReuse) }

  override func apply(_ attributes: LayoutAttributes) { app?.reachFromView(.applyAttributes) }

  override func preferredLayoutAttributesFitting(
    _ attributes: LayoutAttributes
  ) -> LayoutAttributes {
    app?.reachFromView(.preferredSize)
    var preferred = attributes
    preferred.size.height = preferredHeight(for: attributes.size)
    return preferred
  }

  /// The height that the view prefers where a layout offers `size`: it follows from the text. One of
  /// five takes any, and one goes away.
  func preferredHeight(for size: Size) -> Double {
    let sum = (text ?? "").utf8.reduce(0) { $0 + Int($1) }
    return [size.height, 4, 11, 23, 0][sum % 5]
  }
}

/// A decoration view. Nobody fills it: the performer tells it which app it belongs to.
final class FakeMat: CollectionReusableView {
  /// The app; nil until an operation ends while the view is shown.
  var app: FakeApp?

  deinit { app?.reachFromView(.leavesMemory) }

  override func prepareForReuse() { app?.reachFromView(.prepareForReuse) }

  override func apply(_ attributes: LayoutAttributes) { app?.reachFromView(.applyAttributes) }
}

/// A clock that goes on when cells are filled.
final class FakeWorkClock: WorkClock {
  var nanoseconds = 0
}
