import Benchmarking
import Changesets
import Datasets

/// Bounds on what any store can reach: the same keys and the same answers on raw memory, with no
/// bounds check and no directory. `floor-flat-array` and `floor-nested-array` are yardsticks and no
/// bounds: plain arrays with their range checks.
///
/// A floor bears the name of the scenario it bounds, and is headline where that is.
enum LookupFloors {
  static var scenarios: [Scenario] { reads + builds + edits }

  static func floor(
    _ storage: String, _ name: String, _ summary: String, isHeadline: Bool = false,
    setUp: @escaping @Sendable (ScenarioContext, LookupCollection) throws -> Measurement
  ) -> Scenario {
    Scenario(
      name, summary: summary, storage: storage, payload: Item8.payloadName, role: .floor,
      isHeadline: isHeadline
    ) { context in
      try setUp(context, LookupCollection.shared(in: context))
    }
  }
}

/// All items in one block of raw memory, and where each section starts.
@safe
final class RawItems {
  let count: Int
  /// Room for `count + 1` items, all of it initialised.
  let items: UnsafeMutablePointer<Item8>
  let starts: UnsafeMutablePointer<Int>

  static func shared(_ context: ScenarioContext, _ collection: LookupCollection) -> RawItems {
    context.shared("lookup/floor/flat") { RawItems(collection) }
  }

  init(_ collection: LookupCollection) {
    count = collection.itemCount
    unsafe items = .allocate(capacity: count + 1)
    var next = 0
    for section in collection.dataset.sections(of: Item8.self) {
      for item in section {
        unsafe (items + next).initialize(to: item)
        next += 1
      }
    }
    unsafe (items + count).initialize(to: Item8(LookupCollection.newSeed(0)))
    let sectionStarts = collection.offsets.starts
    unsafe starts = .allocate(capacity: sectionStarts.count)
    for section in sectionStarts.indices {
      unsafe (starts + section).initialize(to: sectionStarts[section])
    }
  }

  deinit {
    unsafe items.deallocate()
    unsafe starts.deallocate()
  }
}

/// A block of raw memory for each section, and where each block is.
@safe
final class RawSections {
  let sections: UnsafeMutablePointer<UnsafeMutablePointer<Item8>>
  private let count: Int

  static func shared(_ context: ScenarioContext, _ collection: LookupCollection) -> RawSections {
    context.shared("lookup/floor/nested") { RawSections(collection) }
  }

  private init(_ collection: LookupCollection) {
    count = collection.sectionSizes.count
    unsafe sections = .allocate(capacity: count)
    var position = 0
    for section in collection.dataset.sections(of: Item8.self) {
      let items = UnsafeMutablePointer<Item8>.allocate(
        capacity: collection.sectionSizes[position])
      var next = 0
      for item in section {
        unsafe (items + next).initialize(to: item)
        next += 1
      }
      unsafe (sections + position).initialize(to: items)
      position += 1
    }
  }

  deinit {
    for position in 0..<count { unsafe sections[position].deallocate() }
    unsafe sections.deallocate()
  }
}

/// All items in one array and where each section starts, and the same items in an array of arrays.
final class PlainArrays {
  let items: [Item8]
  let starts: [Int]
  let sections: [[Item8]]

  static func shared(_ context: ScenarioContext, _ collection: LookupCollection) -> PlainArrays {
    context.shared("lookup/floor/arrays") { PlainArrays(collection) }
  }

  private init(_ collection: LookupCollection) {
    sections = collection.dataset.sections(of: Item8.self).map { Array($0) }
    items = Array(sections.joined())
    starts = collection.offsets.starts
  }
}
