import BasicAlgorithms

/// Changes of texts that most readers still accept: they lead to what judges and shows them.
enum SmallChanges {
  /// Returns a number that is near, and not negative unless `number` is.
  static func number(near number: Int, using random: inout SplitMix64) -> Int {
    let near = [0, 1, 2, 3, 7, 10, 100].randomElement(using: &random) ?? 0
    switch Int.random(in: 0..<4, using: &random) {
    case 0: return number &+ 1
    case 1: return number > 0 ? number - 1 : number
    case 2: return near
    default: return number < 1 << 40 && number > -1 << 40 ? number * 2 : number
    }
  }

  /// Returns `bytes` with one to three changes: of a number, of a letter within a word, of a line
  /// that goes, comes twice or changes its place.
  static func changed(_ bytes: [UInt8], using random: inout SplitMix64) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...3, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      switch Int.random(in: 0..<8, using: &random) {
      case 0...4: changeNumber(of: &bytes, from: place, using: &random)
      case 5: changeLetter(of: &bytes, from: place, using: &random)
      case 6: EdgeCaseText.changeLine(of: &bytes, from: place, using: &random)
      default: break
      }
    }
    return bytes
  }

  private static func changeNumber(
    of bytes: inout [UInt8], from place: Int, using random: inout SplitMix64
  ) {
    guard let range = EdgeCaseText.digits(of: bytes, from: place),
      let number = Int(String(decoding: bytes[range], as: UTF8.self))
    else { return }
    bytes.replaceSubrange(range, with: "\(Self.number(near: number, using: &random))".utf8)
  }

  private static func changeLetter(
    of bytes: inout [UInt8], from place: Int, using random: inout SplitMix64
  ) {
    let isLetter = { (byte: UInt8) in (0x61...0x7A).contains(byte) }
    guard let start = bytes[place...].firstIndex(where: isLetter) else { return }
    bytes[start] = UInt8.random(in: 0x61...0x7A, using: &random)
  }
}
