import BasicAlgorithms
import Foundation
import TestSupport
import Testing

import Datasets

struct ListingImporterTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func dataset(_ text: String, _ name: String = "files.txt") throws -> Dataset {
    let path = try folder.write(text.utf8, to: name)
    return try Dataset(spec: "listing:\(path)", items: 0, seed: 1)
  }

  /// Trees of random names, listed in a random order, in each form in which find prints paths.
  @Test func aListIsTheCollectionOfItsTree() throws {
    for number in 0..<20 {
      var generator = SplitMix64(seed: UInt64(number), stream: 0)
      let root = "tree\(number)"
      var lines: [String] = []
      for _ in 0..<Int.random(in: 1...30, using: &generator) {
        let depth = Int.random(in: 0...3, using: &generator)
        let parts = (0..<depth).map { _ in ["a", "B", "b.d", "é"].randomElement(using: &generator) }
        let file = "\(Int.random(in: 0...40, using: &generator)).txt"
        let path = (parts.compactMap(\.self) + [file]).joined(separator: "/")
        let size = Int.random(in: 0...300, using: &generator)
        guard !lines.contains(where: { $0.hasSuffix(" \(path)") }) else { continue }
        try folder.write(Array(repeating: 1, count: size), to: "\(root)/\(path)")
        lines.append("\(size) \(path)")
      }
      let tree = try Dataset(
        spec: "directory:\(folder.path(of: root))", items: 0, seed: 1)
      for prefix in ["", "./", "/"] {
        let text = lines.shuffled(using: &generator).map { line in
          let parts = line.split(separator: " ", maxSplits: 1)
          return "\(parts[0]) \(prefix)\(parts[1])\n"
        }.joined()
        let listed = try dataset("# a comment\n\n" + text)
        #expect(listed.sectionSizes == tree.sectionSizes, "\(lines)")
        #expect(listed.checksum == tree.checksum, "\(lines)")
      }
    }
  }

  @Test func linesOfOtherSystemsAreRead() throws {
    let dataset = try dataset("3 a b/c\r\n5 d\r\n")
    #expect(dataset.sectionSizes == [1, 1])
    #expect(dataset.name == "files")
    #expect(dataset.summaryLines.last == "bytes in its files: 8")
  }

  @Test(arguments: [
    ("photos/beach.jpg", 1, 1, "a line is a file's size"), ("12", 1, 1, "a line is"),
    ("12\tx", 1, 1, "a line is"), ("-1 x", 1, 1, "a line is"),
    ("99999999999999999999 x", 1, 1, "a line is"), ("1 x\n2 ", 2, 3, "'' is no path"),
    ("1 a//b", 1, 3, "'a//b' is no path"), ("1 ../b", 1, 3, "no path"), ("1 a/", 1, 3, "no path"),
    ("10 a/./b", 1, 4, "no path"), ("1 a\n# c\n2 a", 3, 3, "listed already"),
    ("1 a/b\n2 a", 2, 3, "listed already"), ("1 a\n2 a/b", 2, 3, "part 1 of the path is listed"),
    ("1 a/b\n2 a/b/c", 2, 3, "part 2 of the path is listed"),
  ])
  func otherLinesAreRefused(_ text: String, _ line: Int, _ column: Int, _ reason: String) throws {
    let error = #expect(throws: DatasetError.self) { try dataset(text) }
    guard case .malformed(_, line, column, let problem)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(problem.contains(reason), "\(problem)")
  }

  /// The time that a path takes grows with the product of its bytes and its directories.
  @Test func pathsThatAreTooLongToOpenAreRefused() throws {
    let deep = String(repeating: "a/", count: 2_047)
    let sizes = try dataset("1 \(deep)b").sectionSizes
    #expect(sizes == Array(repeating: 0, count: 2_047) + [1])
    let error = #expect(throws: DatasetError.self) { try dataset("1 a\n1 \(deep)bc") }
    guard case .malformed(_, 2, 3, let problem)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(
      problem == "the path has 4096 bytes; the longest that Linux opens has 4095")
  }

  @Test(arguments: ["", "# nothing\n"])
  func listsWithoutFilesAreRefused(_ text: String) throws {
    #expect(throws: DatasetError.empty(path: folder.path(of: "files.txt"))) { try dataset(text) }
  }

  @Test func sizesThatNoDiskHoldsAddUpToTheMost() throws {
    let path = folder.path(of: "sizes.txt")
    try Data("5 a\n\(Int.max) b\n\(Int.max) c/d\n".utf8).write(to: URL(filePath: path))
    let dataset = try Dataset(spec: "listing:\(path)", items: 0, seed: 1)
    #expect(dataset.summaryLines.contains("bytes in its files: \(Int.max)"))
  }

  @Test func listsThatAreNoFilesAreRefused() throws {
    let missing = folder.path(of: "missing")
    #expect(
      throws: DatasetError.unreadable(path: missing, reason: "No such file or directory")
    ) { try Dataset(spec: "listing:\(missing)", items: 0, seed: 1) }
    let error = #expect(throws: DatasetError.self) {
      try Dataset(spec: "listing:\(folder.path)", items: 0, seed: 1)
    }
    #expect(error.map { "\($0)" }?.contains("Is a directory") == true)
  }

  @Test(arguments: [
    ("debian-12-share.txt", "debian-12-share"), ("my photos.v2.txt", "my-photos-v2"),
    ("csv", "listing-csv"), ("uniform-1000.txt", "listing-uniform-1000"),
  ])
  func theFileNamesTheCollection(_ file: String, _ name: String) throws {
    #expect(try dataset("1 a\n", file).name == name)
  }

  /// The input that everybody measures by default; its name stands in case ids.
  @Test func theDefaultInputIsWhatItWas() throws {
    var root = URL(filePath: #filePath)
    for _ in 0..<3 { root.deleteLastPathComponent() }
    let folder = root.appending(path: "datasets")
    let listed = try Dataset(
      spec: "listing:\(folder.appending(path: "debian-12-share.txt").path)", items: 0, seed: 1)
    #expect(listed.name == "debian-12-share")
    #expect(listed.itemCount == 5_496)
    #expect(listed.sectionSizes.count(where: { $0 > 0 }) == 377)
    #expect(listed.sectionSizes.max() == 388)
    let history = try UpdateTrace(
      path: folder.appending(path: "cvbench-history.jsonl").path)
    #expect(history.summary.batches == 300)
    #expect(history.summary.operationCount == 4_261)
    #expect(
      [listed.checksum, history.checksum].map { String($0, radix: 16) }
        == ["d004a0c537c59508", "edb0f5529c179c95"])
  }
}
