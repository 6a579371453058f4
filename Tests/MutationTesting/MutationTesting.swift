import ArgumentParser
import Foundation
import Mutations
import Processes

/// The command line of mutation testing.
@main
struct MutationTesting: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "MutationTesting",
    abstract: "Change one line at a time, and see whether a test fails.",
    discussion: """
      Works on a copy of each module and its tests below .build/mutants; the work tree stays as it \
      is. A mutant that no test kills is printed, and is either a missing test or equivalent: then \
      the list says why, in Tests/equivalent-mutants.txt.

      EXAMPLES
        MutationTesting ItemStores --sample 20
        MutationTesting CollectionViews --only Transitions --results .build/mutants.jsonl
        MutationTesting CollectionViews --again --results .build/mutants.jsonl
        MutationTesting Layouts --tests CollectionViewsTests --only Compositional
        MutationTesting CollectionViews --again-killed --results .build/mutants.jsonl
        MutationTesting ItemStores --only SumTreeNode --configuration debug --sanitize address \\
          --again --results .build/mutants.jsonl
        MutationTesting --table --results results/mutants.jsonl
      """)

  /// The number of mutants to choose.
  enum SampleSize: ExpressibleByArgument, CustomStringConvertible {
    case all
    case some(Int)

    init?(argument: String) {
      if argument == "all" {
        self = .all
      } else if let count = Int(argument), count > 0 {
        self = .some(count)
      } else {
        return nil
      }
    }

    var description: String {
      switch self {
      case .all: "all"
      case .some(let count): "\(count)"
      }
    }
  }

  /// The mutants of the results to try again.
  enum Again: String, EnumerableFlag {
    case again, againKilled

    static func help(for value: Again) -> ArgumentHelp? {
      switch value {
      case .again: "Try what survived in the results once more, in place of a choice."
      case .againKilled:
        """
        Try what was killed or timed out in the results once more, in place of a choice, with the \
        same --tests and --skip.
        """
      }
    }

    /// The outcomes of the mutants to try.
    var outcomes: Set<MutantOutcome> {
      switch self {
      case .again: [.survived]
      case .againKilled: [.killed, .timedOut]
      }
    }
  }

  /// A sanitizer to compile a copy with.
  enum Sanitizer: String, CaseIterable, ExpressibleByArgument {
    /// Ends a test at the first access outside of an allocation, which may do no harm otherwise.
    case address
  }

  @Argument(help: "The modules to change; each has tests of its own name.")
  var modules: [String] = []

  @Option(help: "Change files alone whose path has this text; repeat it for more.")
  var only: [String] = []

  @Option(help: "Run the tests of this target too, as CollectionViewsTests; repeat it for more.")
  var tests: [String] = []

  @Option(help: "Leave out this suite or test, as one that takes long; repeat it for more.")
  var skip: [String] = []

  @Option(help: "Try this many mutants of each module, chosen by the seed, or 'all'.")
  var sample = SampleSize.some(20)

  @Option(help: "The seed of the choice.")
  var seed: UInt64 = 1

  @Option(help: "Append every result to this file, as a line of JSON.", completion: .file())
  var results: String?

  @Flag
  var again: Again?

  @Flag(name: .customLong("continue"), help: "Leave out what the results have already.")
  var continues = false

  @Flag(help: "Print the mutants and try none.")
  var list = false

  @Flag(help: "Print the table of the results and all survivors, and try nothing.")
  var table = false

  @Option(help: "How the copy is compiled: debug or release.")
  var configuration = "release"

  @Option(
    help: """
      Compile the copy with a sanitizer, which kills mutants that go just outside of an allocation.
      """)
  var sanitize: Sanitizer?

  @Option(help: "The folder of the copies.", completion: .directory)
  var scratch = ".build/mutants"

  @Option(help: "The list of mutants that no test can kill.", completion: .file())
  var equivalent = "Tests/equivalent-mutants.txt"

  func validate() throws {
    if modules.isEmpty, !table {
      throw ValidationError("Name a module to change, as in 'MutationTesting ItemStores'.")
    }
    if again != nil || continues || table, results == nil {
      throw ValidationError("Name the file of results, as in '--results .build/mutants.jsonl'.")
    }
    guard ["debug", "release"].contains(configuration) else {
      throw ValidationError("--configuration is debug or release.")
    }
  }

  func run() throws {
    Interrupts.catchThem()
    let known = try EquivalentMutants(try text(equivalent), path: equivalent)
    if table {
      try printTable(known)
    } else {
      try MutationRun(self, known).run()
    }
  }

  /// The results so far; none where the file does not exist yet and they are not what is tried.
  func earlierResults() throws -> [MutantResult] {
    guard let results, again != nil || FileManager.default.fileExists(atPath: results) else {
      return []
    }
    return try MutantResult.all(in: try text(results), path: results)
  }

  private func printTable(_ known: EquivalentMutants) throws {
    guard let results, FileManager.default.fileExists(atPath: results) else {
      throw MutationError("there is no file of results '\(results ?? "")'")
    }
    let judged = known.judged(try earlierResults())
    print(MutantTable(judged))
    for result in judged where result.outcome == .survived { print("\n\(result.shown)") }
    let mistakes = known.mistakes(in: judged)
    for key in mistakes {
      print("\nequivalent, and killed: \(key.path)\n- \(key.before)\n+ \(key.after)")
    }
    if !mistakes.isEmpty || judged.contains(where: { $0.outcome == .survived }) {
      throw ExitCode(1)
    }
  }

  private func text(_ path: String) throws(MutationError) -> String {
    do {
      return try String(contentsOfFile: path, encoding: .utf8)
    } catch {
      throw MutationError("'\(path)' cannot be read: \(SystemError.message(of: error))")
    }
  }
}
