import Changesets

/// The state before the update that is being prepared, for its hooks and for taking it back.
///
/// While only single items change, what takes the edits back is kept and no state: keeping a state
/// makes every edit copy what it changes of the index. A state is made of it when one is asked for.
struct LayoutUndoLog: ~Copyable {
  /// The state before, once it has been kept.
  private(set) var before: LineState?
  /// Where headers and footers could stick before; nil where none was pinned.
  private(set) var pinned: PinnedRange?
  /// The item that was longer than its line before.
  private var oversizeItem: ItemPath?
  private var inverses: [LayoutUndoStep] = []
  private(set) var isUpdating = false

  /// Begins an update of `state`: from here on every edit is noted.
  mutating func begin(_ state: borrowing LineState, pinned: PinnedRange?) {
    forget()
    isUpdating = true
    oversizeItem = state.oversizeItem
    self.pinned = pinned
  }

  /// Ends the update; nothing is kept.
  mutating func forget() {
    before = nil
    pinned = nil
    inverses.removeAll(keepingCapacity: true)
    isUpdating = false
  }

  /// Notes how to take back an edit of `state`, which is about to be carried out.
  mutating func note(_ edit: LayoutUndoStep, of state: borrowing LineState) {
    guard isUpdating, before == nil else { return }
    // From here on copies cost less than what would have to be taken back.
    guard inverses.count < Self.mostInverses else { return keep(state) }
    inverses.append(state.inverse(of: edit))
  }

  /// Notes how to take edits back that are about to be carried out together: what `inverses` say, from
  /// the last on.
  mutating func note(inverses added: [LayoutUndoStep], of state: borrowing LineState) {
    guard isUpdating, before == nil else { return }
    guard inverses.count + added.count <= Self.mostInverses else { return keep(state) }
    inverses += added
  }

  /// The edits from which to keep the state before costs less than to take them back.
  static var mostInverses: Int { 512 }

  /// Keeps the state before the update, `state` being what it has come to so far.
  mutating func keep(_ state: borrowing LineState) {
    guard isUpdating, before == nil else { return }
    var kept = state.copy()
    for inverse in inverses.reversed() { kept.perform(inverse) }
    kept.oversizeItem = oversizeItem
    kept.index.work = state.index.work
    before = .some(kept)
    inverses.removeAll(keepingCapacity: true)
  }

  /// Takes the state before the update out and ends the update, `state` being what it has come to
  /// so far; nil outside of updates.
  mutating func takeBefore(_ state: borrowing LineState) -> LineState? {
    keep(state)
    let kept = before.take()
    forget()
    return kept
  }
}

/// An edit of one item or section of a prepared state, which another edit takes back.
enum LayoutUndoStep {
  case insert(ItemPath, ItemExtent)
  case remove(ItemPath)
  case resize(ItemPath, ItemExtent)
  case reshape(section: Int, shape: Int)
}

extension LineState {
  /// Carries one edit out. O(log *n*) with a tree, besides the lines that break anew.
  mutating func perform(_ edit: LayoutUndoStep) {
    switch edit {
    case .insert(let path, let extent): replace(path.item..<path.item, of: path, with: extent)
    case .resize(let path, let extent): replace(path.item..<path.item + 1, of: path, with: extent)
    case .remove(let path):
      index.replaceItems(path.item..<path.item + 1, inSection: path.section, with: [])
    case .reshape(let section, let shape): index.setShape(shape, ofSection: section)
    }
  }

  /// The edit that takes `edit` back, asked for before it is carried out. O(log *n*) with a tree.
  func inverse(of edit: LayoutUndoStep) -> LayoutUndoStep {
    switch edit {
    case .insert(let path, _): .remove(path)
    case .remove(let path): .insert(path, extent(at: path))
    case .resize(let path, _): .resize(path, extent(at: path))
    case .reshape(let section, _):
      .reshape(section: section, shape: index.section(at: section).shape)
    }
  }

  /// The extent of the item at `path`, which exists.
  func extent(at path: ItemPath) -> ItemExtent {
    index.itemExtent(path.item, inSection: path.section)
  }

  private mutating func replace(
    _ range: Range<Int>, of path: ItemPath, with extent: ItemExtent
  ) {
    oneExtent[0] = extent
    index.replaceItems(range, inSection: path.section, with: oneExtent)
  }
}
