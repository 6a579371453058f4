import Benchmarking
import Datasets

extension LookupFloors {
  static var builds: [Scenario] { [generate, fill] }

  /// Generates straight into one block.
  private static var generate: Scenario {
    floor("floor-flat", "build", "Generates every item into one raw block.", isHeadline: true) {
      _, collection in
      let dataset = collection.dataset
      let box = RawBox(collection)
      return Measurement(operationsPerCall: box.count, expectedAnswer: collection.sumOfProbes) {
        let items = unsafe box.emptied()
        var next = 0
        for section in dataset.sections(of: Item8.self) {
          for item in section {
            unsafe (items + next).initialize(to: item)
            next &+= 1
          }
        }
        return box.sumOfProbes
      }
    }
  }

  /// The memory's own bound: the same bytes, which are there already.
  private static var fill: Scenario {
    floor("floor-fill", "build", "Copies the same bytes into a new block.", isHeadline: true) {
      context, collection in
      let raw = RawItems.shared(context, collection)
      let box = RawBox(collection)
      let passes = collection.passesOverItems
      return Measurement(
        operationsPerCall: passes * box.count, expectedAnswer: collection.sumOfProbes
      ) {
        for _ in 0..<passes {
          unsafe box.emptied().initialize(from: raw.items, count: box.count)
        }
        return box.sumOfProbes
      }
    }
  }
}

/// One block of items that outlives the call that filled it.
@safe
private final class RawBox {
  let count: Int
  private let probes: [Int]
  private var items: UnsafeMutablePointer<Item8>?

  init(_ collection: LookupCollection) {
    count = collection.itemCount
    probes = collection.probes
  }

  deinit { unsafe items?.deallocate() }

  /// A new block in the place of the last one.
  func emptied() -> UnsafeMutablePointer<Item8> {
    unsafe items?.deallocate()
    let items = UnsafeMutablePointer<Item8>.allocate(capacity: count)
    unsafe self.items = items
    return unsafe items
  }

  var sumOfProbes: UInt64 {
    guard let items = unsafe items else { return 0 }
    var sum = UInt64(count)
    for index in probes { sum &+= unsafe items[index].id }
    return sum
  }
}
