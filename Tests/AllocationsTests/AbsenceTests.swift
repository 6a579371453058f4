#if !JEMALLOC
  import Allocations
  import TestSupport
  import Testing

  /// Without the trait every figure is absent, with the reason.
  struct AbsenceTests {
    static let reason = "built without the Jemalloc trait"

    @Test func reasonIsGiven() {
      #expect(AllocationMeter.availability == .unavailable(reason: Self.reason))
      #expect(AllocationMeter.peakAvailability == .unavailable(reason: Self.reason))
      #expect(AllocationMeter.configuration == nil)
    }

    @Test func bodyRunsUncounted() {
      let (result, counts) = AllocationMeter.measure { [1, 2, 3] }
      #expect(result == [1, 2, 3])
      #expect(counts == nil)
      AllocationMeter.flushThread()
    }

    @Test(.enabled(if: !Sanitizer.isLinked, "a sanitizer suffers nothing before it"))
    func interposerServesTheSystemsAllocator() throws {
      let interposer = try #require(Probe.interposer)
      let steps = ["malloc:64", "calloc:64", "memalign:64", "new:64", "realloc:0:4096", "free:0"]
      let found = try Probe.run(["region"] + steps, preloading: interposer)
      #expect(found["peakAvailability"]?.contains(Self.reason) == true)
      #expect(found["peakLiveBytes"] == nil)
    }
  }
#endif
