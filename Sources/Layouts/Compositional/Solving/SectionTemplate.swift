import Geometry

/// A section's description, solved for one container: everything that does not depend on the number
/// of its items or on where the section is.
///
/// All distances are along or across the scroll direction, in points.
final class SectionTemplate {
  /// The way in which groups follow each other.
  enum Arrangement: Hashable {
    /// Along the scroll direction, all of one extent.
    case fixed
    /// Along the scroll direction, each as long as its longest item (CL-9).
    case lines
    /// Along the scroll direction, each with as many items as fit (CL-10).
    case wrapping(spacing: Double)
    /// Along the scroll direction, each as long as its items make it (CL-24).
    case measured
    /// Across the scroll direction (CL-16).
    case orthogonal
  }

  /// One item of the group.
  struct Item {
    /// The distance of its frame from the group's beginning.
    var start: Double
    var extent: Double
    /// The distance of its frame from the content's edge across the scroll direction.
    var crossStart: Double
    var crossExtent: Double
    /// A Boolean value that indicates whether it sizes itself along the scroll direction.
    var sizesAlong: Bool
    /// A Boolean value that indicates whether it sizes itself across the scroll direction.
    var sizesAcross: Bool
    var zIndex: Int
    /// The places of its badges in `badges`.
    var badges: Range<Int>
    /// The places of the groups with supplementary items that begin with it in `boxes`.
    var boxes = 0..<0
  }

  /// A group with supplementary items.
  struct Box {
    /// Its number in a solved group.
    var number: Int
    /// The distance of its frame from the beginning of the section's group.
    var start: Double
    var extent: Double
    /// The distance of its frame from the content's edge across the scroll direction.
    var crossStart: Double
    var crossExtent: Double
    /// The places of its badges in `badges`.
    var badges: Range<Int>
  }

  /// The number of the template in its composition.
  let number: Int
  let arrangement: Arrangement
  /// A Boolean value that indicates whether each group is as long along the scroll direction as its
  /// items make it.
  let measuresGroups: Bool
  /// A Boolean value that indicates whether the only elements of the section are cells, at the places
  /// that the template has, along the scroll direction.
  let isPlain: Bool
  let axis: Axis
  /// The items of one group. A wrapping section has one, which stands for all.
  let items: [Item]
  /// The groups with supplementary items, in the order of their first items.
  let boxes: [Box]
  /// The supplementary items of items and groups.
  let badges: [BadgeTemplate]
  let boundary: BoundaryTemplate
  let decorations: [LayoutDecorationItem]
  let metrics: SectionMetrics
  /// The extent of every item in the extent index, before it sizes itself.
  let itemExtent: ItemExtent
  /// The group and its container, for groups that are measured.
  let group: LayoutGroup
  let container: Size
  /// The answers of custom groups in the group, which hold as long as the template; nil if it has
  /// none.
  let answers: CustomGroupAnswers?
  /// The distance of a group from the content's edge across the scroll direction.
  let crossStart: Double
  /// A Boolean value that indicates whether items size themselves along the scroll direction.
  let sizesAlong: Bool
  /// The groups of an orthogonal section.
  let orthogonal: OrthogonalGroups
  /// The distance by which an element of the section may lie outside of its group or section.
  let reach: Double
  /// The distance by which an item or badge may exceed its group across the scroll direction.
  let crossReach: Double
  /// The extent of the container across the scroll direction.
  let crossExtent: Double
  let behavior: OrthogonalScrollingBehavior
  let handler: VisibleItemsHandler?

  /// Creates the template of `section`.
  ///
  /// - Parameters:
  ///   - section: A description.
  ///   - contents: The parts that it has.
  ///   - environment: The container.
  ///   - axis: The scroll direction.
  ///   - number: The number of the template in its composition.
  ///   - spacing: The distance behind the section.
  /// - Throws: `CompositionError` for an invalid description.
  init(
    _ section: borrowing LayoutSection, _ contents: CompositionChecks.Contents,
    in environment: LayoutEnvironment, along axis: Axis, number: Int,
    spacing: Double
  ) throws(CompositionError) {
    try CompositionChecks.check(section, with: contents)
    let sizing = try contents.hasEstimates ? SelfSizing(section, along: axis) : .none
    let effective = environment.effectiveContentSize
    let solved: SolvedGroup
    self.number = number
    group = section.group
    answers = contents.hasCustomGroups ? CustomGroupAnswers() : nil
    container = effective.inset(by: section.contentInsets)
    do {
      solved = try GroupSolver.solve(section.group, in: container, answers)
    } catch {
      throw error.within(.group)
    }
    self.axis = axis
    behavior = section.orthogonalScrollingBehavior
    handler = section.visibleItemsInvalidationHandler
    decorations = section.decorationItems
    crossExtent = effective[axis.crossing]
    arrangement = Self.arrangement(section, sizing)
    measuresGroups = sizing == .measured
    let raised = section.decorationItems.isEmpty ? 0 : 1
    crossStart = arrangement == .orthogonal ? 0 : section.contentInsets.leading(axis.crossing)
    var elements = GroupElements(axis: axis, crossStart: crossStart, raised: raised)
    elements.append(solved, arrangement)
    (items, boxes, badges) = (elements.items, elements.boxes, elements.badges)
    boundary = .of(
      section.boundarySupplementaryItems, in: effective, along: axis,
      insets: section.supplementariesFollowContentInsets ? section.contentInsets : .zero,
      raisedBy: raised)
    sizesAlong = items[0].sizesAlong
    orthogonal = OrthogonalGroups(
      viewport: crossExtent, groupExtent: solved.size[axis.crossing],
      spacing: section.interGroupSpacing,
      leadingInset: section.contentInsets.leading(axis.crossing),
      trailingInset: section.contentInsets.trailing(axis.crossing),
      isCentered: section.orthogonalScrollingBehavior == .groupPagingCentered)
    let extent = Self.extent(of: solved, arrangement, items, axis)
    itemExtent = extent
    var metrics = SectionMetrics()
    metrics.setInset(section.contentInsets, along: axis)
    (metrics.headerExtent, metrics.footerExtent) = (boundary.headerExtent, boundary.footerExtent)
    metrics.lineSpacing = arrangement == .orthogonal ? 0 : section.interGroupSpacing
    metrics.composed = Self.line(
      arrangement, items.count, section.group, solved, axis, number, spacing)
    if case .wrapping(let spacing) = arrangement { metrics.interitemSpacing = spacing }
    self.metrics = metrics
    isPlain =
      arrangement == .fixed && badges.isEmpty && section.decorationItems.isEmpty
      && section.boundarySupplementaryItems.isEmpty
    reach = max(boundary.reach, elements.reach(along: true, beyond: extent.main))
    crossReach = elements.reach(along: false, beyond: solved.size[axis.crossing])
  }

  /// Returns a Boolean value that indicates whether an item of the section that has `size` sizes
  /// itself along an axis along which `preferred` differs.
  func lets(item: Int, of size: Size, prefer preferred: Size) -> Bool {
    let item = items[item % items.count]
    return item.sizesAlong && preferred[axis] != size[axis]
      || item.sizesAcross && preferred[axis.crossing] != size[axis.crossing]
  }

  private static func arrangement(
    _ section: LayoutSection, _ sizing: SelfSizing
  ) -> Arrangement {
    guard section.orthogonalScrollingBehavior == .none else { return .orthogonal }
    return switch sizing {
    case .none: .fixed
    case .lines: .lines
    case .wrapping: .wrapping(spacing: section.group.interItemSpacing.points)
    case .measured: .measured
    }
  }

  /// Returns the extent of every item in the index: of a line that counts items, one unit across.
  private static func extent(
    of solved: SolvedGroup, _ arrangement: Arrangement, _ items: [Item], _ axis: Axis
  ) -> ItemExtent {
    switch arrangement {
    case .fixed, .measured, .orthogonal: ItemExtent(cross: 1, main: solved.size[axis])
    case .lines: ItemExtent(cross: 1, main: items[0].extent)
    case .wrapping:
      ItemExtent(
        cross: items[0].crossExtent,
        main: items[0].sizesAlong ? items[0].extent : solved.size[axis])
    }
  }

  private static func line(
    _ arrangement: Arrangement, _ itemCount: Int, _ group: LayoutGroup, _ solved: SolvedGroup,
    _ axis: Axis, _ number: Int, _ spacing: Double
  ) -> ComposedLine {
    let length =
      switch arrangement {
      case .fixed, .lines, .measured: Double(itemCount)
      case .orthogonal: Double.infinity
      case .wrapping:
        max(solved.size[axis.crossing] - group.contentInsets.total(axis.crossing), 0)
      }
    let countsItems =
      switch arrangement {
      case .fixed, .lines, .measured: true
      case .wrapping, .orthogonal: false
      }
    return ComposedLine(
      template: number, length: length, isSingleColumn: countsItems && itemCount == 1,
      spacingBehind: spacing)
  }
}
