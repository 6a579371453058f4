import Foundation
import Gates
import Testing

struct GatePlanTests {
  private func side(_ name: GatedBuild.Role, _ twins: Int) -> GatedBuild {
    GatedBuild(
      name, executable: URL(filePath: "/build"),
      relinked: (0..<twins).map { URL(filePath: "/twin\($0)") })
  }

  @Test func confirmingPairsUpEveryLayoutWithEveryOther() {
    let (base, head) = (side(.base, 2), side(.head, 2))
    let pairs = (0..<9).map { number in
      [base, head].map { $0.executable(inPair: number, isConfirming: true).path }
    }
    #expect(Set(pairs).count == 9)
    #expect(base.executable(inPair: 9, isConfirming: true).path == "/build")
  }

  @Test func screeningTakesTheBuildItself() {
    for number in 0..<5 {
      let screened = side(.head, 3).executable(inPair: number, isConfirming: false)
      #expect(screened.path == "/build")
      #expect(side(.head, 0).executable(inPair: number, isConfirming: true).path == "/build")
    }
  }
}
