import Foundation
import Processes

// Torture [--points N] [--tool FILE] [--interposer FILE] [--column NAME] [COMMAND …]: makes each
// call of each command fail, one after the other, and prints a table. Exits 1 if a fault was not
// survived. Torture --planted: the same with small tools that make mistakes; exits 1 if one of those
// was not found.
do {
  let words = Array(CommandLine.arguments.dropFirst())
  if words.count == 2, words[0] == "--plant", let plant = Plant(rawValue: words[1]) {
    exit(plant.run())
  }
  let arguments = try TortureArguments(words)
  let table = TortureTable(arguments)
  exit(try (arguments.isPlanted ? table.runPlanted() : table.run()) ? 0 : 1)
} catch {
  FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
  exit(70)
}
