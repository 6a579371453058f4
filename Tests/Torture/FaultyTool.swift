import Foundation
import Processes
import RunRecords

/// A small tool that replaces a file, soundly or with one mistake, to try the torture itself.
enum FaultyTool: String, CaseIterable {
  /// Makes no mistake, and also speaks with other processes.
  case sound
  /// Overwrites the file, and not a copy of it.
  case inPlace
  /// Ignores what the system answers.
  case ignoresErrors
  /// Leaves its temporary file where it fails.
  case litter
  /// Fails without a word.
  case silent
  /// Fails with words that name nothing.
  case vague
  /// Fails with a status that is not documented.
  case undocumentedStatus
  /// Never ends where it fails.
  case hanging
  /// Leaves a process where it fails.
  case orphan
  /// Traps where it fails.
  case trap
  /// Takes a removed file for one that was never there, and does not write it.
  case missing

  /// The faults at which its mistake shows; every fault for a sound one.
  var faults: [Fault] {
    switch self {
    case .sound: Fault.ofFiles + Fault.ofProcesses
    case .ignoresErrors: [Fault(column: .sync, call: "sync", action: "EIO")]
    case .inPlace: [Fault(column: .kill, call: "write", action: "kill")]
    case .missing: [Fault(column: .open, call: "open", action: "EIO")]
    case .litter, .silent, .vague, .undocumentedStatus, .hanging, .orphan, .trap:
      [Fault(column: .write, call: "write", action: "EIO")]
    }
  }

  /// The command that plays it, between an old file and a new one.
  var subject: Subject {
    Subject(
      name: "tool: \(rawValue)", arguments: ["--faulty-tool", rawValue],
      prepare: { _, folder in
        for (name, text) in [("out.txt", "old\n"), ("in.txt", "new\n")] {
          try Data(text.utf8).write(to: URL(filePath: "\(folder)/\(name)"))
        }
      }, faults: faults, limitSeconds: self == .hanging ? 1 : nil)
  }

  /// Replaces `out.txt` by `in.txt`, and returns the status to end with.
  func run() -> Int32 {
    do {
      let bytes = try SystemFile.contents(of: "in.txt")
      try replace("out.txt", with: self == .sound ? Self.echoed(bytes) : bytes)
      return 0
    } catch let error as ProcessError {
      return fail("\(error)", 70)
    } catch let error as InputError {
      return self == .missing ? 0 : fail("'in.txt' cannot be read: \(error.text)", 2)
    } catch let error as RecordError {
      return fail("\(error)", 74)
    } catch {
      return fail("'out.txt' cannot be written: \(SystemError.message(of: error))", 74)
    }
  }

  private func replace(_ path: String, with bytes: [UInt8]) throws {
    switch self {
    case .inPlace:
      try SystemFile(opening: path, O_WRONLY | O_TRUNC).write(bytes)
    case .litter:
      // The name of those that a killed process may leave.
      let file = try SystemFile(opening: ".cvbench-1.tmp", O_WRONLY | O_CREAT)
      try file.write(bytes)
      try file.synchronize()
      try SystemFile.move(".cvbench-1.tmp", to: path)
    case .ignoresErrors:
      let file = try SystemFile(opening: "\(path).new", O_WRONLY | O_CREAT)
      try? file.write(bytes)
      try? file.synchronize()
      try SystemFile.move("\(path).new", to: path)
    case .missing:
      guard let file = try? SystemFile(opening: path, O_RDONLY), try file.isRegular() else {
        return
      }
      try AtomicFile.write(bytes, to: path)
    case .sound, .silent, .vague, .undocumentedStatus, .hanging, .orphan, .trap:
      try AtomicFile.write(bytes, to: path)
    }
  }

  private func fail(_ message: String, _ status: Int32) -> Int32 {
    switch self {
    case .silent: return status
    case .hanging: Thread.sleep(forTimeInterval: 3_600)
    case .trap: preconditionFailure(message)
    case .orphan:
      // The shell waits until the other process has left its group, which ends with it.
      let line =
        "setsid sleep 600 </dev/null >/dev/null 2>&1 & "
        + "until [ $(cut -d' ' -f5 /proc/$!/stat) = $! ]; do :; done"
      _ = try? ExternalProgram(path: "/bin/sh").run(["-c", line])
    case .sound, .inPlace, .ignoresErrors, .litter, .vague, .undocumentedStatus, .missing: break
    }
    let text = self == .vague ? "something went wrong" : message
    FileHandle.standardError.write(Data("Error: \(text)\n".utf8))
    return self == .undocumentedStatus ? 17 : status
  }

  /// Sends `bytes` through two processes.
  private static func echoed(_ bytes: [UInt8]) throws -> [UInt8] {
    let outcome = try ExternalProgram(path: "/bin/cat").run([], input: Data(bytes))
    let child = try ChildProcess(
      "/bin/cat", [], environment: ProcessInfo.processInfo.environment)
    defer { child.kill() }
    try child.writeLine(outcome.output.dropLast())
    while child.isTalking {
      if let line = child.readLines(milliseconds: 50).first { return Array(line) + [0x0A] }
    }
    throw ProcessError.pipeFailed(path: "/bin/cat", reason: child.lastWords)
  }
}
