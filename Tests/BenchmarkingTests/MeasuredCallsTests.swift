import Testing

import Benchmarking

struct MeasuredCallsTests {
  @Test func everyCallIsMade() {
    for calls in 0..<5 {
      var made = 0
      let wrong = measuredCalls(calls, expecting: 3) {
        made += 1
        return 3
      }
      #expect(wrong == nil)
      #expect(made == calls)
    }
  }

  @Test func theFirstWrongAnswerEndsIt() {
    var made: UInt64 = 0
    let wrong = measuredCalls(10, expecting: 0) {
      made += 1
      return made < 4 ? 0 : made
    }
    #expect(wrong == 4)
    #expect(made == 4)
  }

  @Test(arguments: [0, 1, UInt64.max])
  func oneCallGivesItsAnswer(answer: UInt64) {
    #expect(measuredCall { answer } == answer)
  }
}
