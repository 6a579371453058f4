import ItemStores
import StressTesting
import Testing

@Suite struct StoreConformanceTests {
  @Test func flatIndexedStore() throws {
    try checkAllItemTypes(
      FlatIndexedStore<Int>.self, FlatIndexedStore<String>.self, FlatIndexedStore<Tracked>.self,
      FlatIndexedStore<Byte>.self, FlatIndexedStore<Nothing>.self)
  }

  @Test func nestedArrayStore() throws {
    try checkAllItemTypes(
      NestedArrayStore<Int>.self, NestedArrayStore<String>.self, NestedArrayStore<Tracked>.self,
      NestedArrayStore<Byte>.self, NestedArrayStore<Nothing>.self)
  }

  @Test func bTreeStore() throws {
    try checkAllItemTypes(
      BTreeStore<Int>.self, BTreeStore<String>.self, BTreeStore<Tracked>.self,
      BTreeStore<Byte>.self, BTreeStore<Nothing>.self)
  }

  /// Nodes of two: every third item splits all levels, so small shapes are deep trees.
  @Test func bTreeStoreOfTheSmallestNodes() throws {
    try StoreConformance.check(
      SmallBTreeStore<Int, 2, 2>.self, maxItems: 3, operations: 2_000, seed: 6)
  }

  @Test func bTreeStoreOfSmallNodes() throws {
    try checkAllItemTypes(
      SmallBTreeStore<Int, 4, 3>.self, SmallBTreeStore<String, 3, 4>.self,
      SmallBTreeStore<Tracked, 5, 4>.self, SmallBTreeStore<Byte, 8, 8>.self,
      SmallBTreeStore<Nothing, 4, 2>.self)
  }
}

/// Holds a store of each kind of item against the model; for another store, one more call of this.
func checkAllItemTypes<
  Integers: ItemStore<Int>, Texts: ItemStore<String>, Objects: ItemStore<Tracked>,
  Bytes: ItemStore<Byte>, Nothings: ItemStore<Nothing>
>(
  _ integers: Integers.Type, _ texts: Texts.Type, _ objects: Objects.Type, _ bytes: Bytes.Type,
  _ nothings: Nothings.Type
) throws {
  try StoreConformance.check(integers, operations: 3_000, seed: 1)
  // Half of the texts are too long to be stored in place.
  try StoreConformance.check(texts, maxItems: 3, operations: 1_000, seed: 2) { number in
    number.isMultiple(of: 2) ? "\(number)" : "the text of item number \(number)"
  }
  try StoreConformance.check(bytes, maxItems: 2, operations: 500, seed: 3) {
    Byte(truncatingIfNeeded: $0)
  }
  try StoreConformance.check(nothings, maxItems: 2, operations: 500, seed: 4) { _ in Nothing() }

  let census = Census()
  try StoreConformance.check(objects, maxItems: 3, operations: 1_000, seed: 5) {
    Tracked($0, in: census)
  }
  #expect(census.created > 1_000)
  #expect(census.living == 0, "\(objects) leaks or keeps objects")
}

/// A byte, of which 256 make a page of a store's smallest items.
typealias Byte = UInt8

/// An item without any bytes.
struct Nothing: Equatable {}

/// How many objects there are; for one test at a time.
final class Census {
  var created = 0
  var living = 0
}

/// An object that its census counts.
final class Tracked: Equatable {
  private let number: Int
  private let census: Census

  init(_ number: Int, in census: Census) {
    self.number = number
    self.census = census
    census.created += 1
    census.living += 1
  }

  deinit { census.living -= 1 }

  static func == (left: Tracked, right: Tracked) -> Bool { left.number == right.number }
}
