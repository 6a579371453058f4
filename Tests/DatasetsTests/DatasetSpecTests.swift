import Datasets
import Testing

struct DatasetSpecTests {
  @Test(arguments: [
    ("uniform-1000", DatasetSpec.distribution(.uniform(size: 1_000))),
    ("zipf-12", .distribution(.zipf(sections: 12))),
    ("directory:/a b/c", .directory(path: "/a b/c")),
    ("directory:csv:x", .directory(path: "csv:x")),
    ("listing:a b.txt", .listing(path: "a b.txt")),
    ("snapshot:/a/b.snapshot", .snapshot(path: "/a/b.snapshot")),
    ("csv:a,b=c.csv", .csv(path: "a,b=c.csv", columns: CSVColumns())),
    (
      "csv(section=album,id=2,width=w,height=the height):/a):b.csv",
      .csv(
        path: "/a):b.csv",
        columns: CSVColumns(section: "album", id: "2", width: "w", height: "the height"))
    ),
    (
      "csv(section=section,id=photo):x",
      .csv(path: "x", columns: CSVColumns(id: "photo"))
    ),
  ])
  func specsAndTextsCorrespond(_ text: String, _ spec: DatasetSpec) throws {
    #expect(try DatasetSpec(parsing: text) == spec)
    #expect(spec.text == text)
    if case .distribution = spec { #expect(!spec.isReal) } else { #expect(spec.isReal) }
  }

  @Test func columnsComeInAnyOrderAndAreOptional() throws {
    #expect(try CSVColumns(parsing: "height=h") == CSVColumns(height: "h"))
    #expect(
      try CSVColumns(parsing: "id=a=b,section=c") == CSVColumns(section: "c", id: "a=b"))
  }

  @Test(arguments: [
    ("", ""), ("id", "id"), ("id=", "id="), ("=x", "=x"), ("name=x", "name=x"),
    ("id=a,,section=b", ""), ("id=a,id=b", "id=b"), ("Id=a", "Id=a"),
  ])
  func otherColumnsAreRefused(_ text: String, _ part: String) {
    let error = DatasetError.unusableColumns(text, part: part)
    #expect(throws: error) { try CSVColumns(parsing: text) }
    #expect(throws: error) { try DatasetSpec(parsing: "csv(\(text)):x.csv") }
  }

  @Test(arguments: [
    ("", nil), ("nonsense", nil), ("zipf", "zipf-1000"), ("uniform", "uniform-1000"),
    ("unifrom", "uniform-1000"), ("ZIPF-", "zipf-1000"),
    ("unifrom-1000", "uniform-1000"), ("uniform1000", "uniform-1000"),
    ("unifrm-500", "uniform-500"), ("zip-20", "zipf-20"), ("uniform-0", "uniform-1000"),
    ("Many-Empty", "many-empty"), ("manyempty", "many-empty"), ("one-sections", "one-section"),
    ("directry:/tmp", "directory:/tmp"), ("CSV:a.csv", "csv:a.csv"), ("csv:", nil),
    ("lsiting:a.txt", "listing:a.txt"), ("listing:", nil),
    ("directory:", nil), ("http://x", nil), ("photos.csv", "csv:photos.csv"),
    ("/home/me/photos", "directory:/home/me/photos"), ("csv(id=a)", nil), ("csv(id=a):", nil),
  ])
  func unknownSpecsNameTheNearest(_ text: String, _ nearest: String?) {
    #expect(NearestSpec.find(text) == nearest)
    let error = DatasetError.unknownSpec(text)
    #expect(throws: error) { try Dataset(spec: text, items: 1, seed: 1) }
    for known in DatasetSpec.names + [text] {
      #expect("\(error)".contains(known), "\(error)")
    }
    #expect("\(error)".contains("Did you mean") == (nearest != nil))
    if let nearest { #expect("\(error)".contains("'\(nearest)'"), "\(error)") }
  }
}

@Suite struct NearestNameTests {
  /// The textbook recursion; exponential, so for short words only.
  private func slowDistance(_ source: ArraySlice<Character>, _ target: ArraySlice<Character>) -> Int
  {
    guard let last = source.last, let targetLast = target.last else {
      return source.count + target.count
    }
    let (shorter, targetShorter) = (source.dropLast(), target.dropLast())
    var best = min(
      slowDistance(shorter, target) + 1, slowDistance(source, targetShorter) + 1,
      slowDistance(shorter, targetShorter) + (last == targetLast ? 0 : 1))
    if let before = shorter.last, before == targetLast, targetShorter.last == last {
      best = min(best, slowDistance(shorter.dropLast(), targetShorter.dropLast()) + 1)
    }
    return best
  }

  @Test func distanceMatchesTheTextbookForAllShortWords() {
    var words: [[Character]] = [[]]
    for length in 0..<4 {
      words += words.filter { $0.count == length }.flatMap { word in
        ["a", "b"].map { word + [$0] }
      }
    }
    for source in words {
      for target in words {
        #expect(
          NearestName.editDistance(source, target) == slowDistance(source[...], target[...]),
          "\(source) \(target)")
      }
    }
  }

  @Test func findsTyposOnly() {
    let names = ["nested", "flat", "btree", "raw-flat"]
    #expect(NearestName.find("btre", among: names) == "btree")
    #expect(NearestName.find("BTree", among: names) == "btree")
    #expect(NearestName.find("flta", among: names) == "flat")
    #expect(NearestName.find("nestd", among: names) == "nested")
    #expect(NearestName.find("ne", among: names) == "nested")
    #expect(NearestName.find("quick-silver", among: names) == nil)
    #expect(NearestName.find("", among: names) == nil)
    #expect(NearestName.find("flat", among: []) == nil)
  }

  @Test func aNameOfAMillionLettersCostsNothing() {
    let long = String(repeating: "a", count: 1_000_000)
    let names = (0..<1_000).map { "lookup/item-random/storage=flat/data=uniform-\($0)" }
    for _ in 0..<1_000 { #expect(NearestName.find(long, among: names) == nil) }
    let longNames = (0..<100).map { "\(long)\($0)" }
    #expect(NearestName.find(long, among: longNames) == nil)
    #expect(NearestName.find("flta", among: longNames + ["flat"]) == "flat")
  }
}
