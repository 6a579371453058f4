import Changesets
import Foundation
import Testing

struct ItemPathTests {
  private static let numbers = [0, 1, 7, 1 << 20, ItemPath.countLimit - 1, ItemPath.countLimit]
  private static let all = numbers + [-1, -2, Int(Int32.min)]

  @Test func bothNumbersComeBack() {
    for section in Self.all {
      for item in Self.all {
        var path = at(section, item)
        #expect(path.section == section && path.item == item)
        #expect(path.description == "[\(section), \(item)]")
        #expect(ItemPath(exactlySection: section, item: item) == path)
        path.section = 3
        #expect(path == at(3, item))
        path.item = 4
        #expect(path == at(3, 4))
      }
    }
  }

  @Test func orderIsThatOfSectionsThenItems() {
    let paths = Self.all.sorted().flatMap { section in
      Self.numbers.map { at(section, $0) } + [at(section, -1)]
    }
    for (place, path) in paths.enumerated() {
      for (other, right) in paths.enumerated() {
        #expect((path < right) == (place < other), "\(path), \(right)")
      }
    }
  }

  @Test func noPathIsBeyondTheRange() {
    for number in [ItemPath.countLimit + 1, Int(Int32.min) - 1, .max, .min] {
      #expect(ItemPath(exactlySection: number, item: 0) == nil)
      #expect(ItemPath(exactlySection: 0, item: number) == nil)
      #expect(ElementPath([0, number]).itemPath == nil)
    }
  }

  @Test func pathsAreCodedByName() throws {
    for section in Self.all {
      let path = at(section, 5)
      let data = try JSONEncoder().encode(path)
      #expect(try JSONDecoder().decode(ItemPath.self, from: data) == path)
      #expect(
        try JSONDecoder().decode([String: Int].self, from: data) == ["section": section, "item": 5])
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(
        ItemPath.self, from: Data(#"{"section": 0, "item": 2147483648}"#.utf8))
    }
  }

  @Test func countsAreFromNoneToTheLimit() {
    for count in [0, 1, ItemPath.countLimit - 1, ItemPath.countLimit] {
      #expect(ItemPath.isCount(count), "\(count)")
    }
    for count in [-1, .min, ItemPath.countLimit + 1, .max] {
      #expect(!ItemPath.isCount(count), "\(count)")
    }
  }

  /// The second insert at the last place has no next one.
  @Test func aRepairStaysWithinThePathRange() {
    let last = at(0, ItemPath.countLimit)
    let repaired = Changeset(insertedItems: [last, last]).repaired()
    #expect(repaired.insertedItems.allSatisfy { $0 == last })
  }

  /// The second insert goes to the last place, although an item moves there: there is no next one.
  @Test func aRepairEndsAtTheLastPlace() {
    let (last, lastButOne) = (at(0, ItemPath.countLimit), at(0, ItemPath.countLimit - 1))
    let repaired = Changeset(
      insertedItems: [lastButOne, lastButOne], movedItems: [move(at(0, 0), last)]
    ).repaired()
    #expect(repaired.insertedItems == [lastButOne, last])
  }
}
