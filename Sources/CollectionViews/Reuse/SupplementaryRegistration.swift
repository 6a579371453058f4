public import Changesets
public import Layouts

/// A typed registration that makes and fills the supplementary views of one kind. Like UIKit's, it has
/// no identifier to misspell.
///
/// Make one once, before the view asks for views, and keep it:
///
///     let titles = SupplementaryRegistration<TitleView>(elementKind: .sectionHeader) {
///       title, kind, path in title.text = names[path.section]
///     }
///     // In the data source:
///     try view.dequeueConfiguredReusableSupplementary(using: titles, for: path)
///
/// The first view that is dequeued registers it there.
public struct SupplementaryRegistration<View: CollectionReusableView> {
  /// The kind of its views.
  public let elementKind: ElementKind
  /// The identifier that its views bear: the class's name and a number.
  public let identifier: String
  /// Its number among the registrations of this process.
  @usableFromInline let number: Int
  @usableFromInline let source: ViewSource
  @usableFromInline let configure: (View, ElementKind, ElementPath) -> Void

  /// Views of `elementKind` made by the class's own `init(frame:)`, and filled by `configure`.
  public init(
    elementKind: ElementKind, _ configure: @escaping (View, ElementKind, ElementPath) -> Void
  ) {
    self.init(elementKind, source: .viewClass(View.self), configure)
  }

  /// Views of `elementKind` made by a template, and filled by `configure`.
  public init(
    template: ViewTemplate, elementKind: ElementKind,
    _ configure: @escaping (View, ElementKind, ElementPath) -> Void
  ) {
    self.init(elementKind, source: .template(template, of: View.self), configure)
  }

  private init(
    _ kind: ElementKind, source: ViewSource,
    _ configure: @escaping (View, ElementKind, ElementPath) -> Void
  ) {
    elementKind = kind
    number = nextRegistrationNumber()
    identifier = "\(View.self)#\(number)"
    self.source = source
    self.configure = configure
  }
}

extension CollectionView {
  /// A view for the supplementary element at `path`, made or used again for `registration`, and filled.
  ///
  /// As `dequeueReusableSupplementaryView(ofKind:withReuseIdentifier:for:)`, for a data source that is
  /// asked for a view.
  ///
  /// - Complexity: O(1) and what filling costs; no allocation where a view waits.
  /// - Throws: `.template`, `.viewClass`, or `.supplementaryRegistrationInsideRequest` if the
  ///   registration was made during the request that it is used for: no view would ever be used again.
  @inlinable
  public func dequeueConfiguredReusableSupplementary<View: CollectionReusableView>(
    using registration: SupplementaryRegistration<View>, for path: ElementPath
  ) throws(CollectionViewError) -> View {
    let kind = registration.elementKind
    let waiting = try dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: registration.identifier, number: registration.number,
      registering: registration.source, for: path)
    guard let view = waiting as? View else {
      throw .viewClass(
        .supplementary(kind, path), found: "\(type(of: waiting))", expected: "\(View.self)")
    }
    registration.configure(view, kind, path)
    return view
  }

  /// As the method without `source`, which is registered first where nothing is.
  @usableFromInline
  func dequeueReusableSupplementaryView(
    ofKind kind: ElementKind, withReuseIdentifier identifier: String, number: Int,
    registering source: ViewSource, for path: ElementPath
  ) throws(CollectionViewError) -> CollectionReusableView {
    let key = ReuseKey.supplementary(kind, identifier)
    if pool.registeredNumber(of: key) == nil {
      if request.kind == .view, number > request.lastRegistrationNumber {
        throw .supplementaryRegistrationInsideRequest(.supplementary(kind, path), identifier)
      }
      let released = pool.register(source, for: key, flushes: false)
      withExtendedLifetime(released) {}
    }
    return try dequeueReusableSupplementaryView(
      ofKind: kind, withReuseIdentifier: identifier, for: path)
  }
}
