import Changesets
import StressTesting
import TestSupport
import Testing

@Suite struct StressScriptTests {
  private static let header = #"{"views":{"isLenient":false,"layout":"list","prefetches":true}}"#

  @Test func aScriptIsReadAsItIsWritten() throws {
    var update = ViewUpdate(
      Changeset(
        deletedSections: [1], insertedSections: [0], movedSections: [.init(from: 2, to: 1)],
        deletedItems: [ItemPath(section: 0, item: 2)]), newCounts: [0: 3],
      reconfigured: [ItemPath(section: 0, item: 0)])
    update.depth = 2
    update.done = Changeset()
    update.isDataFirst = true
    update.isReversed = true
    update.isReload = true
    let path = ItemPath(section: 0, item: 1)
    let operations: [ViewOperation] =
      [
        .layOut, .scroll(x: 0, y: -3.5, isAnimated: true),
        .scrollToItem(path: path, position: .middle, isAnimated: false), .drag(x: 1, y: 2),
        .endDrag(x: 0, y: 100), .tick(seconds: 0.3), .resize(width: 10, height: 20),
        .inset(top: 1, bottom: 2), .reload(counts: [1, 0]), .reload(counts: nil),
        .replaceSource(counts: []), .update(batch: update), .update(batch: ViewUpdate()),
        .selfSize(path: path, extent: 12), .select(path: path), .deselect(path: path), .deselectAll,
        .tap(path: path), .touchDown(path: path), .touchUp, .touchCancel,
        .multipleSelection(isOn: true), .changeLayout(layout: .circle, isAnimated: true),
        .startTransition(layout: .stack), .progress(value: 0.5), .finishTransition,
        .cancelTransition, .prefetching(isOn: false), .reusePolicy(name: .recyclerView),
        .animations(isOn: false), .invalidateLayout(isEverything: true),
        .longPress(path: path, isHighlightable: true, hasMenu: false, actions: [.cut, .paste]),
        .longPress(path: path, isHighlightable: false, hasMenu: true, actions: []),
        .chooseMenuAction(action: .copy), .dismissMenu, .lateProgress(value: 1.5),
        .misreport(section: 0, by: -1), .misreport(section: nil, by: 2),
        .scrollSection(section: 1, offset: 33),
        .changeSilently(counts: [1, 2], isTakenBack: true), .loseSource(isSilent: true),
        .resizeCell(path: path, extent: 30), .beginMovement(path: path),
        .endMovement(isMade: false), .cancelMovement, .measureWork(isOn: true),
        .prepareAhead(nanoseconds: -1), .reuseViews(isOn: false), .flushQueues,
        .direction(isRightToLeft: true), .reusePolicy(name: .spareTime),
      ]
      + ViewOperation.MoveChoice.allCases.map { .holdItem(x: -1, y: 2.5, choice: $0) }
      + ViewOperation.Edge.allCases.map {
        .holdAtEdge(
          edge: $0, distance: -15, zone: 20, pointsPerSecond: 600, frames: 3, seconds: 0.25)
      }
      + ViewFault.allCases.map { .fault(kind: $0, isOfCell: $0 == .noView) }
      + CallbackMoment.allCases.flatMap { moment in
        ReentrantCall.allCases.map { .meddle(moment: moment, action: $0) }
      }
    for configuration in ViewConfiguration.all {
      let script = ViewScript(configuration: configuration, operations: operations)
      #expect(try StressScript(text: script.text) == .views(script))
      #expect(script.text.split(separator: "\n").count == operations.count + 1)
    }
    for script in [
      StressScript.stores(seed: .max, operations: 9), .layouts(seed: 0, operations: 1),
      .hostile(seed: .max, operations: 2),
      .extents(LayoutScript(layout: .estimatedList, operations: operations)),
      .extents(
        LayoutScript(layout: .compositional, descriptions: .max, operations: operations)),
    ] {
      #expect(try StressScript(text: script.text) == script)
    }
  }

  @Test func aScriptOfSectionSnapshotsIsReadAsItIsWritten() throws {
    let edits: [OutlineEdit] = [
      .append(count: 2), .appendTo(place: -1, count: 1), .insertBefore(place: 0, count: 3),
      .insertAfter(place: 4, count: 0), .delete(place: 1), .deleteAll, .expand(place: 2),
      .collapse(place: 3), .replaceChildren(place: 0, count: 1), .appendOther(section: 1, place: 5),
    ]
    let all: [SnapshotEdit] = [
      .insertSection(section: 0, count: 2), .deleteSection(section: 1),
      .moveSection(section: 2, before: 0), .append(section: 0, count: 1),
      .insertBefore(section: 1, row: 2, count: 2), .delete(section: 0, row: -1),
      .move(section: 0, row: 1, toSection: 2, before: 0), .reload(section: 0, row: 0),
      .reconfigure(section: 1, row: 1),
    ]
    let operations: [OutlineOperation] =
      [
        .layOut, .apply(section: 0, edits: edits, isAnimated: true),
        .applyAll(edits: all, isReload: false, isAnimated: false),
        .applyAll(edits: [], isReload: true, isAnimated: true),
        .beginMovement(section: 0, row: 1, isAllowed: false), .holdItem(section: 1, row: -1),
        .endMovement, .cancelMovement, .select(section: 0, row: 2), .scroll(y: -2.5),
        .tick(seconds: 0.3), .changeLayout(layout: .circle),
      ]
      + ExpansionAnswer.allCases.map {
        .setExpanded(
          section: 1, place: 0, isExpanded: $0 == .loads, answer: $0, isAnimated: $0 == .refused)
      }
    for configuration in OutlineConfiguration.all {
      let script = OutlineScript(configuration: configuration, operations: operations)
      #expect(try StressScript(text: script.text) == .outlines(script))
      #expect(StressScript.outlines(script).subject == .views)
      #expect(StressScript.outlines(script).operationCount == operations.count)
    }
  }

  @Test func linesMayEndAsOnOtherSystems() throws {
    let lines = [Self.header, #"{"reload":{"counts":[2]}}"#, "", #"{"layOut":{}}"#, ""]
    #expect(
      try StressScript(text: lines.joined(separator: "\r\n"))
        == StressScript(text: lines.joined(separator: "\n")))
  }

  @Test func whatIsUsualMayBeSaidOrLeftOut() throws {
    let plain = try StressScript(text: Self.header + "\n\n" + #"{"update":{"batch":{}}}"#)
    let full = try StressScript(
      text: Self.header + "\n"
        + #"{"update":{"batch":{"depth":1,"isReload":false,"told":{"deletedItems":[]}}}}"# + "\n")
    #expect(plain == full)
  }

  @Test(
    arguments: [
      ("", "the script is empty"), ("\n \n", "the script is empty"),
      ("hello", "line 1 is no step of a script"),
      (#"{"layout":"list"}"#, "line 1 is no step of a script"),
      (#"{"views":{"isLenient":false,"layout":"grid","prefetches":true}}"#, "grid"),
      (#"{"views":{"layout":"list","prefetches":true}}"#, "isLenient"),
      (
        #"{"outlines":{"layout":"list","prefetches":true}}"# + "\n" + #"{"drag":{"x":0,"y":1}}"#,
        "drag"
      ),
      (#"{"stores":{"seed":-1,"operations":2}}"#, "line 1"),
      (#"{"layouts":{"seed":1,"operations":2}}"# + "\n\n" + #"{"layOut":{}}"#, "line 3 is an op"),
      (#"{"hostile":{"seed":1,"operations":2}}"# + "\n" + #"{"layOut":{}}"#, "line 2 is an op"),
      (#"{"hostile":{"seed":7,"operations":0}}"#, "operations is 0; give 1 or more"),
      (header + "\n" + #"{"layOut":{}}"# + "\n\n" + #"{"layDown":{}}"#, "line 4 is no step"),
      (header + "\n" + #"{"layOut":{"x":1}}"#, "line 2 has unknown fields: x;"),
      (header + "\n" + #"{"scroll":{"x":1,"y":2}}"#, "the field isAnimated is missing"),
      (header + "\n" + #"{"update":{"batch":{"deph":2}}}"#, "unknown fields: deph;"),
      (header + "\n" + #"{"layOut":{}} {"layOut":{}}"#, "line 2"),
      (
        header + "\n" + #"{"update":{"batch":{"told":{"deletItems":[]}}}}"#,
        "line 2 has unknown fields: deletItems;"
      ),
      (header + "\n" + #"{"update":{"batch":{"done":{"told":{}}}}}"#, "unknown fields: told;"),
      (header + "\n" + #"{"layOut":{"counts":[1]}}"#, "unknown fields: counts;"),
      (#"{"stores":{"seed":7,"operations":-5}}"#, "operations is -5; give 1 or more"),
      (#"{"layouts":{"seed":7,"operations":0}}"#, "operations is 0; give 1 or more"),
      (#"{"store":{"seed":7}}"#, "no subject is named 'store'; there are: stores, layouts,"),
      (header + "\n" + #"{"layDown":{}}"#, "no operation is named 'layDown'; there are: layOut, "),
      (header + "\n" + #"{"layOut":{},"touchUp":{}}"#, "it has 2 fields; give one"),
      (header + "\n" + "[]", "it is not one JSON object"),
      (
        header + "\n" + #"{"reload":{"counts":["a"]}}"#,
        "a whole number is expected (at reload.counts.0)"
      ),
      (header + "\n" + #"{"reload":{"counts":[1.5]}}"#, "the number does not fit"),
      (
        #"{"views":{"isLenient":1,"layout":"list","prefetches":true}}"#, "true or false is expected"
      ),
      (
        #"{"extents":{"layout":"grid"}}"#, "'grid' (at extents.layout); there are: flow, equalFlow,"
      ),
      (
        header + "\n" + #"{"startTransition":{"layout":"grid"}}"#,
        "'grid' (at startTransition.layout); there are: list, flow, estimated, estimatedFlow, stack, circle"
      ),
      (
        header + "\n" + #"{"meddle":{"moment":"cell","action":"cut"}}"#, "there are: layOut, scroll"
      ),
    ] as [(String, String)])
  func whatIsNoScriptIsRefused(text: String, reason: String) throws {
    let error = try #require(throws: StressScript.ReadingError.self) {
      _ = try StressScript(text: text)
    }
    #expect(error.description.contains(reason), "\(error)")
  }

  @Test func stepsThatMakeNoSenseArePassedOver() throws {
    let lines = [
      #"{"tick":{"seconds":-1}}"#, #"{"resize":{"width":-1,"height":3}}"#,
      #"{"reload":{"counts":[-1]}}"#, #"{"reload":{"counts":[3]}}"#,
      #"{"update":{"batch":{"told":{"deletedItems":[{"section":-1,"item":0}]}}}}"#,
      #"{"update":{"batch":{"depth":1000000}}}"#, #"{"progress":{"value":0.5}}"#,
      #"{"scroll":{"x":0,"y":1e300,"isAnimated":false}}"#, #"{"layOut":{}}"#,
    ]
    let script = try StressScript(text: ([Self.header] + lines).joined(separator: "\n"))
    #expect(try script.check() == 2)
  }

  /// Scripts that the model once took for mistakes of the view.
  @Test(
    arguments: [
      // Legal for counts to which it cannot lead.
      (
        #"{"views":{"isLenient":true,"layout":"circle","prefetches":false}}"#,
        [
          #"{"layOut":{}}"#,
          #"{"update":{"batch":{"newCounts":{"0":2},"told":{"insertedSections":[0]}}}}"#,
          #"{"update":{"batch":{"told":{"deletedItems":[{"item":1,"section":0}],"#
            + #""deletedSections":[0],"insertedSections":[0],"movedItems":[{"source":"#
            + #"{"item":1,"section":0},"target":{"item":0,"section":0}}]}}}}"#,
        ], 2
      ),
      // An item to fill again that is gone when the view first hears of any.
      (
        header,
        [
          #"{"update":{"batch":{"newCounts":{"0":6},"told":{"insertedSections":[0]}}}}"#,
          #"{"replaceSource":{}}"#,
          #"{"update":{"batch":{"isDataFirst":true,"reconfigured":[{"item":5,"section":0}],"#
            + #""told":{"reloadedSections":[0]}}}}"#,
        ], 3
      ),
      // A single call that names no item is not made.
      (
        header,
        [#"{"update":{"batch":{"depth":0,"reconfigured":[{"item":3,"section":0}]}}}"#], 0
      ),
    ])
  func theModelKnows(_ header: String, _ lines: [String], _ performed: Int) throws {
    let script = try StressScript(text: ([header] + lines).joined(separator: "\n"))
    #expect(try script.check() == performed)
  }

  /// A journal that keeps what it is told, script by script.
  private final class Journal: StressJournal {
    var scripts: [String] = []
    func begin(_ script: String) { scripts.append(script) }
    func add(_ line: String) { scripts[scripts.count - 1] += line + "\n" }
  }

  @Test func aJournalHasEachScriptBeforeItIsPerformed() throws {
    let journal = Journal()
    let performed = try StressSubject.views.check(operations: 3_000, seed: 2, journal: journal)
    // Under each configuration, the first drawn line by line.
    #expect(journal.scripts.count >= 40)
    let scripts = try journal.scripts.map { try StressScript(text: $0) }
    let lengths = journal.scripts.map { $0.split(separator: "\n").count - 1 }
    #expect(Set(lengths.prefix(20)) == [60])
    #expect(lengths.reduce(0, +) >= performed)
    #expect(Set(scripts).count == scripts.count)
    let single = Journal()
    let first = try #require(scripts.first)
    _ = try first.check(journal: single)
    #expect(single.scripts == [first.text])
    _ = try StressSubject.layouts.check(operations: 9, seed: 2, journal: journal)
    #expect(journal.scripts.last == StressScript.layouts(seed: 2, operations: 9).text)
  }

  /// Every kind of operation is drawn before long: none is left out always.
  @Test func everySortOfOperationIsDrawn() throws {
    let journal = Journal()
    _ = try StressSubject.views.check(operations: 80_000, seed: 1, journal: journal)
    var names: Set<Substring> = []
    for line in journal.scripts.flatMap({ $0.split(separator: "\n").dropFirst() }) {
      names.insert(line.dropFirst(2).prefix { $0 != "\"" })
    }
    let all = """
      animations apply applyAll beginMovement cancelMovement cancelTransition changeLayout \
      changeSilently chooseMenuAction deselect deselectAll direction dismissMenu drag endDrag \
      endMovement fault finishTransition flushQueues holdAtEdge holdItem inset invalidateLayout \
      lateProgress layOut longPress loseSource measureWork meddle misreport multipleSelection \
      prefetching prepareAhead progress reload replaceSource resize resizeCell reusePolicy \
      reuseViews scroll scrollSection scrollToItem select selfSize setExpanded startTransition tap \
      tick touchCancel touchDown touchUp update
      """
    #expect(names == Set(all.split(separator: " ")))
  }

  @Test(arguments: StressSubject.allCases)
  func eachSubjectIsCheckedAndCounted(_ subject: StressSubject) throws {
    #expect(try subject.check(operations: 200, seed: 4) >= 200)
  }
}

/// The variables that all generated tests take.
@Suite struct StressRunTests {
  @Test func variablesAreNumbersOrRefused() throws {
    let (time, seed) = ("CVBENCH_STRESS_SECONDS", "CVBENCH_STRESS_SEED")
    #expect(try StressRun.seconds(of: [:]) == nil && StressRun.seed(of: [:]) == nil)
    #expect(try StressRun.seconds(of: [time: "0.5"]) == 0.5)
    #expect(try StressRun.seed(of: [seed: "18446744073709551615"]) == .max)
    for text in ["", "soon", "-1", "nan", "inf"] {
      #expect(throws: StressRun.Failure.self, "\(text)") {
        try StressRun.seconds(of: [time: text])
      }
    }
    for text in ["", "-1", "0x10", "1.5"] {
      #expect(throws: StressRun.Failure.self, "\(text)") { try StressRun.seed(of: [seed: text]) }
    }
  }

  @Test func aRunWithoutTimeIsItsFirstSeed() throws {
    var run = try StressRun("nothing", filter: "Nothing", usualSeconds: 0, share: 0)
    #expect(run.next() == run.firstSeed)
    #expect(run.next() == nil && run.sequences == 1)
    #expect(
      run.replay(7).hasSuffix(
        "CVBENCH_STRESS_SEED=7 CVBENCH_STRESS_SECONDS=0 swift test --filter Nothing"))
  }
}
