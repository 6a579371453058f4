import BasicAlgorithms
import DataSources
import StressTesting
import Testing

/// Random edits of a section's snapshot and of its model.
struct OutlineEdits {
  typealias Snapshot = DiffableSectionSnapshot<Int>

  var snapshot = Snapshot()
  var model = OutlineModel()
  private(set) var gone: [Int] = []
  private var numbers: SplitMix64
  private var next: Int

  init(seed: UInt64, firstID: Int = 0) {
    numbers = SplitMix64(seed: seed)
    next = firstID
  }

  private mutating func fresh(_ count: Int) -> [Int] {
    defer { next += count }
    return Array(next..<next + count)
  }

  mutating func anyItem() -> Int? { model.all.randomElement(using: &numbers) }

  mutating func edit() throws {
    let ids = fresh(numbers.next(below: 4))
    guard let item = anyItem(), let node = model.node(item), let place = model.place(of: node)
    else {
      try snapshot.append(ids)
      model.insert(ids.map { .init($0, nil) }, under: nil, at: model.roots.count)
      return
    }
    let new = ids.map { OutlineModel.Node($0, nil) }
    switch numbers.next(below: 13) {
    case 0:
      try snapshot.append(ids)
      model.insert(new, under: nil, at: model.roots.count)
    case 1, 2:
      try snapshot.append(ids, to: item)
      model.insert(new, under: node, at: node.children.count)
    case 3:
      try snapshot.insert(ids, before: item)
      model.insert(new, under: node.parent, at: place)
    case 4:
      try snapshot.insert(ids, after: item)
      model.insert(new, under: node.parent, at: place + 1)
    case 5:
      let other = try #require(anyItem())
      let all = Set((model.node(item)?.all ?? []) + (model.node(other)?.all ?? []))
      guard all.count < 12 || numbers.next(below: 6) == 0 else { return }
      try snapshot.delete([item, other, item])
      model.delete(item)
      model.delete(other)
      gone += all.sorted()
    case 6...8:
      try snapshot.expand([item])
      node.isExpanded = true
    case 9:
      try snapshot.collapse([item])
      node.isExpanded = false
    default: try editBySnapshots(node, place)
    }
  }

  private mutating func editBySnapshots(_ node: OutlineModel.Node, _ place: Int) throws {
    var other = OutlineEdits(seed: numbers.next(), firstID: next)
    for _ in 0..<3 { try other.editSimply() }
    next = other.next
    let copies = other.model.roots.map { $0.copy(under: nil) }
    switch numbers.next(below: 4) {
    case 0:
      try snapshot.insert(other.snapshot, before: node.id)
      model.insert(copies, under: node.parent, at: place)
    case 1:
      try snapshot.insert(other.snapshot, after: node.id)
      model.insert(copies, under: node.parent, at: place + 1)
    case 2:
      try snapshot.replace(childrenOf: node.id, using: other.snapshot)
      gone += node.children.flatMap(\.all)
      node.children = []
      model.insert(copies, under: node, at: 0)
    default:
      // The item's own children, from a part of the snapshot.
      let part = try snapshot.snapshot(of: node.id)
      #expect(part.items == node.children.flatMap(\.all))
      #expect(part.visibleItems == node.children.flatMap(\.visible))
      #expect(part.rootItems == node.children.map(\.id))
      for child in node.children {
        #expect(try part.level(of: child.id) == 0 && part.parent(of: child.id) == nil)
      }
      let whole = try snapshot.snapshot(of: node.id, includingParent: true)
      #expect(whole.items == node.all && whole.visibleItems == node.visible)
      try snapshot.replace(childrenOf: node.id, using: part)
    }
  }

  private mutating func editSimply() throws {
    let ids = fresh(1 + numbers.next(below: 2))
    let item = anyItem()
    let node = item.flatMap { model.node($0) }
    try snapshot.append(ids, to: item)
    model.insert(
      ids.map { .init($0, nil) }, under: node, at: (node?.children ?? model.roots).count)
    if numbers.next(below: 2) == 0, let item {
      try snapshot.expand([item])
      node?.isExpanded = true
    }
  }

  func check(_ text: String) throws {
    let all = model.all
    #expect(snapshot.items == all, "\(text)")
    #expect(snapshot.visibleItems == model.visible, "\(text)")
    #expect(snapshot.numberOfVisibleItems == model.visible.count, "\(text)")
    #expect(snapshot.rootItems == model.roots.map(\.id), "\(text)")
    for (position, id) in all.enumerated() {
      let node = try #require(model.node(id))
      #expect(snapshot.index(of: id) == position, "\(text), \(id)")
      #expect(try snapshot.level(of: id) == node.level, "\(text), \(id)")
      #expect(try snapshot.parent(of: id) == node.parent?.id, "\(text), \(id)")
      #expect(snapshot.isExpanded(id) == node.isExpanded, "\(text), \(id)")
      #expect(snapshot.isVisible(id) == node.isVisible, "\(text), \(id)")
    }
    for id in gone { #expect(!snapshot.contains(id), "\(text), \(id)") }
  }
}

@Suite struct DiffableSectionSnapshotTests {
  private func files() throws -> DiffableSectionSnapshot<String> {
    var files = DiffableSectionSnapshot<String>()
    try files.append(["photos", "music"])
    try files.append(["2024", "2025"], to: "photos")
    try files.append(["june", "july"], to: "2025")
    return files
  }

  @Test func childrenAreShownWhereAllAboveAreExpanded() throws {
    var files = try files()
    #expect(files.visibleItems == ["photos", "music"])
    try files.expand(["2025"])
    #expect(files.visibleItems == ["photos", "music"])
    #expect(files.isExpanded("2025") && !files.isVisible("june"))
    try files.expand(["photos"])
    #expect(files.visibleItems == ["photos", "2024", "2025", "june", "july", "music"])
    #expect(files.isVisible("june"))
    try files.collapse(["photos"])
    #expect(files.visibleItems == ["photos", "music"])
    #expect(files.items == ["photos", "2024", "2025", "june", "july", "music"])
    #expect(files.rootItems == ["photos", "music"])
    #expect(try files.level(of: "june") == 2 && files.parent(of: "june") == "2025")
    #expect(try files.parent(of: "photos") == nil)
    #expect(!files.isVisible("nothing") && !files.isExpanded("nothing"))
    files.deleteAll()
    #expect(files.items.isEmpty && files.visibleItems.isEmpty)
  }

  @Test func whatComesIsCollapsed() throws {
    var files = try files()
    try files.expand(["photos", "music"])
    try files.append(["rock"], to: "music")
    try files.append(["loud"], to: "rock")
    #expect(files.visibleItems == ["photos", "2024", "2025", "music", "rock"])
    try files.insert(["2023"], before: "2024")
    try files.insert(["2026"], after: "2025")
    #expect(
      files.visibleItems == ["photos", "2023", "2024", "2025", "2026", "music", "rock"])
    #expect(try files.level(of: "2026") == 1)
  }

  @Test func aDeletedItemTakesItsDescendants() throws {
    var files = try files()
    try files.expand(["photos"])
    try files.delete(["2025", "june"])
    #expect(files.items == ["photos", "2024", "music"])
    #expect(files.visibleItems == ["photos", "2024", "music"])
  }

  @Test func mistakesChangeNothing() throws {
    let before = try files()
    func expect(
      _ error: DiffableSnapshotError,
      _ edit: (inout DiffableSectionSnapshot<String>) throws -> Void
    ) {
      var files = before
      #expect(throws: error) { try edit(&files) }
      #expect(files.items == before.items && files.visibleItems == before.visibleItems)
      #expect(!files.isExpanded("photos"))
    }
    expect(.unknown(.item, "z")) { files in try files.append(["a"], to: "z") }
    expect(.unknown(.item, "z")) { files in try files.insert(["a"], before: "z") }
    expect(.unknown(.item, "z")) { files in try files.expand(["photos", "z"]) }
    expect(.unknown(.item, "z")) { files in try files.delete(["photos", "z"]) }
    expect(.unknown(.item, "z")) { files in _ = try files.level(of: "z") }
    expect(.unknown(.item, "z")) { files in _ = try files.snapshot(of: "z") }
    expect(.repeated(.item, "a")) { files in try files.append(["a", "a"]) }
    expect(.alreadyThere(.item, "june")) { files in try files.append(["june"], to: "music") }
    expect(.alreadyThere(.item, "music")) { files in
      var other = DiffableSectionSnapshot<String>()
      try other.append(["june", "music"])
      try files.replace(childrenOf: "photos", using: other)
    }
  }

  @Test(arguments: UInt64(0)..<12)
  func generatedEditsMatchTheModel(seed: UInt64) throws {
    var script = OutlineEdits(seed: seed)
    for step in 0..<150 {
      let before = (script.snapshot, script.snapshot.visibleItems)
      try script.edit()
      try script.check("seed \(seed), step \(step)")
      // A copy is not touched.
      #expect(before.0.visibleItems == before.1, "seed \(seed), step \(step)")
    }
    #expect(script.model.all.count > 20)
  }
}
