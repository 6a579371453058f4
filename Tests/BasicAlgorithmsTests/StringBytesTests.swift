import BasicAlgorithms
import Testing

@Suite struct StringBytesTests {
  @Test func textsThatLookTheSameHaveOtherBytes() {
    let (composed, decomposed) = ("caf\u{e9}", "cafe\u{301}")
    #expect(composed == decomposed && !composed.hasSameBytes(as: decomposed))
    // As long as each other, too.
    let (below, above) = ("a\u{323}\u{302}", "a\u{302}\u{323}")
    #expect(below == above && !below.hasSameBytes(as: above))
  }

  @Test(arguments: ["", "a", "caf\u{e9}", "a text that is too long to be kept in its own word"])
  func aTextHasItsOwnBytes(_ text: String) {
    #expect(text.hasSameBytes(as: String(decoding: Array(text.utf8), as: UTF8.self)))
    #expect(!text.hasSameBytes(as: text + "b"))
    #expect(!(text + "b").hasSameBytes(as: text))
    #expect(!(text + "a").hasSameBytes(as: text + "b"))
  }
}
