import Geometry

/// An item of a group, solved: its frame relative to the group that was solved.
struct SolvedItem {
  var frame: Rect
  /// The size with estimates in place of preferred extents; badges refer to it (CL-11).
  var describedSize: Size
  /// The axes along which the item sizes itself.
  var sizedAxes: [Axis] = []
  var zIndex = 0
  /// The elements attached to the item.
  var supplementaryItems: [LayoutSupplementaryItem] = []
  /// The members that lead to the item from the group, if places are noted.
  var place: [CompositionError.Step] = []
}

/// A group in a container, solved: the frames of all its items, in order.
struct SolvedGroup {
  /// The size of the group with its margins, in points.
  var size: Size
  var items: [SolvedItem]
}

/// The answers of the closures of custom groups, each asked once for each environment.
///
/// Frames that a closure would give another time have no effect, so that the number of items of a
/// group never changes.
final class CustomGroupAnswers {
  private struct Question: Hashable {
    var provider: CustomGroupProvider
    var environment: LayoutEnvironment
  }

  private var items: [Question: [SolvedItem]] = [:]

  /// Returns the items of a custom group in `environment`.
  ///
  /// - Throws: `CompositionError` for an answer without items or with an invalid frame.
  func items(
    of provider: CustomGroupProvider, in environment: LayoutEnvironment
  ) throws(CompositionError) -> [SolvedItem] {
    let question = Question(provider: provider, environment: environment)
    if let known = items[question] { return known }
    let answer = provider.items(environment)
    guard !answer.isEmpty else { throw CompositionError(path: [], problem: .noSubitems) }
    var solved: [SolvedItem] = []
    solved.reserveCapacity(answer.count)
    for (number, item) in answer.enumerated() {
      guard item.frame.origin.isFinite, item.frame.size.isUsable else {
        throw CompositionError(path: [.customItem(number)], problem: .frame(item.frame))
      }
      guard item.frame.hasFiniteEdges else {
        throw CompositionError(path: [.customItem(number)], problem: .overflow)
      }
      solved.append(
        SolvedItem(frame: item.frame, describedSize: item.frame.size, zIndex: item.zIndex))
    }
    items[question] = solved
    return solved
  }
}

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

  /// A member of a group, solved by itself.
  private struct Member {
    var edges: LayoutEdgeSpacing
    var size: Size
    var items: [SolvedItem]

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

  private let answers: CustomGroupAnswers
  private let itemSize: (Int) -> ItemSize
  private let notesPlaces: Bool
  /// The number of items solved so far.
  private var itemCount = 0
  /// The same with the items of members that did not fit.
  private var solvedCount = 0

  private init(
    _ answers: CustomGroupAnswers, notesPlaces: Bool, _ itemSize: @escaping (Int) -> ItemSize
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
  ///   - answers: The answers of custom groups so far.
  ///   - notesPlaces: A Boolean value that indicates whether items note the members that lead to them.
  ///   - itemSize: Returns the size of an item, by its number in the group.
  /// - Returns: The frames of the group's items.
  /// - Throws: `CompositionError` if too many items fit, or for an invalid frame of a custom group.
  /// - Complexity: O(items).
  static func solve(
    _ group: LayoutGroup, in container: Size, _ answers: CustomGroupAnswers,
    notesPlaces: Bool = false, itemSize: @escaping (Int) -> ItemSize = { _ in .described }
  ) throws(CompositionError) -> SolvedGroup {
    var solver = GroupSolver(answers, notesPlaces: notesPlaces, itemSize)
    return try solver.solve(group, in: container, given: nil)
  }

  private mutating func solve(
    _ group: LayoutGroup, in container: Size, given: GivenLength?
  ) throws(CompositionError) -> SolvedGroup {
    var size = group.layoutSize.points(in: container)
    if let given { size[given.axis] = given.points }
    let isOpen = { (axis: Axis) in group.layoutSize[axis].isEstimated && given?.axis != axis }
    let insets = group.contentInsets.ignoring(isOpen)
    let content = size.inset(by: insets)
    switch group.arrangement {
    case .custom(let provider):
      return try solve(provider, LayoutEnvironment(contentSize: size, contentInsets: insets))
    case .fitting(let axis, let subitems):
      let members = try fit(
        subitems, along: axis, group.interItemSpacing.points, in: content, isOpen(axis))
      return try Self.place(members, of: group, along: axis, size, insets, content, isOpen)
    case .repeating(let axis, let subitem, let count):
      let members = try repeated(subitem, count, along: axis, of: group, in: content, isOpen(axis))
      return try Self.place(members, of: group, along: axis, size, insets, content, isOpen)
    }
  }

  /// Counts `count` items of the group.
  private mutating func take(_ count: Int) throws(CompositionError) {
    itemCount += count
    solvedCount += count
    guard itemCount <= Self.maximumItemCount, solvedCount <= Self.maximumSolvedCount else {
      throw CompositionError(path: [], problem: .tooManyItems(most: Self.maximumItemCount))
    }
  }

  private mutating func solve(
    _ provider: CustomGroupProvider, _ environment: LayoutEnvironment
  ) throws(CompositionError) -> SolvedGroup {
    let items = try answers.items(of: provider, in: environment)
    try take(items.count)
    return SolvedGroup(size: environment.contentSize, items: items)
  }

  /// Returns `subitem` in a container of `content` points.
  private mutating func solve(
    _ subitem: LayoutSubitem, number: Int, in content: Size, given: GivenLength? = nil
  ) throws(CompositionError) -> Member {
    switch subitem {
    case .item(let item):
      var size = item.layoutSize.points(in: content)
      if let given { size[given.axis] = given.points }
      let isOpen = { (axis: Axis) in item.layoutSize[axis].isEstimated && given?.axis != axis }
      let sizedAxes =
        isOpen(.horizontal) || isOpen(.vertical) ? Axis.allCases.filter(isOpen) : []
      let insets = item.contentInsets.ignoring(isOpen)
      let described = size.inset(by: insets)
      for axis in sizedAxes {
        switch itemSize(itemCount) {
        case .described: break
        case .preferred(let own): size[axis] = own[axis]
        case .missing: size[axis] = 0
        }
      }
      try take(1)
      let frame = Rect(
        origin: Point(x: insets.left, y: insets.top), size: size.inset(by: insets))
      return Member(
        edges: item.edgeSpacing, size: size,
        items: [
          SolvedItem(
            frame: frame, describedSize: described, sizedAxes: sizedAxes,
            supplementaryItems: item.supplementaryItems,
            place: notesPlaces ? [.subitem(number)] : [])
        ])
    case .group(let group):
      do {
        var solved = try solve(group, in: content, given: given)
        if notesPlaces {
          for item in solved.items.indices {
            solved.items[item].place.insert(.subitem(number), at: 0)
          }
        }
        return Member(edges: group.edgeSpacing, size: solved.size, items: solved.items)
      } catch {
        throw error.within(.subitem(number))
      }
    }
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
    // The lengths of members that have been solved: nested groups that do not fit again are not
    // solved again, which would double the work with each level.
    var lengths: [Double] = []
    while true {
      for (number, subitem) in subitems.enumerated() {
        if number < lengths.count, !fits(lengths[number], after: used) { return members }
        let itemsBefore = itemCount
        let member = try solve(subitem, number: number, in: content)
        let length = member.length(axis)
        if lengths.count == number { lengths.append(length) }
        guard isOpen || members.isEmpty || fits(length, after: used) else {
          itemCount = itemsBefore
          return members
        }
        used = members.isEmpty ? length : used + spacing + length
        members.append(member)
      }
      // Members without length would fit for ever.
      guard !isOpen, used > usedBefore else { return members }
      usedBefore = used
    }
  }

  /// Returns `count` members that share the length of the group (CL-7).
  private mutating func repeated(
    _ subitem: LayoutSubitem, _ count: Int, along axis: Axis, of group: LayoutGroup,
    in content: Size, _ isOpen: Bool
  ) throws(CompositionError) -> [Member] {
    var given: GivenLength?
    if !isOpen {
      let gaps = Double(count - 1) * group.interItemSpacing.points
      let edges = subitem.edgeSpacing
      let share = (content[axis] - gaps) / Double(count)
      let length = share - (edges.before(axis)?.points ?? 0) - (edges.after(axis)?.points ?? 0)
      given = GivenLength(axis: axis, points: max(length, 0))
    }
    var members: [Member] = []
    for _ in 0..<count {
      members.append(try solve(subitem, number: 0, in: content, given: given))
    }
    return members
  }

  /// Places `members` one behind the other along `axis` (CL-5, CL-8).
  private static func place(
    _ members: [Member], of group: LayoutGroup, along axis: Axis, _ size: Size,
    _ insets: EdgeInsets, _ content: Size, _ isOpen: (Axis) -> Bool
  ) throws(CompositionError) -> SolvedGroup {
    let (spacing, crossing) = (group.interItemSpacing, axis.crossing)
    var (size, content) = (size, content)
    var used = Double(members.count - 1) * spacing.points
    for member in members { used += member.length(axis) }
    if isOpen(axis) { (size[axis], content[axis]) = (used, used) }
    if isOpen(crossing) {
      let thickest = members.lazy.map { $0.length(crossing) }.max() ?? 0
      (size[crossing], content[crossing]) = (thickest, thickest)
    }
    let gapCount = spacing.isFlexible ? members.count - 1 : 0
    let flexibleCount = members.reduce(gapCount) { $0 + $1.flexibleCount(axis) }
    let share = flexibleCount > 0 ? max(content[axis] - used, 0) / Double(flexibleCount) : 0
    let between = spacing.points + (spacing.isFlexible ? share : 0)
    var items: [SolvedItem] = []
    items.reserveCapacity(members.reduce(0) { $0 + $1.items.count })
    var position = insets.leading(axis)
    for (number, member) in members.enumerated() {
      if number > 0 { position += between }
      position += points(member.edges.before(axis), share)
      let crossFree = max(content[crossing] - member.length(crossing), 0)
      let crossShare = crossFree / Double(max(member.flexibleCount(crossing), 1))
      var origin = Point.zero
      origin[axis] = position
      origin[crossing] =
        insets.leading(crossing) + points(member.edges.before(crossing), crossShare)
      for var item in member.items {
        item.frame = item.frame.offsetBy(dx: origin.x, dy: origin.y)
        items.append(item)
      }
      position += member.size[axis] + points(member.edges.after(axis), share)
    }
    let solved = SolvedGroup(size: size, items: items)
    try solved.checkFinite()
    return solved
  }

  private static func points(_ spacing: LayoutSpacing?, _ share: Double) -> Double {
    guard let spacing else { return 0 }
    return spacing.points + (spacing.isFlexible ? share : 0)
  }
}

extension EdgeInsets {
  /// Returns the insets without those along the axes for which `isIgnored` holds.
  func ignoring(_ isIgnored: (Axis) -> Bool) -> EdgeInsets {
    var insets = self
    if isIgnored(.horizontal) { (insets.left, insets.right) = (0, 0) }
    if isIgnored(.vertical) { (insets.top, insets.bottom) = (0, 0) }
    return insets
  }
}

extension Point {
  /// A Boolean value that indicates whether both coordinates are finite.
  var isFinite: Bool { x.isFinite && y.isFinite }
}
