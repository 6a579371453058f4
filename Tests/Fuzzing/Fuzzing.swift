import ArgumentParser
import Foundation

/// The command line of the fuzzers.
@main
struct Fuzzing: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Fuzzing",
    abstract: "Feed changed examples to whatever reads what others wrote.",
    discussion: """
      Each reader has a process of its own. A table says how many inputs it had, and how many of \
      them crashed it, took over a second or took too much memory. Such an input is kept in a file, \
      and the exit status is 1. It is 1, too, if a reader does not read its own example.

      EXAMPLES
        Fuzzing --seconds 60
        Fuzzing --inputs 1000000 csv "git log"
      """)

  @OptionGroup var arguments: FuzzingArguments

  func run() throws {
    guard let child = arguments.child else {
      guard try FuzzingTable(arguments).run() else { throw ExitCode(1) }
      return
    }
    do {
      let status = try FuzzingChild(arguments).run(child)
      if status != 0 { throw ExitCode(status) }
    } catch let error as RefusedExample {
      FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
      throw ExitCode(FuzzingStatus.refusedExample)
    }
  }
}
