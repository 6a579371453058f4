import Layouts
import Testing

/// What an index of another kind need not write itself, and the shapes of each.
@Suite struct ExtentIndexDefaultsTests {
  private static func shape(_ leading: Double) -> SectionShape {
    SectionShape(
      leading: leading, trailing: 0,
      rule: LineRule(available: 100, interitemSpacing: 5, lineSpacing: 5))
  }

  @Test func anUnusedShapeIsReplaced() throws {
    var indexes = TestedIndex.allCases.map { $0.makeIndex() }
    indexes.append(PlainExtents<RightJoin>())
    for var index in indexes {
      for leading in [1.0, 2, 3] { index.appendShape(Self.shape(leading)) }
      try index.replaceSections(0..<0, count: 1) { _ in
        SectionContent(shape: 2, itemCount: 4, commonExtent: ItemExtent(cross: 30, main: 10))
      } extents: { _, _, _ in
      }
      index.replaceUnusedShape(1, with: Self.shape(7))
      #expect(index.shapes == [1, 7, 3].map(Self.shape), "\(type(of: index))")
      #expect(index.extent == 28)
      index.setShape(1, ofSection: 0)
      #expect(index.extent == 32)
    }
  }

  @Test func anIndexRewritesNothingByDefault() {
    #expect(!PlainExtents<RightJoin>().rewritesEverything(forEdits: 1_000_000))
  }

  /// The defaults of batches, compared with the model.
  @Test func batchesMatchTheModel() throws {
    for seed: UInt64 in 0..<40 {
      var generator = ExtentBatchGenerator(seed: seed, mostItems: 12)
      var model = generator.model(mostSections: 12)
      var index: any ExtentIndex = PlainExtents<RightJoin>()
      for shape in model.shapes { index.appendShape(shape) }
      try index.apply(.replaceSections(0..<0, model.sections.map { ExtentEdit.NewSection($0) }))
      for edit in [
        .exchangeItems(generator.batch(of: model)), generator.sectionBatch(of: model),
      ] as [ExtentEdit] {
        // The model of a list forgets lengths, the plain index does not.
        try index.apply(edit)
        model.apply(edit)
        for (number, section) in model.sections.enumerated() {
          let items = section.items.indices.map { index.itemExtent($0, inSection: number) }
          #expect(items == section.items, "\(seed)")
          #expect(index.section(at: number).shape == section.shape)
        }
        #expect(index.sectionCount == model.sections.count)
      }
    }
  }
}
