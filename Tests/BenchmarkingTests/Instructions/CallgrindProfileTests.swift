import Foundation
import Processes
import Profiles
import TestSupport
import Testing

import Benchmarking

struct CallgrindProfileTests {
  private typealias Function = CallgrindProfile.Function

  /// Every kind of line: names that are numbered, referred to and plain, places that are absolute
  /// and relative, what calls took, jumps, other events, a function that calls itself.
  private static let sample = """
    # callgrind format
    version: 1
    creator: callgrind-3.19.0
    cmd:  ./program = with: signs

    desc: Trigger: Program termination
    positions: instr line
    events: Dr Ir
    summary: 9 1142

    ob=(1) /usr/bin/program
    fl=(1) main.swift
    fn=(1) main
    0x400 10 1 20
    +4 +1 2 30
    cfn=(2) $s4work
    calls=3 0x500 4
    * * 5 900
    +4 * 0 3

    fn=(2)
    0x500 4 1 600
    fi=(2) inlined.swift
    +0 -2 0 7
    fe=(1)
    cob=(2) /lib/libc.so.6
    cfi=(3) string.c
    cfn=(3) memcpy
    calls=1 0x9 0
    * +2 1 290
    jump=3 0x510 4
    0x510 4
    jcnd=1/3 0x520 4
    0x520 4

    ob=(2)
    fl=(3)
    fn=(3)
    0x9 1 1 290

    ob=(1)
    fn=plain'2
    0x600 0 1 180
    fn=plain
    0x600 0 1 12
    0x604 0

    totals: 9 1142
    """

  @Test func theCostsOfFunctionsAreTheirOwn() throws {
    let profile = try CallgrindProfile(text: Self.sample)
    #expect(
      profile.selfCosts == [
        Function(name: "main", object: "program"): 53,
        Function(name: "$s4work", object: "program"): 607,
        Function(name: "memcpy", object: "libc.so.6"): 290,
        Function(name: "plain", object: "program"): 192,
      ])
    #expect(profile.total == 1_142)
    #expect(profile.callCounts == ["$s4work": 3, "memcpy": 1])
    let renamed = profile.withoutObject(named: "program")
    #expect(renamed.selfCosts[Function(name: "main", object: "")] == 53)
    #expect(renamed.selfCosts[Function(name: "memcpy", object: "libc.so.6")] == 290)
    #expect(renamed.total == profile.total && renamed.callCounts == profile.callCounts)
  }

  @Test func dumpsAddUp() throws {
    let profile = try CallgrindProfile(
      text: """
        events: Ir
        fn=(1) f
        1 5
        totals: 5
        part: 2
        events: Ir
        fn=(1)
        +1 7
        totals: 7

        """)
    #expect(profile.selfCosts == [Function(name: "f", object: ""): 12])
  }

  @Test func whatCollectedNothingHasNothing() throws {
    #expect(try CallgrindProfile(text: "events: Ir\ntotals: 0\n").total == 0)
    #expect(try CallgrindProfile(text: "events: Ir\ntotals:\n").selfCosts.isEmpty)
  }

  @Test(arguments: [
    ("events: Cycles\n", CallgrindProfile.ParsingError.noInstructions),
    ("events: Ir\nfn=f\n1 5\n", .total(stated: nil, found: 5)),
    ("events: Ir\nfn=f\n1 5\ntotals: 6\n", .total(stated: 6, found: 5)),
    ("events: Ir\nfn=f\n1 many\n", .line(3, "1 many")),
    ("events: Ir\nwhat is this\n", .line(2, "what is this")),
    ("events: Ir\nxfn=f\n", .line(2, "xfn=f")),
    ("", .total(stated: nil, found: 0)),
    ("events: Ir\nfn=f\n1 9223372036854775807\n2 1\n", .line(4, "2 1")),
    ("events: Ir\nfn=f\n1 9223372036854775807\nfn=g\n2 1\n", .line(5, "2 1")),
    ("events: Ir\nfn=f\n1 -5\n", .line(3, "1 -5")),
    (
      "events: Ir\ntotals: 9223372036854775807\ntotals: 1\n", .line(3, "totals: 1")
    ),
    (
      "events: Ir\ncfn=f\ncalls=9223372036854775807 1\n1 5\ncalls=1 1\n",
      .line(5, "calls=1 1")
    ),
  ])
  func damagedProfilesAreRefused(text: String, error: CallgrindProfile.ParsingError) {
    #expect(throws: error) { try CallgrindProfile(text: text) }
  }

  @Test func aProfileThatIsCutOffIsRefused() {
    let bytes = Array(Self.sample.utf8)
    for count in 0..<(bytes.count - 1) {
      let text = String(decoding: bytes[..<count], as: UTF8.self)
      #expect(throws: CallgrindProfile.ParsingError.self, "\(count) bytes") {
        try CallgrindProfile(text: text)
      }
    }
  }

  @Test func theLargestDifferencesComeFirst() {
    func function(_ name: String) -> Function { Function(name: name, object: "program") }
    func profile(_ costs: [String: Int]) -> CallgrindProfile {
      CallgrindProfile(
        selfCosts: Dictionary(uniqueKeysWithValues: costs.map { (function($0), $1) }))
    }
    let before = profile(["a": 10, "b": 100, "c": 5, "gone": 30, "same": 9])
    let after = profile(["a": 11, "b": 60, "c": 4, "new": 35, "same": 9])
    let changes = before.changes(to: after)
    #expect(changes.map(\.function.name) == ["b", "new", "gone", "a", "c"])
    #expect(changes.map(\.difference) == [-40, 35, -30, 1, -1])
    #expect(changes[1].before == 0 && changes[1].after == 35)
    #expect(before.changes(to: after, limit: 2) == Array(changes.prefix(2)))
    #expect(before.changes(to: before).isEmpty)
    #expect(changes.reduce(0) { $0 + $1.difference } == after.total - before.total)
  }

  /// A whole program with its libraries, read by valgrind's own script too.
  @Test(.enabled(if: Callgrind.installed != nil))
  func aRealProfileIsReadAsItsOwnToolReadsIt() throws {
    let folder = try TemporaryFolder()
    let path = folder.path(of: "profile")
    _ = ExternalProgram.answer(
      of: "valgrind",
      ["--quiet", "--tool=callgrind", "--callgrind-out-file=\(path)", "/bin/echo", "hello"])
    let profile = try CallgrindProfile(text: String(contentsOfFile: path, encoding: .utf8))
    let table = try #require(
      ExternalProgram.answer(
        of: "callgrind_annotate", ["--threshold=100", "--auto=no", "--show-percs=no", path]))
    var costs: [String: Int] = [:]
    for line in table.split(separator: "\n") {
      // `1,234  file:function [object]`, where the last is left out for what has none.
      let words = line.drop { $0 == " " }.split(separator: " ", maxSplits: 1)
      guard words.count == 2, let cost = Int(words[0].replacing(",", with: "")),
        let colon = words[1].lastIndex(of: ":")
      else { continue }
      let name = words[1][words[1].index(after: colon)...].split(separator: " [")[0]
      costs[name.split(separator: "'").first.map(String.init) ?? "", default: 0] += cost
    }
    let own = Dictionary(
      profile.selfCosts.map { ($0.name, $1) }, uniquingKeysWith: +)
    #expect(own.count > 50)
    #expect(costs == own)
  }

  @Test func symbolsOfSwiftAreReadable() {
    #expect(
      SymbolName.demangled("$sSi1poiyS2i_SitFZ")
        == "static Swift.Int.+ infix(Swift.Int, Swift.Int) -> Swift.Int")
    #expect(SymbolName.demangled("memcpy") == "memcpy")
    #expect(SymbolName.demangled("") == "")
  }
}
