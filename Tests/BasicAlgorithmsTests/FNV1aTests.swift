import BasicAlgorithms
import Testing

@Suite struct FNV1aTests {
  /// The figures are those of the draft.
  @Test func hashesAreThoseOfTheDraft() {
    #expect(FNV1a.hash([UInt8]()) == 0xcbf2_9ce4_8422_2325)
    #expect(FNV1a.hash(Array("a".utf8)) == 0xaf63_dc4c_8601_ec8c)
    #expect(FNV1a.hash(Array("foobar".utf8)) == 0x8594_4171_f739_67e8)
  }

  @Test(arguments: [
    (0, "0000000000000000"), (0xbeef, "000000000000beef"), (.max, "ffffffffffffffff"),
  ])
  func hexadecimalDigitsAreSixteen(answer: UInt64, text: String) {
    #expect(answer.hexadecimalDigits == text)
  }
}
