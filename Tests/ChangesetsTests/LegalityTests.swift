import Changesets
import Testing

/// Every illegal combination with its figures, on three sections of 2, 0 and 3 items.
struct LegalityTests {
  static let before = [2, 0, 3]

  @Test(arguments: [
    Mistake(
      Changeset(deletedSections: [3]), before,
      .sourceSectionOutOfRange(.delete, .section(3), sectionCountBefore: 3)),
    Mistake(
      Changeset(reloadedSections: [-1]), before,
      .sourceSectionOutOfRange(.reload, .section(-1), sectionCountBefore: 3)),
    Mistake(
      Changeset(movedSections: [move(3, 0)]), before,
      .sourceSectionOutOfRange(.move, .section(3), sectionCountBefore: 3)),
    Mistake(
      Changeset(movedSections: [move(0, 3)]), before,
      .targetSectionOutOfRange(.move, .section(3), sectionCountAfter: 3)),
    Mistake(
      Changeset(insertedSections: [4]), before + [0],
      .targetSectionOutOfRange(.insert, .section(4), sectionCountAfter: 4)),
    Mistake(
      Changeset(deletedItems: [at(0, 2)]), [1, 0, 3],
      .sourceItemOutOfRange(.delete, at(0, 2), itemCountBefore: 2)),
    Mistake(
      Changeset(deletedItems: [at(3, 0)]), before,
      .sourceSectionOutOfRange(.delete, .item(at(3, 0)), sectionCountBefore: 3)),
    Mistake(
      Changeset(reloadedItems: [at(1, 0)]), before,
      .sourceItemOutOfRange(.reload, at(1, 0), itemCountBefore: 0)),
    Mistake(
      Changeset(reconfiguredItems: [at(3, 0)]), before,
      .sourceSectionOutOfRange(.reconfigure, .item(at(3, 0)), sectionCountBefore: 3)),
    Mistake(
      Changeset(deletedSections: [0], reconfiguredItems: [at(0, 2)]), [0, 3],
      .sourceItemOutOfRange(.reconfigure, at(0, 2), itemCountBefore: 2)),
    Mistake(
      Changeset(movedItems: [move(at(2, -1), at(0, 0))]), before,
      .sourceItemOutOfRange(.move, at(2, -1), itemCountBefore: 3)),
    Mistake(
      Changeset(movedItems: [move(at(2, 0), at(0, 3))]), [3, 0, 2],
      .targetItemOutOfRange(.move, at(0, 3), itemCountAfter: 3)),
    Mistake(
      Changeset(insertedItems: [at(1, 1)]), [2, 1, 3],
      .targetItemOutOfRange(.insert, at(1, 1), itemCountAfter: 1)),
    Mistake(
      Changeset(insertedItems: [at(3, 0)]), before,
      .targetSectionOutOfRange(.insert, .item(at(3, 0)), sectionCountAfter: 3)),
    Mistake(
      Changeset(deletedSections: [0], deletedItems: [at(0, 5)]), [0, 3],
      .sourceItemOutOfRange(.delete, at(0, 5), itemCountBefore: 2)),
    Mistake(
      Changeset(insertedSections: [0], insertedItems: [at(0, 1)]), [1, 2, 0, 3],
      .targetItemOutOfRange(.insert, at(0, 1), itemCountAfter: 1)),
  ])
  func anIndexOutOfRangeIsNamed(_ mistake: Mistake) {
    #expect(mistake.found == mistake.expected)
  }

  @Test(arguments: [
    Mistake(
      Changeset(deletedItems: [at(0, 1), at(0, 1)]), before, .duplicate(.delete, .item(at(0, 1)))),
    Mistake(
      Changeset(insertedItems: [at(0, 1), at(0, 1)]), before, .duplicate(.insert, .item(at(0, 1)))),
    Mistake(
      Changeset(movedItems: [move(at(0, 0), at(0, 1)), move(at(0, 0), at(2, 0))]), before,
      .duplicate(.move, .item(at(0, 0)))),
    Mistake(
      Changeset(movedItems: [move(at(0, 0), at(2, 0)), move(at(0, 1), at(2, 0))]), before,
      .duplicateMoveTarget(.item(at(2, 0)))),
    Mistake(
      Changeset(deletedItems: [at(0, 0)], movedItems: [move(at(0, 0), at(2, 0))]), before,
      .deleteAndMove(.item(at(0, 0)))),
    Mistake(
      Changeset(insertedItems: [at(2, 0)], movedItems: [move(at(0, 0), at(2, 0))]), before,
      .insertAndMove(.item(at(2, 0)))),
    Mistake(
      Changeset(deletedItems: [at(2, 2)], reloadedItems: [at(2, 2)]), before,
      .deleteAndReload(.item(at(2, 2)))),
    Mistake(
      Changeset(movedItems: [move(at(2, 2), at(0, 0))], reloadedItems: [at(2, 2)]), before,
      .reloadAndMove(.item(at(2, 2)))),
    Mistake(Changeset(deletedSections: [1, 1]), before, .duplicate(.delete, .section(1))),
    Mistake(Changeset(insertedSections: [2, 2]), before, .duplicate(.insert, .section(2))),
    Mistake(
      Changeset(movedSections: [move(0, 1), move(0, 2)]), before, .duplicate(.move, .section(0))),
    Mistake(
      Changeset(movedSections: [move(0, 2), move(1, 2)]), before, .duplicateMoveTarget(.section(2))),
    Mistake(
      Changeset(deletedSections: [0], movedSections: [move(0, 1)]), before,
      .deleteAndMove(.section(0))),
    Mistake(
      Changeset(insertedSections: [1], movedSections: [move(0, 1)]), before,
      .insertAndMove(.section(1))),
    Mistake(
      Changeset(deletedSections: [2], reloadedSections: [2]), before, .deleteAndReload(.section(2))),
    Mistake(
      Changeset(movedSections: [move(2, 0)], reloadedSections: [2]), before,
      .reloadAndMove(.section(2))),
    Mistake(
      Changeset(reloadedSections: [2], movedItems: [move(at(2, 0), at(0, 0))]), before,
      .moveOutOfReloadedSection(at(2, 0))),
    Mistake(
      Changeset(
        deletedSections: [0], reloadedSections: [2], movedItems: [move(at(0, 0), at(1, 1))]),
      [0, 3], .changeInReloadedSection(.move, at(1, 1))),
    Mistake(
      Changeset(deletedSections: [0], reloadedSections: [2], insertedItems: [at(1, 1)]),
      [0, 3], .changeInReloadedSection(.insert, at(1, 1))),
  ])
  func aContradictionIsNamed(_ mistake: Mistake) {
    #expect(mistake.found == mistake.expected)
  }

  @Test(arguments: [
    Mistake(
      Changeset(insertedSections: [0], movedSections: [move(0, 1)]), before,
      .sectionCountMismatch(after: 3, before: 3, inserted: 1, deleted: 0)),
    Mistake(
      Changeset(deletedSections: [0, 1]), [2, 3],
      .sectionCountMismatch(after: 2, before: 3, inserted: 0, deleted: 2)),
    Mistake(
      Changeset(), [2, 0, 4],
      .itemCountMismatch(
        section: 2, after: 4, before: 3, inserted: 0, deleted: 0, movedIn: 0, movedOut: 0)),
    Mistake(
      Changeset(movedSections: [move(2, 0)]), [2, 2, 0],
      .itemCountMismatch(
        section: 0, after: 2, before: 3, inserted: 0, deleted: 0, movedIn: 0, movedOut: 0)),
    Mistake(
      Changeset(
        deletedSections: [0], insertedSections: [0, 1], deletedItems: [at(0, 0), at(2, 1)],
        insertedItems: [at(3, 0), at(3, 1), at(0, 0)],
        movedItems: [move(at(2, 2), at(3, 2)), move(at(2, 0), at(1, 0)), move(at(0, 1), at(3, 3))]),
      [5, 1, 0, 9],
      .itemCountMismatch(
        section: 3, after: 9, before: 3, inserted: 2, deleted: 1, movedIn: 2, movedOut: 2)),
  ])
  func aWrongCountIsNamed(_ mistake: Mistake) {
    #expect(mistake.found == mistake.expected)
  }

  /// A view asks for the counts of those sections alone whose items the update names.
  @Test func namedSectionsAreCheckedAlone() throws {
    func check(_ changeset: Changeset, _ after: [Int]) throws {
      _ = try changeset.validateNamedSections(
        before: SectionCounts(count: Self.before.count) { Self.before[$0] },
        after: SectionCounts(count: after.count) { after[$0] })
    }
    let edit = Changeset(deletedItems: [at(0, 0)], insertedItems: [at(2, 0)])
    try check(edit, [1, 0, 4])
    try check(edit, [1, 7, 4])
    try check(Changeset(reloadedSections: [0], deletedItems: [at(0, 0)]), [8, 0, 3])
    let wrong = ChangesetError.itemCountMismatch(
      section: 2, after: 5, before: 3, inserted: 1, deleted: 0, movedIn: 0, movedOut: 0)
    #expect(throws: wrong) { try check(edit, [1, 0, 5]) }
    let filled = ChangesetError.itemCountMismatch(
      section: 0, after: 3, before: 2, inserted: 0, deleted: 0, movedIn: 0, movedOut: 0)
    #expect(throws: filled) { try check(Changeset(reloadedItems: [at(0, 1)]), [3, 0, 3]) }
    #expect(throws: filled) { try check(Changeset(reconfiguredItems: [at(0, 1)]), [3, 0, 3]) }
  }

  /// No counts follow from an update that contradicts itself.
  @Test func aContradictionHasNoCounts() {
    let item = Changeset(deletedItems: [at(0, 0)], movedItems: [move(at(0, 0), at(1, 0))])
    #expect(throws: ChangesetError.deleteAndMove(.item(at(0, 0)))) {
      _ = try item.legalSectionCounts(after: Self.before)
    }
    let section = Changeset(deletedSections: [0], movedSections: [move(0, 1)])
    #expect(throws: ChangesetError.deleteAndMove(.section(0))) {
      _ = try section.legalSectionCounts(after: Self.before)
    }
  }

  /// Legal although other collection views stop or go wrong.
  @Test(arguments: [
    Legal(Changeset(), before),
    Legal(Changeset(reloadedItems: [at(0, 0), at(0, 0)]), before),
    Legal(Changeset(deletedSections: [0], reloadedItems: [at(0, 0)]), [0, 3]),
    Legal(Changeset(deletedSections: [0], deletedItems: [at(0, 0)]), [0, 3]),
    Legal(Changeset(insertedSections: [0], insertedItems: [at(0, 1)]), [7, 2, 0, 3]),
    Legal(Changeset(reloadedSections: [0], deletedItems: [at(0, 0)]), [8, 0, 3]),
    Legal(Changeset(reloadedSections: [0], reloadedItems: [at(0, 0)]), [8, 0, 3]),
    Legal(Changeset(reconfiguredItems: [at(0, 0), at(0, 0)]), before),
    Legal(Changeset(deletedItems: [at(0, 0)], reconfiguredItems: [at(0, 0)]), [1, 0, 3]),
    Legal(Changeset(reloadedItems: [at(0, 0)], reconfiguredItems: [at(0, 0)]), before),
    Legal(
      Changeset(movedItems: [move(at(0, 0), at(1, 0))], reconfiguredItems: [at(0, 0)]), [1, 1, 3]),
    Legal(Changeset(deletedSections: [0], reconfiguredItems: [at(0, 0)]), [0, 3]),
    Legal(Changeset(reloadedSections: [0], reconfiguredItems: [at(0, 0)]), [8, 0, 3]),
    Legal(Changeset(movedSections: [move(0, 2)], reconfiguredItems: [at(0, 0)]), [0, 3, 2]),
    Legal(Changeset(reloadedSections: [1]), before),
    Legal(Changeset(movedSections: [move(1, 1)]), before),
    Legal(Changeset(movedItems: [move(at(0, 1), at(0, 1))]), before),
    Legal(Changeset(deletedSections: [0], movedItems: [move(at(0, 1), at(0, 0))]), [1, 3]),
    Legal(Changeset(insertedSections: [0], movedItems: [move(at(0, 1), at(0, 4))]), [5, 1, 0, 3]),
    Legal(
      Changeset(insertedItems: [at(0, 0)], reloadedItems: [at(0, 0)]), [3, 0, 3]),
  ])
  func whatLooksWrongIsLegal(_ legal: Legal) throws {
    try legal.changeset.validate(
      sectionCountsBefore: Self.before, sectionCountsAfter: legal.after)
  }

  @Test func messagesSayWhatWasFoundAndWhatToDo() {
    let mismatch = ChangesetError.itemCountMismatch(
      section: 3, after: 9, before: 3, inserted: 2, deleted: 1, movedIn: 2, movedOut: 2)
    #expect(
      "\(mismatch)"
        == "section 3 has 9 items after the update, but 3 before it, 2 inserted, 1 deleted, 2 moved "
        + "in and 2 moved out make 4; make the update and the data source agree")
    #expect(
      "\(ChangesetError.sectionCountMismatch(after: 1, before: 3, inserted: 1, deleted: 0))"
        == "there is 1 section after the update, but 3 before it, 1 inserted and 0 deleted make 4; "
        + "make the update and the data source agree")
    #expect(
      "\(ChangesetError.sourceItemOutOfRange(.delete, at(0, 2), itemCountBefore: 1))"
        == "the update has a delete of item [0, 2], but section 0 had 1 item before it; deletes, "
        + "reloads, reconfigurations and the sources of moves count before the update")
    #expect(
      "\(ChangesetError.sourceItemOutOfRange(.reconfigure, at(0, 2), itemCountBefore: 1))"
        .hasPrefix("the update has a reconfiguration of item [0, 2], but section 0 had 1 item"))
    #expect(
      "\(ChangesetError.targetSectionOutOfRange(.insert, .section(4), sectionCountAfter: 4))"
        == "the update has an insert at section 4, but there are 4 sections after it; inserts and "
        + "the targets of moves count after the update")
    #expect(
      "\(ChangesetError.deleteAndMove(.item(at(0, 0))))"
        == "the update both deletes and moves item [0, 0]; ask for one of the two")
    #expect(
      "\(ChangesetError.duplicate(.insert, .section(2)))"
        == "the update has two inserts at section 2; ask for each once")
  }
}

/// An update of the three sections that leads to the counts `after`, and what is wrong with it.
struct Mistake: Sendable {
  let changeset: Changeset
  let after: [Int]
  let expected: ChangesetError

  init(_ changeset: Changeset, _ after: [Int], _ expected: ChangesetError) {
    self.changeset = changeset
    self.after = after
    self.expected = expected
  }

  var found: ChangesetError? {
    do throws(ChangesetError) {
      try changeset.validate(
        sectionCountsBefore: LegalityTests.before, sectionCountsAfter: after)
      return nil
    } catch {
      return error
    }
  }
}

/// An update of the three sections that leads to the counts `after`.
struct Legal: Sendable {
  let changeset: Changeset
  let after: [Int]

  init(_ changeset: Changeset, _ after: [Int]) {
    self.changeset = changeset
    self.after = after
  }
}
