import Foundation
import Processes

// Fuzzing [--seconds S] [--inputs N] [--seed N] [READER …]: feeds changed examples to each reader, in
// a child process, and prints a table. Exits 1 if an input crashed a reader or took more than
// `FuzzingLimits` allow, or a reader does not read its own example.
do {
  let arguments = try FuzzingArguments(CommandLine.arguments.dropFirst())
  if let child = arguments.child {
    exit(try FuzzingChild(arguments).run(child))
  } else {
    exit(try FuzzingTable(arguments).run() ? 0 : 1)
  }
} catch let error as RefusedExample {
  FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
  exit(FuzzingStatus.refusedExample)
} catch {
  FileHandle.standardError.write(Data("Error: \(error)\n".utf8))
  exit(70)
}
