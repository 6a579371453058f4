import Geometry

/// Computes the frames of a group's items; a repetition of the group moves them.
///
/// The description is one that `CompositionChecks` has passed.
struct GroupSolver {
  /// The size of an item along the axes along which it sizes itself.
  enum ItemSize {
    /// The estimate.
    case described
    /// A size that the item prefers.
    case preferred(Size)
    /// None: the section's items end before (CL-20).
    case missing
  }

  /// The most items of one group.
  static let maximumItemCount = 1 << 16
  /// The most items that are solved for one group, with those of members that then do not fit.
  static let maximumSolvedCount = 1 << 20
  /// The excess over a group's length that its members may have, in points, so that three thirds
  /// fill it.
  static var tolerance: Double { LineRule.tolerance }

  /// The length that the group gives a member in place of its own (CL-7).
  struct GivenLength {
    var axis: Axis
    var points: Double
  }

  /// Some items and groups with supplementary items, one behind the other.
  private struct Parts {
    var items: Range<Int>
    var boxes: Range<Int>
  }

  /// A member of a group, solved by itself.
  private struct Member {
    var edges: LayoutEdgeSpacing
    var size: Size
    /// The places of what is in it in the solver's lists.
    var parts: Parts

    /// Returns the least length of the member with the distances around it, in points.
    func length(_ axis: Axis) -> Double {
      (edges.before(axis)?.points ?? 0) + size[axis] + (edges.after(axis)?.points ?? 0)
    }

    /// Returns the number of flexible distances around the member.
    func flexibleCount(_ axis: Axis) -> Int {
      (edges.before(axis)?.isFlexible == true ? 1 : 0)
        + (edges.after(axis)?.isFlexible == true ? 1 : 0)
    }
  }

  private let answers: CustomGroupAnswers?
  private let itemSize: ((Int) -> ItemSize)?
  private let notesPlaces: Bool
  /// The items solved so far. Each is relative to the innermost group that is not solved yet.
  private var items: [SolvedItem] = []
  /// The groups with supplementary items solved so far.
  private var boxes: [SolvedBox] = []
  /// The number of items solved so far, with those of members that did not fit.
  private var solvedCount = 0

  private init(
    _ answers: CustomGroupAnswers?, notesPlaces: Bool, _ itemSize: ((Int) -> ItemSize)?
  ) {
    self.answers = answers
    self.notesPlaces = notesPlaces
    self.itemSize = itemSize
  }

  /// Solves `group` in a container of `container` points.
  ///
  /// - Parameters:
  ///   - group: A group.
  ///   - container: The size of the container less its insets.
  ///   - answers: The answers of custom groups so far; nil if there are no such groups.
  ///   - notesPlaces: A Boolean value that indicates whether items note the members that lead to them.
  ///   - itemSize: Returns the size of an item, by its number in the group; nil if all are as described.
  /// - Returns: The frames of the group's items.
  /// - Throws: `CompositionError` if too many items fit, or for an invalid frame of a custom group.
  /// - Complexity: O(items).
  static func solve(
    _ group: LayoutGroup, in container: Size, _ answers: CustomGroupAnswers?,
    notesPlaces: Bool = false, itemSize: ((Int) -> ItemSize)? = nil
  ) throws(CompositionError) -> SolvedGroup {
    var solver = GroupSolver(answers, notesPlaces: notesPlaces, itemSize)
    let size = try solver.solve(group, in: container, given: nil)
    return SolvedGroup(size: size, items: solver.items, boxes: solver.boxes)
  }

  /// Returns what has been solved since there were as many items and boxes as `start` has.
  private func parts(since start: Parts) -> Parts {
    Parts(
      items: start.items.upperBound..<items.count, boxes: start.boxes.upperBound..<boxes.count)
  }

  /// Everything that has been solved.
  private var parts: Parts { Parts(items: 0..<items.count, boxes: 0..<boxes.count) }

  /// Solves a group and returns its size.
  private mutating func solve(
    _ group: LayoutGroup, in container: Size, given: GivenLength?
  ) throws(CompositionError) -> Size {
    let first = items.count
    var size = group.layoutSize.points(in: container)
    if let given { size[given.axis] = given.points }
    let openAxes = OpenAxes(group.layoutSize, given: given?.axis)
    let insets = group.contentInsets.ignoring(openAxes)
    let content = size.inset(by: insets)
    switch group.arrangement {
    case .custom(let provider):
      try solve(provider, LayoutEnvironment(contentSize: size, contentInsets: insets))
    case .fitting(let axis, let subitems):
      let members = try fit(
        subitems, along: axis, group.interItemSpacing.points, in: content,
        openAxes.contains(axis))
      size = try place(
        members, along: axis, group.interItemSpacing, size, insets, content, openAxes)
    case .repeating(let axis, let subitem, let count):
      let members = try repeated(
        subitem, count, along: axis, group.interItemSpacing.points, in: content,
        openAxes.contains(axis))
      size = try place(
        members, along: axis, group.interItemSpacing, size, insets, content, openAxes)
    }
    if !group.supplementaryItems.isEmpty {
      boxes.append(
        SolvedBox(
          firstItem: first, frame: Rect(origin: .zero, size: size),
          supplementaryItems: group.supplementaryItems))
    }
    return size
  }

  /// Makes room for `count` items of the group.
  private mutating func take(_ count: Int) throws(CompositionError) {
    solvedCount += count
    guard items.count + count <= Self.maximumItemCount else {
      throw CompositionError(path: [], problem: .tooManyItems(most: Self.maximumItemCount))
    }
    guard solvedCount <= Self.maximumSolvedCount else {
      throw CompositionError(
        path: [], problem: .tooManySolvedItems(most: Self.maximumSolvedCount))
    }
  }

  private mutating func solve(
    _ provider: CustomGroupProvider, _ environment: LayoutEnvironment
  ) throws(CompositionError) {
    guard let frames = try answers?.items(of: provider, in: environment) else { return }
    try take(frames.count)
    items += frames
  }

  /// Returns `subitem` in a container of `content` points.
  private mutating func solve(
    _ subitem: LayoutSubitem, number: Int, in content: Size, given: GivenLength? = nil
  ) throws(CompositionError) -> Member {
    let before = parts
    var member = Member(edges: subitem.edgeSpacing, size: .zero, parts: before)
    switch subitem {
    case .item(let item): member.size = try solve(item, in: content, given: given)
    case .group(let group):
      do {
        member.size = try solve(group, in: content, given: given)
      } catch {
        throw error.within(.subitem(number))
      }
    }
    member.parts = parts(since: before)
    if notesPlaces {
      for item in member.parts.items { items[item].place.insert(.subitem(number), at: 0) }
      for box in member.parts.boxes { boxes[box].place.insert(.subitem(number), at: 0) }
    }
    return member
  }

  /// Solves an item in a container of `content` points and returns its size.
  private mutating func solve(
    _ item: LayoutItem, in content: Size, given: GivenLength?
  ) throws(CompositionError) -> Size {
    var size = item.layoutSize.points(in: content)
    if let given { size[given.axis] = given.points }
    let openAxes = OpenAxes(item.layoutSize, given: given?.axis)
    let insets = item.contentInsets.ignoring(openAxes)
    let described = size.inset(by: insets)
    if !openAxes.isEmpty, let itemSize {
      let own = itemSize(items.count)
      for axis in Axis.allCases where openAxes.contains(axis) {
        switch own {
        case .described: break
        case .preferred(let own): size[axis] = own[axis]
        case .missing: size[axis] = 0
        }
      }
    }
    try take(1)
    items.append(
      SolvedItem(
        frame: Rect(origin: Point(x: insets.left, y: insets.top), size: size.inset(by: insets)),
        describedSize: described, openAxes: openAxes, supplementaryItems: item.supplementaryItems))
    return size
  }

  /// Returns the members over and over, as many as fit (CL-6).
  private mutating func fit(
    _ subitems: [LayoutSubitem], along axis: Axis, _ spacing: Double, in content: Size,
    _ isOpen: Bool
  ) throws(CompositionError) -> [Member] {
    var members: [Member] = []
    var (used, usedBefore) = (0.0, 0.0)
    func fits(_ length: Double, after used: Double) -> Bool {
      used + spacing + length <= content[axis] + Self.tolerance
    }
    // In the first round, `members` has the length of each member that has been solved: nested groups
    // that do not fit again are not solved again, which would double the work with each level.
    var isFirstRound = true
    while true {
      for (number, subitem) in subitems.enumerated() {
        if !isFirstRound, !fits(members[number].length(axis), after: used) { return members }
        let before = parts
        let member = try solve(subitem, number: number, in: content)
        let length = member.length(axis)
        guard isOpen || members.isEmpty || fits(length, after: used) else {
          items.removeSubrange(before.items.upperBound...)
          boxes.removeSubrange(before.boxes.upperBound...)
          return members
        }
        used = members.isEmpty ? length : used + spacing + length
        members.append(member)
      }
      // Members without length would fit for ever.
      guard !isOpen, used > usedBefore else { return members }
      usedBefore = used
      isFirstRound = false
    }
  }

  /// Returns `count` members that share the length of the group (CL-7).
  private mutating func repeated(
    _ subitem: LayoutSubitem, _ count: Int, along axis: Axis, _ spacing: Double,
    in content: Size, _ isOpen: Bool
  ) throws(CompositionError) -> [Member] {
    var given: GivenLength?
    if !isOpen {
      let gaps = Double(count - 1) * spacing
      let edges = subitem.edgeSpacing
      let share = (content[axis] - gaps) / Double(count)
      let length = share - (edges.before(axis)?.points ?? 0) - (edges.after(axis)?.points ?? 0)
      given = GivenLength(axis: axis, points: max(length, 0))
    }
    let solvedBefore = solvedCount
    var members: [Member] = []
    members.reserveCapacity(count)
    if items.isEmpty, case .item = subitem { items.reserveCapacity(count) }
    members.append(try solve(subitem, number: 0, in: content, given: given))
    let work = solvedCount - solvedBefore
    while members.count < count {
      // The others are as the first one. One for which there is no room is solved for its error.
      if let copy = copy(of: members[0], for: work) {
        members.append(copy)
      } else {
        members.append(try solve(subitem, number: 0, in: content, given: given))
      }
    }
    return members
  }

  /// Returns a copy of a member for which `work` items were solved, which count again; nil if items
  /// have sizes of their own, or if there is no room.
  private mutating func copy(of member: Member, for work: Int) -> Member? {
    guard itemSize == nil, items.count + member.parts.items.count <= Self.maximumItemCount,
      solvedCount + work <= Self.maximumSolvedCount
    else { return nil }
    solvedCount += work
    let before = parts
    for place in member.parts.items { items.append(items[place]) }
    for place in member.parts.boxes {
      var box = boxes[place]
      box.firstItem += before.items.upperBound - member.parts.items.lowerBound
      boxes.append(box)
    }
    var copy = member
    copy.parts = parts(since: before)
    return copy
  }

  /// Places `members` one behind the other along `axis` (CL-5, CL-8) and returns the group's size.
  private mutating func place(
    _ members: [Member], along axis: Axis, _ spacing: LayoutSpacing, _ size: Size,
    _ insets: EdgeInsets, _ content: Size, _ openAxes: OpenAxes
  ) throws(CompositionError) -> Size {
    let crossing = axis.crossing
    var (size, content) = (size, content)
    var used = Double(members.count - 1) * spacing.points
    for member in members { used += member.length(axis) }
    if openAxes.contains(axis) { (size[axis], content[axis]) = (used, used) }
    if openAxes.contains(crossing) {
      let thickest = members.lazy.map { $0.length(crossing) }.max() ?? 0
      (size[crossing], content[crossing]) = (thickest, thickest)
    }
    let gapCount = spacing.isFlexible ? members.count - 1 : 0
    let flexibleCount = members.reduce(gapCount) { $0 + $1.flexibleCount(axis) }
    let share = flexibleCount > 0 ? max(content[axis] - used, 0) / Double(flexibleCount) : 0
    let between = spacing.points + (spacing.isFlexible ? share : 0)
    var position = insets.leading(axis)
    for (number, member) in members.enumerated() {
      if number > 0 { position += between }
      position += Self.points(member.edges.before(axis), share)
      let crossFree = max(content[crossing] - member.length(crossing), 0)
      let crossShare = crossFree / Double(max(member.flexibleCount(crossing), 1))
      var origin = Point.zero
      origin[axis] = position
      origin[crossing] =
        insets.leading(crossing) + Self.points(member.edges.before(crossing), crossShare)
      try move(member.parts, by: origin)
      position += member.size[axis] + Self.points(member.edges.after(axis), share)
    }
    guard size.width.isFinite, size.height.isFinite else {
      throw CompositionError(path: [], problem: .overflow)
    }
    return size
  }

  /// Moves a member to its place in its group.
  private mutating func move(_ parts: Parts, by origin: Point) throws(CompositionError) {
    var isFinite = true
    for item in parts.items {
      items[item].frame = items[item].frame.offsetBy(dx: origin.x, dy: origin.y)
      isFinite = isFinite && items[item].frame.hasFiniteEdges
    }
    for box in parts.boxes {
      boxes[box].frame = boxes[box].frame.offsetBy(dx: origin.x, dy: origin.y)
      isFinite = isFinite && boxes[box].frame.hasFiniteEdges
    }
    guard isFinite else { throw CompositionError(path: [], problem: .overflow) }
  }

  private static func points(_ spacing: LayoutSpacing?, _ share: Double) -> Double {
    guard let spacing else { return 0 }
    return spacing.points + (spacing.isFlexible ? share : 0)
  }
}

extension EdgeInsets {
  /// Returns the insets without those along `axes`.
  func ignoring(_ axes: OpenAxes) -> EdgeInsets {
    guard !axes.isEmpty else { return self }
    var insets = self
    if axes.contains(.horizontal) { (insets.left, insets.right) = (0, 0) }
    if axes.contains(.vertical) { (insets.top, insets.bottom) = (0, 0) }
    return insets
  }
}

extension Point {
  /// A Boolean value that indicates whether both coordinates are finite.
  var isFinite: Bool { x.isFinite && y.isFinite }
}
