import Changesets
import Geometry

// MARK: Sections that scroll by themselves

extension CompositionalLayout {
  /// Returns the distance in points by which a section has scrolled by itself; 0 for a section that
  /// does not. O(log scrolled sections).
  public func orthogonalOffset(ofSection section: Int) -> Double {
    lines.solver.orthogonalOffsets.offset(ofSection: section)
  }

  /// Returns the largest offset of a section that scrolls by itself, in points; 0 for others.
  ///
  /// - Complexity: As of `setOrthogonalOffset(_:ofSection:)`.
  public func maximumOrthogonalOffset(ofSection section: Int) -> Double {
    orthogonalSection(section)?.maximumOffset ?? 0
  }

  /// Scrolls a section to `offset`, clamped to its content; the next layout pass shows it.
  ///
  /// Does nothing for a section that does not scroll by itself. Queries answer by the offset at once,
  /// and `prepare()` is not called: what a subclass computes there must not depend on the offset. The
  /// layout is invalidated only if it has handlers of visible items, if its view is not between two
  /// passes, or moves an item, updates or changes its layout, or if its host is no view.
  ///
  /// - Complexity: O(log sections) with a tree, and no allocation, for a section that has been asked about
  ///   since the last preparation; else an allocation and O(such sections). A view's pass asks about the
  ///   section alone, unless the layout is of a subclass or another section has moved as well.
  /// - Precondition: `offset` is finite.
  public func setOrthogonalOffset(_ offset: Double, ofSection section: Int) {
    require(
      offset.isFinite,
      "CompositionalLayout.setOrthogonalOffset(_:ofSection:): the offset is \(offset); it must be "
        + "finite")
    guard let clamped = orthogonalSection(section)?.clamped(offset),
      clamped != orthogonalOffset(ofSection: section)
    else { return }
    lines.solver.orthogonalOffsets.setOffset(clamped, ofSection: section)
    let needsPreparation = isPreparing || lines.solver.composition?.hasHandlers != false
    if !needsPreparation, host?.elementsDidMove(inSection: section) == true { return }
    let context = Self.invalidationContextClass.init()
    (context as? FlowLayoutInvalidationContext)?.invalidateFlowLayoutDelegateMetrics = false
    invalidateLayout(with: context)
  }

  /// Returns the offset at which a section comes to rest, by its scrolling behaviour (CL-17).
  ///
  /// - Parameters:
  ///   - proposed: The offset at which the scroll would end by itself, in points.
  ///   - velocity: The velocity when the finger left, in points a second.
  ///   - section: A section.
  /// - Returns: An offset within the section's content; 0 for a section that does not scroll.
  /// - Precondition: `proposed` is finite.
  public func targetOrthogonalOffset(
    forProposedOffset proposed: Double, velocity: Double, inSection section: Int
  ) -> Double {
    require(
      proposed.isFinite,
      "CompositionalLayout.targetOrthogonalOffset(forProposedOffset:velocity:inSection:): the offset "
        + "is \(proposed); it must be finite")
    guard let placed = orthogonalSection(section) else { return 0 }
    return placed.groups.targetOffset(
      placed.template.behavior, proposed: proposed, from: orthogonalOffset(ofSection: section),
      velocity: velocity, groupCount: placed.groupCount)
  }

  /// Returns a section that scrolls by itself; nil for others.
  private func orthogonalSection(_ section: Int) -> OrthogonalSection? {
    lines.orthogonalSection(section, keeps: !isPreparing)
  }

  /// Takes the offsets of sections to their numbers after a changeset. A section that is reloaded or
  /// new is at its beginning.
  func moveOrthogonalOffsets(by map: ChangesetMap) {
    guard !lines.solver.orthogonalOffsets.isEmpty else { return }
    lines.solver.orthogonalOffsets = lines.solver.orthogonalOffsets.mapped { section, offset in
      map.isReloaded(section) ? nil : map.section(section).map { ($0, offset) }
    }
  }

  /// Takes the offsets of sections into their content.
  func clampOrthogonalOffsets() {
    let before = lines.solver.orthogonalOffsets
    guard !before.isEmpty else { return }
    let clamped: OrthogonalOffsets = before.mapped { section, offset in
      guard let clamped = orthogonalSection(section)?.clamped(offset), clamped > 0 else {
        return nil
      }
      return (section, clamped)
    }
    if clamped != before { lines.solver.orthogonalOffsets = clamped }
  }
}
