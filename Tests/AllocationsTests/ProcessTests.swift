import CProcess
import Foundation
import Testing

/// The values of `CProcess` about this process and machine.
struct ProcessTests {
  @Test func clocksNeverGoBack() {
    var wall = cprocess_wall_nanoseconds()
    var thread = cprocess_thread_nanoseconds()
    #expect(wall > 0 && thread > 0)
    for _ in 0..<10_000 {
      let nextWall = cprocess_wall_nanoseconds()
      let nextThread = cprocess_thread_nanoseconds()
      #expect(nextWall >= wall && nextThread >= thread)
      wall = nextWall
      thread = nextThread
    }
    #expect(cprocess_wall_resolution_nanoseconds() > 0)
    #expect(cprocess_thread_resolution_nanoseconds() > 0)
  }

  @Test func threadClockStandsWhileTheThreadSleeps() {
    let before = (cprocess_wall_nanoseconds(), cprocess_thread_nanoseconds())
    usleep(50_000)
    let wall = cprocess_wall_nanoseconds() - before.0
    #expect(wall >= 50_000_000)
    #expect(cprocess_thread_nanoseconds() - before.1 < wall)
  }

  @Test func touchedPagesFaultAndStayInThePeak() {
    let faults = cprocess_thread_minor_faults()
    let peak = cprocess_peak_resident_bytes()
    #expect(peak > 0)
    #expect(cprocess_thread_involuntary_switches() >= 0)
    let bytes = 64 << 20
    let resident = MappedPages.touchAndUnmap(bytes: bytes)
    #expect(cprocess_thread_minor_faults() > faults)
    #expect(cprocess_peak_resident_bytes() >= max(peak, Int64(bytes)))
    #expect(resident == bytes / Int(getpagesize()))
  }

  @Test func machineIsDescribed() {
    #expect(
      (1...Int64(ProcessInfo.processInfo.processorCount)).contains(cprocess_processor_count()))
    #expect(cprocess_physical_memory_bytes() == Int64(ProcessInfo.processInfo.physicalMemory))
    #expect([-1, 0, 1].contains(cprocess_has_hypervisor()))
    #expect(cprocess_l2_cache_bytes() != 0)
    #expect(cprocess_l3_cache_bytes() != 0)
    #expect(cprocess_load_average() >= 0)
  }

  @Test func firstInterruptSetsTheFlag() async {
    await #expect(processExitsWith: .success) {
      #expect(!cprocess_is_interrupted())
      cprocess_catch_interrupts()
      #expect(!cprocess_is_interrupted())
      Interrupt.send(SIGINT) { cprocess_is_interrupted() }
      #expect(cprocess_is_interrupted())
    }
  }

  @Test func secondInterruptKills() async {
    await #expect(processExitsWith: .signal(SIGINT)) {
      Interrupt.send([SIGINT, SIGINT])
    }
    await #expect(processExitsWith: .signal(SIGTERM)) {
      Interrupt.send([SIGINT, SIGTERM])
    }
    await #expect(processExitsWith: .signal(SIGINT)) {
      Interrupt.send([SIGTERM, SIGINT])
    }
  }

  /// Both are pending at once, so that no time passes between them.
  @Test func twoInterruptsAtOnceAreOne() async {
    await #expect(processExitsWith: .exitCode(7)) {
      cprocess_catch_interrupts()
      var both = sigset_t()
      unsafe sigemptyset(&both)
      unsafe sigaddset(&both, SIGINT)
      unsafe sigaddset(&both, SIGTERM)
      unsafe pthread_sigmask(SIG_BLOCK, &both, nil)
      raise(SIGINT)
      raise(SIGTERM)
      unsafe pthread_sigmask(SIG_UNBLOCK, &both, nil)
      exit(cprocess_is_interrupted() ? 7 : 8)
    }
  }

  @Test func aHangupInterruptsUnlessItIsIgnored() async {
    // The shell that runs the tests may ignore it.
    await #expect(processExitsWith: .exitCode(7)) {
      signal(SIGHUP, SIG_DFL)
      cprocess_catch_interrupts()
      Interrupt.send(SIGHUP) { cprocess_is_interrupted() }
      // A shell sends one, and the kernel another one: the second kills no more than the first.
      usleep(200_000)
      kill(getpid(), SIGHUP)
      usleep(100_000)
      exit(cprocess_is_interrupted() ? 7 : 8)
    }
    await #expect(processExitsWith: .exitCode(7)) {
      signal(SIGHUP, SIG_IGN)
      cprocess_catch_interrupts()
      kill(getpid(), SIGHUP)
      usleep(100_000)
      exit(cprocess_is_interrupted() ? 8 : 7)
    }
  }

  @Test func closedPipeIsAnErrorAndNoSignal() async {
    await #expect(processExitsWith: .success) {
      cprocess_catch_interrupts()
      let pipe = Pipe()
      try pipe.fileHandleForReading.close()
      #expect(throws: (any Error).self) {
        try pipe.fileHandleForWriting.write(contentsOf: Data([1]))
      }
    }
  }

  /// Two runs agree on an address, or the system gives its reason.
  @Test func addressesStandStillAfterReexec() throws {
    let arguments = ["aslr", "kept as it is", ""]
    let first = try Probe.run(arguments)
    let second = try Probe.run(arguments)
    #expect(first["arguments"] == "\(arguments)")
    if first["error"] == "0" {
      #expect(first["off"] == "true")
      #expect(first["stack"] != nil)
      #expect(first["stack"] == second["stack"])
    } else {
      #expect(first["off"] == "false")
    }
  }
}

private enum Interrupt {
  /// Sends SIGINT, as a terminal does, or another one, and waits up to ten seconds until `isSeen`.
  ///
  /// Not by `raise`: the threads that run tests block signals.
  static func send(_ signal: Int32, _ isSeen: () -> Bool) {
    kill(getpid(), signal)
    for _ in 0..<10_000 where !isSeen() { usleep(1_000) }
  }

  /// Catches the first of two signals, and waits up to ten seconds for the second one to kill.
  static func send(_ signals: [Int32]) {
    cprocess_catch_interrupts()
    send(signals[0]) { cprocess_is_interrupted() }
    usleep(200_000)
    send(signals[1]) { false }
  }
}

/// Fresh pages, straight from the system.
///
/// Safe because the mapping does not outlive the call.
@safe private enum MappedPages {
  /// Touches every page, and returns how many there were.
  static func touchAndUnmap(bytes: Int) -> Int {
    let start = unsafe mmap(
      nil, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED else { return 0 }
    defer { unsafe munmap(start, bytes) }
    var count = 0
    for offset in stride(from: 0, to: bytes, by: Int(getpagesize())) {
      unsafe start.storeBytes(of: 1, toByteOffset: offset, as: UInt8.self)
      count += 1
    }
    return count
  }
}
