import Foundation
import Processes
import TestSupport
import Testing

struct ExternalProgramTests {
  private func shell(
    _ script: String, input: Data? = nil, isInterrupted: () -> Bool = { false }
  ) throws -> ExternalProgram.Outcome {
    try #require(ExternalProgram(named: "sh"))
      .run(["-c", script], input: input, isInterrupted: isInterrupted)
  }

  @Test func programsAreFoundOnThePath() throws {
    #expect(ExternalProgram(named: "sh")?.path.hasSuffix("/sh") == true)
    #expect(ExternalProgram(named: "sh", in: "/none") == nil)
    #expect(ExternalProgram(named: "no-such-program-anywhere") == nil)
  }

  @Test func anOutcomeHasBothOutputsAndTheStatus() throws {
    let outcome = try shell("echo out; echo err >&2; exit 3")
    #expect(outcome.ending == .exited(status: 3) && !outcome.isSuccess)
    #expect(outcome.text == "out" && outcome.errorText == "err" && outcome.complaint == "err")
    #expect(try shell("kill -9 $$").complaint == "it was ended by signal 9")
    #expect(try shell("exit 4").complaint == "it ended with status 4")
  }

  @Test func anAnswerNeedsSuccessAndText() {
    #expect(ExternalProgram.answer(of: "cat", [], input: Data("echo\n".utf8)) == "echo")
    #expect(ExternalProgram.answer(of: "false", []) == nil)
    #expect(ExternalProgram.answer(of: "true", []) == nil)
    #expect(ExternalProgram.answer(of: "no-such-program-anywhere", []) == nil)
  }

  @Test func inputAndOutputMayBeLargerThanAPipe() throws {
    let bytes = Data((0..<1_000_000).map { UInt8(truncatingIfNeeded: $0) })
    let outcome = try shell("tee /dev/stderr", input: bytes)
    #expect(outcome.output == bytes && outcome.errors == bytes)
  }

  /// It is ended, and so is what it started.
  @Test(arguments: ["exec yes", "yes >&2", "head -c 1001 /dev/zero"])
  func aProgramThatWritesTooMuchIsEnded(_ script: String) throws {
    let shell = try #require(ExternalProgram(named: "sh"))
    #expect(throws: ProcessError.tooMuchOutput(path: shell.path, limit: 1_000)) {
      try shell.run(["-c", script], limit: 1_000)
    }
    #expect(try shell.run(["-c", "head -c 1000 /dev/zero"], limit: 1_000).output.count == 1_000)
  }

  @Test func aProgramMayEndBeforeItHasReadItsInput() throws {
    let outcome = try shell("echo done", input: Data(repeating: 10, count: 1_000_000))
    #expect(outcome.text == "done")
  }

  /// A program ends without reading; a child of it, which has no other file open, keeps the pipe.
  @Test func thePipeOfUnreadInputStaysOpenUntilItsWriterHasEnded() throws {
    let file = NSTemporaryDirectory() + "cvbench-child-\(UUID().uuidString)"
    try Data().write(to: URL(filePath: file))
    let closing =
      "for f in /proc/$$/fd/*; do n=${f##*/}; if [ $n -gt 2 ]; then eval \"exec $n>&-\"; fi; done"
    let child = "\(closing); while [ -e '\(file)' ]; do sleep 0.05; done"
    try Data(child.utf8).write(to: URL(filePath: file + ".sh"))
    defer {
      for name in [file, file + ".sh"] { try? FileManager.default.removeItem(atPath: name) }
    }
    // The child leaves the group of the program, which ends with it.
    let line =
      "readlink /proc/self/fd/0; exec 3<&0; setsid bash '\(file).sh' <&3 >/dev/null 2>&1 & "
      + "until [ $(cut -d' ' -f5 /proc/$!/stat) = $! ]; do :; done"
    let outcome = try shell(line, input: Data(repeating: 10, count: 1_000_000))
    #expect(outcome.text.hasPrefix("pipe:["))
    #expect(Self.openFiles().contains(outcome.text))
    // The child ends, and with it the pipe's last reader.
    try FileManager.default.removeItem(atPath: file)
    let end = ContinuousClock.now + .seconds(600)
    while Self.openFiles().contains(outcome.text), ContinuousClock.now < end {
      Thread.sleep(forTimeInterval: 0.05)
    }
    #expect(!Self.openFiles().contains(outcome.text))
  }

  /// What each open file of this process is.
  private static func openFiles() -> [String] {
    let folder = "/proc/self/fd"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.compactMap {
      try? FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/\($0)")
    }
  }

  /// The numbers in a file, one on each line.
  private static func numbers(in file: String) -> [Int32] {
    ((try? SystemFile.text(of: file)) ?? "").split(separator: "\n").compactMap { Int32($0) }
  }

  @Test func anInterruptEndsAProgramWithItsChildren() throws {
    let folder = try TemporaryFolder()
    let file = folder.path(of: "numbers")
    #expect(throws: ProcessError.interrupted) {
      try shell("sleep 6000 & echo $! >\(file); echo $$ >>\(file); sleep 6000") {
        Self.numbers(in: file).count == 2
      }
    }
    let numbers = Self.numbers(in: file)
    #expect(numbers.count == 2)
    for number in numbers { #expect(ProcessNumber(number).ends) }
  }

  @Test func aMissingExecutableCannotStart() {
    #expect {
      _ = try ExternalProgram(path: "/nowhere/tool").run([])
    } throws: { error in
      guard case ProcessError.cannotStart("/nowhere/tool", let reason) = error else { return false }
      return !reason.isEmpty
    }
  }

  /// C has no text with a byte 0: what comes behind it would be lost.
  @Test func anArgumentWithAByteZeroStartsNothing() throws {
    let error = #expect(throws: ProcessError.self) { try shell("echo a\0b") }
    #expect(error?.description.contains("byte 0") == true)
  }

  @Test func aVariableWithAByteZeroStartsNothing() throws {
    let shell = try #require(ExternalProgram(named: "sh"))
    let error = #expect(throws: ProcessError.self) {
      try shell.run(["-c", ":"], environment: ["A": "b\0c"])
    }
    #expect(error?.description.contains("byte 0") == true)
  }

  @Test func whatAProgramLeavesInItsGroupIsKilled() throws {
    let text = try shell("sleep 6000 >/dev/null 2>&1 & echo $!").text
    let number = try #require(Int32(text))
    #expect(ProcessNumber(number).ends)
  }

  @Test func aProgramHasItsStandardStreamsAlone() throws {
    let file = try #require(FileHandle(forReadingAtPath: "/dev/zero"))
    defer { try? file.close() }
    let files = try shell("readlink /proc/$$/fd/*").text.split(separator: "\n")
    #expect(files.count == 3 && files[0] == "/dev/null")
    #expect(files.dropFirst().allSatisfy { $0.hasPrefix("pipe:") })
  }

  @Test func aProgramLeadsAGroup() throws {
    // The fifth number is that of the group.
    let group = try shell("[ $(cut -d' ' -f5 /proc/$$/stat) = $$ ]")
    #expect(group.isSuccess)
  }

  @Test func gitIsNotPointedToAnotherRepository() {
    #expect(ExternalProgram.environment["GIT_DIR"] == nil)
    #expect(ExternalProgram.environment["PATH"] != nil)
  }

  @Test func aFailedCallHasTheSystemsWords() {
    #expect(SystemError(code: ENOENT).text == "No such file or directory")
    let missing = #expect(throws: (any Error).self) {
      try String(contentsOfFile: "/nowhere/file", encoding: .utf8)
    }
    #expect(missing.map { SystemError.message(of: $0) }?.contains("No such file") == true)
  }
}
