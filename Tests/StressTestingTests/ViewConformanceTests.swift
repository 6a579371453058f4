import StressTesting
import TestSupport
import Testing

/// The collection view against the model, and the model's eye against mistakes made on purpose.
@Suite struct ViewConformanceTests {
  @Test func theViewConforms() throws {
    var run = try StressRun(
      "collection views", filter: "theViewConforms", usualSeconds: 2, share: 0.5)
    var performed = 0
    // Sixty at most, under seven of the configurations.
    run.forEachSeed { performed += try ViewConformance.check(operations: 2_160, seed: $0) }
    run.summarize("\(performed) operations, strict and lenient, prefetching or not, nine layouts")
  }

  @Test func everyConfigurationIsPerformed() throws {
    let count = ViewConfiguration.all.count
    #expect(count == 36)
    let journal = ConfigurationJournal()
    // A run is 60 operations at most, under seven of the configurations.
    _ = try ViewConformance.check(
      operations: count * 7 * 60, seed: 11, journal: journal, mutation: nil)
    #expect(journal.drawn.count == count && journal.performedAgain.count == count)
  }

  @Test(arguments: Mutation.found)
  func aMutationIsFoundAndShrunk(_ mutation: Mutation) throws {
    // What some of them take is rare, and not drawn with every seed.
    let found = (UInt64(7)...16).lazy.compactMap { seed -> (UInt64, ViewConformanceFailure)? in
      do throws(ViewConformanceFailure) {
        _ = try ViewConformance.check(operations: 60_000, seed: seed, mutation: mutation)
        return nil
      } catch {
        return (seed, error)
      }
    }
    let (seed, failure) = try #require(found.first)
    #expect(failure.script.operations.count <= 8, "\(failure)")
    #expect(failure.expected != failure.found, "\(failure)")
    #expect(failure.seed == seed)
  }

  @Test func aFailureSaysWhatHappenedAndHowToHaveItAgain() throws {
    let failure = try #require(throws: ViewConformanceFailure.self) {
      _ = try ViewConformance.check(operations: 20_000, seed: 7, mutation: .staleCells)
    }
    let text = failure.description
    #expect(text.contains("seed 7, operation \(failure.operationNumber)"))
    #expect(text.contains(failure.script.text))
    #expect(text.contains("expected: item "))
    #expect(text.contains("cvbench stress --replay FILE"))
    // Without the mistake the same script does nothing wrong.
    #expect(try failure.script.check() == failure.script.operations.count)
  }

  @Test func theSameSeedGivesTheSameFailure() throws {
    let failures = try (0..<2).map { _ in
      try #require(throws: ViewConformanceFailure.self) {
        _ = try ViewConformance.check(operations: 20_000, seed: 3, mutation: .selectionStays)
      }
    }
    #expect(failures[0].description == failures[1].description)
  }

  /// Scripts from seeds 1, 2, 5 and 6, which found items that kept their estimated sizes.
  @Test(arguments: [
    """
    {"views":{"isLenient":false,"layout":"estimatedFlow","prefetches":false}}
    {"resize":{"height":40,"width":60}}
    {"layOut":{}}
    {"update":{"batch":{"newCounts":{"0":1},"told":{"insertedSections":[0]}}}}
    {"resize":{"height":40,"width":100}}
    {"layOut":{}}
    """,
    """
    {"views":{"isLenient":false,"layout":"estimatedFlow","prefetches":false}}
    {"layOut":{}}
    {"update":{"batch":{"newCounts":{"0":1},"told":{"insertedSections":[0]}}}}
    {"invalidateLayout":{"isEverything":false}}
    {"layOut":{}}
    """,
    """
    {"views":{"isLenient":true,"layout":"estimated","prefetches":true}}
    {"replaceSource":{"counts":[2,0,0,0,2]}}
    {"layOut":{}}
    {"update":{"batch":{"told":{"movedSections":[{"source":0,"target":4}]}}}}
    {"invalidateLayout":{"isEverything":false}}
    {"layOut":{}}
    """,
    """
    {"views":{"isLenient":false,"layout":"circle","prefetches":true}}
    {"meddle":{"action":"reload","moment":"completion"}}
    {"changeLayout":{"isAnimated":false,"layout":"estimatedFlow"}}
    {"changeLayout":{"isAnimated":false,"layout":"estimated"}}
    {"inset":{"bottom":25,"top":0}}
    {"layOut":{}}
    """,
  ])
  func itemsGetTheSizesThatTheirCellsPrefer(_ text: String) throws {
    #expect(try StressScript(text: text).check() >= 4)
  }

  /// The seed that found unmeasured items in the fewest operations.
  @Test func theSeedThatFoundUnmeasuredItemsPasses() throws {
    #expect(try ViewConformance.check(operations: 4_000, seed: 5) >= 4_000)
  }

  /// A reload while counts are asked for comes before what is selected for which they are asked.
  @Test func selectingComesAfterTheCountsItAsksFor() throws {
    let script = try StressScript(
      text: """
        {"views":{"isLenient":true,"layout":"flow","prefetches":false}}
        {"meddle":{"action":"reload","moment":"counts"}}
        {"replaceSource":{"counts":[0,0,1]}}
        {"select":{"path":{"item":0,"section":2}}}
        """)
    #expect(try script.check() == 3)
  }

  /// Scripts that found mistakes: sizes that were dropped while a pass prepared again, contents that an
  /// update left as they were, a layout of empty bounds that was asked for a target before it knew of
  /// an update, and, of the model, a fault while a displaced item is filled again.
  @Test(arguments: [
    """
    {"views":{"isLenient":true,"layout":"estimatedFlow","prefetches":false}}
    {"reload":{"counts":[0,2]}}
    {"meddle":{"action":"invalidateLayout","moment":"didScroll"}}
    {"layOut":{}}
    """,
    """
    {"views":{"isLenient":true,"layout":"estimated","prefetches":false}}
    {"reload":{"counts":[0,1,1,0]}}
    {"update":{"batch":{"told":{"insertedItems":[{"item":0,"section":2}]}}}}
    {"update":{"batch":{"newCounts":{"1":2},"told":{"insertedItems":[{"item":0,"section":2}],"insertedSections":[0],"reloadedSections":[0]}}}}
    {"update":{"batch":{"told":{"deletedSections":[0],"insertedItems":[{"item":0,"section":0}]}}}}
    {"layOut":{}}
    {"longPress":{"actions":[],"hasMenu":true,"isHighlightable":true,"path":{"item":2,"section":0}}}
    {"update":{"batch":{"depth":0,"reconfigured":[{"item":1,"section":0}]}}}
    {"layOut":{}}
    """,
    """
    {"views":{"isLenient":true,"layout":"estimated","prefetches":false}}
    {"update":{"batch":{"newCounts":{"0":6},"told":{"insertedSections":[0]}}}}
    {"update":{"batch":{"isDataFirst":true,"newCounts":{"0":8},"told":{"insertedItems":[{"item":6,"section":1}],"insertedSections":[0]}}}}
    {"beginMovement":{"path":{"item":6,"section":0}}}
    {"resize":{"height":0,"width":100}}
    {"update":{"batch":{"told":{"insertedSections":[1]}}}}
    {"holdItem":{"choice":"proposed","x":50,"y":400}}
    """,
    """
    {"views":{"isLenient":false,"layout":"estimated","prefetches":false}}
    {"reload":{"counts":[5]}}
    {"beginMovement":{"path":{"item":4,"section":0}}}
    {"holdAtEdge":{"distance":11,"edge":"bottom","frames":1,"pointsPerSecond":600,"seconds":0,"zone":10}}
    {"fault":{"isOfCell":true,"kind":"unregistered"}}
    {"update":{"batch":{"told":{"reloadedItems":[{"item":4,"section":0}]}}}}
    """,
  ])
  func scriptsThatFoundMistakesPass(_ text: String) throws {
    let script = try StressScript(text: text)
    #expect(try script.check() == text.split(separator: "\n").count - 1)
  }
}
