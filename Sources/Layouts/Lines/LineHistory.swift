import Changesets

/// The state before the update that is being prepared, for its hooks and for taking it back.
///
/// While only single items change, what takes the edits back is kept and no state: keeping a state
/// makes every edit copy what it changes of the index. A state is made of it when one is asked for.
struct LineHistory: ~Copyable {
  /// The state before, once it has been kept.
  private(set) var before: LineState?
  /// Where headers and footers could stick before; nil where none was pinned.
  private(set) var pinned: PinnedRange?
  /// The item that was longer than its line before.
  private var oversizeItem: ItemPath?
  private var inverses: [LineEdit] = []
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
  mutating func note(_ edit: LineEdit, of state: borrowing LineState) {
    guard isUpdating, before == nil else { return }
    // From here on copies cost less than what would have to be taken back.
    guard inverses.count < Self.mostInverses else { return keep(state) }
    inverses.append(state.inverse(of: edit))
  }

  /// Notes how to take edits back that are about to be carried out together: what `inverses` say, from
  /// the last on.
  mutating func note(inverses added: [LineEdit], of state: borrowing LineState) {
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
