import Benchmarking
import Testing

@Test func callsCoverTheKeysInTurn() {
  for keys in 1...9 {
    for most in 1...10 {
      var calls = CallSequence(keys: keys, ofAtMost: most) { UInt64($0) }
      let length = min(keys, most)
      #expect(calls.length == length)
      for round in 1...2 {
        for part in 0..<keys / length {
          let expected = part * length..<(part + 1) * length
          #expect(calls.next() == expected, "\(keys) keys, \(most) a call, round \(round)")
        }
      }
    }
  }
}

@Test func onlyTheRightSumGivesTheAnswer() {
  for most in 1...8 {
    let summands: [UInt64] = (0..<8).map { $0 * $0 + 7 }
    var calls = CallSequence(summands, ofAtMost: most)
    #expect(calls.answer == 7)
    for _ in 0..<9 {
      let sum = calls.next().reduce(0) { $0 + summands[$1] }
      #expect(calls.answer(for: sum) == 7)
      #expect(calls.answer(for: sum + 1) == 8)
      #expect(calls.answer(for: 0) != 7)
    }
  }
}

@Test func callsOfAnyLengthGiveOneAnswer() {
  let answers = (1...8).map { CallSequence(keys: 8, ofAtMost: $0) { UInt64($0 + 7) }.answer }
  #expect(answers == Array(repeating: 7, count: 8))
}
