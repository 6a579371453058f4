import Benchmarking
import Changesets
import Datasets

extension LookupFloors {
  static var reads: [Scenario] {
    KeyOrder.allCases.flatMap {
      [flatItems($0, isHeadline: $0 == .random), nestedItems($0, isHeadline: $0 == .random)]
    } + [
      dependentFlatItems, dependentNestedItems, unpackedFlatItems, unpackedNestedItems,
      checkedFlatItems, checkedNestedItems, globalItems, dependentGlobalItems,
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
        return keys.sum { unsafe items[starts[$0.section] &+ $0.item].id }
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
        return keys.sum { unsafe sections[$0.section][$0.item].id }
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
        return keys.dependentSum(noBits) { key, shift in
          unsafe items[starts[key.section &+ shift] &+ key.item &+ shift].id
        }
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
        return keys.dependentSum(noBits) { key, shift in
          unsafe sections[key.section &+ shift][key.item &+ shift].id
        }
      }
    }
  }

  private static var unpackedFlatItems: Scenario {
    reads(
      "floor-flat", "item-random-made", "A section start and an item from raw pointers.",
      isHeadline: false, of: RawItems.shared
    ) { raw, _, stream in
      LookupKeys.measurement(of: stream.places, answers: stream.ids) { keys in
        let items = unsafe raw.items
        let starts = unsafe raw.starts
        return keys.sum { unsafe items[starts[$0.section] &+ $0.item].id }
      }
    }
  }

  private static var unpackedNestedItems: Scenario {
    reads(
      "floor-nested", "item-random-made", "A section and its item from raw pointers.",
      isHeadline: false, of: RawSections.shared
    ) { raw, _, stream in
      LookupKeys.measurement(of: stream.places, answers: stream.ids) { keys in
        let sections = unsafe raw.sections
        return keys.sum { unsafe sections[$0.section][$0.item].id }
      }
    }
  }

  /// Reads from plain arrays, range checks included, as most apps do.
  private static var checkedFlatItems: Scenario {
    reads(
      "floor-flat-array", "item-random-made", "A section start and an item from two arrays.",
      isHeadline: false, of: PlainArrays.shared
    ) { plain, _, stream in
      let (items, starts) = (plain.items, plain.starts)
      return LookupKeys.measurement(of: stream.places, answers: stream.ids) { keys in
        keys.sum { items[starts[$0.section] + $0.item].id }
      }
    }
  }

  private static var checkedNestedItems: Scenario {
    reads(
      "floor-nested-array", "item-random-made", "An item from an array of arrays.",
      isHeadline: false, of: PlainArrays.shared
    ) { plain, _, stream in
      let sections = plain.sections
      return LookupKeys.measurement(of: stream.places, answers: stream.ids) { keys in
        keys.sum { sections[$0.section][$0.item].id }
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
        return keys.sum { unsafe items[$0].id }
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
        return keys.dependentSum(noBits) { index, shift in unsafe items[index &+ shift].id }
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
        return keys.sum { index in
          var first = 0
          var end = sectionCount
          while end &- first > 1 {
            let middle = (first &+ end) >> 1
            if unsafe starts[middle] <= index { first = middle } else { end = middle }
          }
          return UInt64(truncatingIfNeeded: first)
        }
      }
    }
  }

  private static var iterate: Scenario {
    floor("floor-flat", "iterate", "Every item from a raw pointer.", isHeadline: true) {
      context, collection in
      let raw = RawItems.shared(context, collection)
      return collection.passes { passes in
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
