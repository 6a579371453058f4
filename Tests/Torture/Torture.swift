import ArgumentParser
import Foundation

/// The command line of the torture.
@main
struct Torture: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "Torture",
    abstract: "Make each call of a command to the system fail, one after the other.",
    discussion: """
      A table says how often each command survived each kind of fault. The exit status is 1 if one \
      was not survived; with --planted, if a mistake was not found.

      EXAMPLES
        Torture --points 2
        Torture --column sync --column rename report 'check --update'
        Torture --planted
      """)

  @OptionGroup var arguments: TortureArguments

  func run() throws {
    if let plant = arguments.plant {
      let status = plant.run()
      if status != 0 { throw ExitCode(status) }
      return
    }
    let table = TortureTable(arguments)
    let isFine = try arguments.isPlanted ? table.runPlanted() : table.run()
    if !isFine { throw ExitCode(1) }
  }
}
