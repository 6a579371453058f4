import Foundation
import Profiles
import Testing

/// Call stacks as another build sends them.
@Suite struct StackProfileTests {
  private func profile(_ rows: [(stack: [Int], weight: Int)]) throws -> StackProfile {
    let texts = rows.map { "{\"stack\":\($0.stack),\"weight\":\($0.weight)}" }
    let text = """
      {"frames":[{"symbol":"main","object":""},{"symbol":"work","object":""}],\
      "rows":[\(texts.joined(separator: ","))]}
      """
    return try JSONDecoder().decode(StackProfile.self, from: Data(text.utf8))
  }

  @Test func stacksComeBackAsTheyWereWritten() throws {
    var written = StackProfile()
    written.add(3, to: [.init("main"), .init("work", object: "libwork.so")])
    written.add(4, to: [.init("main")])
    let read = try JSONDecoder().decode(StackProfile.self, from: JSONEncoder().encode(written))
    #expect(read == written && read.total == 7)
  }

  @Test func weightsThatNoNumberHoldsAreRefused() throws {
    #expect(throws: DecodingError.self) { try profile([([0], .max), ([0, 1], .max)]) }
    #expect(throws: DecodingError.self) { try profile([([0, 1], 1 << 48), ([1], 1)]) }
    #expect(try profile([([0, 1], (1 << 48) - 1), ([1], 1), ([0], -5)]).total == 1 << 48)
  }

  @Test func stacksThatNoProcessHasAreRefused() throws {
    let deep = Array(repeating: 1, count: 4_096)
    var names = FunctionNames()
    let tree = CallTree(try profile([(deep, 1 << 40)]), naming: &names)
    #expect(tree.costs.first?.total == 1 << 40)
    #expect(throws: DecodingError.self) { try profile([(deep + [0], 1)]) }
    #expect(throws: DecodingError.self) { try profile([([2], 1)]) }
  }
}
