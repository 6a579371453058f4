import RunRecords
import Testing

import Commands

@Suite struct DoctorReportTests {
  private func context(load: Double?) -> MachineContext {
    var context = MachineContext(
      exactKey: "e", hostKey: "h",
      cpu: .init(model: "Test CPU", logical: 2),
      allocator: .init(name: "jemalloc", version: "5.3.0"),
      clock: .init(resolutionNs: 20, wallReadNs: 24.6, cpuReadNs: 378),
      hwCounters: .init(available: false, reason: "no PMU"))
    context.cpu.l2Bytes = 1_048_576
    context.memoryBytes = 8_589_934_592
    context.loadAvgStart = load
    return context
  }

  @Test func namesWhatItKnowsAndWhatItDoesNot() {
    let text = DoctorReport(
      context: context(load: 0.25),
      capabilities: [
        .available("time", "always"),
        .hardwareCounters(.init(available: false, reason: "no PMU")),
      ]
    ).text
    #expect(
      text == """
        Machine
          CPU             Test CPU, 2 logical
          caches          L2 1 MiB, L3 unknown
          memory          8 GiB
          virtualisation  none found
          governor        unknown (the system shows none, as in most VMs)
          load            0.3 over the last minute
          kernel          unknown
          system          unknown
          allocator       jemalloc 5.3.0

        Clocks
          wall            step 20 ns, read 25 ns (CLOCK_MONOTONIC)
          thread CPU      read 378 ns (CLOCK_THREAD_CPUTIME_ID)

        What can be measured here
          yes  time: always

        What cannot, and why
          no   instructions by hardware counter: no PMU

        """)
  }

  @Test func commandSucceedsOnAnyMachine() throws {
    let result = try ToolProcess.cvbench.run(["doctor"])
    #expect(result.status == 0, "\(result.errors)")
    for part in ["Machine", "Clocks", "  yes  time: ", "allocations and allocated bytes: "] {
      #expect(result.output.contains(part), "\(result.output)")
    }
  }

  @Test func loadIsCalledWhatItIs() {
    let busy = DoctorReport(context: context(load: 1.5), capabilities: []).text
    #expect(busy.contains("1.5 over the last minute: other processes will disturb times"))
    let quiet = DoctorReport(context: context(load: 1), capabilities: []).text
    #expect(!quiet.contains("disturb"))
  }

  @Test(
    arguments: [
      (0, "0 B"), (1_023, "1023 B"), (1_024, "1 KiB"), (1_536, "1.5 KiB"), (10_240, "10 KiB"),
      (1_048_576, "1 MiB"), (8_253_440_000, "7.7 GiB"), (Int.max, "8 EiB"),
    ])
  func bytesHaveBinaryUnits(count: Int, text: String) {
    #expect(ByteCount.spelled(count) == text)
  }
}
