import Changesets
import StressTesting
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
    let operations: [ViewOperation] = [
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
    ]
    for configuration in ViewConfiguration.all {
      let script = ViewScript(configuration: configuration, operations: operations)
      #expect(try StressScript(text: script.text) == .views(script))
      #expect(script.text.split(separator: "\n").count == operations.count + 1)
    }
    for script in [
      StressScript.stores(seed: .max, operations: 9), .layouts(seed: 0, operations: 1),
    ] {
      #expect(try StressScript(text: script.text) == script)
    }
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
      (#"{"stores":{"seed":-1,"operations":2}}"#, "line 1"),
      (#"{"layouts":{"seed":1,"operations":2}}"# + "\n\n" + #"{"layOut":{}}"#, "line 3 is an op"),
      (header + "\n" + #"{"layOut":{}}"# + "\n\n" + #"{"layDown":{}}"#, "line 4 is no step"),
      (header + "\n" + #"{"layOut":{"x":1}}"#, "line 2 has unknown fields: x;"),
      (header + "\n" + #"{"scroll":{"x":1,"y":2}}"#, "the field isAnimated is missing"),
      (header + "\n" + #"{"update":{"batch":{"deph":2}}}"#, "unknown fields: deph;"),
      (header + "\n" + #"{"layOut":{}} {"layOut":{}}"#, "line 2"),
    ])
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

  @Test(arguments: StressSubject.allCases)
  func eachSubjectIsCheckedAndCounted(_ subject: StressSubject) throws {
    #expect(try subject.check(operations: 200, seed: 4) >= 200)
  }
}
