import BasicAlgorithms
import Changesets
import Foundation
import TestSupport
import Testing

struct ElementPathTests {
  /// Every path of one to four levels with indexes of 0 to 2, and some of seven.
  static let paths: [[Int]] = {
    var all: [[Int]] = []
    var last: [[Int]] = [[]]
    for _ in 1...4 {
      last = last.flatMap { path in (0...2).map { path + [$0] } }
      all += last
    }
    return all + [[0, 0, 0, 0, 0, 0, 0], [1, 2, 0, 1, 2, 0, 1], [1, 2, 0, 1, 2, 0, 2], [2, 40]]
  }()

  @Test func aPathHasTheGivenLevels() {
    for indexes in Self.paths {
      let path = ElementPath(indexes)
      #expect(path.count == indexes.count)
      #expect((0..<path.count).map { path[$0] } == indexes)
      #expect(path.section == indexes[0])
      #expect(path.description == "\(indexes)")
      let item = indexes.count == 2 ? ItemPath(section: indexes[0], item: indexes[1]) : nil
      #expect(path.itemPath == item)
    }
  }

  /// Comparing and hashing are those of the arrays, for every pair.
  @Test func orderAndEqualityAreThoseOfTheLevels() {
    for indexes in Self.paths {
      for others in Self.paths {
        let (left, right) = (ElementPath(indexes), ElementPath(others))
        if (left == right) != (indexes == others) { Issue.record("\(left) == \(right)") }
        let isBefore = indexes.lexicographicallyPrecedes(others)
        if (left < right) != isBefore { Issue.record("\(left) < \(right)") }
      }
    }
    #expect(Set(Self.paths.map { ElementPath($0) }).count == Set(Self.paths).count)
  }

  @Test func orderIsTotalForRandomDepths() {
    var numbers = SplitMix64(seed: 7)
    var last: (path: ElementPath, indexes: [Int])?
    for _ in 0..<20_000 {
      let depth = numbers.number(in: 1...7)
      let indexes = (0..<depth).map { _ in numbers.number(in: 0...1) }
      let path = ElementPath(indexes)
      if let (other, others) = last {
        let relations = [path < other, path == other, other < path]
        let expected = [
          indexes.lexicographicallyPrecedes(others), indexes == others,
          others.lexicographicallyPrecedes(indexes),
        ]
        if relations != expected { Issue.record("\(path), \(other): \(relations)") }
      }
      last = (path, indexes)
    }
  }

  @Test func aShorterPathIsFirst() {
    #expect(ElementPath([1]) < [1, 0])
    #expect([1, 0] < ElementPath([1, 0, 0]))
    #expect(ElementPath([1, 0, 0]) < [1, 1])
    #expect(ElementPath([0, 9, 9]) < [1])
  }

  /// A path is one key however it was made.
  @Test func equalPathsHashAlike() {
    let header = ElementPath(section: 3)
    let cell = ElementPath(ItemPath(section: 3, item: 0))
    let literal: ElementPath = [3, 0]
    let slice = ElementPath([9, 3, 0][1...])
    #expect(Set([header, cell, literal, slice]).count == 1)
    #expect(ElementPath([5, 1, 2]).replacingSection(with: 3) == [3, 1, 2])
    #expect(Set([ElementPath([5, 1, 2]).replacingSection(with: 3), [3, 1, 2]]).count == 1)
    #expect(ElementPath([3]) != header)
  }

  /// Every level is hashed: of so few paths no two have one hash value by chance.
  @Test func differentPathsHashDifferently() {
    #expect(Set(Self.paths.map { ElementPath($0).hashValue }).count == Set(Self.paths).count)
  }

  /// The depth is hashed, too, which says where one path ends and the next one begins.
  @Test func pathsDividedOtherwiseHashDifferently() {
    let divisions: [[ElementPath]] = [
      [[1], [2, 3, 4]], [[1, 2], [3, 4]], [[1, 2, 3], [4]],
    ]
    #expect(Set(divisions.map(\.hashValue)).count == 3)
  }

  @Test func theSectionIsReplacedAtEveryDepth() {
    for indexes in Self.paths {
      let moved = ElementPath(indexes).replacingSection(with: 9)
      #expect(moved == ElementPath([9] + indexes.dropFirst()))
    }
  }

  @Test func pathsAreCodedAsArrays() throws {
    for indexes in Self.paths {
      let data = try JSONEncoder().encode(ElementPath(indexes))
      #expect(try JSONDecoder().decode([Int].self, from: data) == indexes)
      #expect(try JSONDecoder().decode(ElementPath.self, from: data) == ElementPath(indexes))
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(ElementPath.self, from: Data("[]".utf8))
    }
  }

  @Test func aPathWithoutLevelsStopsTheProgram() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = ElementPath([Int]())
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    #expect(message.contains("ElementPath.init(_: []): there are 0 indexes"), "\(message)")
  }

  @Test func aLevelThatIsNotThereStopsTheProgram() async throws {
    let result = try await #require(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      _ = ElementPath(section: 4)[2]
    }
    let message = String(decoding: result.standardErrorContent, as: UTF8.self)
    let expected =
      "ElementPath.subscript(level: 2): [4, 0] has 2 levels, so level must be in 0..<2"
    #expect(message.contains(expected), "\(message)")
  }
}
