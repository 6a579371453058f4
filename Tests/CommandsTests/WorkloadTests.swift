import Foundation
import RunRecords
import TestSupport
import Testing

/// `run --workload`, with the fixture's suite and with the tool's own.
@Suite struct WorkloadTests {
  private let run = ["run", "--allow-debug-build", "--preset", "smoke", "--case-budget", "20ms"]

  @Test func measuresItsScenarioAndRecommends() throws {
    try inTemporaryDirectory { directory in
      let path = directory + "/record.json"
      let result = try ToolProcess.fixture.run(
        run + ["--workload", "adding", "--items", "2k", "-o", path])
      #expect(result.status == 0, "\(result.errors)")
      let record = try RunRecord.read(from: path)
      #expect(Set(record.cases.map(\.params.scenario)) == ["sum"])
      #expect(Set(record.cases.map(\.params.items)) == [20, 200, 2_000])
      #expect(Set(record.cases.map(\.params.data)) == ["one-section"])
      let answer = result.output.split(separator: "\n\n")[0].replacing(/\s+/, with: " ")
      #expect(answer.hasPrefix("adding: "))
      #expect(answer.contains("because up to 2k items the slowest "))
    }
  }

  @Test func aDatasetAndSizesOfOnesOwnCount() throws {
    try inTemporaryDirectory { directory in
      let path = directory + "/record.json"
      let result = try ToolProcess.fixture.run(
        run + [
          "--workload", "adding", "--sizes", "50", "--dataset", "uniform-1000", "-o", path,
        ])
      #expect(result.status == 0, "\(result.errors)")
      let record = try RunRecord.read(from: path)
      #expect(Set(record.cases.map(\.params.items)) == [50])
      #expect(Set(record.cases.map(\.params.data)) == ["uniform-1000"])
    }
  }

  @Test func aFileWithTooFewItemsIsNamed() throws {
    try inTemporaryDirectory { directory in
      let path = directory + "/one.csv"
      try Data("section,id\na,1\n".utf8).write(to: URL(filePath: path))
      let result = try ToolProcess.cvbench.run(
        run + ["--workload", "photos", "--dataset", "csv:\(path)"])
      #expect(result.status == 2)
      #expect(
        result.errors.contains("workload-photos needs at least 10 items; 'csv' has 1."),
        "\(result.errors)")
    }
  }

  @Test func wrongOnesAreRefused() throws {
    let misspelt = try ToolProcess.fixture.run(run + ["--workload", "ading"])
    #expect(misspelt.status == 2)
    #expect(misspelt.errors.contains("Did you mean 'adding'?"))
    let alone = try ToolProcess.fixture.run(run + ["--items", "1k"])
    #expect(alone.status == 2)
    #expect(alone.errors.contains("--workload"))
    let both = try ToolProcess.fixture.run(
      run + ["--workload", "adding", "--items", "1k", "--sizes", "50"])
    #expect(both.status == 2)
    #expect(
      both.errors.contains(
        "--items '1k': --sizes says how many items there are; leave one of the two out"),
      "\(both.errors)")
    for (options, message) in [
      (
        ["reuse", "--items", "30k"], "reuse is measured on up to 10,000 items there; give no more."
      ),
      (
        ["photos", "--items", "10M", "--storage", "flat-flat"],
        "photos is measured on up to 1,000,000 items there; give no more."
      ),
    ] {
      let many = try ToolProcess.cvbench.run(["list", "--workload"] + options)
      #expect(many.status == 2)
      #expect(many.errors.contains("--items '\(options[2])': the workload " + message))
    }
    let filtered = try ToolProcess.fixture.run(run + ["--workload", "adding", "--filter", "sum"])
    #expect(filtered.status == 2)
    #expect(filtered.errors.contains("--filter"))
  }
}
