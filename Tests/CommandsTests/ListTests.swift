import Foundation
import Testing

@Suite struct ListTests {
  /// An id without its number of items is the case at every size.
  @Test func anIdWithoutASizeTakesSizes() throws {
    let id = "fixture/sum/storage=forward/data=one-section/payload=item8"
    let result = try ToolProcess.fixture.run(
      ["list", id, "--dataset", "one-section", "--sizes", "5,70"])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains(id + "/items=5\n") && result.output.contains("/items=70\n"))
    let whole = try ToolProcess.fixture.run(["list", id + "/items=5", "--sizes", "70"])
    #expect(whole.status == 2 && whole.errors.contains("is one case, with its own number"))
  }

  @Test func smokePresetAsJSON() throws {
    // The suite fetch is there with the trait SQLite alone.
    let result = try ToolProcess.cvbench.run(
      ["list", "--preset", "smoke", "--exclude", "fetch/*", "--json"])
    #expect(result.status == 0, "\(result.errors)")
    try Golden.expect(result.output, equals: "list-smoke.json")
  }

  @Test func textShowsTheSameCasesUnderTheirSummaries() throws {
    let result = try ToolProcess.fixture.run(["list", "--sizes", "1k,2k", "--storage", "forward"])
    #expect(
      result.output == """
        fixture/sum: Add up all items.
          fixture/sum/storage=forward/data=uniform-1000/payload=item8/items=1000
          fixture/sum/storage=forward/data=uniform-1000/payload=item8/items=2000
        fixture/allocate: Allocate ten arrays.
          fixture/allocate/storage=forward/data=uniform-1000/payload=item8/items=1000
          fixture/allocate/storage=forward/data=uniform-1000/payload=item8/items=2000

        4 cases. By preset: smoke 4, quick 4, full 14, gate 4.

        """)
  }

  @Test func limitedScenariosAreListedWhereTheyRun() throws {
    let list = ["list", "--filter", "halve"]
    let elsewhere = try ToolProcess.fixture.run(list)
    #expect(elsewhere.status == 2)
    #expect(elsewhere.errors.contains("try --dataset one-section."), "\(elsewhere.errors)")
    let full = try ToolProcess.fixture.run(
      list + ["--dataset", "one-section", "--preset", "full"])
    let id = "  fixture/halve/storage=forward/data=one-section/payload=item8/items="
    #expect(
      full.output == """
        fixture/halve: Halve the number of items until nothing is left.
        \(id)10000
        \(id)100000
        \(id)1000000
        \(id)10000000
        \(id)100000000

        5 cases. By preset: smoke 0, quick 2, full 5, gate 1.

        """)
    let chosen = try ToolProcess.fixture.run(
      list + ["--dataset", "one-section", "--preset", "full", "--sizes", "2k"])
    #expect(chosen.output.contains("1 case. By preset: smoke 1, quick 1, full 1, gate 1."))
  }

  @Test func realCollectionsBringTheirOwnSize() throws {
    try inTemporaryDirectory { directory in
      let file = directory + "/photos.csv"
      try Data("album,photo\na,1\nb,2\na,3\n".utf8).write(to: URL(filePath: file))
      let selection = ["list", "--filter", "sum/storage=forward"]
      let result = try ToolProcess.fixture.run(
        selection + ["--dataset", "csv:" + file, "--csv-columns", "section=album,id=photo"])
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output.contains("/data=csv/payload=item8\n"))
      let tree = try ToolProcess.fixture.run(
        selection + [
          "--dataset", "directory:" + directory, "--dataset", "zipf-10", "--sizes", "1k",
        ])
      #expect(tree.output.contains("/data=directory/payload=item8\n"))
      #expect(tree.output.contains("/data=zipf-10/payload=item8/items=1000\n"))
    }
  }

  @Test(
    arguments: [
      ("section,id\na,1\nb\n", "line 3"), ("section,id\na,1\nb,1\n", "line 3"),
      ("album,id\na,1\n", "no column 'section'"), ("section,id\n", "no items"), ("", "no items"),
    ])
  func malformedCSVNamesThePlace(content: String, place: String) throws {
    try inTemporaryDirectory { directory in
      let file = directory + "/photos.csv"
      try Data(content.utf8).write(to: URL(filePath: file))
      let result = try ToolProcess.fixture.run(["list", "--dataset", "csv:" + file])
      #expect(result.status == 2)
      #expect(result.errors.contains(file) && result.errors.contains(place), "\(result.errors)")
      #expect(result.output.isEmpty)
    }
  }
}
