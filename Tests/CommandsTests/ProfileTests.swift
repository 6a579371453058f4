import Foundation
import TestSupport
import Testing

@Suite struct ProfileTests {
  private func scratch() -> String {
    NSTemporaryDirectory() + "cvbench-profile-\(UUID().uuidString)"
  }

  private func contents(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  private let selection = ["sum", "--storage", "forward", "--sizes", "1k", "--seconds", "200ms"]

  @Test func theAnswerComesFirstAndTheFilesLieInOneFolder() throws {
    let folder = scratch()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let result = try ToolProcess.fixture.run(
      ["profile"] + selection + ["--how", "timer", "--only", "cpu,allocations", "-o", folder])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.contains("CPU time of sum"))
    #expect(result.output.hasSuffix("Profile: \(folder)/index.html\n"))
    let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
    #expect(names.contains("index.html") && names.contains("cpu.folded"))
    #expect(names.contains("profile.md") && names.contains("speedscope.json"))
    let page = try contents(folder + "/index.html")
    #expect(page.contains("fixture/sum/storage=forward/"))
    #expect(!page.contains("src=") && !page.contains("url("))
    #expect(try contents(folder + "/profile.md").hasPrefix("<!-- cvbench profile -->\n# "))
    let document = try JSONSerialization.jsonObject(
      with: Data(contentsOfFile: folder + "/profile.json"))
    let measures = (document as? [String: Any])?["measures"] as? [[String: Any]]
    #expect(measures?.first?["name"] as? String == "cpu")
    // What is there of another profile is replaced.
    let again = try ToolProcess.fixture.run(
      ["profile"] + selection
        + ["--how", "timer", "--only", "cpu", "--format", "folded", "-o", folder])
    #expect(again.status == 0, "\(again.errors)")
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
        == ["cpu.folded", "profile.json"])
  }

  /// Valgrind is looked for in `PATH`, so that a path without it hides it.
  @Test func withoutValgrindTheReasonStandsThere() throws {
    var tool = ToolProcess.fixture
    tool.environment = ["PATH": "/nonexistent"]
    let folder = scratch()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let some = try tool.run(
      ["profile"] + selection + ["--how", "timer", "--only", "cpu,instructions", "-o", folder])
    #expect(some.status == 0, "\(some.errors)")
    #expect(some.output.contains("n/a: instructions: valgrind is not installed"))
    let none = try tool.run(
      ["profile"] + selection + ["--only", "instructions", "-o", folder + "-none"])
    #expect(none.status == 5)
    #expect(none.output.contains("Nothing could be measured."))
    #expect(none.output.contains("n/a: instructions: valgrind is not installed"))
    #expect(!FileManager.default.fileExists(atPath: folder + "-none"))
  }

  /// A fake valgrind waits for ever, so that the signal comes while it counts.
  @Test func whatWasMeasuredBeforeAnInterruptIsWritten() throws {
    let folder = try TemporaryFolder()
    let valgrind = try folder.write(
      Array("#!/bin/sh\n[ \"$1\" = --version ] && exec echo valgrind-3.19.0\nsleep 100\n".utf8),
      to: "bin/valgrind")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: valgrind)
    var tool = ToolProcess.fixture
    tool.environment = ["PATH": folder.path(of: "bin") + ":/usr/bin:/bin"]
    let output = folder.path(of: "profile")
    let running = try tool.start(
      ["profile"] + selection + ["--how", "timer", "-o", output])
    while running.isRunning, !running.errorsSoFar.contains("counting instructions") {
      Thread.sleep(forTimeInterval: 0.01)
    }
    running.send(SIGINT)
    let result = try running.waitUntilExit()
    #expect(result.status == 130, "\(result.errors)")
    #expect(result.output.contains("CPU time of sum"), "\(result.output)")
    #expect(result.output.contains("n/a: instructions: interrupted"), "\(result.output)")
    #expect(try contents(output + "/profile.json").contains("\"cpu\""))
  }

  /// A full disk takes the files and not the answer; a place that cannot be written is told first.
  @Test func theAnswerSurvivesFilesThatCannotBeWritten() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(Array("x".utf8), to: "file")
    let early = try ToolProcess.fixture.run(
      ["profile"] + selection + ["--only", "cpu", "-o", folder.path(of: "file/profile")])
    #expect(early.status != 0 && early.output.isEmpty, "\(early.output)")
    let leftover = try folder.write(Array("x".utf8), to: "profile/.cvbench-1.tmp")
    let result = try ToolProcess.fixture.run(
      ["profile"] + selection + ["--how", "timer", "--only", "cpu"]
        + ["-o", folder.path(of: "profile")])
    #expect(result.status == 0, "\(result.errors)")
    #expect(!FileManager.default.fileExists(atPath: leftover))
  }

  @Test func aFolderWithOtherFilesIsRefused() throws {
    let folder = scratch()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(filePath: folder + "/notes.txt"))
    let result = try ToolProcess.fixture.run(["profile"] + selection + ["-o", folder])
    #expect(result.status == 2)
    #expect(result.errors.contains("it holds 'notes.txt', which profile did not write"))
    let file = try ToolProcess.fixture.run(
      ["profile"] + selection + ["-o", folder + "/notes.txt"])
    #expect(file.status == 2)
    #expect(try contents(folder + "/notes.txt") == "mine")
  }

  /// Names alone do not make a file ours.
  @Test(arguments: ["index.html", "profile.md", "profile.json", "speedscope.json", "cpu.folded"])
  func aFileOfTheSameNameByOthersStays(name: String) throws {
    let folder = scratch()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("mine".utf8).write(to: URL(filePath: "\(folder)/\(name)"))
    let result = try ToolProcess.fixture.run(["profile"] + selection + ["-o", folder])
    #expect(result.status == 2)
    #expect(result.errors.contains("it holds '\(name)', which profile did not write"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [name])
    #expect(try contents("\(folder)/\(name)") == "mine")
  }

  @Test(arguments: [
    (["--how", "magic"], "there are: auto, perf, timer"),
    (["--only", "heat"], "there are: cpu, instructions, allocations"),
    (["--format", "pdf"], "there are: html, folded, speedscope, md, json"),
    (["--rate", "0"], "--rate"),
    (["--seconds", "soon"], "--seconds"),
    (["--base", "/nonexistent/build"], "does not exist"),
  ])
  func wrongValuesAreNamedWithTheValidOnes(arguments: [String], words: String) throws {
    let result = try ToolProcess.fixture.run(["profile"] + selection + arguments)
    #expect(result.status == 2 || result.status == 5)
    #expect(result.errors.contains(words), "\(result.errors)")
  }

  @Test func oneCaseHasToBeLeft() throws {
    let several = try ToolProcess.fixture.run(["profile", "sum", "--sizes", "1k"])
    #expect(several.status == 2)
    #expect(several.errors.contains("it takes one case, and"))
    let none = try ToolProcess.fixture.run(["profile", "smu"])
    #expect(none.status == 2)
    #expect(none.errors.contains("Did you mean"), "\(none.errors)")
  }

  @Test(arguments: ["wrong-answer", "crash", "no-set-up"])
  func casesThatGoWrongEndWithThree(name: String) throws {
    let folder = scratch()
    let result = try ToolProcess.fixture.run(
      ["profile", name, "--sizes", "1k", "--how", "timer", "-o", folder])
    #expect(result.status == 3, "\(result.errors)")
    #expect(result.errors.contains("fixture/\(name)/"))
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func aBaseIsComparedWith() throws {
    let folder = scratch()
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let result = try ToolProcess.fixture.run(
      ["profile"] + selection
        + ["--how", "timer", "--only", "cpu,allocations", "-o", folder]
        + ["--base", ToolProcess.fixturePath])
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("Against the base, an operation of sum takes"))
    #expect(FileManager.default.fileExists(atPath: folder + "/base-cpu.folded"))
  }
}

extension Data {
  fileprivate init(contentsOfFile path: String) throws {
    try self.init(contentsOf: URL(filePath: path))
  }
}
