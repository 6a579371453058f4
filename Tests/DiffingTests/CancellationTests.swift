import Changesets
import Diffing
import ItemStores
import Testing

/// Cancels the task that compares the content of an item.
private enum CancellingIdentity: ItemIdentity {
  static func id(of card: Card) -> Int { card.id }

  static func isUnchanged(_ source: Card, _ target: Card) -> Bool {
    unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
    return true
  }
}

/// Long runs are compared in parts, so that a cancelled task ends soon.
struct CancellationTests {
  private let first = (0..<300_000).map { Card(id: $0) }
  private let second = (0..<300_000).map { Card(id: $0, revision: $0 == 9 ? 1 : 0) }

  @Test func aTaskIsCancelledInALongSection() async throws {
    let source = SectionedStore(sectionIDs: [0], store: NestedArrayStore(sections: [first]))
    let target = SectionedStore(sectionIDs: [0], store: NestedArrayStore(sections: [second]))
    let task = Task {
      try await Differ.changeset(from: source, to: target, by: CancellingIdentity.self)
    }
    await #expect(throws: DiffingError.cancelled) { try await task.value }
  }

  @Test func aTaskIsCancelledInALongArray() async throws {
    let (source, target) = (first, second)
    let task = Task {
      try await Differ.changeset(from: source, to: target, by: CancellingIdentity.self)
    }
    await #expect(throws: DiffingError.cancelled) { try await task.value }
  }

  /// A comparison in its caller's thread has a result even so.
  @Test func aComparisonThatIsNotConcurrentIsNotCancelled() async throws {
    let task = Task {
      unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
      var differ = Differ()
      let (before, after) = ([1, 2, 3, 4], [4, 1, 2, 3])
      let (source, target) = (
        NestedArrayStore(sections: [before]), NestedArrayStore(sections: [after])
      )
      let identity = ValueIdentity<Int>.self
      return [
        try differ.changeset(from: before, to: after, by: identity),
        try differ.changeset(from: source, to: target, by: identity),
        try differ.changeset(
          from: SectionedStore(sectionIDs: [0], store: source),
          to: SectionedStore(sectionIDs: [0], store: target), by: identity),
      ]
    }
    #expect(try await task.value.map(\.movedItems.count) == [1, 1, 1])
  }
}
