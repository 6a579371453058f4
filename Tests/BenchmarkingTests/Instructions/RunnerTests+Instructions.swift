import RunRecords
import TestSupport
import Testing

import Benchmarking

extension RunnerTests {
  private var plan: RunPlan { Planned.plan(countingInstructionsOf: "/read/storage=flat/") }

  private func flat(_ record: RunRecord) -> [CaseRecord] {
    record.cases.filter { $0.id.contains("/read/storage=flat/") }
      .sorted { $0.params.items < $1.params.items }
  }

  @Test func instructionsAreCountedUpToALimit() throws {
    let outcome = try runner(plan).run { _ in }
    #expect(outcome.ending == .completed && outcome.exitCode == 0)
    let cases = flat(outcome.record)
    #expect(cases.map(\.status) == [.ok, .ok])
    #expect(cases[0].metric("instructions") == ExactMetric.instructions.record(3_456))
    #expect(
      cases[1].metric("instructions")?.absent == "instructions are counted on up to 10000 items")
    #expect(cases[1].metric("cpu_time")?.median == 3)
    let others = outcome.record.cases.filter { !cases.contains($0) }
    #expect(others.allSatisfy { $0.metric("instructions") == nil })
    // Nothing is started for what is not counted.
    #expect(launcher.begun.filter { $0.hasSuffix(" instructions 0") }.count == 1)
    #expect(outcome.record.environment.instructionCounter == Callgrind.installed?.name)
    #expect(try SchemaValidator.validate(record: outcome.record.json()) == [])
    #expect(try RunRecord.read(from: path) == outcome.record)
  }

  @Test func theProcessorIsAskedInTheTimesOfTheSameCases() throws {
    _ = try runner(plan).run { _ in }
    for job in launcher.jobs {
      let asked = job.cases.map(\.id).filter { $0.contains("/read/storage=flat/") }
      #expect(job.instructionCases.intersection(job.cases.map(\.id)) == Set(asked))
    }
  }

  @Test func whatCannotBeCountedIsAbsentAndNoFailure() throws {
    launcher.behaviour = { _, job in
      job.pass == .instructions ? .isUnable("valgrind is not installed") : .answers
    }
    let outcome = try runner(plan).run { _ in }
    #expect(outcome.ending == .completed && outcome.exitCode == 0)
    let counted = try #require(flat(outcome.record).first)
    #expect(counted.status == .ok)
    #expect(counted.metric("instructions")?.absent == "valgrind is not installed")
    #expect(counted.metric("allocations")?.value == 12)
  }

  @Test func whatTakesTooLongToCountIsATimeoutWithItsTimes() throws {
    launcher.behaviour = { _, job in job.pass == .instructions ? .hangs : .answers }
    let outcome = try runner(plan).run { _ in }
    #expect(outcome.exitCode == 3)
    let counted = try #require(flat(outcome.record).first)
    #expect(counted.status == .timeout)
    #expect(counted.message?.contains("given up after 300.0 s") == true)
    #expect(counted.metric("cpu_time")?.launches == [3, 3, 3])
    #expect(counted.metric("instructions")?.absent?.contains("given up after") == true)
  }

  @Test func aCaseThatIsGivenUpBeforeHasTheReason() throws {
    launcher.behaviour = { id, job in
      id.contains("/read/storage=flat/") && job.pass == .allocations ? .hangs : .answers
    }
    let counted = flat(try runner(plan).run { _ in }.record)
    #expect(counted.map(\.status) == [.timeout, .timeout])
    #expect(
      counted.map { $0.metric("instructions")?.absent } == [
        "the case was given up before", "the case was given up before",
      ])
  }

  @Test func anInterruptedRunCountsOnResumption() throws {
    let interrupted = try runner(plan, isInterrupted: { [launcher] in launcher.begun.count >= 48 })
      .run { _ in }
    #expect(interrupted.ending == .interrupted)
    #expect(
      flat(interrupted.record).map { $0.metric("instructions")?.absent } == [
        "the run was interrupted before it was measured",
        "the run was interrupted before it was measured",
      ])
    let resumed = try runner(plan, resuming: true).run { _ in }
    #expect(resumed.ending == .completed)
    #expect(flat(resumed.record).map { $0.metric("instructions")?.value } == [3_456, nil])
    #expect(try folder.names() == ["run.json"])
  }
}
