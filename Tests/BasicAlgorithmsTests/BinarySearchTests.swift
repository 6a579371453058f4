import BasicAlgorithms
import Testing

struct BinarySearchTests {
  /// Every ascending array of up to five of the numbers 0...3.
  static let ascending: [[Int]] = {
    var all: [[Int]] = [[]]
    var longest = all
    for _ in 0..<5 {
      longest = longest.flatMap { array in ((array.last ?? 0)...3).map { array + [$0] } }
      all += longest
    }
    return all
  }()

  @Test func partitioningIndexIsTheFirstBehind() {
    for array in Self.ascending {
      for bound in -1...4 {
        let expected = array.firstIndex { $0 >= bound } ?? array.count
        #expect(array.partitioningIndex { $0 >= bound } == expected, "\(array), \(bound)")
        #expect(
          array.indices.partitioningIndex { array[$0] >= bound } == expected, "\(array), \(bound)")
        #expect(
          array.indices.halvingIndex { array[$0] >= bound } == expected, "\(array), \(bound)")
      }
    }
  }

  @Test func slicesKeepTheirIndices() {
    for array in Self.ascending {
      for start in 0...array.count {
        let slice = array[start...]
        let expected = slice.firstIndex { $0 >= 2 } ?? slice.endIndex
        #expect(slice.partitioningIndex { $0 >= 2 } == expected, "\(slice)")
      }
    }
  }

  @Test func noNumberIsAskedTwice() {
    for count in 0...40 {
      for boundary in 0...count {
        var asked: [Int] = []
        let found = (0..<count).partitioningIndex {
          asked.append($0)
          return $0 >= boundary
        }
        #expect(found == boundary)
        #expect(Set(asked).count == asked.count && asked.count <= 6, "\(count): \(asked)")
      }
    }
  }

  @Test func halvingFindsEveryBoundary() {
    for lower in -1...1 {
      for count in 0...40 {
        for boundary in lower...lower + count {
          #expect((lower..<lower + count).halvingIndex { $0 >= boundary } == boundary)
        }
      }
    }
  }

  @Test func sortedIndexIsTheFirstEqual() {
    for array in Self.ascending {
      for element in -1...4 {
        #expect(array.sortedIndex(of: element) == array.firstIndex(of: element))
        #expect(array.sortedContains(element) == array.contains(element))
      }
    }
  }

  @Test func bisectionFindsTheChange() {
    for change in [0.1, 0.5, 1e-300, 1 - 1e-16] {
      let found = (0.0...1).bisect { $0 >= change }
      #expect(found == change || found.nextUp == change, "\(change): \(found)")
    }
  }
}

struct LongestIncreasingSubsequenceTests {
  /// Every array of up to six numbers of 0...3, against every subsequence of it.
  @Test func isAsLongAsTheLongestOfAllSubsequences() {
    for count in 0...6 {
      for code in 0..<(1 << (2 * count)) {
        let array = (0..<count).map { code >> (2 * $0) & 3 }
        var longest = 0
        for subset in 0..<(1 << count) {
          let chosen = (0..<count).filter { subset >> $0 & 1 == 1 }.map { array[$0] }
          if zip(chosen, chosen.dropFirst()).allSatisfy(<) { longest = max(longest, chosen.count) }
        }
        let indices = array.longestIncreasingSubsequence()
        let isIncreasing = zip(indices, indices.dropFirst()).allSatisfy {
          $0 < $1 && array[$0] < array[$1]
        }
        guard indices.count == longest, isIncreasing,
          array.longestIncreasingSubsequenceCount() == longest
        else {
          Issue.record("\(array): \(indices), longest \(longest)")
          return
        }
      }
    }
  }

  @Test func slicesKeepTheirIndices() {
    let array = [9, 3, 1, 4, 1, 5]
    #expect(array[1...].longestIncreasingSubsequence() == [2, 3, 5])
    #expect(array[6...].longestIncreasingSubsequence().isEmpty)
  }
}
