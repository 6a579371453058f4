import Foundation

/// A command that is run with faults, and the files that it finds.
struct Subject: Sendable {
  /// The first column of the table.
  let name: String
  let arguments: [String]
  /// Makes the files that the command finds, in an empty folder.
  let prepare: @Sendable (Fixtures, String) throws -> Void
  /// The faults to try.
  var faults = Fault.ofFiles + Fault.ofMemory
  /// The statuses that a run without faults may have.
  var usualStatuses: Set<Int32> = [0]
  /// What the command may leave where it fails, as documented: the ends of names.
  var leftovers: [String] = []
  /// The end of the name of a file that says how far the command has come: at a fault any whole
  /// document in JSON, and the command may go on where it cannot be written, if it says so.
  var progress: String?
  /// The arguments that finish what a killed command began; nil for the same ones.
  var repair: [String]?
  /// The arguments that finish what a killed command began where the command itself has nothing left
  /// to do, and says so with status 5; nil if it can always be repeated.
  var repairIfDone: [String]?
  /// Commands that must succeed whatever has happened, such as a check of a repository.
  var checks: [[String]] = []
  /// Folders that are judged by `checks` alone.
  var opaque: Set<String> = []
  /// A folder of programs in the command's own, which it finds before others; nil for none.
  var programs: String?
  /// The longest that it may take, in seconds; nil for what the arguments say.
  var limitSeconds: Double?
  /// Whether the tool that it runs is `../build/cvbench`, which `Fault.ofBuilds` replaces.
  var runsReplaceableTool = false
}
