import BasicAlgorithms
import Testing

struct RunningSumsTests {
  @Test func eachPartStartsWhereTheOneBeforeEnds() {
    #expect([Int]().runningSums() == [0])
    #expect([3, 0, 2].runningSums() == [0, 3, 3, 5])
    #expect([0.25, -1].runningSums() == [0, 0.25, -0.75])
    #expect((1...4).lazy.filter { $0 > 1 }.runningSums() == [0, 2, 5, 9])
  }
}
