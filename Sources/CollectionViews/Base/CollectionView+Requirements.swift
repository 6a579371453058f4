import Changesets
import Geometry
import Layouts

/// What a caller can check itself, and must (see the preconditions of what calls these).
extension CollectionView {
  static func requireFree(_ layout: CollectionViewLayout) {
    require(
      layout.host == nil,
      "CollectionView.init(frame:collectionViewLayout:): the layout lays another view out; give each "
        + "view a layout of its own")
  }

  func requireDuration() {
    require(
      animationDuration >= 0 && animationDuration.isFinite,
      "CollectionView.animationDuration: it is \(animationDuration) seconds; valid is a finite "
        + "number that is not negative")
  }

  /// Stops the program unless `point`, which is the `name` of `method`, is finite.
  func requireFinite(
    _ point: Point, _ method: @autoclosure () -> String, _ name: @autoclosure () -> String
  ) {
    require(
      point.isFinite,
      "CollectionView.\(method()): the \(name()) is \(point); valid are finite numbers")
  }
}

extension Point {
  /// Whether both coordinates are finite.
  var isFinite: Bool { x.isFinite && y.isFinite }
}
