import Changesets

/// One edit of one item or section, which another step undoes.
enum LayoutUndoStep {
  case insert(ItemPath, ItemExtent)
  case delete(ItemPath)
  case resize(ItemPath, ItemExtent)
  case setShape(Int, section: Int)
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
/// kept copy makes every edit copy the parts of the index that it changes. The log applies the
/// steps to a copy when someone asks for the lines before the update.
struct LayoutUndoLog: ~Copyable {
  /// The lines before the update, once a copy has been kept.
  private(set) var linesBefore: LineSolver?
  /// The range in which headers and footers could stick before; nil if none was pinned.
  private(set) var pinnedBefore: PinnedRange?
  /// The item that was longer than its line before.
  private var oversizeItemBefore: ItemPath?
  private var undoSteps: [LayoutUndoStep] = []
  /// A Boolean value that indicates whether an update is being prepared.
  private(set) var isRecording = false

  /// Begins an update of `lines`: the log records every edit from here on.
  mutating func begin(_ lines: borrowing LineSolver, pinned: PinnedRange?) {
    end()
    isRecording = true
    oversizeItemBefore = lines.oversizeItem
    pinnedBefore = pinned
  }

  /// Ends the update and drops everything recorded.
  mutating func end() {
    linesBefore = nil
    pinnedBefore = nil
    undoSteps.removeAll(keepingCapacity: true)
    isRecording = false
  }

  /// Records `step`, which the caller is about to apply to `lines`.
  mutating func record(_ step: LayoutUndoStep, of lines: borrowing LineSolver) {
    guard isRecording, linesBefore == nil else { return }
    // Beyond this number a copy costs less than undoing the steps.
    guard undoSteps.count < Self.maximumStepCount else { return keepCopy(of: lines) }
    undoSteps.append(lines.inverse(of: step))
  }

  /// Records edits that the caller is about to apply to `lines` together, by the steps that undo
  /// them: those are applied from the last to the first.
  mutating func record(inverses: [LayoutUndoStep], of lines: borrowing LineSolver) {
    guard isRecording, linesBefore == nil else { return }
    guard undoSteps.count + inverses.count <= Self.maximumStepCount else {
      return keepCopy(of: lines)
    }
    undoSteps += inverses
  }

  /// The number of edits from which a copy of the lines costs less than undoing the edits.
  static var maximumStepCount: Int { 512 }

  /// Keeps a copy of the lines before the update, derived from `lines`, their present state.
  mutating func keepCopy(of lines: borrowing LineSolver) {
    guard isRecording, linesBefore == nil else { return }
    var copy = lines.copy()
    for step in undoSteps.reversed() { copy.apply(step) }
    copy.oversizeItem = oversizeItemBefore
    copy.index.work = lines.index.work
    linesBefore = .some(copy)
    undoSteps.removeAll(keepingCapacity: true)
  }

  /// Ends the update and returns the lines before it, derived from `lines`, their present state.
  ///
  /// - Returns: The lines before the update; nil outside of updates.
  mutating func endAndTakeLinesBefore(_ lines: borrowing LineSolver) -> LineSolver? {
    keepCopy(of: lines)
    let before = linesBefore.take()
    end()
    return before
  }
}
