/// Is told what is about to be performed: a program that is stopped in the middle of it cannot say so
/// itself any more.
public protocol StressJournal: AnyObject {
  /// From now on this script is performed; what came before is over.
  ///
  /// - Parameter script: What a script file holds, or its first lines.
  func begin(_ script: String)
  /// The script has another line, which is performed next.
  func add(_ line: String)
}
