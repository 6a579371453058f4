#if SQLITE
  import BasicAlgorithms
  import Changesets

  extension RowIndexState {
    /// Finds the changes of the numbers of rows of sections, and the sections that are deleted.
    func countSections() {
      for row in scratch.removed { grow(row.section, by: -1) }
      for row in scratch.placed {
        if row.section >= 0 {
          grow(row.section, by: 1)
        } else {
          scratch.newSections[Int(row.sectionOrder & 0xFFFF_FFFF)].rows += 1
        }
      }
      sumGrowths()
      for growth in scratch.growths where growth.rows < 0 {
        let place = sections.place(of: Int(growth.section))
        guard sections.rows(of: place).count + Int(growth.rows) == 0 else { continue }
        if let keptSection, sections.element(at: place) == keptSection { continue }
        scratch.deletedSections.append(Int(growth.section))
      }
    }

    @inline(__always)
    private func grow(_ section: Int32, by rows: Int32) {
      scratch.growths.append(SectionGrowth(section: section, rows: rows))
    }

    /// Sorts the changes of counts, and makes one of those of each section.
    private func sumGrowths() {
      scratch.growths.sort { $0.section < $1.section }
      var count = 0
      for growth in scratch.growths {
        if count > 0, scratch.growths[count - 1].section == growth.section {
          scratch.growths[count - 1].rows += growth.rows
        } else {
          scratch.growths[count] = growth
          count += 1
        }
      }
      scratch.growths.removeSubrange(count...)
    }

    /// Writes deletes and reconfigurations, and counts the rows of the update.
    func writeSources(
      _ changes: [RowChange<SectionKey>], _ operations: inout Operations,
      _ update: inout RowIndexUpdate
    ) {
      operations.reconfiguredItems.reserveCapacity(
        scratch.refilled.count + min(scratch.removed.count, scratch.placed.count))
      operations.reconfiguredItems.append(contentsOf: scratch.refilled)
      for row in scratch.placed {
        guard row.removed >= 0 else {
          update.insertedRows += 1
          continue
        }
        let touched = scratch.removed[Int(row.removed)]
        if !touched.stays { update.movedRows += 1 }
        if changes[Int(row.change)].contentChanged || touched.section != row.section
          || leaves.key(Int(touched.leaf), Int(touched.offset)) != row.key
        {
          operations.reconfiguredItems.append(touched.path)
        }
      }
      operations.reconfiguredItems.sort()
      update.reconfiguredRows = operations.reconfiguredItems.count
      update.deletedRows = scratch.removed.count - (scratch.placed.count - update.insertedRows)
      operations.insertedItems.reserveCapacity(update.insertedRows)
      operations.movedItems.reserveCapacity(update.movedRows)
      guard update.deletedRows > 0 else { return }
      operations.deletedItems.reserveCapacity(update.deletedRows)
      for row in scratch.removed where changes[Int(row.change)].place == nil {
        if !scratch.deletedSections.sortedContains(Int(row.section)) {
          operations.deletedItems.append(row.path)
        }
      }
    }

    /// Writes inserts and moves, from the places after the update.
    func writeTargets(_ operations: inout Operations) {
      for index in scratch.placed.indices {
        let row = scratch.placed[index]
        let target = Int(row.gap) + index
        if row.removed < 0 {
          if row.section >= 0 { operations.insertedItems.append(path(ofGlobalIndex: target)) }
        } else if !scratch.removed[Int(row.removed)].stays {
          operations.movedItems.append(
            Changeset.Move(
              from: scratch.removed[Int(row.removed)].path, to: path(ofGlobalIndex: target)))
        }
      }
      operations.movedItems.sort { $0.source < $1.source }
    }
  }
#endif
