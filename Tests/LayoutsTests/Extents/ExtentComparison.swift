import Layouts

/// The extent indexes that are compared with the model.
enum TestedIndex: String, CaseIterable, Codable, Sendable {
  case nested, flat, tree

  func makeIndex() -> any ExtentIndex {
    switch self {
    case .nested: NestedExtents()
    case .flat: FlatExtents()
    case .tree: TreeExtents()
    }
  }
}

extension ExtentModel {
  /// Returns an index with the same content, loaded at once.
  func makeIndex(_ tested: TestedIndex) throws -> any ExtentIndex {
    var index = tested.makeIndex()
    for shape in shapes { index.appendShape(shape) }
    try index.apply(.replaceSections(0..<0, sections.map { ExtentEdit.NewSection($0) }))
    return index
  }

  /// Returns the first difference between `index` and the model; nil if there is none.
  ///
  /// - Parameters:
  ///   - index: The index to compare with the model.
  ///   - ranges: The ranges to query, in points; nil for ranges that begin and end at edges of
  ///     sections and lines, to 1/64 point.
  ///   - tolerance: The allowed difference of lengths, in points; 0 for bit by bit. With a
  ///     tolerance, ranges keep a distance from edges, at which a last bit decides what they
  ///     overlap.
  /// - Returns: A sentence, or nil.
  func difference(
    from index: any ExtentIndex, ranges: [(Double, Double)]? = nil, tolerance: Double = 0
  ) -> String? {
    let everything = everything()
    let end = everything.last.map { $0.start + extent(of: $0) } ?? 0
    guard index.sectionCount == sections.count else { return "\(index.sectionCount) sections" }
    guard abs(index.extent - end) <= tolerance else {
      return "extent is \(index.extent), not \(end)"
    }
    guard index.shapes == shapes else { return "shapes are \(index.shapes)" }
    for section in everything {
      if let difference = differenceOfElements(section, index, tolerance) { return difference }
    }
    var buffer = ExtentBuffer()
    let edges = edges(of: everything)
    for range in ranges ?? Self.ranges(at: edges) {
      let (start, end) = Self.moved(range, beyond: edges, within: tolerance)
      buffer.removeAll()
      index.collect(from: start, to: end, into: &buffer)
      let expected = overlapping(everything, from: start, to: end)
      let answer = buffer.answer
      let isRight =
        answer.count == expected.count
        && zip(answer, expected).allSatisfy { $0.isEqual(to: $1, within: tolerance) }
      guard isRight else { return "\(start)..<\(end) is \(answer), not \(expected)" }
      // Compares the lines if each item agrees with the model bit by bit.
      if tolerance > 0, let difference = differenceAlone(answer, index) { return difference }
    }
    return nil
  }

  /// A section alone, and each of its items.
  private func differenceOfElements(
    _ section: AnsweredSection, _ index: any ExtentIndex, _ tolerance: Double
  ) -> String? {
    var bare = section
    bare.lines = []
    let answered = AnsweredSection(index.section(at: section.index))
    guard answered.isEqual(to: bare, within: tolerance) else {
      return "section(at: \(section.index)) is \(answered), not \(bare)"
    }
    var buffer = ExtentBuffer()
    let items = items(inSection: section.index)
    for line in section.lines {
      for item in line.firstItem..<line.firstItem + line.extents.count {
        buffer.removeAll()
        index.collect(item: item, inSection: section.index, into: &buffer)
        bare.lines = [line]
        let answer = buffer.answer
        guard answer.count == 1, answer[0].isEqual(to: bare, within: tolerance) else {
          return "item \(item) of \(section.index) is on \(answer), not \(bare)"
        }
        let extent = index.itemExtent(item, inSection: section.index)
        guard extent == items[item] else { return "item \(item) is \(extent)" }
      }
    }
    return nil
  }

  /// Returns the first difference between the lines of `answer` and the lines in queries for single
  /// items, which must agree bit by bit (FL-19).
  private func differenceAlone(_ answer: [AnsweredSection], _ index: any ExtentIndex) -> String? {
    var buffer = ExtentBuffer()
    for section in answer {
      for line in section.lines {
        buffer.removeAll()
        let last = line.firstItem + line.extents.count - 1
        index.collect(item: last, inSection: section.index, into: &buffer)
        var alone = section
        alone.lines = [line]
        guard buffer.answer == [alone] else {
          return "item \(last) of \(section.index) is on \(buffer.answer) alone, not \(alone)"
        }
      }
    }
    return nil
  }

  /// Returns the beginnings and ends of sections and lines, ascending.
  private func edges(of everything: [AnsweredSection]) -> [Double] {
    var edges: Set<Double> = [0]
    for section in everything {
      let origin = section.start + shapes[section.shape].leading
      edges.formUnion([section.start, origin, section.start + extent(of: section)])
      for line in section.lines {
        edges.formUnion([origin + line.start, origin + line.start + line.thickness])
      }
    }
    return edges.sorted()
  }

  private static func ranges(at edges: [Double]) -> [(Double, Double)] {
    var ranges = [(-1e9, 1e9), (edges[edges.count / 2], 1e9), (5, 5), (5, 3)]
    for (place, edge) in edges.enumerated() {
      ranges.append((edge, edge + 1 / 64))
      if place > 1 { ranges.append((edges[place - 2], edge)) }
    }
    return ranges
  }

  /// `range` with ends that are further than `tolerance` from each of `edges`, which ascend; as it
  /// is without a tolerance.
  private static func moved(
    _ range: (Double, Double), beyond edges: [Double], within tolerance: Double
  ) -> (Double, Double) {
    guard tolerance > 0 else { return range }
    func moved(_ end: Double) -> Double {
      edges.reduce(end) { end, edge in
        abs(end - edge) <= tolerance ? edge + 2 * tolerance : end
      }
    }
    return (moved(range.0), moved(range.1))
  }
}

/// A section as an extent index or the model answers it, with the lines of the query.
@dynamicMemberLookup
struct AnsweredSection: Equatable {
  /// A line with the extents of its items.
  @dynamicMemberLookup
  struct Line: Equatable {
    private var line: ExtentBuffer.Line
    var extents: [ItemExtent]

    /// Where the buffer keeps the extents is no part of the answer.
    init(_ line: ExtentBuffer.Line, _ extents: [ItemExtent]) {
      self.line = line
      self.extents = extents
      self.line.firstExtent = 0
      self.line.isEqual = false
    }

    subscript<Value>(dynamicMember member: WritableKeyPath<ExtentBuffer.Line, Value>) -> Value {
      get { line[keyPath: member] }
      set { line[keyPath: member] = newValue }
    }
  }

  private var section: ExtentBuffer.Section
  var lines: [Line] = []

  /// Where the buffer keeps the lines is no part of the answer.
  init(_ section: ExtentBuffer.Section) {
    self.section = section
    self.section.firstLine = 0
    self.section.lineCount = 0
  }

  subscript<Value>(dynamicMember member: WritableKeyPath<ExtentBuffer.Section, Value>) -> Value {
    get { section[keyPath: member] }
    set { section[keyPath: member] = newValue }
  }
}

extension AnsweredSection {
  /// Returns a Boolean value that indicates whether lengths differ from `other` by at most
  /// `tolerance` and everything else is equal.
  func isEqual(to other: AnsweredSection, within tolerance: Double) -> Bool {
    if tolerance == 0 { return self == other }
    guard abs(self.start - other.start) <= tolerance, lines.count == other.lines.count,
      abs(self.itemsExtent - other.itemsExtent) <= tolerance
    else { return false }
    var moved = self
    moved.start = other.start
    moved.itemsExtent = other.itemsExtent
    for place in lines.indices {
      guard abs(lines[place].start - other.lines[place].start) <= tolerance,
        abs(lines[place].crossSum - other.lines[place].crossSum) <= tolerance
      else { return false }
      moved.lines[place].start = other.lines[place].start
      moved.lines[place].crossSum = other.lines[place].crossSum
    }
    return moved == other
  }
}

extension ExtentBuffer {
  /// The content of the buffer as values.
  var answer: [AnsweredSection] {
    sections.map { section in
      var answered = AnsweredSection(section)
      for line in lines[section.firstLine..<section.firstLine + section.lineCount] {
        let extents =
          line.isEqual
          ? Array(repeating: self.extents[line.firstExtent], count: line.itemCount)
          : Array(self.extents[line.firstExtent..<line.firstExtent + line.itemCount])
        answered.lines.append(AnsweredSection.Line(line, extents))
      }
      return answered
    }
  }
}
