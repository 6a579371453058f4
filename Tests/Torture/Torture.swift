import ArgumentParser
import Foundation

/// The command line of the torture.
@main
struct Torture: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Torture",
    abstract: "Make each call of a command to the system fail, one in each run.",
    discussion: """
      A table says how often each command survived each kind of fault. The exit status is 1 if one \
      was not survived; with --planted, if a mistake was not found; and 70 if the torture itself \
      cannot go on.

      EXAMPLES
        Torture --points 2
        Torture --column sync --column rename report 'check --update'
        Torture --points 0 --jobs 4 --call-sites --column memory run
        Torture --planted
      """)

  @OptionGroup var arguments: TortureArguments

  func run() throws {
    if let tool = arguments.faultyTool { throw ExitCode(tool.run()) }
    let table = TortureTable(arguments)
    let isFine: Bool
    do {
      isFine = try arguments.isPlanted ? table.runPlanted() : table.run()
    } catch {
      FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
      throw ExitCode(70)
    }
    if !isFine { throw ExitCode(1) }
  }
}
