import Testing

import Commands

@Suite struct ExitStatusTests {
  @Test func numbersArePartOfTheInterface() {
    #expect(ExitStatus.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6, 70, 74, 130])
  }

  @Test func oneStatusStandsForSeveral() {
    let documented: [Int32] = [130, 70, 74, 3, 5, 1, 4, 6, 0]
    #expect(ExitStatus.precedence.map(\.rawValue).filter { $0 != 2 } == documented)
    #expect(Set(ExitStatus.precedence) == Set(ExitStatus.allCases))
    #expect(ExitStatus.combined([]) == .fine)
    for first in ExitStatus.precedence.indices {
      for second in ExitStatus.precedence.indices {
        let pair = [ExitStatus.precedence[first], ExitStatus.precedence[second]]
        #expect(ExitStatus.combined(pair) == ExitStatus.precedence[min(first, second)])
      }
    }
  }
}
