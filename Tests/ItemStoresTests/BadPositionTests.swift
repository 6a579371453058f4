import Changesets
import ItemStores
import TestSupport
import Testing

/// Every store stops at positions that it does not have, wherever one of its methods, or of those
/// that stores have by default, checks one; in release builds too.
@Suite struct BadPositionTests {
  @Test(arguments: BadPosition.all)
  func aBadPositionStopsTheProgram(_ position: BadPosition) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [position = position as BadPosition] in
      position.perform()
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains(position.call), "\(message)")
    #expect(message.contains(": \(position.found)"), "\(message)")
  }

  @Test func aMethodWithoutLabelsIsNamedWithItsArgument() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      FlatIndexedStore<Int>().checkSection(3, "section(_:)")
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("FlatIndexedStore.section(_: 3): there are 0 sections"), "\(message)")
  }
}

/// A call with a position that a store of sections with 2, 0 and 5 items does not have.
struct BadPosition: Codable, Sendable, CustomTestStringConvertible {
  private enum Kind: String, Codable {
    case flat = "FlatIndexedStore"
    case nested = "NestedArrayStore"
    case tree = "BTreeStore"
    /// A store that has what every store has by default.
    case minimal = "MinimalStore"
  }

  private let kind: Kind
  private let badCall: BadStoreCall

  static let all =
    of(.flat, [.sectionOfGlobalIndex, .globalRange])
    + of(.flat, [.removeSection, .replaceSection, .moveSectionFrom])
    + of(.flat, [.insertRunOfMissingSection, .removeRunOfMissingSection])
    + of(.flat, [.insertRunOfOneIntoMissingSection, .removeRunOfOne])
    + of(.flat, [.insertSectionsCounts, .insertSectionsOrder, .removeSectionsOrder])
    + of(.flat, [.replaceSectionsCounts, .removeSectionsOfOne, .replaceSectionsOfOne])
    + of(.nested, BadStoreCall.lookUps + BadStoreCall.sections + BadStoreCall.runs)
    + of(.nested, [.insertIntoMissingSection, .insert, .remove, .replace, .index])
    + of(.nested, [.itemsOfSection, .insertPassItem, .removePassItem])
    + of(.tree, BadStoreCall.lookUps + BadStoreCall.sections + BadStoreCall.runs)
    + of(.tree, [.insert, .pathOfGlobalIndex, .sectionOfGlobalIndex])
    + of(.tree, [.insertRunBeforeFirstSection, .removeRunBeforeFirstSection])
    + of(.minimal, BadStoreCall.defaults + BadStoreCall.sectionRuns)

  private static func of(
    _ kind: Kind, _ calls: [BadStoreCall]
  ) -> [BadPosition] {
    calls.map { BadPosition(kind: kind, badCall: $0) }
  }

  private static let sections = [[1, 2], [], [3, 4, 5, 6, 7]]

  func perform() {
    switch kind {
    case .flat: badCall.perform(on: FlatIndexedStore(sections: Self.sections))
    case .nested: badCall.perform(on: NestedArrayStore(sections: Self.sections))
    case .tree: badCall.perform(on: BTreeStore(sections: Self.sections))
    case .minimal: badCall.perform(on: MinimalStore(sections: Self.sections))
    }
  }

  /// The store and the method with the position, as the program says them.
  var call: String { "\(kind.rawValue).\(badCall.message.call)" }

  /// What the program says of the position.
  var found: String { badCall.message.found }

  var testDescription: String { "\(kind.rawValue), \(badCall.rawValue)" }
}
