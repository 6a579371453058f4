import Foundation
import Processes

/// Starts a process for each reader, sees it crash or hang, and prints what came of it.
struct FuzzingTable {
  private let arguments: FuzzingArguments
  /// The time after which one input hangs.
  private static let mostSecondsPerInput = 20.0

  init(_ arguments: FuzzingArguments) { self.arguments = arguments }

  /// The result of one process.
  private struct Course {
    var number: Int
    var accepted = 0
    var crash: String?
    var isHang = false
    /// Whether the reader did not even read its examples.
    var isRefusal = false

    var wentWrong: Bool { crash != nil || isHang }
  }

  /// The results of all processes of a reader.
  private struct Total {
    var inputs = 0
    var accepted = 0
    var crashes = 0
    var hangs = 0
    /// What went wrong once, and not again.
    var unrepeated = 0
    var isRefusal = false

    var wentWrong: Bool { crashes + hangs + unrepeated > 0 || isRefusal }
  }

  /// Feeds all readers; returns whether none crashed or hung.
  func run() throws -> Bool {
    let known = Readers.all.map(\.name)
    let names = arguments.names.isEmpty ? known : arguments.names
    write("| reader | inputs | accepted | crashes | hangs |\n|---|---:|---:|---:|---:|")
    var isFine = true
    for name in names {
      guard known.contains(name) else {
        write("| \(name) | there is no such reader | | | |")
        isFine = false
        continue
      }
      let found = try feed(name)
      isFine = isFine && !found.wentWrong
      guard !found.isRefusal else {
        write("| \(name) | it does not read its examples | | | |")
        continue
      }
      let percent = found.inputs > 0 ? found.accepted * 100 / found.inputs : 0
      write(
        "| \(name) | \(found.inputs) | \(percent) % | \(found.crashes) | \(found.hangs) |")
    }
    return isFine
  }

  /// Writes a line at once, whatever standard output is.
  private func write(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  private func feed(_ name: String) throws -> Total {
    let end = ContinuousClock.now + .seconds(arguments.seconds)
    var total = Total()
    var first = arguments.first
    while first < arguments.inputs, total.crashes + total.hangs + total.unrepeated < 20 {
      let left = Double((end - .now).components.seconds) + 1
      guard ContinuousClock.now < end else { break }
      let course = try child(name, first: first, seconds: left, isTraced: false)
      total.accepted += course.accepted
      if course.isRefusal {
        tell("\(name): \(course.crash ?? "")")
        total.isRefusal = true
        break
      }
      guard course.wentWrong else {
        total.inputs += course.number - first
        break
      }
      // Once more from what was told last, now with each number.
      let traced = try child(name, first: course.number, seconds: left + 30, isTraced: true)
      total.accepted += traced.accepted
      let number = traced.number
      total.inputs += number - first + 1
      first = number + 1
      guard traced.wentWrong else {
        total.unrepeated += 1
        tell("\(name): not repeated from \(course.number): \(course.crash ?? "no answer")")
        continue
      }
      if traced.isHang { total.hangs += 1 } else { total.crashes += 1 }
      try keep(name, number, traced.crash ?? "no answer")
    }
    return total
  }

  /// Writes an input that went wrong to a file, and says so.
  private func keep(_ name: String, _ number: Int, _ words: String) throws {
    guard let reader = Readers.all.first(where: { $0.name == name }) else { return }
    let path =
      "fuzzing-\(name.replacing(" ", with: "-"))-\(arguments.seed)-\(number)"
    try Data(InputGenerator(reader, seed: arguments.seed).input(number)).write(
      to: URL(filePath: path))
    tell("\(path): \(words)")
  }

  private func tell(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }

  private func child(
    _ name: String, first: Int, seconds: Double, isTraced: Bool
  ) throws -> Course {
    let words =
      ["--child", name, "--first", "\(first)", "--seed", "\(arguments.seed)"]
      + ["--seconds", "\(seconds)", "--inputs", "\(arguments.inputs)"]
      + (isTraced ? ["--traced"] : [])
    let process = try ChildProcess(
      ExternalProgram.current.path, words,
      environment: ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) {
        $1
      })
    defer { process.kill() }
    var course = Course(number: first)
    // The examples are made first.
    var last = ContinuousClock.now + .seconds(60)
    while process.isTalking || process.isRunning {
      for line in process.readLines(milliseconds: 50) {
        let numbers = String(decoding: line, as: UTF8.self).split(separator: " ")
          .compactMap { Int($0) }
        guard numbers.count == 2 else { continue }
        (course.number, course.accepted) = (numbers[0], numbers[1])
        last = .now
      }
      guard ContinuousClock.now - last < .seconds(Self.mostSecondsPerInput) else {
        course.isHang = true
        return course
      }
    }
    let ending = process.waitForEnding()
    if ending != .exited(status: 0) { course.crash = "\(ending): \(process.lastWords)" }
    course.isRefusal = ending == .exited(status: RefusedExample.status)
    return course
  }
}
