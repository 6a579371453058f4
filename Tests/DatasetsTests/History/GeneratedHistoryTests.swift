import BasicAlgorithms
import Changesets
import Datasets
import TestSupport
import Testing

/// Random histories, checked against a dictionary of files.
@Suite struct GeneratedHistoryTests {
  /// A repository as a dictionary: each path's item.
  private struct PlainRepository {
    var numbers: SplitMix64
    var files: [String: (id: String, revision: UInt32)] = [:]

    mutating func number(_ bound: Int) -> Int { Int(numbers.next() % UInt64(bound)) }

    mutating func path() -> String {
      let directory = ["", "a/", "a/b/", "a-b/", "c/"][number(5)]
      return directory + String("pqrst".randomElement(using: &numbers) ?? "p")
    }

    /// A commit's lines; files change with them.
    mutating func commit() -> [String] {
      let before = files
      var lines: [String] = []
      var touched: Set<String> = []
      for _ in 0..<number(6) {
        let path = path()
        guard touched.insert(path).inserted else { continue }
        guard let file = before[path] else {
          var id = path
          var count = 1
          while before.values.contains(where: { $0.id == id })
            || files.values.contains(where: { $0.id == id })
          {
            count += 1
            id = "\(path) (\(count))"
          }
          files[path] = (id, 0)
          lines.append("A\t\(path)")
          continue
        }
        switch number(4) {
        case 0:
          files[path] = nil
          lines.append("D\t\(path)")
        case 1:
          files[path] = (file.id, file.revision + 1)
          lines.append("M\t\(path)")
        default:
          let target = self.path()
          guard before[target] == nil, touched.insert(target).inserted else { continue }
          let isChanged = number(2) == 0
          files[path] = nil
          files[target] = (file.id, file.revision + (isChanged ? 1 : 0))
          lines.append("R\(isChanged ? "075" : "100")\t\(path)\t\(target)")
        }
      }
      return lines.shuffled(using: &numbers)
    }

    var sections: [UpdateTrace.Section] {
      var byDirectory: [String: [(name: String, item: UpdateTrace.Item)]] = [:]
      for (path, file) in files {
        let slash = path.lastIndex(of: "/")
        let item = UpdateTrace.Item(id: UpdateTrace.ID(file.id), revision: file.revision)
        byDirectory[slash.map { String(path[..<$0]) } ?? "", default: []]
          .append((path, item))
      }
      return byDirectory.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        .map { directory, files in
          UpdateTrace.Section(
            id: UpdateTrace.ID(directory.isEmpty ? "." : directory),
            items: files.sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
              .map(\.item))
        }
    }
  }

  @Test func generatedHistoriesMatchAPlainRepository() throws {
    let folder = try TemporaryFolder()
    var run = try StressRun(
      "histories", filter: "GeneratedHistoryTests", usualSeconds: 1, share: 0.5)
    var commits = 0
    while let seed = run.next() {
      var plain = PlainRepository(numbers: SplitMix64(seed: seed))
      var log = ""
      var expected: [[UpdateTrace.Section]] = []
      for number in 0..<30 {
        log += "commit \(1000 + number) \(number)\n" + plain.commit().map { $0 + "\n" }.joined()
        expected.append(plain.sections)
      }
      let trace = try GitHistory(log: folder.write(log.utf8, to: "log")).trace()
      var state = try UpdateTrace.State(trace.initial)
      for (number, batch) in trace.batches.enumerated() {
        try state.apply(batch)
        #expect(
          state.sections == expected[number], "\(run.replay(seed)), commit \(batch.name) of\n\(log)"
        )
      }
      #expect(try UpdateTrace(jsonLines: trace.jsonLines) == trace, "\(run.replay(seed))")
      commits += trace.batches.count
    }
    run.summarize("\(commits) commits")
  }
}
