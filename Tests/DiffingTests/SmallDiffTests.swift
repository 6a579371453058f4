import Changesets
import Diffing
import Testing

@Test func differencesOfNumbers() throws {
  var differ = Differ()
  let changeset = try differ.changeset(
    from: [1, 2, 3, 4], to: [4, 1, 5, 3], by: ValueIdentity<Int>.self)
  #expect(
    changeset
      == Changeset(
        deletedItems: [ItemPath(section: 0, item: 1)],
        insertedItems: [ItemPath(section: 0, item: 2)],
        movedItems: [
          Changeset.Move(from: ItemPath(section: 0, item: 3), to: ItemPath(section: 0, item: 0))
        ]))
}
