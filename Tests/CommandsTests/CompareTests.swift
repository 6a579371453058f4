import Foundation
import RunRecords
import Testing

/// `compare` from the command line, on records of this repository.
@Suite struct CompareTests {
  private static let results = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../results").standardized.path
  private static let storage = results + "/storage.json"

  private func compare(_ arguments: String...) throws -> ToolProcess.Result {
    try ToolProcess.fixture.run(["compare"] + arguments)
  }

  /// A copy of a record, changed, in `directory`.
  private func write(
    _ name: String, to directory: String, _ change: (inout RunRecord) -> Void = { _ in }
  ) throws -> String {
    var record = try RunRecord.read(from: Self.storage)
    change(&record)
    let path = directory + "/\(name).json"
    try Data(record.json().utf8).write(to: URL(filePath: path))
    return path
  }

  /// Multiplies every CPU time.
  private func slow(_ record: inout RunRecord, by factor: Double) {
    // Other code: of one code times are noise.
    record.builds[0].binary.textSHA256 = String(repeating: "1", count: 64)
    for index in record.cases.indices {
      for metric in record.cases[index].metrics.indices
      where record.cases[index].metrics[metric].name == "cpu_time" {
        record.cases[index].metrics[metric].median? *= factor
        let launches = record.cases[index].metrics[metric].launches
        record.cases[index].metrics[metric].launches = launches?.map { $0 * factor }
      }
    }
  }

  private func last(_ result: ToolProcess.Result) -> String {
    result.output.split(separator: "\n").last.map(String.init) ?? ""
  }

  @Test func aRecordWithItselfIsFineAndSaidToBeTheSame() throws {
    let result = try compare(Self.storage, Self.storage, "--fail-on", "regressed")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("Unpaired: "))
    #expect(result.output.contains("A and B are the same record."))
    #expect(last(result).contains(" 0 improved, 0 regressed, 0 not comparable; CPU times: 0 reg"))
  }

  @Test func timesFailOnlyWhereAsked() throws {
    try inTemporaryDirectory { directory in
      let slower = try write("slower", to: directory) { slow(&$0, by: 30) }
      #expect(try compare(Self.storage, slower).status == 0)
      let asked = try compare(Self.storage, slower, "--fail-on", "regressed")
      #expect(asked.status == 1)
      #expect(try compare(slower, Self.storage, "--fail-on", "improved").status == 6)
      #expect(try compare(slower, Self.storage, "--fail-on", "regressed").status == 0)
      // With one launch nothing can be told.
      let single = try write("single", to: directory) { record in
        record.builds[0].binary.textSHA256 = String(repeating: "2", count: 64)
        for index in record.cases.indices {
          for metric in record.cases[index].metrics.indices {
            record.cases[index].metrics[metric].launches?.removeSubrange(1...)
          }
        }
      }
      #expect(try compare(Self.storage, single, "--fail-on", "regressed").status == 0)
      let inconclusive = try compare(Self.storage, single, "--fail-on", "inconclusive>20%")
      #expect(inconclusive.status == 4)
      #expect(inconclusive.output.contains("B has a single launch"))
      let elsewhere = try write("elsewhere", to: directory) { record in
        slow(&record, by: 30)
        record.environment.hostKey += "; another"
      }
      #expect(try compare(Self.storage, elsewhere).status == 0)
      for condition in ["regressed", "inconclusive"] {
        #expect(try compare(Self.storage, elsewhere, "--fail-on", condition).status == 5)
      }
      let untimed = try write("untimed", to: directory) { record in
        record.builds[0].binary.textSHA256 = String(repeating: "3", count: 64)
        for index in record.cases.indices {
          record.cases[index].metrics.removeAll { $0.name == "cpu_time" }
        }
      }
      let missing = try compare(Self.storage, untimed, "--fail-on", "regressed")
      #expect(missing.status == 5 && missing.output.contains("Not judged, in "))
      let noise = try write("noise", to: directory) { record in
        let text = record.builds[0].binary.textSHA256
        slow(&record, by: 30)
        record.builds[0].binary.textSHA256 = text
      }
      #expect(try compare(Self.storage, noise, "--fail-on", "regressed").status == 0)
      let removed = try write("removed", to: directory) { $0.cases.removeFirst() }
      #expect(try compare(Self.storage, removed).status == 0)
      #expect(try compare(Self.storage, removed, "--fail-on", "removed").status == 1)
    }
  }

  /// A filter without its option's name is one, and the value of another option is none.
  @Test func theAdviceHasTheFiltersOfTheRun() throws {
    try inTemporaryDirectory { directory in
      let single = try write("single", to: directory) { record in
        record.builds[0].binary.textSHA256 = String(repeating: "2", count: 64)
        record.run.argv = ["x/cvbench", "run", "--launches", "1", "item-*", "--samples", "insert"]
        for index in record.cases.indices {
          for metric in record.cases[index].metrics.indices {
            record.cases[index].metrics[metric].launches?.removeSubrange(1...)
          }
        }
      }
      let compared = try compare(Self.storage, single)
      #expect(
        compared.output.contains(" --filter 'item-*' --filter insert --storage btree,"),
        "\(compared.output)")
    }
  }

  @Test func threeRecordsHaveAColumnEach() throws {
    try inTemporaryDirectory { directory in
      let slower = try write("slower", to: directory) { slow(&$0, by: 30) }
      let more = try write("more", to: directory) { record in
        guard
          let index = record.cases.firstIndex(where: { $0.metric("allocations")?.value != nil }),
          let metric = record.cases[index].metrics.firstIndex(where: { $0.name == "allocations" })
        else { return }
        record.cases[index].metrics[metric].value? += 1
      }
      let result = try compare(Self.storage, slower, more)
      #expect(result.status == 1, "\(result.errors)")
      #expect(result.output.contains("B against A"))
      #expect(result.output.contains("   +1 allocation"))
      #expect(last(result).hasPrefix("C: "))
      for format in ["json", "csv", "md"] {
        let document = try compare(Self.storage, slower, more, "--format", format)
        #expect(document.status == 1, "\(document.errors)")
        #expect(document.output.contains("regressed"))
        if format == "json" {
          let root = try JSONSerialization.jsonObject(with: Data(document.output.utf8))
          let object = try #require(root as? [String: Any])
          #expect((object["sides"] as? [Any])?.count == 3)
          #expect(object["exit_code"] as? Int == 1)
        }
      }
    }
  }

  @Test func otherHostsAreRefusedUnlessToldOtherwise() throws {
    try inTemporaryDirectory { directory in
      let host = try write("host", to: directory) { $0.environment.hostKey += ";libc=other" }
      let refused = try compare(Self.storage, host)
      // The counts are compared all the same.
      #expect(refused.status == 0)
      #expect(refused.output.contains("Not compared: times need an equal host_key"))
      #expect(refused.output.contains("only in B: libc=other"))
      let asked = try compare(Self.storage, host, "--ignore-host")
      #expect(asked.status == 0)
      #expect(asked.output.contains("Warning: the hosts of A and B differ"))
      #expect(last(asked).contains("CPU times: "))
      let key = try write("key", to: directory) { record in
        record.environment.exactKey += ";flags=other"
        record.environment.hostKey += ";flags=other"
      }
      let nothing = try compare(Self.storage, key)
      #expect(nothing.status == 5)
      #expect(nothing.output.contains("exact metrics need an equal exact_key"))
      #expect(nothing.output.contains("only in B: flags=other"))
      #expect(last(nothing) == "not comparable")
    }
  }

  @Test func storagesInsideOneRecordAreHeldAgainstTheBase() throws {
    let result = try compare(Self.storage, "--by", "storage")
    #expect(result.status == 0, "\(result.errors)")
    #expect(result.output.hasPrefix("One record, unpaired: "))
    #expect(result.output.contains("flat/nested"))
    #expect(last(result).hasPrefix("against nested: "))
    let based = try compare(Self.storage, "--by", "storage", "--base", "flat")
    #expect(based.output.contains("nested/flat") && based.output.contains("btree/flat"))
    let counted = try compare(Self.storage, "--by", "storage", "--metric", "allocated_bytes")
    #expect(counted.status == 0)
    #expect(!counted.output.contains("inconclusive   "))
    #expect(try compare(Self.storage, "--by", "payload").status == 5)
    for format in ["json", "csv", "md"] {
      let document = try compare(Self.storage, "--by", "storage", "--format", format)
      #expect(document.status == 0 && !document.output.isEmpty, "\(document.errors)")
    }
  }

  @Test func everyCrossoverOfTheRecordIsASentence() throws {
    let path = Self.results + "/lookup.json"
    let crossovers = try RunRecord.read(from: path).crossovers
    #expect(!crossovers.isEmpty)
    // A sentence may go over several lines.
    let output = try compare(path, "--by", "storage").output
      .split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for crossover in crossovers {
      let scenario = "\(crossover.family.suite)/\(crossover.family.scenario)"
      let block = try #require(output.components(separatedBy: "\(scenario) · ").last)
      let table = try #require(block.components(separatedBy: " · ").first)
      let items =
        crossover.items.isMultiple(of: 1_000_000)
        ? "\(crossover.items / 1_000_000)M" : "\(crossover.items / 1_000)k"
      let sentence = try Regex(
        "\\b\(crossover.to)\\b[^.;:]* overtakes? [^.;:]*\\b\(crossover.from)\\b[^.;:]* between "
          + "[^ ]+ and \(items) items")
      #expect(table.contains(sentence), "\(crossover)")
    }
  }

  @Test func aFilterTakesCasesAsInRun() throws {
    let all = try compare(Self.storage, "--by", "storage", "--format", "csv")
    let some = try compare(
      Self.storage, "--by", "storage", "--format", "csv", "--filter", "*items=100000")
    let lines = all.output.split(separator: "\n").filter { $0.contains("items=100000,") }
    #expect(!lines.isEmpty && some.output.split(separator: "\n").dropFirst() == lines[...])
  }

  @Test func badInputIsRefused() throws {
    try inTemporaryDirectory { directory in
      let newer = try write("newer", to: directory) { $0.schema.version = "3.0" }
      let stress = try write("stress", to: directory) { $0.kind = .stress }
      let paired = try write("paired", to: directory) { $0.kind = .comparison }
      let empty = try write("empty", to: directory) { $0.cases = [] }
      let refused = try compare(Self.storage, Self.storage, newer)
      #expect(refused.status == 2)
      #expect(refused.errors.contains("newer.json' has schema version 3.0"))
      #expect(refused.output.isEmpty)
      for (path, kind) in [(stress, "stress"), (paired, "comparison")] {
        for arguments in [[path, Self.storage], [Self.storage, path], [path, "--by", "storage"]] {
          let result = try ToolProcess.fixture.run(["compare"] + arguments)
          #expect(result.status == 2)
          #expect(result.errors.contains("is the record of a \(kind), and not of a run"))
        }
      }
      let nothing = try compare(Self.storage, empty)
      #expect(nothing.status == 5)
      #expect(nothing.output.contains("B has no cases."))
      #expect(last(nothing).hasPrefix("nothing was compared"))
      #expect(try compare(empty, "--by", "storage").status == 5)
      for (arguments, reason) in [
        ([], "name a second record, or what to compare inside this one with --by storage"),
        (["--by", "store"], "there are: storage, payload, data. Did you mean 'storage'?"),
        ([newer, "--by", "storage"], "it compares inside one record; leave"),
        (["--by", "storage", "--base", "flatt"], "Did you mean 'flat'?"),
        (["--by", "storage", "--metric", "cpu-time"], "Did you mean 'cpu_time'?"),
        (["--by", "storage", "--fail-on", "regressed"], "--fail-on goes with two"),
        (["--by", "storage", "--ignore-host"], "--ignore-host goes with two"),
        (["--by", "storage", "--details"], "--details goes with two"),
        (["--by", "storage", "--filter", "no-such"], "nothing matches --filter 'no-such'"),
        ([Self.storage, "--base", "flat"], "this goes with --by"),
        ([Self.storage, "--metric", "allocations"], "there are: cpu_time, wall_time"),
        ([Self.storage, "--margin", "2"], "--margin '2': give a share"),
        ([Self.storage, "--margin", "-1%"], "--margin '-1%': give a share"),
        ([Self.storage, "--alpha", "0.5"], "--alpha '0.5': write a rate"),
        ([Self.storage, "--fail-on", "slow"], "--fail-on 'slow': there are: regressed"),
        ([Self.storage, "--format", "jsn"], "Did you mean 'json'?"),
      ] {
        let result = try ToolProcess.fixture.run(["compare", Self.storage] + arguments)
        #expect(result.status == 2, "\(arguments): \(result.errors)")
        #expect(result.errors.contains(reason), "\(arguments): \(result.errors)")
        #expect(result.output.isEmpty)
      }
    }
  }
}
