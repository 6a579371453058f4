import Changesets
import Geometry
import Layouts
import Testing

/// What `docs/write-your-own-layout.md` shows of updates, done.
@Suite struct LayoutGuideTests {
  @Test func updatesAreAppliedAndAudited() throws {
    let session = LayoutSession(
      LanesLayout(), bounds: Rect(x: 0, y: 0, width: 320, height: 480), itemCounts: [40, 0, 7])
    try session.layoutIfNeeded()
    let changeset = Changeset(
      deletedItems: [ItemPath(section: 0, item: 3), ItemPath(section: 2, item: 6)],
      insertedItems: [ItemPath(section: 1, item: 0)])
    try session.update(changeset) { counts in counts = [39, 1, 6] }
    try LayoutAudit(session.layout, host: session).checkEverything(inPiecesOf: 100)
  }
}
