import Changesets
import Geometry

/// The descriptions of a compositional layout's sections, captured for one preparation.
final class CompositionalSource: LineSource {
  private let layout: CompositionalLayout
  private let templates: LayoutComposition
  /// The map of a changeset that moves sections, until it has been applied.
  private var map: ChangesetMap?

  /// Creates the source of `layout`, with the templates of the preparation before if they are of any
  /// use.
  init(
    _ layout: CompositionalLayout, _ templates: LayoutComposition, _ pending: PendingInvalidation
  ) {
    self.layout = layout
    self.templates = templates
    if let change = pending.first(where: { $0.change?.changesSections == true })?.change {
      map = ChangesetMap(change)
    }
  }

  var composition: LayoutComposition? { templates }

  func sharedMetrics() throws(LayoutError) -> SectionMetrics? {
    guard let shared = layout.sharedSection else { return nil }
    do {
      return try templates.sharedTemplate(of: shared.section).metrics
    } catch {
      throw .composition(error.within(.section(0)))
    }
  }

  func metrics(ofSection section: Int) throws(LayoutError) -> SectionMetrics {
    guard let description = layout.description(ofSection: section, in: templates.environment)
    else {
      throw .composition(CompositionError(path: [.section(section)], problem: .noSection))
    }
    do {
      return try templates.template(of: description).metrics
    } catch {
      throw .composition(error.within(.section(section)))
    }
  }

  func commonExtent() throws(LayoutError) -> ItemExtent? { nil }

  func commonExtent(of metrics: SectionMetrics) -> ItemExtent? {
    metrics.composed.map { templates.templates[$0.template].itemExtent }
  }

  /// Returns the template that the index has for a section, by its number after the changeset; nil
  /// for a section that the changeset inserts.
  private func template(ofSection section: Int) -> SectionTemplate? {
    var section = section
    if let map {
      guard let source = map.sourceSection(section) else { return nil }
      section = source
    }
    return template(ofSectionBefore: section)
  }

  private func template(ofSectionBefore section: Int) -> SectionTemplate? {
    layout.lines.template(ofSection: section)
  }

  func extent(ofItem item: Int, inSection section: Int) throws(LayoutError) -> ItemExtent {
    template(ofSection: section)?.itemExtent ?? ItemExtent(cross: 1, main: 0)
  }

  func appendExtents(
    ofItems items: Range<Int>, inSection section: Int, to extents: inout [ItemExtent]
  ) throws(LayoutError) {
    for item in items { extents.append(try extent(ofItem: item, inSection: section)) }
  }

  /// Keeps the size of an item that moves among sections of one description; an item that moves
  /// elsewhere sizes itself again (CL-18).
  func extent(
    _ extent: ItemExtent, movingFrom source: ItemPath, to target: ItemPath
  ) -> ItemExtent? {
    guard let after = template(ofSection: target.section) else { return nil }
    let before = template(ofSectionBefore: source.section)
    return before === after ? extent : after.itemExtent
  }

  func changesetWasApplied() { map = nil }
}

/// The description that all sections share, in an object: a copy of a description retains everything
/// in it.
final class SharedSection {
  let section: LayoutSection

  init(_ section: LayoutSection) { self.section = consume section }
}

extension PreparedLines {
  /// Returns the template of a section of a composition; nil if there is none.
  func template(ofSection section: Int) -> SectionTemplate? {
    guard let composition = solver.composition, section >= 0, section < solver.index.sectionCount
    else { return nil }
    return solver.template(of: solver.index.section(at: section).shape, composition)
  }
}
