/// An error that makes an update illegal: what was found, where, and what to do.
///
/// Nothing has been changed when one is thrown. Source: clauses b.4, b.5, b.8.
public enum ChangesetError: Error, Hashable, Sendable {
  /// An operation on a section before the update that did not exist, or on an item in one.
  case sourceSectionOutOfRange(Operation, Place, sectionCountBefore: Int)
  /// An operation on an item before the update that its section did not have.
  case sourceItemOutOfRange(Operation, ItemPath, itemCountBefore: Int)
  /// An insert or move to a section that does not exist after the update, or to an item of one.
  case targetSectionOutOfRange(Operation, Place, sectionCountAfter: Int)
  /// An insert or move to an item that its section does not have after the update.
  case targetItemOutOfRange(Operation, ItemPath, itemCountAfter: Int)

  /// Two deletes of, two inserts at, or two moves from one place.
  case duplicate(Operation, Place)
  /// Two moves to one place.
  case duplicateMoveTarget(Place)
  /// A delete and a move of the same item or section.
  case deleteAndMove(Place)
  /// An insert at the place that a move goes to.
  case insertAndMove(Place)
  /// A delete and a reload of the same item or section.
  case deleteAndReload(Place)
  /// A reload and a move of the same item or section.
  case reloadAndMove(Place)
  /// A move out of a section that is reloaded: its items are all asked for again.
  case moveOutOfReloadedSection(ItemPath)
  /// An insert or a move into a section that is reloaded, by its path after.
  case changeInReloadedSection(Operation, ItemPath)

  /// A number of sections that the operations do not lead to.
  case sectionCountMismatch(after: Int, before: Int, inserted: Int, deleted: Int)
  /// A number of items that the operations do not lead to, in a section by its index after.
  case itemCountMismatch(
    section: Int, after: Int, before: Int, inserted: Int, deleted: Int, movedIn: Int, movedOut: Int)

  /// The operation on an item or section.
  public enum Operation: String, Hashable, Sendable {
    /// It goes away.
    case delete
    /// It comes.
    case insert
    /// It changes its place.
    case move
    /// Its content is asked for again.
    case reload
    /// Its view stays and is filled again.
    case reconfigure

    /// `delete`, `reconfiguration`.
    fileprivate var noun: String { self == .reconfigure ? "reconfiguration" : rawValue }
  }

  /// A section or an item.
  public enum Place: Hashable, Sendable {
    /// A section, by index.
    case section(Int)
    /// An item, by path.
    case item(ItemPath)
  }
}

extension ChangesetError.Place: CustomStringConvertible {
  /// `section 3` or `item [3, 7]`.
  public var description: String {
    switch self {
    case .section(let section): "section \(section)"
    case .item(let path): "item \(path)"
    }
  }
}

extension ChangesetError: CustomStringConvertible {
  /// The message for the developer of the app: one sentence.
  public var description: String {
    switch self {
    case .sourceSectionOutOfRange(let operation, let place, let count):
      "the update has a \(operation.noun) of \(place), but there \(Self.counted(count, "section", "were")) "
        + "before it; deletes, reloads, reconfigurations and the sources of moves count before the "
        + "update"
    case .sourceItemOutOfRange(let operation, let path, let count):
      "the update has a \(operation.noun) of item \(path), but section \(path.section) had "
        + "\(Self.counted(count, "item")) before it; deletes, reloads, reconfigurations "
        + "and the sources of moves count before the update"
    case .targetSectionOutOfRange(let operation, let place, let count):
      "the update has \(Self.putting(operation)) \(place), but there "
        + "\(Self.counted(count, "section", "are")) after it; inserts and the targets of moves count "
        + "after the update"
    case .targetItemOutOfRange(let operation, let path, let count):
      "the update has \(Self.putting(operation)) item \(path), but section "
        + "\(path.section) has \(Self.counted(count, "item")) after it; inserts and the targets of "
        + "moves count after the update"
    case .duplicate(let operation, let place):
      "the update has two \(operation)s \(operation == .insert ? "at" : "of") \(place); ask for each once"
    case .duplicateMoveTarget(let place):
      "the update has two moves to \(place); give each another place"
    case .deleteAndMove(let place):
      "the update both deletes and moves \(place); ask for one of the two"
    case .insertAndMove(let place):
      "the update has both an insert and a move to \(place); give each another place"
    case .deleteAndReload(let place):
      "the update both deletes and reloads \(place); drop the reload"
    case .reloadAndMove(let place):
      "the update both reloads and moves \(place); reload it in another update"
    case .moveOutOfReloadedSection(let path):
      "the update moves item \(path) out of section \(path.section), which it reloads; drop the "
        + "move or the reload"
    case .changeInReloadedSection(let operation, let path):
      "the update has \(Self.putting(operation)) item \(path) in a section that it "
        + "reloads; drop the \(operation), since all items of the section are asked for again"
    case .sectionCountMismatch(let after, let before, let inserted, let deleted):
      "there \(Self.counted(after, "section", "are")) after the update, but \(before) before it, "
        + "\(inserted) inserted and \(deleted) deleted make \(before + inserted - deleted); make "
        + "the update and the data source agree"
    case .itemCountMismatch(
      let section, let after, let before, let inserted, let deleted, let movedIn, let movedOut):
      "section \(section) has \(Self.counted(after, "item")) after the update, but \(before) "
        + "before it, \(inserted) inserted, \(deleted) deleted, \(movedIn) moved in and \(movedOut) "
        + "moved out make \(before + inserted - deleted + movedIn - movedOut); make the update and "
        + "the data source agree"
    }
  }

  /// `1 item`, `2 items`.
  private static func counted(_ count: Int, _ noun: String) -> String {
    count == 1 ? "1 \(noun)" : "\(count) \(noun)s"
  }

  /// `are 2 sections`, `was 1 section`.
  private static func counted(_ count: Int, _ noun: String, _ verb: String) -> String {
    let singular = verb == "are" ? "is" : "was"
    return "\(count == 1 ? singular : verb) \(counted(count, noun))"
  }

  /// `an insert at`, `a move to`.
  private static func putting(_ operation: Operation) -> String {
    operation == .insert ? "an insert at" : "a \(operation) to"
  }
}
