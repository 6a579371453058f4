#if SQLITE
  import Changesets
  import GRDB

  /// What apps keep of rows to find out what has changed.
  struct RowKey: Equatable {
    let id: Int64
    let section: Int64
    let revision: Int64

    /// Rows are the same by their id and section: one that changes its section goes and comes.
    static func == (left: RowKey, right: RowKey) -> Bool {
      left.id == right.id && left.section == right.section
    }
  }

  extension RowKey: Hashable {
    func hash(into hasher: inout Hasher) { hasher.combine(id) }
  }

  /// Keys of all rows in order, with their sections.
  struct RowList {
    private(set) var keys: [RowKey] = []
    private(set) var sections: [Int64] = []
    private(set) var starts: [Int] = [0]

    init() {}

    init(_ keys: [RowKey]) {
      self.keys = keys
      starts = []
      for (place, key) in keys.enumerated() where key.section != sections.last {
        sections.append(key.section)
        starts.append(place)
      }
      starts.append(keys.count)
    }

    /// Returns the place of a row in all of them.
    func place(of path: ItemPath) -> Int { starts[path.section] + path.item }

    func rowCount(inSection section: Int) -> Int { starts[section + 1] - starts[section] }

    /// Returns the path of a row, whose section has the number `section` or a later one.
    fileprivate func path(of place: Int, after section: inout Int) -> ItemPath {
      while place >= starts[section + 1] { section += 1 }
      return ItemPath(section: section, item: place - starts[section])
    }

    /// Returns the changes from `old` to this list, by the standard library's difference.
    func changeset(from old: RowList) -> Changeset {
      let sectionChanges = sections.difference(from: old.sections)
      var deletedSections: [Int] = []
      var insertedSections: [Int] = []
      for change in sectionChanges {
        switch change {
        case .remove(let offset, _, _): deletedSections.append(offset)
        case .insert(let offset, _, _): insertedSections.append(offset)
        }
      }
      let (gone, new) = (Set(deletedSections), Set(insertedSections))
      var deleted: [ItemPath] = []
      var inserted: [ItemPath] = []
      var moved: [Changeset.Move<ItemPath>] = []
      var changed: [ItemPath] = []
      var (before, after) = (0, 0)
      var removals: [Int] = []
      var insertions: [Int] = []
      for change in keys.difference(from: old.keys).inferringMoves() {
        switch change {
        case .remove(let offset, _, let target):
          removals.append(offset)
          // In the order of the difference, removals descend.
          before = 0
          let path = old.path(of: offset, after: &before)
          if let target {
            after = 0
            moved.append(Changeset.Move(from: path, to: self.path(of: target, after: &after)))
            if old.keys[offset].revision != keys[target].revision { changed.append(path) }
          } else if !gone.contains(path.section) {
            deleted.append(path)
          }
        case .insert(let offset, _, let source):
          insertions.append(offset)
          after = 0
          let path = self.path(of: offset, after: &after)
          if source == nil, !new.contains(path.section) { inserted.append(path) }
        }
      }
      return Changeset(
        deletedSections: deletedSections, insertedSections: insertedSections,
        deletedItems: deleted, insertedItems: inserted, movedItems: moved,
        reconfiguredItems: changed
          + changedRows(since: old, removals.sorted(), insertions.sorted()))
    }

    /// Returns the rows that stay in order and have another revision, by path before.
    private func changedRows(
      since old: RowList, _ removals: [Int], _ insertions: [Int]
    ) -> [ItemPath] {
      var changed: [ItemPath] = []
      var (nextRemoval, nextInsertion) = (0, 0)
      var (source, target, section) = (0, 0, 0)
      while source < old.keys.count || target < keys.count {
        if nextRemoval < removals.count, removals[nextRemoval] == source {
          nextRemoval += 1
          source += 1
        } else if nextInsertion < insertions.count, insertions[nextInsertion] == target {
          nextInsertion += 1
          target += 1
        } else {
          if old.keys[source].revision != keys[target].revision {
            changed.append(old.path(of: source, after: &section))
          }
          source += 1
          target += 1
        }
      }
      return changed
    }
  }
#endif
