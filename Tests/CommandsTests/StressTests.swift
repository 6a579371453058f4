import Foundation
import RunRecords
import Testing

@Suite struct StressTests {
  @Test func saysHowManyOperationsWerePerformed() throws {
    try inDirectory { tool, directory in
      let result = try tool.run(["stress", "--operations", "300", "--seed", "5"])
      #expect(result.status == 0, "\(result.errors)")
      #expect(
        result.output.wholeMatch(
          of:
            /stores, seed 5: \d+ operations, nothing differed\nlayouts, seed 5: 300 operations, nothing differed\nviews, seed 5: \d+ operations, nothing differed\nhostile, seed 5: \d+ operations, nothing differed\n(?:fetched, seed 5: \d+ operations, nothing differed\n)?/
        ) != nil, "\(result.output)")
    }
  }

  @Test func performsAScript() throws {
    try inDirectory { tool, directory in
      let path = directory + "/own.jsonl"
      let lines = [
        #"{"views":{"isLenient":true,"layout":"flow","prefetches":false}}"#,
        #"{"reload":{"counts":[2,3]}}"#, #"{"layOut":{}}"#,
      ]
      try Data(lines.joined(separator: "\n").utf8).write(to: URL(filePath: path))
      let result = try tool.run(["stress", "--replay", path])
      #expect(result.status == 0, "\(result.errors)")
      #expect(result.output == "\(path) (views): 2 operations, nothing differed\n")
      try Data((lines + ["{}"]).joined(separator: "\n").utf8).write(to: URL(filePath: path))
      let refused = try tool.run(["stress", "--replay", path])
      #expect(refused.status == 2)
      #expect(refused.errors.contains("the script '\(path)': line 4 is no step of a script"))
    }
  }

  @Test func allSubjectsThatAreNamedArePerformed() throws {
    try inDirectory { tool, _ in
      let result = try tool.run(
        ["stress", "--over", "stores", "--over", "layouts,stores", "--operations", "30"])
      #expect(result.status == 0, "\(result.errors)")
      let subjects = result.output.split(separator: "\n").map { $0.prefix { $0 != "," } }
      #expect(subjects == ["stores", "layouts"], "\(result.output)")
    }
  }

  @Test func whatDiffersIsShrunkAndLeftAsAScript() throws {
    try inDirectory { tool, directory in
      let path = directory + "/found.jsonl"
      let mutation = ["--mutation", "staleCells", "-o", path]
      let result = try tool.run(["stress", "--over", "views"] + mutation)
      #expect(result.status == 3, "\(result.errors)")
      #expect(result.output.contains("views, seed 1: the collection view does not conform"))
      #expect(result.output.hasSuffix("again: CommandsFixture stress --replay \(path)\n"))
      let script = try String(contentsOfFile: path, encoding: .utf8)
      #expect(result.output.contains(script))
      #expect((2...9).contains(script.split(separator: "\n").count), "\(script)")
      // It fails again with the mistake only.
      let again = try tool.run(["stress", "--replay", path] + mutation)
      #expect(again.status == 3)
      let without = try tool.run(["stress", "--replay", path])
      #expect(without.status == 0, "\(without.output)")
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["found.jsonl"])
    }
  }

  /// A range check ends the process that performs; the one that waits has its script.
  /// Its script is the seed of the run that was stopped.
  @Test func aHostileLayoutThatStopsTheProcessLeavesItsSeed() throws {
    try inDirectory { tool, directory in
      let path = directory + "/found.jsonl"
      let result = try tool.run(
        ["stress", "--over", "hostile", "--seed", "8", "--mutation", "stops", "-o", path])
      #expect(result.status == 3, "\(result.errors)")
      #expect(result.output.contains("hostile: the process was stopped by signal "))
      let script = try String(contentsOfFile: path, encoding: .utf8)
      #expect(script == #"{"hostile":{"operations":1,"seed":8}}"# + "\n")
      let again = try tool.run(["stress", "--replay", path])
      #expect(again.status == 0, "\(again.output)")
    }
  }

  @Test func whatStopsTheProcessLeavesItsScript() throws {
    try inDirectory { tool, directory in
      let path = directory + "/found.jsonl"
      let mutation = ["--mutation", "stops"]
      let result = try tool.run(
        ["stress", "--over", "views", "-o", path] + mutation)
      #expect(result.status == 3, "\(result.errors)")
      #expect(result.errors.contains("stopped on purpose"))
      #expect(result.output.contains("views: the process was stopped by signal "))
      #expect(result.output.hasSuffix("again: CommandsFixture stress --replay \(path)\n"))
      #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["found.jsonl"])
      // The last operation is the one that it was stopped in.
      let other = directory + "/again.jsonl"
      let again = try tool.run(["stress", "--replay", path, "-o", other] + mutation)
      #expect(again.status == 3)
      let script = try String(contentsOfFile: path, encoding: .utf8)
      #expect(try String(contentsOfFile: other, encoding: .utf8) == script)
      let shorter = script.split(separator: "\n").dropLast().joined(separator: "\n")
      try Data(shorter.utf8).write(to: URL(filePath: path))
      let without = try tool.run(["stress", "--replay", path] + mutation)
      #expect(without.status == 0, "\(without.output)")
    }
  }

  @Test func aJournalThatCannotBeWrittenIsAnError() throws {
    let result = try ToolProcess.fixture.run(["stress", "-o", "/nowhere/found.jsonl"])
    #expect(result.status == 74)
    #expect(result.errors.contains("cannot write /nowhere/found.jsonl: the directory /nowhere"))
  }

  /// Not at the end, when a failure has been found that would be lost.
  @Test func whatMustNotBeReplacedIsRefusedAtTheStart() throws {
    try inDirectory { tool, directory in
      let mutation = ["stress", "--over", "views", "--mutation", "staleCells", "-o"]
      let folder = try tool.run(mutation + [directory])
      #expect(folder.status == 74)
      #expect(folder.errors.contains("is not a regular file"))
      #expect(folder.output.isEmpty)
      let path = directory + "/found.jsonl"
      for foreign in [path, path + ".running"] {
        try Data("mine\n".utf8).write(to: URL(filePath: foreign))
        let refused = try tool.run(mutation + [path])
        #expect(refused.status == 2, "\(refused.errors)")
        #expect(refused.errors.contains(foreign))
        #expect(refused.output.isEmpty)
        #expect(try String(contentsOfFile: foreign, encoding: .utf8) == "mine\n")
        try FileManager.default.removeItem(atPath: foreign)
      }
    }
  }

  @Test func aLinkBesideTheScriptIsNotFollowed() throws {
    try inDirectory { tool, directory in
      let path = directory + "/found.jsonl"
      let target = directory + "/target"
      try Data().write(to: URL(filePath: target))
      try FileManager.default.createSymbolicLink(
        atPath: path + ".running", withDestinationPath: target)
      let refused = try tool.run(["stress", "--operations", "9", "-o", path])
      #expect(refused.status == 2, "\(refused.errors)")
      #expect(FileManager.default.fileExists(atPath: path + ".running"))
    }
  }

  @Test func whatAnInterruptedRunHasLeftIsReplacedButNotReplayedThere() throws {
    try inDirectory { tool, directory in
      let path = directory + "/found.jsonl"
      let header = #"{"views":{"isLenient":true,"layout":"flow","prefetches":false}}"# + "\n"
      for left in ["", header, header + #"{"layOu"#] {
        try Data(left.utf8).write(to: URL(filePath: path + ".running"))
        let result = try tool.run(["stress", "--operations", "9", "-o", path])
        #expect(result.status == 0, "\(result.errors)")
        #expect(try FileManager.default.contentsOfDirectory(atPath: directory).isEmpty)
      }
      try Data(header.utf8).write(to: URL(filePath: path + ".running"))
      let refused = try tool.run(
        ["stress", "--replay", path + ".running", "-o", path])
      #expect(refused.status == 2)
      #expect(refused.errors.contains("this run writes its own operations there"))
      #expect(try String(contentsOfFile: path + ".running", encoding: .utf8) == header)
    }
  }

  @Test func whatAnotherRunIsWritingIsLeftAlone() throws {
    try inDirectory { tool, directory in
      let path = directory + "/found.jsonl.running"
      let header = #"{"views":{"isLenient":true,"layout":"flow","prefetches":false}}"# + "\n"
      try Data(header.utf8).write(to: URL(filePath: path))
      let lock = try #require(try FileLock(taking: path))
      let refused = try tool.run(["stress", "--operations", "9", "-o", "found.jsonl"])
      withExtendedLifetime(lock) {}
      #expect(refused.status == 2)
      #expect(refused.errors.contains("found.jsonl.running' is being written by another process"))
      #expect(try String(contentsOfFile: path, encoding: .utf8) == header)
    }
  }

  @Test func aReplaySaysWhatWasPassedOver() throws {
    try inDirectory { tool, directory in
      let path = directory + "/own.jsonl"
      let header = #"{"views":{"isLenient":true,"layout":"flow","prefetches":false}}"#
      let lines = [header, #"{"tick":{"seconds":-1}}"#, #"{"reload":{"counts":[2]}}"#]
      try Data(lines.joined(separator: "\r\n").utf8).write(to: URL(filePath: path))
      let result = try tool.run(["stress", "--replay", path])
      #expect(result.status == 0, "\(result.errors)")
      #expect(
        result.output
          == "\(path) (views): 1 of 2 operations, 1 passed over, nothing differed\n")
      try Data(header.utf8).write(to: URL(filePath: path))
      let empty = try tool.run(["stress", "--replay", path])
      #expect(empty.status == 2)
      #expect(empty.errors.contains("there is no operation after its first line"))
    }
  }

  /// Runs `body` with the tool in a new directory: runs beside each other in one write the same
  /// journal.
  private func inDirectory(_ body: (_ tool: ToolProcess, _ directory: String) throws -> Void) throws
  {
    try inTemporaryDirectory { directory in
      var tool = ToolProcess.fixture
      tool.directory = directory
      try body(tool, directory)
    }
  }
}
