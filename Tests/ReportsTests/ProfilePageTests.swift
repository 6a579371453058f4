import Foundation
import Profiles
import Testing

import Reports

struct ProfilePageTests {
  private func pass(
    _ stacks: [([String], Int)], _ measure: CaseProfile.Measure = .instructions
  ) -> CaseProfile.Pass {
    var profile = StackProfile()
    for (names, weight) in stacks {
      profile.add(weight, to: names.map { StackProfile.Frame($0) })
    }
    var names = FunctionNames()
    return CaseProfile.Pass(
      measure, tree: CallTree(profile, naming: &names), origin: "one call", unitsPerWeight: 0.5,
      observationCount: measure == .time ? 400 : nil)
  }

  private func profile(_ passes: [CaseProfile.Pass]) -> CaseProfile {
    var profile = CaseProfile(caseID: "s/jump/x", scenario: "jump", build: "commit 1")
    profile.passes = passes
    return profile
  }

  private let stacks = [
    (["work", "swift_retain"], 44), (["work"], 30), (["other", "malloc"], 12), (["other"], 14),
  ]

  @Test func theAnswerNamesTheRuntimesShareAndTheHottestFunction() {
    #expect(
      ProfileText(profile([pass(stacks)])).answer
        == "44 % of the instructions of jump is reference counting, 12 % allocation. Of all other "
        + "functions, work takes most itself: 30 %.")
    #expect(
      ProfileText(profile([pass(stacks, .time)])).answer.hasPrefix(
        "44 % ± 4.9 % of the CPU time of jump is reference counting"))
  }

  @Test func aDifferenceSaysHowMuchAndWhere() {
    var grown = stacks
    grown[1].1 = 40
    let text = ProfileText(profile([pass(grown)]), base: profile([pass(stacks)]))
    #expect(
      text.answer
        == "Against the base, an operation of jump takes 10 % more instructions (largest change: "
        + "work, +10 %).")
    let same = ProfileText(profile([pass(stacks)]), base: profile([pass(stacks)]))
    #expect(
      same.answer == "Against the base, an operation of jump takes as many instructions.")
  }

  /// The largest change is named only if it goes the same way as the whole, and is no type.
  @Test func theLargestChangeIsOfTheSameDirection() {
    let before = pass([(["shrinks"], 50), (["grows"], 10), (["other"], 40)])
    let after = pass([(["shrinks"], 10), (["grows"], 20), (["other"], 40)])
    #expect(
      ProfileText(profile([after]), base: profile([before])).answer
        == "Against the base, an operation of jump takes 30 % fewer instructions (largest change: "
        + "shrinks, −40 %).")
    #expect(
      ProfileText(profile([before]), base: profile([after])).answer.hasSuffix(
        "(largest change: shrinks, +57 %)."))
  }

  @Test func whatTheBaseLacksIsSaidAndTheHeadIsShown() {
    var base = profile([])
    base.absences = [.init([.instructions], reason: "it is old")]
    let text = ProfileText(profile([pass(stacks)]), base: base).render(columns: 100, color: false)
    #expect(text.contains("n/a in the base: instructions: it is old."))
    #expect(text.contains("instructions: 50 for each operation (one call)"))
    #expect(
      ProfileDocument.text(of: profile([pass(stacks)]), base: base).contains("\"base_absent\""))
  }

  @Test func hostileNamesStayText() throws {
    let name = "</script><script>alert(1)</script>|`<b>"
    let hostile = profile([pass([([name], 5)])])
    let page = try ProfilePage(hostile).render()
    #expect(!page.contains("<script>alert"))
    #expect(!page.contains("<b>"))
    #expect(ProfilePage.isPage(beginningWith: page))
    #expect(!ProfileText(hostile).markdown.contains("<script>"))
    #expect(try ProfilePage(hostile).render() == page)
  }

  @Test func documentsForProgramsAreJSON() throws {
    let found = profile([pass(stacks), pass(stacks, .time)])
    for text in [SpeedscopeExport.text(of: found), ProfileDocument.text(of: found)] {
      _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
    }
    #expect(SpeedscopeExport.text(of: found).contains(#""unit":"nanoseconds""#))
  }

  @Test func whatWasNotMeasuredIsAbsentWithTheReason() {
    var found = profile([])
    found.absences = [.init([.instructions], reason: "no valgrind")]
    let text = ProfileText(found).render(columns: 80, color: false)
    #expect(text == "Nothing could be measured.\n\nn/a: instructions: no valgrind.\n")
  }
}
