import BasicAlgorithms
import Changesets
import Foundation
import Testing

struct UpdateItemTests {
  @Test func operationsAreInTheOrderOfLayouts() {
    let changeset = Changeset(
      deletedSections: [1], insertedSections: [0], movedSections: [move(2, 3)],
      reloadedSections: [4],
      deletedItems: [at(0, 1), at(0, 3), at(3, 0)], insertedItems: [at(1, 2), at(1, 0)],
      movedItems: [move(at(3, 1), at(1, 1)), move(at(0, 0), at(0, 0))],
      reloadedItems: [at(3, 2), at(0, 2)])
    let whole = UpdateItem.wholeSection
    #expect(
      changeset.updateItems.map(Line.init) == [
        Line(.delete, at(3, 0), nil), Line(.delete, at(1, whole), nil),
        Line(.delete, at(0, 3), nil), Line(.delete, at(0, 1), nil),
        Line(.reload, at(0, 2), at(1, 3)), Line(.reload, at(3, 2), at(2, 0)),
        Line(.reload, at(4, whole), at(4, whole)),
        Line(.move, at(0, 0), at(0, 0)), Line(.move, at(2, whole), at(3, whole)),
        Line(.move, at(3, 1), at(1, 1)),
        Line(.insert, nil, at(0, whole)), Line(.insert, nil, at(1, 0)),
        Line(.insert, nil, at(1, 2)),
      ])
  }

  @Test func itemsThatOnlyComeGoAndMoveAreInTheSameOrder() {
    let changeset = Changeset(
      deletedItems: [at(0, 1), at(2, 0)], insertedItems: [at(1, 0), at(0, 2)],
      movedItems: [move(at(1, 1), at(0, 0)), move(at(0, 0), at(2, 1))])
    #expect(
      changeset.updateItems.map(Line.init) == [
        Line(.delete, at(2, 0), nil), Line(.delete, at(0, 1), nil),
        Line(.move, at(0, 0), at(2, 1)), Line(.move, at(1, 1), at(0, 0)),
        Line(.insert, nil, at(0, 2)), Line(.insert, nil, at(1, 0)),
      ])
  }

  @Test func whatHasNoEffectIsLeftOut() {
    let changeset = Changeset(
      deletedSections: [0], insertedSections: [1], reloadedSections: [1],
      deletedItems: [at(0, 0), at(1, 0)], insertedItems: [at(1, 0)],
      reloadedItems: [at(0, 1), at(1, 1)], reconfiguredItems: [at(2, 0)])
    #expect(
      changeset.updateItems.map(\.description) == [
        "delete section 0", "reload section 1 → 0", "insert section 1",
      ])
  }

  @Test func sectionsAreToldFromItems() {
    let items = Changeset(deletedSections: [2], movedItems: [move(at(0, 1), at(1, 0))]).updateItems
    #expect(items.map(\.isSection) == [true, false])
    #expect(items.map(\.description) == ["delete section 2", "move [0, 1] → [1, 0]"])
    #expect(UpdateItem.wholeSection == Int(Int32.max))
    #expect(Changeset().updateItems.isEmpty)
    #expect(Changeset(reconfiguredItems: [at(0, 0)]).updateItems.isEmpty)
  }

  /// An update item, written as the tests do.
  private struct Line: Equatable {
    let action: UpdateItem.Action
    let before: ItemPath?
    let after: ItemPath?

    init(_ action: UpdateItem.Action, _ before: ItemPath?, _ after: ItemPath?) {
      self.action = action
      self.before = before
      self.after = after
    }

    init(_ item: UpdateItem) { self.init(item.action, item.before, item.after) }
  }
}

struct ChangesetCodingTests {
  @Test func changesetsComeBackFromJSON() throws {
    var generator = BatchGenerator(seed: 6)
    for _ in 0..<200 {
      let changeset = generator.next().changeset
      let data = try JSONEncoder().encode(changeset)
      #expect(try JSONDecoder().decode(Changeset.self, from: data) == changeset)
    }
  }

  @Test func emptyArraysAreAbsent() throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    #expect(String(decoding: try encoder.encode(Changeset()), as: UTF8.self) == "{}")
    let moved = Changeset(deletedSections: [3, 1], movedSections: [move(0, 2)])
    #expect(
      String(decoding: try encoder.encode(moved), as: UTF8.self)
        == #"{"deletedSections":[1,3],"movedSections":[{"source":0,"target":2}]}"#)
  }

  @Test func decodedOperationsAreSorted() throws {
    let json = Data(#"{"deletedItems":[{"section":1,"item":0},{"section":0,"item":4}]}"#.utf8)
    let changeset = try JSONDecoder().decode(Changeset.self, from: json)
    #expect(changeset == Changeset(deletedItems: [at(0, 4), at(1, 0)]))
  }
}
