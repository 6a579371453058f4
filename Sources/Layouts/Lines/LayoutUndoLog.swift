import Changesets

/// One edit of one item or section, which another step undoes.
enum LayoutUndoStep {
  case insert(ItemPath, ItemExtent)
  case delete(ItemPath)
  case resize(ItemPath, ItemExtent)
  case setShape(Int, section: Int)

  /// The section that it changes.
  var section: Int {
    switch self {
    case .insert(let path, _), .delete(let path), .resize(let path, _): path.section
    case .setShape(_, let section): section
    }
  }
}

extension LineSolver {
  /// Applies one step. O(log *n*) with a tree, and the lines that break differently.
  mutating func apply(_ step: LayoutUndoStep) {
    switch step {
    case .insert(let path, let extent): replace(path.item..<path.item, of: path, with: extent)
    case .resize(let path, let extent): replace(path.item..<path.item + 1, of: path, with: extent)
    case .delete(let path):
      index.replaceItems(path.item..<path.item + 1, inSection: path.section, with: [])
    case .setShape(let shape, let section): index.setShape(shape, ofSection: section)
    }
  }

  /// Returns the step that undoes `step`; call it before `step` is applied. O(log *n*) with a tree.
  func inverse(of step: LayoutUndoStep) -> LayoutUndoStep {
    switch step {
    case .insert(let path, _): .delete(path)
    case .delete(let path): .insert(path, extent(at: path))
    case .resize(let path, _): .resize(path, extent(at: path))
    case .setShape(_, let section):
      .setShape(index.section(at: section).shape, section: section)
    }
  }

  /// Returns the extent of the item at `path`, which exists.
  func extent(at path: ItemPath) -> ItemExtent {
    index.itemExtent(path.item, inSection: path.section)
  }

  private mutating func replace(_ range: Range<Int>, of path: ItemPath, with extent: ItemExtent) {
    oneExtent[0] = extent
    index.replaceItems(range, inSection: path.section, with: oneExtent)
  }
}

/// The lines before the update that is being prepared, for its hooks and for rolling it back.
///
/// While only single items change, the log holds the steps that undo the edits, and no lines: a
/// kept copy makes every edit copy the parts of the index that it changes. If someone asks for the
/// lines before the update, the log applies steps to a copy: those of the sections up to the one
/// asked for. A section's place depends on no section behind it, and a step changes one section.
struct LayoutUndoLog: ~Copyable {
  /// A copy of the lines, once one has been kept; before the update except for `steps`.
  private var copy: LineSolver?
  /// The range in which headers and footers could stick before; nil if none was pinned.
  private(set) var pinnedBefore: PinnedRange?
  /// The item that was longer than its line before.
  private var oversizeItemBefore: ItemPath?
  /// The offsets of sections that scroll by themselves, before.
  private var offsetsBefore = OrthogonalOffsets()
  /// The sizes of items that are measured by groups, before.
  private var measuredBefore: [Int: MeasuredItems] = [:]
  /// The boundary items with sizes of their own, before.
  private var boundariesBefore = OwnBoundaries()
  /// The steps that undo the edits, to be applied from the last to the first; of a copy, those that
  /// have not been applied.
  private var steps: [LayoutUndoStep] = []
  /// The first section of `steps`, once a copy has been kept.
  private var firstSection = Int.max
  /// A Boolean value that indicates whether an update is being prepared.
  private(set) var isRecording = false

  /// Begins an update of `lines`: the log records every edit from here on.
  mutating func begin(_ lines: borrowing LineSolver, pinned: PinnedRange?) {
    end()
    isRecording = true
    oversizeItemBefore = lines.oversizeItem
    offsetsBefore = lines.orthogonalOffsets
    measuredBefore = lines.measuredItems
    boundariesBefore = lines.ownBoundaries
    pinnedBefore = pinned
  }

  /// Ends the update and drops everything recorded.
  mutating func end() {
    copy = nil
    pinnedBefore = nil
    // Held by two, it would be copied by the next offset.
    offsetsBefore = OrthogonalOffsets()
    measuredBefore = [:]
    boundariesBefore = OwnBoundaries()
    steps.removeAll(keepingCapacity: true)
    isRecording = false
  }

  /// Records `step`, which the caller is about to apply to `lines`.
  mutating func record(_ step: LayoutUndoStep, of lines: borrowing LineSolver) {
    guard isRecording, copy == nil else { return }
    // Beyond this number a copy costs less than undoing the steps.
    guard steps.count < Self.maximumStepCount else { return keepCopy(of: lines) }
    steps.append(lines.inverse(of: step))
  }

  /// A Boolean value that indicates whether an edit must be recorded before it is applied.
  var needsSteps: Bool { isRecording && copy == nil }

  /// Records edits that the caller is about to apply to `lines` together, by at most `count` steps
  /// that undo them: those are applied from the last to the first.
  mutating func record(
    atMost count: Int, of lines: borrowing LineSolver,
    inverses: (inout [LayoutUndoStep], borrowing LineSolver) -> Void
  ) {
    guard needsSteps else { return }
    guard steps.count + count <= Self.maximumStepCount else { return keepCopy(of: lines) }
    steps.reserveCapacity(steps.count + count)
    inverses(&steps, lines)
  }

  /// The number of edits from which a copy of the lines costs less than undoing the edits.
  static var maximumStepCount: Int { 512 }

  /// Keeps a copy of `lines`, the present state, which steps take to before the update.
  mutating func keepCopy(of lines: borrowing LineSolver) {
    guard needsSteps else { return }
    var kept = lines.copy()
    kept.oversizeItem = oversizeItemBefore
    kept.orthogonalOffsets = offsetsBefore
    kept.measuredItems = measuredBefore
    kept.ownBoundaries = boundariesBefore
    copy = .some(kept)
    firstSection = steps.lazy.map(\.section).min() ?? .max
  }

  /// Calls `body` with the lines before the update, derived from `lines`, their present state.
  ///
  /// - Parameters:
  ///   - lines: The present lines.
  ///   - section: The last section that `body` reads.
  ///   - body: A closure that reads the lines.
  /// - Returns: What `body` returns; nil outside of updates.
  /// - Complexity: O(log *n*) with a tree for each edit up to `section` that no earlier call has
  ///   undone. O(*k*) more for *k* edits not undone yet, if one of them is.
  mutating func withLinesBefore<Answer>(
    _ lines: borrowing LineSolver, through section: Int,
    _ body: (borrowing LineSolver) -> Answer?
  ) -> Answer? {
    keepCopy(of: lines)
    undo(through: section)
    return switch copy {
    case .some(let before): body(before)
    case .none: nil
    }
  }

  /// Applies the steps of all sections up to `section` to the copy.
  private mutating func undo(through section: Int) {
    guard section >= firstSection, var lines = copy.take() else { return }
    var left = steps.count
    firstSection = .max
    // The steps that stay move to the end of the array, in order.
    for place in steps.indices.reversed() {
      let step = steps[place]
      if step.section <= section {
        lines.apply(step)
      } else {
        firstSection = min(firstSection, step.section)
        left -= 1
        steps[left] = step
      }
    }
    steps.removeFirst(left)
    copy = .some(lines)
  }

  /// Ends the update and returns the lines before it, derived from `lines`, their present state.
  ///
  /// - Returns: The lines before the update; nil outside of updates.
  mutating func endAndTakeLinesBefore(_ lines: borrowing LineSolver) -> LineSolver? {
    keepCopy(of: lines)
    undo(through: .max)
    let before = copy.take()
    end()
    return before
  }
}
