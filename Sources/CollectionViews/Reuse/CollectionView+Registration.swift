public import Changesets
import Geometry
public import Layouts

// MARK: Registering

extension CollectionView {
  /// Registers a class, whose `init(frame:)` makes the cells with `identifier`; nil unregisters it.
  ///
  /// Another registration under the same identifier holds for cells that are made from then on; those
  /// that wait are used on, unless `flushesQueue`.
  ///
  /// - Precondition: The identifier is not empty.
  public func register(
    _ type: CollectionViewCell.Type?, forCellWithReuseIdentifier identifier: String,
    flushesQueue: Bool = false
  ) {
    register(type.map { .viewClass($0) }, for: .cell(identifier), flushesQueue)
  }

  /// Registers a template, which makes the cells of class `type` with `identifier`.
  ///
  /// - Precondition: The identifier is not empty.
  public func register<Cell: CollectionViewCell>(
    _ template: ViewTemplate, of type: Cell.Type, forCellWithReuseIdentifier identifier: String,
    flushesQueue: Bool = false
  ) {
    register(.template(template, of: type), for: .cell(identifier), flushesQueue)
  }

  /// Registers a class, whose `init(frame:)` makes the supplementary views of `kind` with
  /// `identifier`; nil unregisters it.
  ///
  /// - Precondition: The identifier is not empty.
  public func register(
    _ type: CollectionReusableView.Type?, forSupplementaryViewOfKind kind: ElementKind,
    withReuseIdentifier identifier: String, flushesQueue: Bool = false
  ) {
    register(type.map { .viewClass($0) }, for: .supplementary(kind, identifier), flushesQueue)
  }

  /// Registers a template, which makes the supplementary views of `kind` with `identifier`.
  ///
  /// - Precondition: The identifier is not empty.
  public func register<View: CollectionReusableView>(
    _ template: ViewTemplate, of type: View.Type, forSupplementaryViewOfKind kind: ElementKind,
    withReuseIdentifier identifier: String, flushesQueue: Bool = false
  ) {
    register(.template(template, of: type), for: .supplementary(kind, identifier), flushesQueue)
  }

  private func register(_ source: ViewSource?, for key: ReuseKey, _ flushesQueue: Bool) {
    requireIdentifier(of: key)
    let released = pool.register(source, for: key, flushes: flushesQueue)
    withExtendedLifetime(released) {}
  }

  /// Registers `source`, or nothing, for views that are never mixed with those of another source.
  package func replaceRegistration(_ source: ViewSource?, for key: ReuseKey) {
    requireIdentifier(of: key)
    let released = pool.replaceRegistration(source, for: key)
    withExtendedLifetime(released) {}
  }

  func requireIdentifier(of key: ReuseKey) {
    require(
      !key.identifier.isEmpty,
      "CollectionView.register: the reuse identifier is empty; valid is one of a character or more")
  }

  /// Which of the views that wait is used next.
  public var reuseOrder: ReuseOrder {
    get { pool.order }
    set { pool.order = newValue }
  }

  /// A Boolean value that indicates whether views are reused. Only measurements turn it off.
  public var reusesViews: Bool {
    get { pool.reusesViews }
    set { pool.reusesViews = newValue }
  }

  /// Returns the reuse statistics of the views of one identifier.
  public func reuseStatistics(of key: ReuseKey) -> ReuseStatistics { pool.statistics(of: key) }

  /// The reuse statistics of all views: the sum over all identifiers.
  public var reuseStatistics: ReuseStatistics { pool.statistics }
}

// MARK: Dequeuing

extension CollectionView {
  /// A cell for the item at `path`: one that waits, prepared for reuse, or a new one.
  ///
  /// It has the size that the layout has for the item, before a transform. For a data source while it
  /// is asked for this item's cell; at other times the cell is the caller's own and counted as stray
  /// (RU-8).
  ///
  /// - Complexity: O(1); no allocation where a cell waits.
  /// - Throws: `.notRegistered`, `.template` or `.viewClass`.
  public func dequeueReusableCell(
    withReuseIdentifier identifier: String, for path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    if let cell = cellToReconfigure(at: path, identifier) { return cell }
    guard let number = pool.registeredNumber(ofCell: identifier) else {
      throw notRegistered(.cell(identifier))
    }
    return try dequeueCell(number, for: path)
  }

  /// A cell of queue `number`, as `dequeueReusableCell(withReuseIdentifier:for:)`.
  func dequeueCell(
    _ number: Int, for path: ItemPath
  ) throws(CollectionViewError) -> CollectionViewCell {
    let view = try dequeue(number, frame: frameForDequeue(ofCell: path))
    guard let cell = view as? CollectionViewCell else {
      throw .viewClass(.cell(path), found: "\(type(of: view))", expected: "CollectionViewCell")
    }
    return cell
  }

  /// A view for a supplementary element, as `dequeueReusableCell(withReuseIdentifier:for:)`.
  ///
  /// - Throws: `.notRegistered` or `.template`.
  public func dequeueReusableSupplementaryView(
    ofKind kind: ElementKind, withReuseIdentifier identifier: String, for path: ElementPath
  ) throws(CollectionViewError) -> CollectionReusableView {
    let key = ReuseKey.supplementary(kind, identifier)
    guard let number = pool.registeredNumber(of: key) else { throw notRegistered(key) }
    return try dequeue(number, frame: frameForDequeue(of: .supplementary(kind, path)))
  }

  private func notRegistered(_ key: ReuseKey) -> CollectionViewError {
    .notRegistered(key, registered: pool.registered(key))
  }

  /// A view of queue `number`, prepared for reuse or new, counted for the request under way.
  func dequeue(
    _ number: Int, frame: Rect?
  ) throws(CollectionViewError) -> CollectionReusableView {
    let frame = frame ?? .zero
    let view: CollectionReusableView
    if let waiting = pool.take(from: number) {
      view = waiting
      view.place = .dequeued
      view.resetOwnedState()
      view.initialFrame = frame
      view.prepareForReuse()
    } else {
      view = try makeView(number, frame: frame)
    }
    if request.kind == .view { request.add(view) } else { work.strayDequeued += 1 }
    return view
  }

  /// Makes a view of queue `number`.
  func makeView(
    _ number: Int, frame: Rect
  ) throws(CollectionViewError) -> CollectionReusableView {
    guard let source = pool.source(of: number) else { throw notRegistered(pool.key(of: number)) }
    let start = workTime
    let view = try source.makeView(frame: frame)
    view.place = .dequeued
    view.queue = number
    (view as? CollectionViewCell)?.collectionView = self
    let identifier = pool.key(of: number).identifier
    view.reuseIdentifier = identifier.isEmpty ? nil : identifier
    pool.countCreated(for: number)
    if let start { noteMaking(of: number, since: start) }
    return view
  }

  @inline(__always)
  private func frameForDequeue(ofCell path: ItemPath) -> Rect? {
    if request.kind == .view, request.asksForCell, request.askedCell.path == path {
      return request.askedCell.frame
    }
    return frameForDequeue(of: .cell(path))
  }

  private func frameForDequeue(of element: LayoutElement) -> Rect? {
    if let frame = request.frame(of: element) { return frame }
    guard collectionViewLayout.isPrepared, counts.isValid else { return nil }
    return collectionViewLayout.shownAttributes(for: element)?.inline.bounds
  }

  func cellToReconfigure(at path: ItemPath, _ identifier: String) -> CollectionViewCell? {
    guard let cell = request.reconfigured, request.element?.path.itemPath == path,
      cell.reuseIdentifier == identifier
    else { return nil }
    return cell
  }

  /// Puts a view that is no longer shown back into its queue, or gives it up.
  func putBack(_ view: CollectionReusableView) {
    guard let number = view.queue else { return }
    view.place = .queued
    pool.put(view, in: number)
  }
}
