import Testing

import Datasets

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
}
