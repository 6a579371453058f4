import BasicAlgorithms

/// Inputs that hang together, made from random numbers: those of formats in which one place has to
/// fit another, so that a change of a fixed example is most often refused.
enum GeneratedExamples {
  /// Returns any of `values`.
  static func pick<Value>(_ values: [Value], _ random: inout SplitMix64) -> Value {
    values[Int.random(in: 0..<values.count, using: &random)]
  }

  /// Returns whether one of `count` comes up.
  static func isOne(of count: Int, _ random: inout SplitMix64) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }

  static func bytes(_ lines: [String]) -> [UInt8] {
    Array((lines.joined(separator: "\n") + "\n").utf8)
  }
}

// MARK: Traces

extension GeneratedExamples {
  /// Frames with times that never go back.
  static func scrollTrace(_ random: inout SplitMix64) -> [UInt8] {
    var time = 0.0
    var lines: [String] = []
    for number in 0..<Int.random(in: 1...6, using: &random) {
      let y = Int.random(in: -100...100_000, using: &random)
      var line = "{\"time\":\(time),\"offset\":{\"x\":0,\"y\":\(y).5}"
      if number == 0 || isOne(of: 4, &random) {
        line += ",\"bounds\":{\"width\":\(pick([0, 320, 390], &random)),\"height\":844}"
      }
      if isOne(of: 4, &random) { line += ",\"tap\":{\"x\":10,\"y\":\(y)}" }
      if isOne(of: 3, &random) {
        let kind = pick(["insertedItems", "deletedItems", "reloadedItems"], &random)
        let item = Int.random(in: 0..<9, using: &random)
        line += ",\"update\":{\"\(kind)\":[{\"section\":0,\"item\":\(item)}]}"
      }
      lines.append(line + "}")
      time += Double.random(in: 0...0.05, using: &random)
    }
    return bytes(lines)
  }

  /// A collection, and batches of one kind of change each, legal after the batches before.
  static func updateTrace(_ random: inout SplitMix64) -> [UInt8] {
    var maker = UpdateTraceMaker()
    return bytes(maker.lines(&random))
  }
}

/// Makes the lines of an update trace, and keeps the collection that they lead to.
private struct UpdateTraceMaker {
  /// The ids of the items of each section.
  private var sections: [[String]] = []
  private var next = 0

  private mutating func fresh() -> String {
    next += 1
    return "\(next)"
  }

  private func item(_ id: String, _ random: inout SplitMix64) -> String {
    "\"id\":\"\(id)\",\"revision\":\(Int.random(in: 0..<9, using: &random))"
  }

  private mutating func section(_ ids: [String], _ random: inout SplitMix64) -> String {
    let items = ids.map { "{\"id\":\"\($0)\",\"revision\":3}" }
    return "\"id\":\"s\(fresh())\",\"items\":[\(items.joined(separator: ","))]"
  }

  mutating func lines(_ random: inout SplitMix64) -> [String] {
    var texts: [String] = []
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      var ids: [String] = []
      for _ in 0..<Int.random(in: 1...4, using: &random) { ids.append(fresh()) }
      sections.append(ids)
      texts.append("{\(section(ids, &random))}")
    }
    var lines = ["{\"updates\":1,\"sections\":[\(texts.joined(separator: ","))]}"]
    for number in 0..<Int.random(in: 1...4, using: &random) {
      lines.append("{\"name\":\"\(number)\",\"update\":{" + batch(&random) + "}")
    }
    return lines
  }

  private mutating func batch(_ random: inout SplitMix64) -> String {
    let place = Int.random(in: 0..<sections.count, using: &random)
    let count = sections[place].count
    let row = Int.random(in: 0..<max(1, count), using: &random)
    let path = "\"section\":\(place),\"item\":\(row)"
    switch Int.random(in: 0..<6, using: &random) {
    case 0 where count > 0:
      sections[place].remove(at: row)
      return "\"deletedItems\":[{\(path)}]}"
    case 1 where count > 0:
      let kind = GeneratedExamples.pick(["reloadedItems", "reconfiguredItems"], &random)
      let same = item(sections[place][row], &random)
      return "\"\(kind)\":[{\(path)}]},\"items\":[{\(path),\(same)}]"
    case 2 where count > 0:
      let target = Int.random(in: 0..<count, using: &random)
      sections[place].insert(sections[place].remove(at: row), at: target)
      return "\"movedItems\":[{\"source\":{\(path)},\"target\":{\"section\":\(place),"
        + "\"item\":\(target)}}]}"
    case 3:
      let ids = [fresh(), fresh()]
      sections.insert(ids, at: place)
      return "\"insertedSections\":[\(place)]},\"sections\":[{\"section\":\(place),"
        + "\(section(ids, &random))}]"
    case 4 where sections.count > 1:
      sections.remove(at: place)
      return "\"deletedSections\":[\(place)]}"
    default:
      let id = fresh()
      sections[place].insert(id, at: min(row, count))
      return "\"insertedItems\":[{\(path)}]},\"items\":[{\(path),\(item(id, &random))}]"
    }
  }
}

// MARK: Tables and logs

extension GeneratedExamples {
  /// Rows of a CSV file with different ids, some fields in quotes.
  static func table(_ random: inout SplitMix64) -> [UInt8] {
    let end = isOne(of: 4, &random) ? "\r" : ""
    var lines = ["section,id,revision,width,height" + end]
    for row in 0..<Int.random(in: 1...6, using: &random) {
      let section = pick(["A", "B", "\"C, or\nD\"", "\"\"\"E\"\"\"", "Ä"], &random)
      let width = pick(["0", "10", "10.5", "1e2", "\"44\""], &random)
      let revision = Int.random(in: 0..<99, using: &random)
      lines.append("\(section),\(row * 3),\(revision),\(width),20" + end)
    }
    return bytes(lines)
  }

  private static func name(_ number: inout Int, _ random: inout SplitMix64) -> String {
    number += 1
    let folder = pick(["", "docs/", "docs/old/", "a b/", "ä/"], &random)
    return "\(folder)\(number).\(pick(["txt", "md", "c"], &random))"
  }

  /// A log of commits that fit the files of the commits before.
  static func gitLog(_ random: inout SplitMix64) -> [UInt8] {
    var files: [String] = []
    var next = 0
    var lines: [String] = []
    for commit in 1...Int.random(in: 1...5, using: &random) {
      lines.append("commit \(1_000 + commit) \(commit)")
      var untouched = files
      for _ in 0..<Int.random(in: 0...4, using: &random) {
        guard !untouched.isEmpty, !isOne(of: 3, &random) else {
          files.append(name(&next, &random))
          lines.append("A\t\(files[files.count - 1])")
          continue
        }
        let file = untouched.remove(at: Int.random(in: 0..<untouched.count, using: &random))
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          lines.append("D\t\(file)")
          files.removeAll { $0 == file }
        case 1:
          let target = name(&next, &random)
          lines.append("R\(pick(["100", "070"], &random))\t\(file)\t\(target)")
          files = files.map { $0 == file ? target : $0 }
        case 2:
          files.append(name(&next, &random))
          lines.append("C050\t\(file)\t\(files[files.count - 1])")
        default: lines.append("\(pick(["M", "T"], &random))\t\(file)")
        }
      }
    }
    return bytes(lines)
  }

  /// A profile whose costs add up to the total that it states.
  static func callgrind(_ random: inout SplitMix64) -> [UInt8] {
    var total = 0
    var lines = ["# callgrind format", "version: 1", "positions: instr line", "events: Dr Ir"]
    for number in 1...Int.random(in: 1...5, using: &random) {
      let name = pick(["main", "$s4work", "f'2", "malloc", "$s4Main1fyyFTA"], &random)
      if isOne(of: 3, &random) { lines.append("ob=(\(number)) /usr/lib/lib\(number).so") }
      lines.append("fn=(\(number)) \(name)")
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        let cost = Int.random(in: 0..<1_000, using: &random)
        lines.append("\(pick(["0x400", "+4", "*", "-2"], &random)) \(number) 1 \(cost)")
        total += cost
      }
      if isOne(of: 2, &random) {
        let calls = Int.random(in: 1..<9, using: &random)
        lines += ["cfn=(\(number))", "calls=\(calls) 0x500 4", "* * 5 \(calls * 100)"]
      }
    }
    return bytes(lines + ["totals: 6 \(total)"])
  }
}
