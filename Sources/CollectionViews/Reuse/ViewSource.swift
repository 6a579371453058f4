import Geometry
public import Layouts

/// The source of the views of one reuse identifier: a class, or a template.
public struct ViewSource {
  /// The name of the class or the template, for messages.
  public let name: String
  private let type: ObjectIdentifier
  private let make: (Rect) throws(CollectionViewError) -> CollectionReusableView

  /// Views made by the class's own `init(frame:)`.
  public static func viewClass(_ type: CollectionReusableView.Type) -> ViewSource {
    ViewSource(name: "\(type)", type: ObjectIdentifier(type)) { frame in type.init(frame: frame) }
  }

  /// Views made by a template, which must yield exactly one view of class `View`.
  public static func template<View: CollectionReusableView>(
    _ template: ViewTemplate, of type: View.Type
  ) -> ViewSource {
    ViewSource(name: template.name, type: ObjectIdentifier(type)) {
      frame throws(CollectionViewError) in
      try template.makeView(of: type, frame: frame)
    }
  }

  func makeView(frame: Rect) throws(CollectionViewError) -> CollectionReusableView {
    try make(frame)
  }

  /// Returns a Boolean value that indicates whether both sources make views of one class by one
  /// name. One may then be used for the other.
  func isSame(as other: ViewSource) -> Bool { name == other.name && type == other.type }

  private init(
    name: String, type: ObjectIdentifier,
    make: @escaping (Rect) throws(CollectionViewError) -> CollectionReusableView
  ) {
    self.name = name
    self.type = type
    self.make = make
  }
}

/// A named factory of top-level objects: what a nib is in UIKit.
public struct ViewTemplate {
  /// The name, for messages.
  public let name: String
  private let instantiate: () -> [Any]

  /// A template called `name`, whose views `instantiate` makes: one each time.
  public init(_ name: String, instantiate: @escaping () -> [Any]) {
    self.name = name
    self.instantiate = instantiate
  }

  /// The one view that it yields, awakened.
  func makeView<View: CollectionReusableView>(
    of type: View.Type, frame: Rect
  ) throws(CollectionViewError) -> View {
    let objects = instantiate()
    guard objects.count == 1, let view = objects[0] as? View, view.place == .made, view.queue == nil
    else {
      throw .template(
        name: name, yielded: objects.map { "\(Swift.type(of: $0))" }, expected: "new \(type)")
    }
    view.initialFrame = frame
    view.awakeFromTemplate()
    return view
  }
}

/// A registration handed to a collection view when it is made: a storyboard's prototype.
///
/// Registering something else for the same identifier later overrides it.
public struct ViewPrototype {
  let key: ReuseKey
  let source: ViewSource

  /// Cells with `identifier`, made from `source`.
  public static func cell(_ source: ViewSource, reuseIdentifier identifier: String)
    -> ViewPrototype
  {
    ViewPrototype(key: .cell(identifier), source: source)
  }

  /// Supplementary views of `kind` with `identifier`, made from `source`.
  public static func supplementary(
    _ source: ViewSource, ofKind kind: ElementKind, reuseIdentifier identifier: String
  ) -> ViewPrototype {
    ViewPrototype(key: .supplementary(kind, identifier), source: source)
  }
}
