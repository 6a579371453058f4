import Mutations
import Testing

/// The mutants of small texts, as people read them and as the compiler does.
@Suite struct MutatedFileTests {
  /// The changed lines of one operator, or of all.
  private func changes(_ text: String, _ kind: MutationOperator? = nil) -> [String] {
    MutatedFile(text, path: "A.swift").mutants.filter { kind == nil || $0.operator == kind }
      .map(\.after)
  }

  /// The text with all its mutants of one operator, numbered from 1.
  private func switched(_ text: String, _ kind: MutationOperator? = nil) -> String {
    let file = MutatedFile(text, path: "A.swift")
    let chosen = file.mutants.filter { kind == nil || $0.operator == kind }
    let numbers = Dictionary(
      chosen.enumerated().map { ($1.key, $0 + 1) }, uniquingKeysWith: { $1 })
    return file.switched(numbers).text
  }

  @Test func comparisonsFlip() {
    #expect(changes("if a < b { c() }", .comparison) == ["if a <= b { c() }"])
    #expect(
      changes("d = a == b || c >= d", .comparison) == [
        "d = a == b || c > d", "d = a != b || c >= d",
      ])
    #expect(changes("let a: Set<Int> = b as Set<Int>", .comparison) == [])
    #expect(changes("static func < (a: A, b: A) -> Bool {", .comparison) == [])
    #expect(changes("extension A where B == C {", .comparison) == [])
  }

  @Test func sumsAndProductsFlip() {
    #expect(changes("a = b + c", .arithmetic) == ["a = b - c"])
    #expect(changes("a -= b * -c", .arithmetic) == ["a -= b / -c", "a += b * -c"])
    #expect(changes("func a() -> Int { -b }", .arithmetic) == [])
    #expect(changes("static func + (a: A, b: A) -> A {", .arithmetic) == [])
    #expect(changes("static func +(a: A, b: A) -> A {", .arithmetic) == [])
    #expect(
      changes("func _sum(_ a: Int = 1 + b) {", .arithmetic) == ["func _sum(_ a: Int = 1 - b) {"])
  }

  @Test func connectivesFlip() {
    #expect(changes("a = b && c", .logic) == ["a = b || c"])
    #expect(changes("a = b(&c, &d)", .logic) == [])
  }

  @Test func rangesGrowAndShrink() {
    #expect(changes("for a in 0..<b {", .range) == ["for a in 0...b {"])
    #expect(changes("a(b[1...])", .range) == [])
    #expect(changes("case 0..<b: c()", .range) == [])
  }

  @Test func numbersMoveByOne() {
    #expect(changes("a = 1_000", .constant) == ["a = 1001", "a = 999"])
    #expect(changes("a = 0", .constant) == ["a = 1"])
    #expect(changes("a = 0.5", .constant) == ["a = 1.5"])
    #expect(changes("a = b.0 + $1 + c2 + 0x3", .constant) == [])
    #expect(changes("case 3: a()", .constant) == [])
  }

  @Test func truthsFlip() {
    #expect(changes("return true", .boolean) == ["return false"])
    #expect(changes("a(isTrue: falsehood)", .boolean) == [])
  }

  @Test func extremaAreExchanged() {
    #expect(
      changes("a = max(0, min(b, c))", .extremum) == [
        "a = max(0, max(b, c))", "a = min(0, min(b, c))",
      ])
    #expect(changes("a = b.min() + minimum(c)", .extremum) == [])
  }

  @Test func conditionsBecomeTheirOpposites() {
    #expect(changes("if a { b() }", .negation) == ["if !(a) { b() }"])
    #expect(
      changes("guard a(b, c), let d, e < f else { return }", .negation) == [
        "guard !(a(b, c)), let d, e < f else { return }",
        "guard a(b, c), let d, !(e < f) else { return }",
      ])
    #expect(changes("for a in b where a.isC {", .negation) == ["for a in b where !(a.isC) {"])
    #expect(changes("if a == b {", .negation) == [])
    #expect(changes("if a", .negation) == [])
  }

  @Test func statementsAreLeftOut() {
    #expect(changes("func a() {\n  b(1)\n  c = d\n}", .deletion) == ["", ""])
    #expect(changes("let a = b(\n  c(1)\n)", .deletion) == [])
    #expect(changes("a {\n  b\n    .c(d)\n}", .deletion) == [])
    #expect(changes("init(a: A) {\n  self.a = a\n}", .deletion) == [])
    #expect(changes("func a() -> Int {\n  b(1)\n}", .deletion) == [])
    #expect(changes("func a() {\n  let b = c()\n  defer { d() }\n}", .deletion) == [])
  }

  @Test func earlyReturnsAreLeftOut() {
    #expect(changes("func a() {\n  if b { return }\n  c()\n}", .earlyReturn) == [""])
    #expect(changes("func a() {\n  guard b else { return }\n  c()\n}", .earlyReturn) == [""])
    #expect(changes("func a() {\n  guard let b else { return }\n}", .earlyReturn) == [])
    #expect(changes("if a {\n  return b\n}", .earlyReturn) == [""])
    #expect(changes("func a() -> Int {\n  return b\n}", .earlyReturn) == [])
  }

  @Test func wordsArePassedOver() {
    #expect(changes("// a < b\nlet a = \"1 + \\(b + 2)\"\nassert(a < b)\nimport A") == [])
    #expect(changes("require(a, \"b < \\(c)\")") == [])
  }

  @Test func linesStayWhereTheyAre() {
    #expect(switched("a = b + 1", .constant) == "a = b + mutantNumber(2, 0, mutantNumber(1, 2, 1))")
    #expect(switched("a = 0.5", .constant) == "a = mutantReal(1, 1.5, 0.5)")
    #expect(switched("a = true", .boolean) == "a = mutantTruth(1, false, true)")
    #expect(switched("a = min(b, c)", .extremum) == "a = mutantMinimum(1, b, c)")
    #expect(switched("if a { b() }", .negation) == "if (isMutant(1) != (a)) { b() }")
    #expect(
      switched("func a() {\n  b()  // c\n}", .deletion)
        == "func a() {\n  if !isMutant(1) { b() }  // c\n}")
    #expect(switched("a = b < c", .comparison) == "a = b ⟑⊕⊖ c")
    #expect(switched("a[0..<b]", .range) == "a[0⟑⊕⊖b]")
  }

  @Test func mutantsOfOneLineStandTogether() {
    let text = switched("func a() {\n  if b > 1 { return }\n  c()\n}")
    #expect(
      text
        == "func a() {\n  if !isMutant(5) { if (isMutant(4) != (b ⟑⊕⊖ mutantNumber(3, 0, mutantNumber(2, 2, 1)))) { return } }\n  if !isMutant(6) { c() }\n}"
    )
  }

  @Test func onlyNumberedMutantsAreInTheText() {
    let text = "a = b + 1 < 2"
    #expect(MutatedFile(text, path: "A.swift").switched([:]).text == text)
  }

  @Test func operatorsAreDeclared() {
    let file = MutatedFile("a = b <= c", path: "A.swift")
    let declarations = file.switched([file.mutants[0].key: 100]).switches
    #expect(
      declarations == [
        """
        infix operator ⟑⊖⊕: ComparisonPrecedence
        @inlinable @inline(__always) func ⟑⊖⊕<T: Comparable>(a: T, b: T) -> Bool \
        { if isMutant(100) { return a < b }; return a <= b }
        """
      ])
  }

  /// A range that traps in the original traps in the unchanged branch too.
  @Test(arguments: [
    ("..<", "isMutant(1) ? Range(a...b) : a..<b"), ("...", "isMutant(1) ? a..<b : Range(a...b)"),
  ])
  func closedRangesStayClosed(name: String, body: String) throws {
    let file = MutatedFile("a = b\(name)c", path: "A.swift")
    let mutant = try #require(file.mutants.first { $0.operator == .range })
    let declaration = try #require(file.switched([mutant.key: 1]).switches.first)
    #expect(declaration.hasSuffix("(a: Int, b: Int) -> Range<Int> { \(body) }"))
  }

  /// A line's key does not depend on what stands above it, and the second of two equal ones has
  /// another.
  @Test func keysStayWhereLinesMove() {
    let (first, moved) = ("  a = b + c\n", "let x = y\n\n  a = b + c\na = b + c\n")
    let (before, after) = (
      MutatedFile(first, path: "A.swift").mutants, MutatedFile(moved, path: "A.swift").mutants
    )
    #expect(before.map(\.key) == Array(after.map(\.key).prefix(1)))
    #expect(after.map(\.line) == [3, 4])
    #expect(after.map(\.number) == [1, 2])
  }

  /// An error on a line is that line's mutants'; one elsewhere the function's.
  @Test func errorsHaveSuspects() {
    let file = MutatedFile(
      "func a() {\n  b = c + d\n}\nfunc e() {\n  f()\n  g = h + 1\n  i\n}\n", path: "A.swift")
    let numbers = Dictionary(
      file.mutants.enumerated().map { ($1.key, $0 + 1) }, uniquingKeysWith: { $1 })
    func suspects(_ line: Int) -> Set<Int> {
      Set(file.suspects(line: line, among: numbers).map(\.line))
    }
    #expect(suspects(2) == [2])
    #expect(suspects(6) == [6])
    #expect(suspects(7) == [5, 6])
    #expect(file.suspects(line: 7, among: numbers).allSatisfy { $0.operator == .deletion })
    #expect(file.suspects(line: 2, among: [:]).isEmpty)
  }

  @Test func samplesFollowFromTheSeed() {
    let all = Array(0..<100)
    let sample = Mutant.sample(all, count: 10, seed: 7)
    #expect(sample.count == 10 && sample == sample.sorted())
    #expect(sample == Mutant.sample(all, count: 10, seed: 7))
    #expect(sample != Mutant.sample(all, count: 10, seed: 8))
    #expect(Mutant.sample(all, count: 200, seed: 7) == all)
  }
}
