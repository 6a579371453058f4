import Foundation
import Processes

extension ChildProcess {
  /// Writes `message` to the process, as a line of JSON.
  func send(_ message: some Encodable) throws {
    try writeLine(JSONEncoder().encode(message))
  }

  /// Lets the worker begin its next case.
  func askForNext() {
    // A worker that has died meanwhile is seen when its pipes end.
    try? writeLine(Data(Worker.goOn.utf8))
  }

  /// Waits for the worker's end, and returns how it ended.
  func workerEnding() -> WorkerEnding {
    let ending = waitForEnding()
    guard ending != .exited(status: 0) else { return .finished }
    let how = "the worker process \(ending)"
    return .crashed(message: lastWords.isEmpty ? how : "\(how); it last wrote: \(lastWords)")
  }
}
