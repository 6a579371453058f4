import BasicAlgorithms
import Statistics
import TestSupport
import Testing

@Suite struct PairedRoundTests {
  private func round(_ times: [Double]) -> PairedRound {
    PairedRound(
      firstBase: times[0], secondBase: times[1], firstHead: times[2], secondHead: times[3])
  }

  /// `median([log((21+23)/(20+20)), log((30.5+31)/(31+30)), log((41+43)/(40+39))])`
  @Test func statisticAgreesWithNumPy() throws {
    let rounds = [[20, 20, 21, 23], [31, 30, 30.5, 31], [40, 39, 41, 43]].map(round)
    #expect(agree(try PairedRound.medianLogRatio(rounds), 0.06136894637629202))
    // An even number: the mean of the middle two.
    let even = try PairedRound.medianLogRatio([round([1, 1, 1, 1]), round([1, 1, 2, 2])])
    #expect(agree(even, 0.34657359027997264))
  }

  @Test func swappingTheSidesChangesTheSign() throws {
    var generator = SplitMix64(seed: 31)
    for count in 1...8 {
      let times = (0..<count).map { _ in
        (0..<4).map { _ in Double.random(in: 0.5...2, using: &generator) }
      }
      let statistic = try PairedRound.medianLogRatio(times.map(round))
      let swapped = times.map { round([$0[3], $0[2], $0[1], $0[0]]) }
      #expect(agree(try PairedRound.medianLogRatio(swapped.reversed()), -statistic))
      let scaled = times.map { round($0.map { $0 * 1_024 }) }
      #expect(agree(try PairedRound.medianLogRatio(scaled), statistic))
    }
  }

  /// What grows evenly through a round is on both sides alike: A B B A of equal builds is 0.
  @Test func anEvenDriftCancels() throws {
    let times = [10.0, 11, 12, 13]
    let drifting = PairedRound(
      firstBase: times[0], secondBase: times[3], firstHead: times[1], secondHead: times[2])
    #expect(try PairedRound.medianLogRatio([drifting]) == 0)
  }

  @Test func oneDisturbedRoundDoesNotMatter() throws {
    let rounds = [[10, 10, 10, 10], [10, 10, 10, 10], [10, 10, 10, 900]].map(round)
    #expect(try PairedRound.medianLogRatio(rounds) == 0)
  }

  @Test func refusesWhatIsNoTime() {
    #expect(throws: SampleError.tooFew(found: 0, needed: 1)) { try PairedRound.medianLogRatio([]) }
    for index in 0..<8 {
      for value in [0, -2, .nan] {
        var times = [Double](repeating: 1, count: 8)
        times[index] = value
        let rounds = [round(Array(times.prefix(4))), round(Array(times.suffix(4)))]
        let expected: SampleError =
          value.isNaN
          ? .notFinite(index: index, value: "nan") : .notPositive(index: index, value: value)
        #expect(throws: expected) { try PairedRound.medianLogRatio(rounds) }
      }
    }
  }
}
