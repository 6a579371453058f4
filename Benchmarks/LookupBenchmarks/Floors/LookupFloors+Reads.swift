import Benchmarking
import Changesets
import Datasets

extension LookupFloors {
  static var reads: [Scenario] {
    KeyOrder.allCases.flatMap {
      [flatItems($0, isHeadline: $0 == .random), nestedItems($0, isHeadline: $0 == .random)]
    } + [
      dependentFlatItems, dependentNestedItems, globalItems, dependentGlobalItems,
      sectionsByBinarySearch, iterate,
    ]
  }

  /// A floor that looks up the keys of `order` in raw memory.
  private static func reads<Raw>(
    _ storage: String, _ name: String, _ summary: String, isHeadline: Bool = true,
    of raw: @escaping @Sendable (ScenarioContext, LookupCollection) -> Raw,
    order: KeyOrder = .random,
    setUp: @escaping @Sendable (Raw, LookupCollection, LookupKeys) -> Measurement
  ) -> Scenario {
    floor(storage, name, summary, isHeadline: isHeadline) { context, collection in
      setUp(raw(context, collection), collection, collection.keys(order))
    }
  }

  private static func flatItems(_ order: KeyOrder, isHeadline: Bool) -> Scenario {
    reads(
      "floor-flat", "item-\(order.rawValue)", "A section start and an item from raw pointers.",
      isHeadline: isHeadline, of: RawItems.shared, order: order
    ) { raw, _, stream in
      LookupKeys.measurement(of: stream.paths, answers: stream.ids) { keys in
        let items = unsafe raw.items
        let starts = unsafe raw.starts
        var sum: UInt64 = 0
        for key in keys.indices {
          sum &+= unsafe items[starts[keys[key].section] &+ keys[key].item].id
        }
        return sum
      }
    }
  }

  private static func nestedItems(_ order: KeyOrder, isHeadline: Bool) -> Scenario {
    reads(
      "floor-nested", "item-\(order.rawValue)", "A section and its item from raw pointers.",
      isHeadline: isHeadline, of: RawSections.shared, order: order
    ) { raw, _, stream in
      LookupKeys.measurement(of: stream.paths, answers: stream.ids) { keys in
        let sections = unsafe raw.sections
        var sum: UInt64 = 0
        for key in keys.indices {
          sum &+= unsafe sections[keys[key].section][keys[key].item].id
        }
        return sum
      }
    }
  }

  private static var dependentFlatItems: Scenario {
    reads(
      "floor-flat", "item-random-dependent", "The same, each path known once the last is read.",
      of: RawItems.shared
    ) { raw, collection, stream in
      let noBits = collection.noBits
      return LookupKeys.measurement(of: stream.paths, answers: stream.ids) { keys in
        let items = unsafe raw.items
        let starts = unsafe raw.starts
        var sum: UInt64 = 0
        var shift = 0
        for key in keys.indices {
          let start = unsafe starts[keys[key].section &+ shift]
          let id = unsafe items[start &+ keys[key].item &+ shift].id
          sum &+= id
          shift = Int(truncatingIfNeeded: id & noBits)
        }
        return sum
      }
    }
  }

  private static var dependentNestedItems: Scenario {
    reads(
      "floor-nested", "item-random-dependent", "The same, each path known once the last is read.",
      of: RawSections.shared
    ) { raw, collection, stream in
      let noBits = collection.noBits
      return LookupKeys.measurement(of: stream.paths, answers: stream.ids) { keys in
        let sections = unsafe raw.sections
        var sum: UInt64 = 0
        var shift = 0
        for key in keys.indices {
          let items = unsafe sections[keys[key].section &+ shift]
          let id = unsafe items[keys[key].item &+ shift].id
          sum &+= id
          shift = Int(truncatingIfNeeded: id & noBits)
        }
        return sum
      }
    }
  }

  private static var globalItems: Scenario {
    reads(
      "floor-flat", "global-random", "An item from a raw pointer.",
      of: RawItems.shared
    ) { raw, _, stream in
      LookupKeys.measurement(of: stream.globalIndexes, answers: stream.ids) { keys in
        let items = unsafe raw.items
        var sum: UInt64 = 0
        for key in keys.indices { sum &+= unsafe items[keys[key]].id }
        return sum
      }
    }
  }

  private static var dependentGlobalItems: Scenario {
    reads(
      "floor-flat", "global-random-dependent", "The same, each index known once the last is read.",
      of: RawItems.shared
    ) { raw, collection, stream in
      let noBits = collection.noBits
      return LookupKeys.measurement(of: stream.globalIndexes, answers: stream.ids) { keys in
        let items = unsafe raw.items
        var sum: UInt64 = 0
        var shift = 0
        for key in keys.indices {
          let id = unsafe items[keys[key] &+ shift].id
          sum &+= id
          shift = Int(truncatingIfNeeded: id & noBits)
        }
        return sum
      }
    }
  }

  /// Not a lower bound but the textbook's way, which a directory has to beat threefold.
  private static var sectionsByBinarySearch: Scenario {
    reads(
      "floor-binary-search", "section-of-global", "Plain binary search over raw section starts.",
      of: RawItems.shared
    ) { raw, collection, stream in
      let sectionCount = collection.sectionSizes.count
      let answers = stream.paths.map { UInt64($0.section) }
      return LookupKeys.measurement(of: stream.globalIndexes, answers: answers) { keys in
        let starts = unsafe raw.starts
        var sum: UInt64 = 0
        for key in keys.indices {
          var first = 0
          var end = sectionCount
          while end &- first > 1 {
            let middle = (first &+ end) >> 1
            if unsafe starts[middle] <= keys[key] { first = middle } else { end = middle }
          }
          sum &+= UInt64(truncatingIfNeeded: first)
        }
        return sum
      }
    }
  }

  private static var iterate: Scenario {
    floor("floor-flat", "iterate", "Every item from a raw pointer.", isHeadline: true) {
      context, collection in
      let raw = RawItems.shared(context, collection)
      let passes = collection.passesOverItems
      return Measurement(
        operationsPerCall: passes * raw.count,
        expectedAnswer: collection.sumOfIDs &* UInt64(passes)
      ) {
        let items = unsafe raw.items
        let count = raw.count
        var sum: UInt64 = 0
        for _ in 0..<passes {
          for index in 0..<count { sum &+= unsafe items[index].id }
        }
        return sum
      }
    }
  }
}
