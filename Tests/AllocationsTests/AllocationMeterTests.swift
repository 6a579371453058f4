#if JEMALLOC
  import Allocations
  import Foundation
  import Testing

  /// Counts are for the whole process: each test has its own.
  struct AllocationMeterTests {
    @Test func emptyRegionCountsNothing() async {
      await #expect(processExitsWith: .success) {
        for round in 0..<1_000 {
          let (_, counts) = AllocationMeter.measure {}
          try requireCounts(counts, 0, allocated: 0, deallocated: 0, "round \(round)")
        }
      }
    }

    @Test func resultIsHandedThrough() async {
      await #expect(processExitsWith: .success) {
        let object = Counted()
        let (same, counts) = AllocationMeter.measure { object }
        #expect(same === object)
        try requireCounts(counts, 0, allocated: 0, deallocated: 0, "an object that was there")
      }
    }

    @Test func oneMoreAllocationOfEverySizeCountsOne() async {
      await #expect(processExitsWith: .success) {
        #expect(PlantedSize.all.count > 150)
        for size in PlantedSize.all {
          let (kept, without) = AllocationMeter.measure { [Counted(), Counted()] }
          let (both, with) = AllocationMeter.measure {
            (kept: [Counted(), Counted()], planted: Block(bytes: size))
          }
          let base = try #require(without)
          let planted = try #require(with)
          let comment: Comment = "\(size) bytes: \(base), \(planted)"
          try #require(base.allocations == 3, comment)
          try #require(planted.allocations == base.allocations + 1, comment)
          let added = planted.allocatedBytes - base.allocatedBytes
          try #require(added >= size, comment)
          try #require(added == both.planted.usableBytes, comment)
          try #require(planted.deallocatedBytes == 0 && base.deallocatedBytes == 0, comment)
          let (_, freed) = AllocationMeter.measure { both.planted.free() }
          try requireCounts(freed, 0, allocated: 0, deallocated: added, comment)
          withExtendedLifetime((kept, both)) {}
        }
      }
    }

    @Test func everyNumberOfAllocationsIsExact() async {
      await #expect(processExitsWith: .success) {
        for count in 0...300 {
          for bytes in [1, 48, 4_096, 100_000] {
            let (_, counts) = AllocationMeter.measure {
              for _ in 0..<count { Block(bytes: bytes).free() }
            }
            let sum = count * Block.usableBytes(ofBlocksOf: bytes)
            try requireCounts(
              counts, count, allocated: sum, deallocated: sum, "\(count) of \(bytes) bytes")
          }
        }
      }
    }

    @Test func retainedArrayIsLive() async {
      await #expect(processExitsWith: .success) {
        // What the runtime makes for the first array of a kind is not the array's.
        _ = AllocationMeter.measure { [UInt64](repeating: 1, count: 1) }
        for count in [1, 100, 10_000, 1_000_000] {
          let (array, counts) = AllocationMeter.measure { [UInt64](repeating: 1, count: count) }
          let held = try #require(counts)
          let comment: Comment = "\(count) elements: \(held)"
          try #require(held.allocations == 1, comment)
          try #require(held.deallocatedBytes == 0, comment)
          try #require(held.liveBytes == held.allocatedBytes, comment)
          try #require(held.liveBytes >= 8 * count, comment)
          var holder: [UInt64]? = array
          _ = consume array
          let (_, dropped) = AllocationMeter.measure { holder = nil }
          try #require(holder == nil)
          try requireCounts(dropped, 0, allocated: 0, deallocated: held.liveBytes, comment)
        }
      }
    }

    @Test func allocationsOfOtherThreadsCount() async {
      await #expect(processExitsWith: .success) {
        // What a thread itself costs is the same from the second one on.
        for _ in 0..<3 { _ = allocateOnThread(blocks: 0) }
        let base = try #require(allocateOnThread(blocks: 0))
        for count in [1, 2, 10, 1_000] {
          let counts = try #require(allocateOnThread(blocks: count))
          let comment: Comment = "\(count) blocks: \(base), \(counts)"
          try #require(counts.allocations == base.allocations + count, comment)
          // Bytes are this thread's own.
          try #require(counts.allocatedBytes == base.allocatedBytes, comment)
        }
      }
    }

    @Test func livingThreadCountsOnceItHasFlushed() async {
      await #expect(processExitsWith: .success) {
        let worker = LivingThread {
          for _ in 0..<10 { Block(bytes: 48).free() }
          AllocationMeter.flushThread()
        }
        for round in 0..<20 {
          let (_, counts) = AllocationMeter.measure { worker.runOnce() }
          try requireCounts(counts, 10, allocated: 0, deallocated: 0, "round \(round)")
        }
      }
    }

    @Test func availabilityNamesTheAllocator() throws {
      guard case .available(let allocator, let version) = AllocationMeter.availability else {
        Issue.record("\(AllocationMeter.availability)")
        return
      }
      #expect(allocator == "jemalloc")
      #expect(version.first?.isNumber == true)
      #expect(AllocationMeter.configuration?.isEmpty != true)
    }

    @Test func peakIsAbsentWithoutInterposer() async {
      await #expect(processExitsWith: .success) {
        let (_, counts) = AllocationMeter.measure {}
        try #require(try #require(counts).peakLiveBytes == nil)
        guard case .unavailable(let reason) = AllocationMeter.peakAvailability else {
          Issue.record("\(AllocationMeter.peakAvailability)")
          return
        }
        #expect(reason.contains("LD_PRELOAD"))
      }
    }
  }

  /// Ends the test at the first difference, so that a loop reports it once.
  private func requireCounts(
    _ found: AllocationCounts?, _ allocations: Int, allocated: Int, deallocated: Int,
    _ comment: Comment
  ) throws {
    let counts = try #require(found)
    let comment: Comment = "\(comment): \(counts)"
    try #require(counts.allocations == allocations, comment)
    try #require(counts.allocatedBytes == allocated, comment)
    try #require(counts.deallocatedBytes == deallocated, comment)
    try #require(counts.liveBytes == allocated - deallocated, comment)
  }

  /// Counts a region that starts a thread, which makes `blocks` blocks, and waits for its end.
  private func allocateOnThread(blocks: Int) -> AllocationCounts? {
    AllocationMeter.measure {
      WorkerThread.run {
        for _ in 0..<blocks { Block(bytes: 48).free() }
        AllocationMeter.flushThread()
      }
    }.1
  }

  /// An object: one allocation that the optimiser cannot put on the stack, as it is handed out.
  private final class Counted {
    var value = 0
  }
#endif
