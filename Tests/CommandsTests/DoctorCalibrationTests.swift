import Foundation
import Processes
import Testing

/// `doctor --aa` and `--plant`, on one executable.
struct DoctorCalibrationTests {
  private let doctor = [
    "doctor", "--filter", "/work/", "--dataset", "one-section", "--sizes", "1k", "--min-pairs", "5",
    "--max-pairs", "40", "--precision", "50%", "--allow-debug-build",
  ]

  @Test func everyExperimentIsCountedAndWhatIsPlantedIsFound() throws {
    // Four times as long is told in five pairs, or some more where the machine is busy.
    let result = try ToolProcess.fixture.run(
      doctor + ["--aa", "3", "--plant", "300%", "--plants", "2"])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    let tables = result.output.components(separatedBy: "\n\n")
    #expect(tables.count == 5, "\(result.output)")
    #expect(tables[0].contains("Nothing planted") && tables[0].contains(" alarms of 3 ("))
    #expect(tables[1].contains("+300% planted"))
    #expect(tables[1].contains("2 found of 2 (95% interval 15.8–100%)"), "\(tables[1])")
    #expect(tables[2].contains("2 found of 2") || tables[2].contains("not tried"), "\(tables[2])")
    #expect(
      tables[3].contains("2 found of 2") || tables[3].contains("not tried"), "\(tables[3])")
    #expect(tables[4].contains("For +300%: --margin 1% --precision "))
    let lines = result.errors.split(separator: "\n")
    #expect(lines.count { $0.contains(" of 3: ") } == 3, "\(result.errors)")
    #expect(lines.contains { $0.hasPrefix("2 of 2: regressed ") }, "\(result.errors)")
  }

  @Test func theHeadMayBeATwin() throws {
    let twin = ToolProcess.fixturePath
    let result = try ToolProcess.fixture.run(doctor + ["--aa", "1", "--twin", twin])
    #expect(result.status == 0, "\(result.output)\(result.errors)")
    #expect(result.output.contains("0 failed"))
    let missing = try ToolProcess.fixture.run(doctor + ["--aa", "1", "--twin", "/missing"])
    #expect(missing.status == 5 && missing.errors.contains("--twin '/missing' does not exist"))
  }

  @Test func anExperimentThatFailsSaysWhy() throws {
    var tool = ToolProcess.fixture
    tool.environment["FIXTURE_FAULT"] = "crash"
    let result = try tool.run(doctor + ["--aa", "1"])
    #expect(result.status == 3, "\(result.output)\(result.errors)")
    #expect(result.output.contains("1 failed"), "\(result.output)")
    let line = try #require(result.errors.split(separator: "\n").first { $0.hasPrefix("1 of 1: ") })
    #expect(line.hasPrefix("1 of 1: failed, ") && line.contains(" ended by signal "), "\(line)")
  }

  /// Experiments on another executable than the one they began with say nothing of either.
  @Test func aBuildThatChangesUnderWayEndsTheExperiments() throws {
    try inTemporaryDirectory { directory in
      let path = directory + "/twin"
      let script = "#!/bin/sh\necho '#' >>twin\nexec '\(ToolProcess.fixturePath)' \"$@\"\n"
      try makeExecutable(Data(script.utf8), at: path)
      let tool = ToolProcess(executable: "CommandsFixture", directory: directory)
      let result = try tool.run(
        doctor + ["--aa", "3", "--plant", "300%", "--plants", "2", "--twin", "./twin"])
      #expect(result.status == 3, "\(result.output)\(result.errors)")
      #expect(result.output.contains("Nothing planted: no experiment was made"), "\(result.output)")
      #expect(
        result.errors.contains("no experiment is made any more, as the ")
          && result.errors.contains("/twin' has changed"), "\(result.errors)")
      #expect(result.errors.split(separator: "\n").count { $0.contains("has changed") } == 1)
    }
  }

  /// Twelve pairs of processes or more, of which each has three pipes.
  @Test func processesThatHaveEndedHoldNoFiles() throws {
    let command = [ToolProcess.fixturePath] + doctor + ["--aa", "2"]
    // Files of other tests, which come along, would take the room.
    let closing =
      "for file in /proc/$$/fd/*; do n=${file##*/}; "
      + "if [ $n -gt 2 ]; then eval \"exec $n>&-\"; fi; done"
    let line = "\(closing); ulimit -n 64; exec \(command.map { "'\($0)'" }.joined(separator: " "))"
    let outcome = try ExternalProgram(path: "/bin/bash").run(["-c", line])
    #expect(outcome.isSuccess, "\(outcome.errorText)")
  }

  @Test(arguments: [
    ["--aa", "0"], ["--plant", "much"], ["--plant", "0%"], ["--plant", "5%", "--plants", "0"],
  ])
  func nonsenseIsRefused(_ arguments: [String]) throws {
    let result = try ToolProcess.fixture.run(doctor + arguments)
    #expect(result.status == 2, "\(result.output)\(result.errors)")
    #expect(result.errors.contains("--"))
  }

  @Test(arguments: [
    ["--twin", ToolProcess.fixturePath], ["--filter", "scroll"], ["--preset", "full"],
    ["--sizes", "1k"], ["--seed", "7"], ["--precision", "1%"], ["--min-pairs", "5"],
  ])
  func whatIsForExperimentsIsRefusedWithoutThem(_ arguments: [String]) throws {
    let result = try ToolProcess.fixture.run(["doctor"] + arguments)
    #expect(result.status == 2, "\(result.output)\(result.errors)")
    #expect(result.output.isEmpty)
    #expect(
      result.errors.contains(
        "\(arguments[0]) '\(arguments[1])': it is for experiments: give --aa or --plant too"),
      "\(result.errors)")
  }

  @Test func plantsAreRefusedWhereNothingIsPlanted() throws {
    let result = try ToolProcess.fixture.run(doctor + ["--aa", "1", "--plants", "2"])
    #expect(result.status == 2 && result.output.isEmpty)
    #expect(
      result.errors.contains("--plants '2'") && result.errors.contains("give --plant too"),
      "\(result.errors)")
  }
}
