public import Benchmarking
public import Changesets
public import Datasets
public import ItemStores

extension StoreScenarios {
  /// Edits of one item, each with its inverse, so that every call finds the same collection.
  @inlinable
  var singleEdits: [Scenario] {
    [
      insertAndDelete(at: .random, isHeadline: true),
      insertAndDelete(at: .front),
      insertAndDelete(at: .random, inOneSection: true, isHeadline: true),
      insertAndDelete(at: .front, inOneSection: true),
      replaceAtRandom, moveAtRandom, editAndLookUp,
    ]
  }

  @inlinable
  func insertAndDelete(
    at place: EditPlace, inOneSection: Bool = false, isHeadline: Bool = false,
    maximumItems: Int = .max
  ) -> Scenario {
    scenario(
      "insert-delete-\(place.rawValue)" + (inOneSection ? "-one-section" : ""),
      "Inserts an item \(place.summary) and deletes it"
        + (inOneSection ? ", everything in one section." : "."),
      isHeadline: isHeadline, maximumItems: maximumItems
    ) { _, collection in
      var store = try editableStore(collection, inOneSection: inOneSection)
      let paths = collection.editPaths(place, inOneSection: inOneSection)
      let items: [Item] = collection.newItems(
        count: collection.editsPerCall(reach, inOneSection: inOneSection))
      var calls = CallSequence(keys: paths.count, ofAtMost: items.count) {
        items[$0 % items.count].id
      }
      return Measurement(operationsPerCall: 2 * calls.length, expectedAnswer: calls.answer) {
        let sum = Self.insertAndDelete(items, at: paths, calls.next(), in: &store)
        return calls.answer(for: sum)
      }
    }
  }

  /// Inserts each item at its path and takes it out again; the sum of the ids taken out.
  ///
  /// A function with the store inout, here and below: a captured variable would have its
  /// exclusivity checked at each access, this one has it checked once a call.
  @inlinable
  static func insertAndDelete(
    _ items: [Item], at paths: [ItemPath], _ range: Range<Int>, in store: inout Store
  ) -> UInt64 {
    let keys = paths.span.extracting(range)
    var sum: UInt64 = 0
    for key in keys.indices {
      store.insert(items[key], at: keys[key])
      sum &+= store.remove(at: keys[key]).id
    }
    return sum
  }

  @inlinable
  var replaceAtRandom: Scenario {
    edits("replace-random", "Replaces items at random paths, then puts the first ones back.") {
      store, collection, stream in
      var store = store
      let originals = stream.globalIndexes.map { Item(collection.dataset.seed(atGlobalIndex: $0)) }
      // An item's replacement depends on its place alone, so that a path that comes twice adds
      // to the answer as two paths do.
      let others = stream.globalIndexes.map { Item(LookupCollection.newSeed($0)) }
      var calls = CallSequence(keys: stream.count, ofAtMost: 1 << 13) {
        originals[$0].id &+ others[$0].id
      }
      return Measurement(operationsPerCall: 2 * calls.length, expectedAnswer: calls.answer) {
        let range = calls.next()
        let replaced = Self.replace(at: stream.paths, with: others, range, in: &store)
        let putBack = Self.replace(at: stream.paths, with: originals, range, in: &store)
        return calls.answer(for: replaced &+ putBack)
      }
    }
  }

  @inlinable
  static func replace(
    at paths: [ItemPath], with items: [Item], _ range: Range<Int>, in store: inout Store
  ) -> UInt64 {
    var sum: UInt64 = 0
    for key in range { sum &+= store.replace(at: paths[key], with: items[key]).id }
    return sum
  }

  @inlinable
  var moveAtRandom: Scenario {
    edits("move-random", "Moves an item between random paths, reads it, and moves it back.") {
      store, collection, stream in
      var store = store
      let sources = stream.paths
      let targets = stream.farAhead(stream.paths)
      var calls = CallSequence(keys: stream.count, ofAtMost: collection.editsPerCall(reach)) {
        stream.ids[$0]
      }
      return Measurement(operationsPerCall: 2 * calls.length, expectedAnswer: calls.answer) {
        let sum = Self.moveAndBack(from: sources, to: targets, calls.next(), in: &store)
        return calls.answer(for: sum)
      }
    }
  }

  @inlinable
  static func moveAndBack(
    from sources: [ItemPath], to targets: [ItemPath], _ range: Range<Int>, in store: inout Store
  ) -> UInt64 {
    var sum: UInt64 = 0
    for key in range {
      store.move(from: sources[key], to: targets[key])
      sum &+= store[targets[key]].id
      store.move(from: targets[key], to: sources[key])
    }
    return sum
  }

  /// A directory that is rebuilt at the first look-up after an edit is paid for in here.
  @inlinable
  var editAndLookUp: Scenario {
    edits(
      "edit-look-up", "One insertion or deletion, then the item at a random global index.",
      isHeadline: true
    ) { store, collection, stream in
      var store = store
      let paths = stream.paths
      let probes = stream.farAhead(stream.globalIndexes)
      let items: [Item] = collection.newItems(count: collection.editsPerCall(reach))
      let ids = collection.idsAfterInsertions(in: stream, of: items.map(\.id), at: probes)
      var calls = CallSequence(keys: stream.count, ofAtMost: items.count) {
        ids[$0] &+ collection.id(atGlobalIndex: probes[$0])
      }
      return Measurement(operationsPerCall: 2 * calls.length, expectedAnswer: calls.answer) {
        let sum = Self.editAndLookUp(items, at: paths, probes, calls.next(), in: &store)
        return calls.answer(for: sum)
      }
    }
  }

  @inlinable
  static func editAndLookUp(
    _ items: [Item], at paths: [ItemPath], _ probes: [Int], _ range: Range<Int>,
    in store: inout Store
  ) -> UInt64 {
    var sum: UInt64 = 0
    for key in range {
      store.insert(items[key - range.lowerBound], at: paths[key])
      sum &+= store.item(atGlobalIndex: probes[key]).id
      store.remove(at: paths[key])
      sum &+= store.item(atGlobalIndex: probes[key]).id
    }
    return sum
  }
}

extension StoreScenarios {
  /// Sorted runs of edits: a batch update takes items out, another puts them back.
  @inlinable
  var editRuns: [Scenario] { EditShare.all.map { editRun($0) } }

  @inlinable
  func editRun(_ share: EditShare) -> Scenario {
    scenario(
      "edit-run-\(share.name)", "Takes \(share.name) of the items out in one run, puts them back.",
      isHeadline: share.isHeadline
    ) { _, collection in
      var store = try editableStore(collection)
      let plan = EditRunPlan(share, of: collection)
      let runs = plan.runs.map { run in run.map { collection.path(ofGlobalIndex: $0) } }
      var calls = plan.calls
      return Measurement(operationsPerCall: plan.operationsPerCall, expectedAnswer: calls.answer) {
        let sum = Self.removeAndInsert(runs, calls.next(), in: &store)
        return calls.answer(for: sum)
      }
    }
  }

  @inlinable
  static func removeAndInsert(
    _ runs: [[ItemPath]], _ range: Range<Int>, in store: inout Store
  ) -> UInt64 {
    var sum: UInt64 = 0
    for run in range {
      let removed = store.remove(atSorted: runs[run])
      for item in removed { sum &+= item.id }
      store.insert(removed, atSorted: runs[run])
    }
    return sum
  }
}
