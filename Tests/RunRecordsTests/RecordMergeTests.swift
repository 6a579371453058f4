import BasicAlgorithms
import Foundation
import RunRecords
import TestSupport
import Testing

@Suite struct RecordMergeTests {
  /// A part of the full sample: every case whose place leaves `index` in steps of `total`.
  private func part(_ index: Int, of total: Int, host: String = "GenuineIntel-6-85") -> RunRecord {
    var record = Sample.full()
    record.run.id = "part-\(index)"
    record.run.shard = .init(index: index, total: total)
    record.run.planDigest = "00000000000000aa"
    record.environment.hostKey = "arch=x86_64;cpu=\(host);cpus=2"
    record.cases = record.cases.enumerated().filter { $0.offset % total == index }.map(\.element)
    (record.curves, record.crossovers) = ([], [])
    return record
  }

  private func merged(
    _ parts: [RunRecord], allowsMissing: Bool = false
  ) throws(MergeError) -> RunRecord {
    var merge = RecordMerge()
    for (place, part) in parts.enumerated() { try merge.add(part, from: "\(place).json") }
    return try merge.record(allowsMissing: allowsMissing)
  }

  private func message(_ parts: [RunRecord], allowsMissing: Bool = false) -> String {
    do {
      _ = try merged(parts, allowsMissing: allowsMissing)
      return ""
    } catch {
      return "\(error)"
    }
  }

  /// In any order, and with parts that came twice, the cases are those of the whole.
  @Test func partsMakeTheWholeInAnyOrder() throws {
    var random = SplitMix64(seed: 2)
    let whole = Sample.full()
    for _ in 0..<50 {
      let total = random.number(in: 1...5)
      let parts = (0..<total).map { part($0, of: total) }
      let given = (parts + [parts[random.next(below: total)]]).shuffled(using: &random)
      let record = try merged(given)
      #expect(record.kind == .merged && record.run.completed)
      #expect(record.parts.map(\.run.id) == parts.map(\.run.id))
      #expect(record.run.shard == .whole && record.run.planDigest == "00000000000000aa")
      #expect(record.environment.hostKey == parts[0].environment.hostKey)
      #expect(record.summary == Summary(of: whole.cases, exitCode: record.summary.exitCode))
      #expect(record.cases.map(\.id).sorted() == whole.cases.map(\.id).sorted())
      for result in record.cases {
        let place = try #require(result.part)
        #expect(parts[place].cases.contains { $0.id == result.id && $0.metrics == result.metrics })
      }
      #expect(try SchemaValidator.validate(record: record.json()) == [])
    }
  }

  @Test func everyCaseKeepsItsMachine() throws {
    let parts = [part(0, of: 2), part(1, of: 2, host: "AuthenticAMD-25-1")]
    let record = try merged(parts)
    for result in record.cases {
      let place = try #require(result.part)
      #expect(record.machine(of: result) == parts[place].environment)
    }
    #expect(
      record.environment.hostKey.hasPrefix(
        "arch=x86_64;cpu=AuthenticAMD-25-1|GenuineIntel-6-85;cpus=2;parts="))
    #expect(record.warnings.contains { $0.code == "several-machines" })
    #expect(
      try !merged([part(0, of: 2), part(1, of: 2)]).warnings.contains {
        $0.code == "several-machines"
      })
    // The other way round it is another set of machines.
    let other = try merged([part(0, of: 2, host: "AuthenticAMD-25-1"), part(1, of: 2)])
    #expect(other.environment.hostKey != record.environment.hostKey)
  }

  /// The same parts make the same run, in the history once.
  @Test func theSamePartsAreTheSameRun() throws {
    let parts = (0..<3).map { part($0, of: 3) }
    let record = try merged(parts)
    #expect(try merged(parts.reversed()).run.id == record.run.id)
    #expect(record.run.id.wholeMatch(of: /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/) != nil)
    var other = parts
    other[1].run.id = "another"
    #expect(try merged(other).run.id != record.run.id)
  }

  /// Where no commit stands for the code, the code itself must be the same.
  @Test func changedCodeIsToldApart() {
    var (first, second) = (part(0, of: 2), part(1, of: 2))
    for isDirty in [true, nil] {
      first.builds[0].git.dirty = isDirty
      second.builds[0].git.dirty = isDirty
      first.builds[0].binary.textSHA256 = "aa"
      second.builds[0].binary.textSHA256 = "aa"
      #expect(message([first, second]) == "")
      second.builds[0].binary.textSHA256 = "bb"
      #expect(message([first, second]).contains("its code is bb, and that of '0.json' is aa"))
    }
    (first.builds[0].git.dirty, second.builds[0].git.dirty) = (false, false)
    #expect(message([first, second]) == "")
  }

  /// The parts of a gate stay the record of a gate.
  @Test func partsOfAGateMakeAGate() throws {
    let parts = (0..<2).map { index in
      var record = part(index, of: 2)
      record.kind = .comparison
      return record
    }
    #expect(try merged(parts).kind == .comparison)
    #expect(message([parts[0], part(1, of: 2)]).contains("its kind is run, and that of"))
    // A spent budget leaves verdicts; an interruption does not.
    var spent = parts
    spent[1].run.completed = false
    #expect(message(spent) == "")
    #expect(try !merged(spent).run.completed)
    spent[1].summary.exitCode = 130
    #expect(message(spent).contains("was interrupted; gate it again"))
  }

  @Test(arguments: [(0, -1), (2, 2), (0, 1_000_000_000_000)])
  func impossibleShardsAreRefused(index: Int, total: Int) throws {
    let text = try part(0, of: 1).json().replacing(
      /"shard" : \{\s*"index" : 0,\s*"total" : 1\s*\}/,
      with: #""shard" : {"index" : \#(index), "total" : \#(total)}"#)
    let folder = try TemporaryFolder()
    let path = try folder.write(Array(text.utf8), to: "a.json")
    #expect {
      try RunRecord.read(from: path)
    } throws: { error in
      "\(error)".contains("there is no shard \(index) of \(total)")
    }
  }

  @Test func partsOfOtherRunsAreRefused() throws {
    var plan = part(1, of: 2)
    plan.run.planDigest = "00000000000000bb"
    #expect(message([part(0, of: 2), plan]).contains("its plan is 00000000000000bb"))
    #expect(message([part(0, of: 2), part(1, of: 3)]).contains("its number of parts is 3"))
    var seed = part(1, of: 2)
    seed.run.seed = 7
    #expect(message([part(0, of: 2), seed]).contains("its seed is 7"))
    var commit = part(1, of: 2)
    commit.builds[0].git.sha = String(repeating: "b", count: 40)
    #expect(message([part(0, of: 2), commit]).contains("its commit is bbbb"))
    var library = part(1, of: 2)
    library.environment.exactKey = "x86_64|none"
    #expect(message([part(0, of: 2), library]).contains("its exact key is x86_64|none"))
    var old = part(0, of: 1)
    old.run.planDigest = nil
    #expect(message([old]).contains("is no part of a run"))
    var odd = part(0, of: 2)
    odd.run.shard = .init(index: 2, total: 2)
    #expect(message([odd]).contains("is no part of a run"))
    var counter = part(1, of: 2)
    counter.environment.instructionCounter = "callgrind-1.0"
    var first = part(0, of: 2)
    first.environment.instructionCounter = "callgrind-2.0"
    #expect(message([first, counter]).contains("its instruction counter is callgrind-1.0"))
    first.environment.instructionCounter = nil
    #expect(try merged([first, counter]).environment.instructionCounter == "callgrind-1.0")
    #expect(message([try merged([part(0, of: 1)])]).contains("were joined already"))
    #expect(message([]) == "there is no part to merge")
  }

  @Test func gapsAndOverlapsAreNamed() throws {
    let parts = (0..<4).map { part($0, of: 4) }
    #expect(message([parts[0], parts[2]]).contains("2 of 4 parts are missing: 2, 4"))
    let some = try merged([parts[0], parts[2]], allowsMissing: true)
    #expect(!some.run.completed)
    #expect(some.warnings.contains { $0.code == "missing-parts" && $0.message.contains("2, 4") })
    var interrupted = parts
    interrupted[1].run.completed = false
    #expect(message(interrupted).contains("part 2, '1.json', was interrupted"))
    #expect(try !merged(interrupted, allowsMissing: true).run.completed)
    var twice = parts[1]
    twice.run.durationSeconds += 1
    #expect(message(parts + [twice]).contains("two different records of part 2"))
    var overlap = parts
    overlap[3].cases += parts[2].cases
    #expect(message(overlap).contains("both have \(parts[2].cases[0].id)"))
  }
}
