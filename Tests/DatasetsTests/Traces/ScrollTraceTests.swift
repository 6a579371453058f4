import Datasets
import Testing

struct ScrollTraceTests {
  private static let kinds = ScrollTrace.Kind.names.compactMap(ScrollTrace.Kind.init(name:))

  private func trace(
    _ kind: ScrollTrace.Kind, start: Double = 0, framesPerSecond: Int = 60, seed: UInt64 = 1
  ) -> ScrollTrace {
    ScrollTrace(
      kind, contentExtent: 100_000, viewportExtent: 800, startOffset: start,
      framesPerSecond: framesPerSecond, seed: seed)
  }

  // MARK: All kinds

  @Test func namesAndKindsCorrespond() {
    #expect(Self.kinds.map(\.name) == ScrollTrace.Kind.names)
    #expect(Set(Self.kinds).count == 10)
    #expect(ScrollTrace.Kind(name: "fling-3") == .fling(pointsPerSecond: 3))
  }

  @Test(arguments: [
    "", "fling", "fling-", "fling-0", "fling--1", "fling-01", "fling-+5", "fling-1e3",
    "fling-1000001", "fling-99999999999999999999", "Steady", "steady-10", "jump ",
  ])
  func otherNamesAreRefused(_ name: String) {
    #expect(ScrollTrace.Kind(name: name) == nil)
  }

  @Test func offsetsStayInRange() {
    for kind in Self.kinds {
      for content in [0, 0.01, 1, 799.99, 800, 800.01, 801, 1_000, 54_321.123, 1e9] {
        for start in [-5, 0, 0.3, 100, content] {
          for framesPerSecond in [60, 120] {
            let trace = ScrollTrace(
              kind, contentExtent: content, viewportExtent: 800, startOffset: start,
              framesPerSecond: framesPerSecond, seed: 7)
            let found = "\(kind.name) from \(start) in \(content), \(framesPerSecond) Hz"
            #expect(trace.maximumOffset == max(content - 800, 0), "\(found)")
            let wrong = trace.offsets.filter { offset in
              let isWhole = offset * 64 == (offset * 64).rounded() || offset == trace.maximumOffset
              return !(0...trace.maximumOffset).contains(offset) || !isWhole
            }
            #expect(wrong.isEmpty, "\(found): \(wrong.prefix(5))")
          }
        }
      }
    }
  }

  @Test func everyTraceBeginsAtTheStartOffset() {
    for kind in Self.kinds {
      for start in [0, 12.25, 99_200] {
        #expect(trace(kind, start: start).offset(atFrame: 0) == start, "\(kind.name), \(start)")
      }
    }
  }

  @Test func offsetsFollowFromTheSeed() {
    for kind in Self.kinds {
      let first = trace(kind, start: 5_000, seed: 1)
      #expect(first == trace(kind, start: 5_000, seed: 1))
      #expect(first.offsets == trace(kind, start: 5_000, seed: 1).offsets)
      let isRandom = [.jump, .jitter, .directionFlips].contains(kind)
      let differs = first.offsets != trace(kind, start: 5_000, seed: 2).offsets
      #expect(differs == isRandom, "\(kind.name)")
    }
  }

  /// 60 and 120 Hz see one trajectory, for all that move with time.
  @Test func everySecondFrameAtTwiceTheRateIsTheSame() {
    for kind in Self.kinds where kind != .jump && kind != .jitter {
      let slow = trace(kind, start: 777)
      let fast = trace(kind, start: 777, framesPerSecond: 120)
      for frame in 0..<slow.frameCount {
        #expect(
          slow.offset(atFrame: frame) == fast.offset(atFrame: 2 * frame), "\(kind.name), \(frame)")
      }
      #expect(abs(2 * slow.frameCount - fast.frameCount) <= 2, "\(kind.name)")
    }
  }

  // MARK: One kind each

  @Test func steadyGoesTheSameWayEachFrame() {
    for (framesPerSecond, points) in [(60, 20.0), (120, 10.0)] {
      let offsets = trace(.steady, framesPerSecond: framesPerSecond).offsets
      #expect(offsets.count == 10 * framesPerSecond + 1)
      #expect(zip(offsets, offsets.dropFirst()).allSatisfy { $1 - $0 == points })
    }
  }

  @Test func steadyTurnsRoundAtTheEnds() {
    let short = ScrollTrace(
      .steady, contentExtent: 850, viewportExtent: 800, startOffset: 30, seed: 1)
    #expect(short.offsets.prefix(9) == [30, 50, 30, 10, 10, 30, 50, 30, 10])
  }

  @Test(arguments: [
    (1_000, 499.0, 3.45), (2_000, 999, 3.80), (4_000, 1_998, 4.14), (8_000, 3_996, 4.49),
    (12_000, 5_994, 4.69),
  ])
  func flingsEndNearTheirDistance(velocity: Int, distance: Double, duration: Double) {
    for framesPerSecond in [60, 120] {
      let trace = trace(
        .fling(pointsPerSecond: velocity), start: 50, framesPerSecond: framesPerSecond)
      let offsets = trace.offsets
      let seconds = Double(offsets.count - 1) / Double(framesPerSecond)
      #expect(seconds >= duration - 0.005 && seconds < duration + 0.005 + 1 / 60, "\(seconds)")
      #expect(abs(offsets[offsets.count - 1] - 50 - distance) < 1, "\(offsets.suffix(2))")
      // On at every frame at first, then in steps that shrink to a hundredth of a point.
      let steps = zip(offsets, offsets.dropFirst()).map { $1 - $0 }
      let slowing = zip(steps, steps.dropFirst()).allSatisfy { $1 <= $0 + 1 / 64 }
      #expect(slowing && steps.allSatisfy { $0 >= 0 })
      #expect(abs(steps[0] - Double(velocity) / Double(framesPerSecond)) < Double(velocity) / 3_000)
    }
  }

  @Test func flingsStopAtTheEnd() {
    let offsets = trace(.fling(pointsPerSecond: 12_000), start: 99_000).offsets
    #expect(offsets[0] == 99_000)
    #expect(offsets.suffix(offsets.count - 2).allSatisfy { $0 == 99_200 })
  }

  @Test func jumpsReachEverywhere() {
    let offsets = trace(.jump).offsets.dropFirst()
    var counts = Array(repeating: 0, count: 4)
    for offset in offsets { counts[Int(offset / 24_801)] += 1 }
    // Six standard deviations of a count around its mean of 150.
    #expect(counts.allSatisfy { abs($0 - 150) < 64 }, "\(counts)")
    let short = ScrollTrace(.jump, contentExtent: 800.0625, viewportExtent: 800, seed: 1)
    #expect(Set(short.offsets) == [0, 0.015625, 0.03125, 0.046875, 0.0625])
  }

  @Test func jitterCrossesItsPlaceByLessThanAPoint() {
    let offsets = trace(.jitter, start: 5_000).offsets
    let ways = offsets.map { $0 - 5_000 }
    #expect(ways.allSatisfy { abs($0) <= 0.5 })
    #expect(ways.indices.allSatisfy { $0.isMultiple(of: 2) ? ways[$0] >= 0 : ways[$0] <= 0 })
    let crossings = zip(ways, ways.dropFirst()).count { $0 * $1 < 0 }
    #expect(crossings > 500, "\(crossings)")
    #expect(Set(ways).count > 33)
  }

  @Test func theScrollBarDragGoesThroughTheContentAndBack() {
    let offsets = trace(.scrollbarDrag).offsets
    #expect(offsets.count == 241)
    #expect(offsets[0] == 0 && offsets[120] == 99_200 && offsets[240] == 0)
    for frame in 0..<240 {
      let step = offsets[frame + 1] - offsets[frame]
      #expect(abs(step - (frame < 120 ? 1 : -1) * 99_200 / 120) < 1 / 32, "\(frame): \(step)")
    }
    let middle = trace(.scrollbarDrag, start: 49_600).offsets
    #expect(middle[60] == 99_200 && middle[180] == 0 && middle[240] == 49_600)
  }

  @Test func flipsTurnEachQuarterOfASecond() {
    let offsets = trace(.directionFlips, start: 50_000).offsets
    var directions: Set<FloatingPointSign> = []
    for turn in stride(from: 0, to: 600, by: 30) {
      let reach = offsets[turn + 15] - 50_000
      directions.insert(reach.sign)
      #expect(offsets[turn] == 50_000, "\(turn)")
      #expect(abs(reach) >= 240 && abs(reach) <= 1_200, "\(turn): \(reach)")
      for frame in 0...15 {
        let expected = 50_000 + reach * Double(frame) / 15
        #expect(abs(offsets[turn + frame] - expected) < 1 / 64, "\(turn), on \(frame)")
        #expect(abs(offsets[turn + 30 - frame] - expected) < 1 / 64, "\(turn), back \(frame)")
      }
    }
    #expect(directions.count == 2)
  }

  // MARK: Beyond

  @Test func framesGoOnAfterTheTrace() {
    for kind in Self.kinds {
      let trace = trace(kind, start: 5_000)
      let later = (0..<1_000).map { trace.offset(atFrame: 1_000_000_000 + $0) }
      #expect(later.allSatisfy { (0...trace.maximumOffset).contains($0) }, "\(kind.name)")
      if case .fling = kind {
        #expect(Set(later).count == 1, "\(kind.name)")
      } else {
        #expect(Set(later).count > 15, "\(kind.name)")
      }
    }
  }

  @Test func misuseStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      _ = ScrollTrace(.jump, contentExtent: .infinity, viewportExtent: 1, seed: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = ScrollTrace(.jump, contentExtent: 9, viewportExtent: 1, startOffset: .nan, seed: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = ScrollTrace(.jump, contentExtent: 9, viewportExtent: 1, framesPerSecond: 0, seed: 1)
    }
    await #expect(processExitsWith: .failure) {
      _ = ScrollTrace(.jump, contentExtent: 9, viewportExtent: 1, seed: 1).offset(atFrame: -1)
    }
  }
}
