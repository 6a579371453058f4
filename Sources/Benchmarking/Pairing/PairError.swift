/// An error of one side of a paired comparison.
package enum PairError: Error, Hashable, CustomStringConvertible {
  /// The executable cannot be started.
  case cannotStart(reason: String)
  /// The process ended when it was to answer.
  case ended(how: String)
  /// It took longer than it may.
  case hung(seconds: Double)
  /// It wrote what is no answer, or the answer to something else.
  case nonsense(byteCount: Int)
  /// It speaks another version of the messages.
  case otherProtocol(found: Int)
  /// Asked what it is, it gave no answer as a build with a gate does.
  case noGate(reason: String)
  /// The file is no longer the one that the comparison began with.
  case changed(path: String)
  /// The case failed on this side.
  case failed(String)
  /// The user has interrupted.
  case interrupted
  /// A request that needs another one before it.
  case outOfOrder
  /// The executable has no such scenario.
  case foreignScenario

  package var description: String {
    switch self {
    case .cannotStart(let reason): "cannot be started: \(reason)"
    case .ended(let how): how
    case .hung(let seconds): "gave no answer within \(seconds) s, and was ended"
    case .nonsense(let count): "wrote a line that is no answer: \(count) bytes"
    case .otherProtocol(let found):
      "speaks version \(found) of the gate's messages, and this is version "
        + "\(PairRequest.protocolVersion); build both sides with one version of the tool"
    case .noGate(let reason):
      "does not say what it is, as a build that can be gated does: it is another program, another "
        + "version of the tool, as one without a gate, or cannot run here; build both sides with one "
        + "version of the tool, on this machine. What happened: \(reason)"
    case .changed(let path):
      "'\(path)' has changed since the comparison began, as by a build beside it; compare copies, or "
        + "wait with building"
    case .failed(let reason): reason
    case .interrupted: "interrupted"
    case .outOfOrder: "was asked to measure before it was given a case"
    case .foreignScenario: "the executable has no such scenario"
    }
  }
}
