import Changesets
import ItemStores
import Testing

/// An update that does not fit a store stops the program where runs are laid out, before anything is
/// copied that is not there; in release builds too.
@Suite struct UnfitUpdateTests {
  @Test(arguments: UnfitUpdate.allCases)
  func anUpdateThatDoesNotFitStopsTheProgram(_ update: UnfitUpdate) async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [update = update as UnfitUpdate] in
      update.perform()
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(
      message.contains("the update does not fit the store at \(update.place); valid"),
      "\(message)")
  }
}

/// An update that sections with 2, 0 and 5 items do not have a place for.
enum UnfitUpdate: String, CaseIterable, Codable, Sendable {
  case missingSectionGoes, missingSectionGoesAmongWholeOnes, missingSectionMoves
  case itemOfMissingSectionGoes, itemComesToMissingSection
  case itemOfMissingSectionMoves, missingItemMoves, itemMovesBehindNewSection

  private static let ranges = [0..<2, 2..<2, 2..<7]

  func perform() {
    let edits = SectionEdits(changeset)
    if self == .missingSectionGoesAmongWholeOnes {
      _ = edits.sections(of: 3, newSection: { _ in [0] })
    } else {
      _ = edits.copyRuns(
        sectionCount: 3, range: { Self.ranges[$0] }, newItem: { _ in 9 }, newSection: { _ in [8] })
    }
  }

  private var changeset: Changeset {
    func move(_ source: ItemPath, to target: ItemPath) -> Changeset {
      Changeset(movedItems: [.init(from: source, to: target)])
    }
    let first = ItemPath(section: 0, item: 0)
    return switch self {
    case .missingSectionGoes, .missingSectionGoesAmongWholeOnes: Changeset(deletedSections: [7])
    case .missingSectionMoves: Changeset(movedSections: [.init(from: 3, to: 0)])
    case .itemOfMissingSectionGoes: Changeset(deletedItems: [ItemPath(section: 3, item: 0)])
    case .itemComesToMissingSection: Changeset(insertedItems: [ItemPath(section: 9, item: 0)])
    case .itemOfMissingSectionMoves: move(ItemPath(section: 3, item: 0), to: first)
    case .missingItemMoves: move(ItemPath(section: 2, item: 5), to: first)
    case .itemMovesBehindNewSection:
      Changeset(
        insertedSections: [0],
        movedItems: [.init(from: first, to: ItemPath(section: 0, item: 5))])
    }
  }

  /// The message with which the program stops.
  var place: String {
    switch self {
    case .missingSectionGoes, .missingSectionGoesAmongWholeOnes, .itemOfMissingSectionGoes,
      .itemComesToMissingSection:
      "section 3"
    case .missingSectionMoves: "3"
    case .itemOfMissingSectionMoves: "[3, 0]"
    case .missingItemMoves: "[2, 5]"
    case .itemMovesBehindNewSection: "section 0"
    }
  }
}
