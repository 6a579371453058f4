import Foundation

extension JSONTree {
  /// A text that is no JSON.
  struct ParsingError: Error { let place: Int }

  /// Parses a document of our own examples.
  init(parsing bytes: [UInt8]) throws {
    var parser = Parser(bytes: bytes)
    self = try parser.value()
    guard parser.next() == nil else { throw ParsingError(place: parser.place) }
  }

  /// Keeps numbers as they are spelled, which Foundation does not.
  private struct Parser {
    let bytes: [UInt8]
    private(set) var place = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// The next byte that is no white space; it is not taken.
    mutating func next() -> UInt8? {
      while place < bytes.count, [0x20, 0x0A, 0x0D, 0x09].contains(bytes[place]) { place += 1 }
      return place < bytes.count ? bytes[place] : nil
    }

    /// Takes `byte` if it is the next one.
    private mutating func take(_ byte: Character) -> Bool {
      guard let value = byte.asciiValue, next() == value else { return false }
      place += 1
      return true
    }

    mutating func value() throws -> JSONTree {
      if take("[") {
        var values: [JSONTree] = []
        while !take("]") {
          values.append(try value())
          _ = take(",")
        }
        return .array(values)
      }
      if take("{") {
        var members: [Member] = []
        while !take("}") {
          let key = try string()
          guard take(":") else { throw ParsingError(place: place) }
          members.append(Member(key: key, value: try value()))
          _ = take(",")
        }
        return .object(members)
      }
      if next() == UInt8(ascii: "\"") { return .string(try string()) }
      let ends = Array(",]} \n\r\t".utf8)
      let end = bytes[place...].firstIndex { ends.contains($0) } ?? bytes.count
      defer { place = end }
      guard end > place else { throw ParsingError(place: place) }
      return .literal(String(decoding: bytes[place..<end], as: UTF8.self))
    }

    private mutating func string() throws -> String {
      guard next() == UInt8(ascii: "\"") else { throw ParsingError(place: place) }
      var end = place + 1
      while end < bytes.count, bytes[end] != UInt8(ascii: "\"") {
        end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      guard end < bytes.count else { throw ParsingError(place: place) }
      defer { place = end + 1 }
      return try JSONDecoder().decode(String.self, from: Data(bytes[place...end]))
    }
  }
}
