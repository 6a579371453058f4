import ArgumentParser
import Foundation

/// The command line of the fuzzers.
@main
struct Fuzzing: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Fuzzing",
    abstract: "Feed changed examples to each reader of files and messages.",
    discussion: """
      Each reader has a process of its own. A table says how many inputs it had, and how many of \
      them crashed it, took over a second or took too much memory. Such an input is kept in a file, \
      and the exit status is 1. It is 1, too, if a reader does not read its own example, or accepts \
      less than 30 % of its inputs; with --planted, if a mistake was not found; and 70 if the fuzzing \
      itself cannot go on.

      EXAMPLES
        Fuzzing --seconds 60
        Fuzzing --inputs 1000000 csv "git log"
        Fuzzing --guided --seconds 600 configuration
        Fuzzing --planted
      """)

  @OptionGroup var arguments: FuzzingArguments

  func run() throws {
    let status: Int32
    do {
      if let reader = arguments.child.flatMap(Readers.named) {
        var child = FuzzingChild(arguments, reader)
        status = try child.run()
      } else {
        let table = FuzzingTable(arguments)
        status = try (arguments.isPlanted ? table.runPlanted() : table.run()) ? 0 : 1
      }
    } catch {
      FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
      throw ExitCode(error is RefusedExample ? FuzzingStatus.refusedExample : 70)
    }
    if status != 0 { throw ExitCode(status) }
  }
}
