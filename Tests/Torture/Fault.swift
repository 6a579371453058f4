import Foundation

/// Something that goes wrong at one call, as CFaultInterposer.h names it.
struct Fault: Hashable, Sendable {
  /// The process whose calls are counted: the command, or those that it starts.
  enum Place: String, CaseIterable { case main, child }

  /// The column of the table.
  enum Column: String, CaseIterable {
    case write, sync, rename, open, read, close, other, processes, workers, signals, kill, memory
    case clock
  }

  let column: Column
  let call: String
  /// An error, or what is done at the call.
  let action: String
  var place = Place.main
  /// Whether later calls fail as well, as on a disk that stays full.
  var isLasting = false

  /// A name for people, such as `ENOSPC at every write from`.
  var name: String {
    let calls = isLasting ? "each \(call) from" : call
    return "\(action) at \(calls)" + (place == .child ? " of a child" : "")
  }

  /// Whether the command itself is killed.
  var killsCommand: Bool { place == .main && action.hasPrefix("kill") }

  /// Whether it is an error of the system, which is told in the system's words.
  var isError: Bool { action.hasPrefix("E") }

  /// Whether the call, repeated, does what it was to do.
  var isHarmless: Bool { action == "EINTR" || action == "short" }

  /// Whether a file would not hold what it is to hold, if nobody noticed.
  var losesData: Bool {
    place == .main && isError && !isHarmless && ["write", "sync", "rename"].contains(call)
  }

  /// The system's words for the error, or ours; nil for what is no error.
  var words: [String]? {
    let texts = [
      "EIO": ["Input/output error"], "ENOSPC": ["No space left on device"],
      "EMFILE": ["Too many open files", "no more files may be open"],
      // The second one of a thread that cannot be started, for whatever reason.
      "ENOMEM": ["Cannot allocate memory", "Resource temporarily unavailable"],
      "EACCES": ["Permission denied"],
      "EAGAIN": ["Resource temporarily unavailable"],
    ]
    return texts[action]
  }

  /// The number of the call in the form of FAULT_AT.
  func at(_ number: Int) -> String { isLasting ? "\(number)+" : "\(number)" }
}

extension Fault {
  /// Faults of files, for commands that replace some.
  static let ofFiles =
    ["EIO", "short", "EINTR"].map { Fault(column: .write, call: "write", action: $0) } + [
      Fault(column: .write, call: "write", action: "ENOSPC", isLasting: true),
      Fault(column: .sync, call: "sync", action: "EIO"),
      Fault(column: .sync, call: "sync", action: "ENOSPC"),
      Fault(column: .rename, call: "rename", action: "EIO"),
      Fault(column: .rename, call: "rename", action: "ENOSPC"),
      Fault(column: .open, call: "open", action: "EIO"),
      Fault(column: .open, call: "open", action: "EINTR"),
      Fault(column: .open, call: "open", action: "EMFILE", isLasting: true),
      Fault(column: .read, call: "read", action: "EIO"),
      Fault(column: .read, call: "read", action: "short"),
      Fault(column: .read, call: "read", action: "EINTR"),
      Fault(column: .close, call: "close", action: "EIO"),
      Fault(column: .other, call: "unlink", action: "EIO"),
      Fault(column: .other, call: "truncate", action: "EIO"),
      Fault(column: .other, call: "mkdir", action: "ENOSPC"),
      Fault(column: .other, call: "print", action: "EIO"),
      Fault(column: .other, call: "print", action: "short"),
      Fault(column: .other, call: "print", action: "EINTR"),
    ]
    + ["write", "sync", "rename", "unlink", "truncate"].flatMap { call in
      ["kill", "killed-after"].map { Fault(column: .kill, call: call, action: $0) }
    }

  /// Faults of starting processes and of speaking with them.
  static let ofProcesses = [
    Fault(column: .processes, call: "pipe", action: "EMFILE"),
    Fault(column: .processes, call: "pipe", action: "EMFILE", isLasting: true),
    Fault(column: .processes, call: "spawn", action: "EAGAIN"),
    Fault(column: .processes, call: "spawn", action: "EMFILE"),
    Fault(column: .processes, call: "spawn", action: "ENOMEM", isLasting: true),
    Fault(column: .processes, call: "send", action: "EIO"),
    Fault(column: .processes, call: "send", action: "short"),
    Fault(column: .processes, call: "receive", action: "EIO"),
    Fault(column: .processes, call: "receive", action: "short"),
    Fault(column: .signals, call: "send", action: "EINTR"),
    Fault(column: .signals, call: "receive", action: "EINTR"),
    Fault(column: .signals, call: "poll", action: "EINTR"),
    Fault(column: .kill, call: "spawn", action: "kill"),
    Fault(column: .kill, call: "send", action: "kill"),
    Fault(column: .kill, call: "receive", action: "kill"),
  ]

  /// What may become of a worker.
  static let ofWorkers =
    ["garble", "stop", "fork", "kill", "killed-after", "EIO", "short", "EINTR"].map {
      Fault(column: .workers, call: "send", action: $0, place: .child)
    } + [
      Fault(column: .workers, call: "open", action: "EIO", place: .child),
      Fault(column: .workers, call: "read", action: "EIO", place: .child),
      Fault(column: .workers, call: "write", action: "EIO", place: .child),
      Fault(column: .workers, call: "write", action: "kill", place: .child),
      Fault(column: .memory, call: "allocate", action: "ENOMEM", place: .child),
    ]

  /// Faults of commands that replace files and run git.
  static let ofCommandsWithPrograms = ofFiles + ofProcesses + ofMemory

  /// Memory that is not to be had.
  static let ofMemory = [Fault(column: .memory, call: "allocate", action: "ENOMEM")]

  /// Clocks that jump by an hour.
  static let ofClocks = Place.allCases.flatMap { place in
    ["clock", "monotonic"].flatMap { clock in
      ["back", "forward"].map { Fault(column: .clock, call: clock, action: $0, place: place) }
    }
  }

  /// A build that is replaced while it is used.
  static let ofBuilds = [Fault(column: .processes, call: "spawn", action: "replace")]
}
