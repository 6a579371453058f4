package import Changesets
package import Layouts

/// The part of an update that needs no view: it checks the operations against the counts, and takes
/// the layouts to after the update, or back.
///
/// A collection view makes one when the outermost block has ended.
package struct UpdateCommit {
  /// The map of the operations that are applied: as they were asked, or repaired.
  package let map: ChangesetMap
  /// The error of operations that a lenient rule has repaired.
  package private(set) var repairedError: CollectionViewError?
  private var contexts: [(layout: CollectionViewLayout, context: LayoutInvalidationContext)] = []

  /// A commit of operations that the data source itself has checked.
  package init(_ map: ChangesetMap) { self.map = map }

  /// Checks operations against the numbers of items in each section before and after them.
  ///
  /// A lenient rule repairs them first (b.5). It leaves out items to reconfigure that did not exist.
  ///
  /// - Throws: `.changeset`.
  package init(
    _ asked: Changeset, _ validation: UpdateValidation, before: [Int], after: [Int]
  ) throws(CollectionViewError) {
    func error(of changeset: Changeset) -> CollectionViewError? {
      do {
        try changeset.validate(sectionCountsBefore: before, sectionCountsAfter: after)
        return nil
      } catch {
        return .changeset(error)
      }
    }
    var changeset = asked
    if validation == .lenient {
      changeset = asked.repaired().reconfiguring { path in
        before.indices.contains(path.section) && path.item >= 0 && path.item < before[path.section]
      }
      if changeset != asked { repairedError = error(of: asked) }
    }
    if let error = error(of: changeset) { throw error }
    map = ChangesetMap(changeset)
  }

  /// Returns the error of the first item, by its path after, that is not the one the update leads
  /// there; nil if all are.
  package func identityError(
    before: [[AnyHashable]], after: [[AnyHashable]]
  ) -> CollectionViewError? {
    for section in after.indices {
      for (item, found) in after[section].enumerated() {
        let path = ItemPath(section: section, item: item)
        guard let source = map.sourceItem(path), !map.isReloaded(source) else { continue }
        let expected = before[source.section][source.item]
        guard found == expected else {
          return .itemIdentity(path, before: source, found: "\(found)", expected: "\(expected)")
        }
      }
    }
    return nil
  }

  // MARK: Layouts

  /// Invalidates `layouts`, so that they apply the update when they are next prepared.
  ///
  /// - Parameters:
  ///   - layouts: The layouts.
  ///   - makeContext: Makes the context of a layout, which names all that changes if the update is empty;
  ///     nil for new ones.
  package mutating func invalidate(
    _ layouts: [CollectionViewLayout],
    contexts makeContext: ((CollectionViewLayout) -> LayoutInvalidationContext)? = nil
  ) {
    for layout in layouts {
      let made = makeContext?(layout)
      if let made, map.changeset.isEmpty {
        layout.invalidateLayout(with: made)
        self.contexts.append((layout, made))
        continue
      }
      let context = made ?? type(of: layout).invalidationContextClass.init()
      context.change = map.changeset
      context.checkedMap = map
      context.invalidateDataSourceCounts = true
      layout.invalidateLayout(with: context)
      self.contexts.append((layout, context))
    }
  }

  /// Returns the layouts to before the update.
  ///
  /// A layout that has applied it by then computes everything again for the counts before.
  package func rollBackLayouts() {
    for (layout, context) in contexts {
      if layout.pendingInvalidation.contexts.contains(where: { $0 === context }) {
        layout.withdrawInvalidation(context)
      } else {
        layout.finalizeUpdates()
        let everything = type(of: layout).invalidationContextClass.init()
        everything.invalidateEverything = true
        everything.invalidateDataSourceCounts = true
        layout.invalidateLayout(with: everything)
      }
    }
  }
}
