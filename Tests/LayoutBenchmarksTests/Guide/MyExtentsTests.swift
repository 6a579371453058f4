import BasicAlgorithms
import Datasets
import Layouts
import Testing

/// Returns the sections and lines between two places as text, without their places in the buffer.
private func answer(of index: some ExtentIndex, from start: Double, to end: Double) -> [String] {
  var buffer = ExtentBuffer()
  index.collect(from: start, to: end, into: &buffer)
  return buffer.sections.flatMap { section in
    let lines = buffer.lines[section.firstLine..<section.firstLine + section.lineCount]
    let facts = "section \(section.index) at \(section.start), \(section.itemsExtent) long"
    return ["\(facts), \(section.itemCount) items, uniform: \(section.isUniform)"]
      + lines.map { line in
        let items = (0..<line.itemCount).map {
          buffer.extents[line.firstExtent + (line.isEqual ? 0 : $0)]
        }
        return "line of \(line.firstItem) at \(line.start), last: \(line.isLast), \(items)"
      }
  }
}

@Test(arguments: 1...20 as ClosedRange<UInt64>)
func myExtentsAnswerAsNestedOnesDo(seed: UInt64) throws {
  var random = SplitMix64(seed: seed)
  var (mine, model) = (MyExtents(), NestedExtents())
  let rule = LineRule(available: 320, interitemSpacing: 10, lineSpacing: 10)
  mine.appendShape(SectionShape(leading: 28, trailing: 8, rule: rule))
  model.appendShape(SectionShape(leading: 28, trailing: 8, rule: rule))
  for edit in 0..<200 {
    let added = (0..<Int.random(in: 0...6, using: &random)).map { _ in
      ItemExtent(cross: .random(in: 1...20, using: &random).rounded() * 8, main: 44)
    }
    if model.sectionCount < 3 || edit.isMultiple(of: 10) {
      let place = Int.random(in: 0...model.sectionCount, using: &random)
      let content = SectionContent(shape: 0, itemCount: added.count)
      try mine.replaceSections(place..<place, count: 1) { _ in
        content
      } extent: {
        added[$1]
      }
      try model.replaceSections(place..<place, count: 1) { _ in
        content
      } extent: {
        added[$1]
      }
    } else {
      let section = Int.random(in: 0..<model.sectionCount, using: &random)
      let lower = Int.random(in: 0...model.section(at: section).itemCount, using: &random)
      let upper = Int.random(in: lower...model.section(at: section).itemCount, using: &random)
      mine.replaceItems(lower..<upper, inSection: section, with: added)
      model.replaceItems(lower..<upper, inSection: section, with: added)
    }
    mine.checkInvariants()
    #expect(mine.extent == model.extent, "seed \(seed), edit \(edit)")
    let start = Double.random(in: -50...model.extent, using: &random)
    for end in [start + 1, start + 480, model.extent] {
      #expect(
        answer(of: mine, from: start, to: end) == answer(of: model, from: start, to: end),
        "seed \(seed), edit \(edit), \(start)..<\(end)")
    }
  }
}
