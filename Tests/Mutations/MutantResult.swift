import Foundation

/// What became of a mutant.
package enum MutantOutcome: String, Codable, CaseIterable, Sendable {
  /// A test failed, or its process crashed.
  case killed
  /// A test did not end in its time.
  case timedOut = "timed out"
  /// Every test passed.
  case survived
  /// Every test passed, and none can fail: the list of equivalent mutants says why.
  case equivalent
  case notCompiled = "not compiled"
}

/// A mutant, what became of it, and by which test: one line of JSON in a file of results.
package struct MutantResult: Codable, Hashable, Sendable {
  package let mutant: Mutant
  package var outcome: MutantOutcome
  /// The test that failed, crashed or did not end, as `FlowLayoutTests/rows()`.
  package let test: String?
  /// The number of tests that come past it and passed; nil where one failed or nobody counted.
  package let passed: Int?

  package init(mutant: Mutant, outcome: MutantOutcome, test: String?, passed: Int? = nil) {
    self.mutant = mutant
    self.outcome = outcome
    self.test = test
    self.passed = passed
  }

  /// The module, which is the folder under `Sources`.
  package var module: String {
    mutant.path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
  }

  /// The line of JSON, without its end.
  package func line() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self)
  }

  /// Reads a file of results; of two of one mutant, the latter counts.
  ///
  /// - Throws: `MutationError` with the number of a line that is none.
  package static func all(in text: String, path: String) throws(MutationError) -> [MutantResult] {
    var found: [MutantResult] = []
    var positions: [Mutant.Key: Int] = [:]
    for (index, line) in text.split(separator: "\n").enumerated() {
      guard let result = try? JSONDecoder().decode(MutantResult.self, from: Data(line.utf8)) else {
        throw MutationError("\(path):\(index + 1) is no result of a mutant")
      }
      if let position = positions[result.mutant.key] {
        found[position] = result
      } else {
        positions[result.mutant.key] = found.count
        found.append(result)
      }
    }
    return found
  }
}

/// An error in words.
package struct MutationError: Error, Hashable, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
