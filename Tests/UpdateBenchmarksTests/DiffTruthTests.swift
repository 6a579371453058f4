import Changesets
import Datasets
import TestSupport
import Testing

import UpdateBenchmarks

/// The right answers of comparisons, checked by exhaustive search.
@Suite struct DiffTruthTests {
  /// Returns the length of the longest ascending subsequence of `values`, by trying every subset.
  private func longestRun(_ values: [Int]) -> Int {
    (0..<(1 << values.count)).reduce(0) { best, subset in
      let chosen = values.indices.filter { subset >> $0 & 1 == 1 }.map { values[$0] }
      return zip(chosen, chosen.dropFirst()).allSatisfy(<) ? max(best, chosen.count) : best
    }
  }

  @Test func everyPermutationHasItsFewestMoves() throws {
    for count in 0...6 {
      for target in permutations(count) {
        let truth = try DiffTruth(Array(0..<count), target)
        #expect(truth.fewestMoves == count - longestRun(target), "\(target)")
        #expect(truth.matchedItems == count && truth.counts == DiffCounts())
      }
    }
  }

  @Test func sectionsAndItemsThatCrossThemAreCounted() throws {
    // Section 7 is deleted with 1; 8 moves behind 9; 2 crosses, 5 is inserted, 3 is deleted, 6 is
    // in a new section.
    let truth = try DiffTruth(
      [[1, 2], [3, 4], [10, 11]], [[11, 10, 2], [4, 5], [6]], sourceIDs: [7, 8, 9],
      targetIDs: [9, 8, 5])
    var counts = DiffCounts()
    counts.deletedItems = 1
    counts.insertedItems = 1
    counts.deletedSections = 1
    counts.insertedSections = 1
    #expect(truth.counts == counts)
    #expect(truth.fewestMoves == 2)
    #expect(truth.fewestSectionMoves == 1)
    #expect(truth.matchedItems == 4)
  }

  @Test func repeatedIdentifiersAreRefused() {
    #expect(throws: DiffCaseError.self) { try DiffTruth([1, 1], [1]) }
    #expect(throws: DiffCaseError.self) {
      try DiffTruth([[1], [2]], [[1]], sourceIDs: [3, 3], targetIDs: [3])
    }
  }

  @Test func stringsAreThirtySixCharactersAndDiffer() {
    let texts = (0..<100).map {
      String(.init(id: UInt64($0), revision: 0, sizeClass: 0, reuseKind: 0))
    }
    #expect(texts.allSatisfy { $0.utf8.count == 36 } && Set(texts).count == 100)
    let form = /[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}/
    #expect(texts.allSatisfy { $0.wholeMatch(of: form) != nil })
  }
}
