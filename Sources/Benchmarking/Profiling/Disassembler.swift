import Foundation
import Processes
package import Profiles

/// Reads machine code with its source lines, by objdump.
package struct Disassembler {
  private static let mostFunctions = 3
  /// Longer functions are shown around their heaviest instructions only.
  private static let mostLines = 400

  private let program = ExternalProgram(named: "objdump") ?? ExternalProgram(named: "llvm-objdump")

  /// Returns the code of the program's own functions that took most samples; empty without objdump.
  func listings(
    of stacks: SampledStacks, _ names: inout FunctionNames
  ) -> [FunctionListing] {
    // The code of the runtime tells nobody what to change.
    let own = stacks.hotFunctions.filter { names.name(of: $0.frame).group == nil }
    return own.prefix(Self.mostFunctions).compactMap { function in
      let lines = lines(of: function)
      return lines.isEmpty
        ? nil : FunctionListing(function: names.name(of: function.frame), lines: lines)
    }
  }

  private func lines(of function: HotFunction) -> [FunctionListing.Line] {
    guard
      let outcome = try? program?.run([
        "-d", "-l", "--no-show-raw-insn", "--start-address=0x\(String(function.start, radix: 16))",
        "--stop-address=0x\(String(function.end, radix: 16))", function.path,
      ]), outcome.isSuccess
    else { return [] }
    return Self.shortened(Self.parse(outcome.text, weights: function.weights))
  }

  /// Reads what `objdump -d -l` prints.
  package static func parse(
    _ text: String, weights: [UInt64: Int]
  ) -> [FunctionListing.Line] {
    // Outside of the loop, as each literal is parsed where it stands.
    let (instruction, symbol) = (/\s+([0-9a-f]+):\s+(.*)/, /<([^<>+]*)(\+0x[0-9a-f]+)?>/)
    var lines: [FunctionListing.Line] = []
    var source: String?
    for line in text.split(separator: "\n") {
      if let match = line.prefixMatch(of: instruction),
        let address = UInt64(match.1, radix: 16)
      {
        let code = String(match.2).replacing("\t", with: " ")
          .replacing(symbol) { "<\(SymbolName.short(String($0.1)))\($0.2 ?? "")>" }
        lines.append(
          .init(
            address: address, text: code, weight: weights[address] ?? 0, source: source))
      } else if let place = place(line) {
        source = place
      }
    }
    return lines
  }

  /// Returns `Main.swift:12` of `/sources/Main.swift:12 (discriminator 2)`; nil for other lines. A
  /// pattern would try every part of a long line against every other.
  private static func place(_ line: Substring) -> String? {
    let end = line.firstRange(of: " (discriminator")?.lowerBound ?? line.endIndex
    let path = line[..<end]
    guard path.first == "/", let slash = path.lastIndex(of: "/"),
      let colon = path.lastIndex(of: ":")
    else { return nil }
    let (name, number) = (path[slash...].dropFirst(), path[colon...].dropFirst())
    guard name.startIndex < colon, !number.isEmpty, number.allSatisfy(\.isWholeNumber) else {
      return nil
    }
    return String(name)
  }

  /// Leaves out stretches without weight of a long function.
  private static func shortened(_ lines: [FunctionListing.Line]) -> [FunctionListing.Line] {
    guard lines.count > mostLines else { return lines }
    let context = 4
    var kept: Set<Int> = []
    for (index, line) in lines.enumerated().sorted(by: { $0.element.weight > $1.element.weight })
    where line.weight > 0 && kept.count < mostLines {
      kept.formUnion(max(0, index - context)...min(lines.count - 1, index + context))
    }
    return kept.sorted().map { lines[$0] }
  }
}
