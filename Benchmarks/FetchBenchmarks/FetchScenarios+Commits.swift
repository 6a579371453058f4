#if SQLITE
  import Benchmarking
  import Changesets
  import Datasets
  import Geometry

  extension FetchStrategy {
    /// From COMMIT to the changes between the rows before and after it.
    func changeset(_ edits: Int) -> Scenario {
      Scenario(
        "changeset-\(edits)",
        summary:
          "The changes of a commit of \(FetchCommits.text(edits)), without a view, in memory.",
        storage: name, payload: Self.payload, minimumItems: Self.minimumItems(for: edits),
        maximumItems: isSlow ? Self.slowMaximumItems(for: edits) : 10_000_000,
        bytesPerItem: 2 * Self.bytesPerRow, isHeadline: edits == 100,
        headlineMaximumItems: isSlow ? Self.slowHeadlineItems : .max
      ) { context in
        let table = try FetchTable.inMemory(in: context)
        let commits = try FetchCommits.shared(edits, table, in: context)
        let rig = try FetchRig(self, table, changeLimit: Self.changeLimit(for: edits))
        try rig.load()
        try rig.verify(commits.before)
        // Once there and back: the first changes may say more, of the rows that were shown before.
        func perform() throws -> Changeset {
          try table.write(commits.edits.forth, undo: commits.edits.back)
          return try rig.rows.changeset()
        }
        func goBack() throws {
          try table.write(commits.edits.back, undo: [])
          _ = try rig.rows.changeset()
        }
        try commits.check(perform())
        try rig.verify(commits.after)
        try goBack()
        try rig.verify(commits.before)
        var right = Changeset()
        try rig.following { right = try perform() }
        try commits.check(right)
        if rig.rows.tellsContents { try commits.checkContents(right) }
        let answer = commits.answer
        return Measurement(
          operationsPerCall: 1, expectedAnswer: answer,
          counts: {
            [OperationCount(name: "changes", value: right.count, isGate: false)]
              + rig.counts.filter { $0.name == "key_fetches" }
          },
          liveBytesAbsence: FetchCommits.liveBytesAbsence,
          prepare: {
            if table.isEdited { try goBack() }
            try table.begin(commits.edits.forth, undo: commits.edits.back)
            rig.beginCounting()
          }
        ) {
          do {
            try table.commit()
            return try rig.rows.changeset() == right ? answer : ~answer
          } catch {
            return ~answer
          }
        }
      }
    }

    /// The most rows of a slow strategy, for commits of `edits`: those of 100 show how it grows.
    private static func slowMaximumItems(for edits: Int) -> Int {
      edits == 100 ? slowGrowthItems : slowItems
    }

    /// From COMMIT until the view has laid out.
    func commit(_ edits: Int) -> Scenario {
      scenario(
        "commit-\(edits)",
        "A commit of \(FetchCommits.text(edits)) to a file, until the view has laid out.",
        minimumItems: Self.minimumItems(for: edits), isHeadline: edits == 100,
        slowMaximumItems: Self.slowMaximumItems(for: edits)
      ) { context, table in
        let commits = try FetchCommits.shared(edits, table, in: context)
        let rig = try FetchRig(self, table, changeLimit: Self.changeLimit(for: edits))
        try rig.load()
        try rig.show(commits.offset)
        try table.write(commits.edits.forth, undo: commits.edits.back)
        try rig.refresh()
        try rig.verify(commits.after)
        let answer = commits.after.visible(at: commits.offset)
        func goBack() throws {
          try table.write(commits.edits.back, undo: [])
          try rig.refresh()
        }
        try rig.following(goBack)
        try rig.verify(commits.before)
        return Measurement(
          operationsPerCall: 1, expectedAnswer: answer, counts: { rig.counts },
          liveBytesAbsence: FetchCommits.liveBytesAbsence,
          prepare: {
            if table.isEdited { try goBack() }
            try table.begin(commits.edits.forth, undo: commits.edits.back)
            rig.beginCounting()
          }
        ) {
          do {
            try table.commit()
            try rig.refresh()
            return rig.visible
          } catch {
            return ~answer
          }
        }
      }
    }
  }

  /// A transaction, with all rows before and after it.
  final class FetchCommits {
    let edits: FetchEdits
    let before: FetchState
    let after: FetchState
    /// The offset at which some of the edits are seen, in points.
    let offset: Double

    /// Returns those of a number of edits, made on first use.
    static func shared(
      _ count: Int, _ table: FetchTable, in context: ScenarioContext
    ) throws -> FetchCommits {
      try context.shared("fetch/commits/\(count)") { try FetchCommits(count, table, context) }
    }

    private init(_ count: Int, _ table: FetchTable, _ context: ScenarioContext) throws {
      let rows = table.collection.rowCount
      let seen = Int((FetchScreen.size.height / FetchScreen.rowExtent).rounded(.up))
      let first = max(0, min(rows / 2, rows - 2 * seen))
      offset = Double(first) * FetchScreen.rowExtent
      edits = FetchEdits(count, of: table.collection, from: first)
      before = try context.shared("fetch/state") { try FetchState(table) }
      try table.write(edits.forth, undo: edits.back)
      after = try FetchState(table)
      try table.write(edits.back, undo: [])
    }

    /// What every right changeset is answered with.
    var answer: UInt64 { after.visible(at: offset) &+ UInt64(after.ids.count) }

    /// The reason why a call that commits an open transaction has no live bytes.
    static let liveBytesAbsence =
      "COMMIT frees what the transaction has allocated before the call"

    /// In a scenario's summary.
    static func text(_ count: Int) -> String {
      count == 1 ? "one edit" : "\(count.formattedInThousands) edits"
    }

    /// Throws what is wrong with a changeset: applied to the ids before, it gives those after.
    func check(_ changeset: Changeset) throws {
      let map = ChangesetMap(changeset)
      var kept = 0
      for (place, id) in before.ids.enumerated() {
        let path = before.offsets.path(ofGlobalIndex: place)
        guard let target = map.item(path) else { continue }
        kept += 1
        let found = after.ids[after.offsets.globalIndex(of: target)]
        guard found == id else {
          throw FetchSuiteError.wrongChangeset(
            "row \(id) at \(path) came to \(target), where \(found) is")
        }
      }
      let inserted = after.ids.count - kept
      let told =
        changeset.insertedItems.count
        + changeset.insertedSections.reduce(0) { $0 + after.offsets.sizes[$1] }
      guard inserted <= told else {
        throw FetchSuiteError.wrongChangeset("\(inserted) rows came, \(told) were told")
      }
    }

    /// Throws if a changeset, which `check(_:)` has accepted, keeps the view of a row with other content
    /// and does not have it filled again.
    func checkContents(_ changeset: Changeset) throws {
      let map = ChangesetMap(changeset)
      for (place, id) in before.ids.enumerated() {
        let path = before.offsets.path(ofGlobalIndex: place)
        guard let target = map.item(path),
          before.revision(at: place) != after.revision(at: after.offsets.globalIndex(of: target)),
          !map.isReconfigured(path), !map.isReloaded(path)
        else { continue }
        throw FetchSuiteError.wrongChangeset("row \(id) at \(path) is not filled again")
      }
    }
  }

  extension Int {
    /// `10,000`.
    fileprivate var formattedInThousands: String {
      self < 1_000 ? "\(self)" : "\(self / 1_000),000"
    }
  }
#endif
