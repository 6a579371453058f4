import ItemStores
import Testing

#if DEBUG
  /// Counting to 2³¹ takes a debug build minutes.
  private let isQuick = false
#else
  private let isQuick = true
#endif

/// What stores whose sums have 32 bits say before one of them overflows.
@Suite(.serialized, .enabled(if: isQuick)) struct ItemLimitTests {
  @Test(arguments: OneTooMany.allCases)
  func oneItemTooManyStopsTheProgram(_ call: OneTooMany) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [call = call as OneTooMany] in
      call.perform()
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains(call.message), "\(message)")
  }
}

/// A call that adds 2³⁰ items to as many, which have no bytes.
enum OneTooMany: String, CaseIterable, Codable, Sendable {
  case insertSection, replaceSection, nestedArrays

  func perform() {
    let half = repeatElement(Nothing(), count: 1 << 30)
    var tree = BTreeStore<Nothing>(chunkCapacity: 1 << 30, nodeCapacity: 16)
    switch self {
    case .insertSection:
      tree.insertSection(half, at: 0)
      tree.insertSection(half, at: 0)
    case .replaceSection:
      tree.insertSection(half, at: 0)
      tree.insertSection([], at: 0)
      tree.replaceSection(at: 0, with: half)
    case .nestedArrays:
      let items = Array(half)
      _ = NestedArrayStore(sections: [items, items])
    }
  }

  var message: String {
    switch self {
    case .insertSection:
      "BTreeStore.insertSection(_:at:): would hold 2147483648 items; it holds at most 2147483647"
    case .replaceSection:
      "BTreeStore.replaceSection(at:with:): would hold 2147483648 items; it holds at most "
        + "2147483647"
    case .nestedArrays: "NestedArrayStore: 2147483648 items; it holds at most 2147483647"
    }
  }
}
