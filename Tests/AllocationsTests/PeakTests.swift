import BasicAlgorithms

#if JEMALLOC
  import Foundation
  import TestSupport
  import Testing

  /// Exact peaks, in a process that is preloaded with the interposer.
  struct PeakTests {
    /// Steps, the most bytes alive at once, the bytes alive at the end. All sizes are size classes.
    static let patterns: [(steps: String, peak: Int, live: Int)] = [
      ("", 0, 0),
      ("malloc:16", 16, 16),
      ("malloc:16 free:0", 16, 0),
      ("malloc:64 free:0 malloc:64 free:2", 64, 0),
      ("malloc:64 malloc:64 free:0 free:1", 128, 0),
      ("malloc:1048576 malloc:2097152 free:0 malloc:524288 free:1 free:3", 3_145_728, 0),
      ("swift:48 swift:4194304 free:1 swift:1024", 4_194_352, 1_072),
      ("calloc:128 posix_memalign:256 aligned_alloc:512 memalign:1024 new:80", 2_000, 2_000),
      ("malloc:128 realloc:0:4096 realloc:0:64", 4_096, 64),
      // What stays below jemalloc's own step of 64 KiB.
      ("malloc:57344 free:0 malloc:48", 57_344, 48),
    ]

    @Test(arguments: patterns.indices) func peakOfAPatternIsExact(index: Int) throws {
      let (steps, peak, live) = Self.patterns[index]
      try expect(steps.split(separator: " ").map(String.init), peak: peak, live: live)
    }

    /// Patterns of up to 200 steps, against a model that adds.
    @Test(arguments: 0..<10) func peakOfARandomPatternIsExact(seed: UInt64) throws {
      var random = SplitMix64(seed: seed)
      let kinds = [
        "malloc", "calloc", "posix_memalign", "aligned_alloc", "memalign", "swift", "new",
      ]
      var steps: [String] = []
      var alive: [Int: Int] = [:]
      var live = 0
      var peak = 0
      for slot in 0..<Int.random(in: 1...200, using: &random) {
        let victim = alive.keys.sorted().randomElement(using: &random)
        let bytes = 64 << Int.random(in: 0...14, using: &random)
        switch (Int.random(in: 0..<5, using: &random), victim) {
        case (0...1, let victim?):
          steps.append("free:\(victim)")
          live -= alive.removeValue(forKey: victim) ?? 0
        case (2, let victim?):
          steps.append("realloc:\(victim):\(bytes)")
          live += bytes - (alive.updateValue(bytes, forKey: victim) ?? 0)
        default:
          steps.append("\(kinds[slot % kinds.count]):\(bytes)")
          alive[slot] = bytes
          live += bytes
        }
        peak = max(peak, live)
      }
      try expect(steps, peak: peak, live: live)
    }

    private func expect(_ steps: [String], peak: Int, live: Int) throws {
      let interposer = try #require(Probe.interposer)
      let preloaded = try Probe.run(["region"] + steps, preloading: interposer)
      #expect(preloaded["peakAvailability"] == "available")
      #expect(preloaded["peakLiveBytes"] == "\(peak)")
      let plain = try Probe.run(["region"] + steps)
      #expect(plain["peakLiveBytes"] == nil)
      for metric in ["allocations", "allocatedBytes", "deallocatedBytes"] {
        let value = try #require(plain[metric].flatMap { Int($0) })
        #expect(preloaded[metric] == "\(value)", "\(metric)")
      }
      let allocated = try #require(plain["allocatedBytes"].flatMap { Int($0) })
      let deallocated = try #require(plain["deallocatedBytes"].flatMap { Int($0) })
      #expect(allocated - deallocated == live)
    }

    @Test func peakIsThatOfAllThreads() throws {
      let interposer = try #require(Probe.interposer)
      let found = try Probe.run(["threads", "4", "1048576"], preloading: interposer)
      let peak = try #require(found["peakLiveBytes"].flatMap { Int($0) })
      // Threads cost some memory of their own.
      #expect((4_194_304..<4_194_304 + 65_536).contains(peak))
    }

    @Test func otherAllocatorIsNoticed() throws {
      let library = "/lib/x86_64-linux-gnu/libc.so.6"
      guard FileManager.default.fileExists(atPath: library) else { return }
      let found = try Probe.run(["region", "malloc:64"], preloading: library)
      #expect(found["availability"]?.contains("another allocator") == true)
      #expect(found["peakAvailability"]?.contains("another allocator") == true)
      #expect(found["allocations"] == nil)
    }
  }
#endif
