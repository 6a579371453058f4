import BasicAlgorithms
import Foundation

/// A JSON value that can be changed in one place and written again.
///
/// Changed values lead deeper into what reads them than changed bytes, which are most often no JSON.
indirect enum JSONTree: Sendable {
  case literal(String)
  case string(String)
  case array([JSONTree])
  case object([Member])

  /// A name in an object, and what it names.
  struct Member: Sendable {
    var key: String
    var value: JSONTree
  }

  /// The document's bytes.
  var bytes: [UInt8] {
    var bytes: [UInt8] = []
    write(to: &bytes)
    return bytes
  }

  /// Appends the document's bytes to `bytes`.
  func write(to bytes: inout [UInt8]) {
    switch self {
    case .literal(let literal): bytes += literal.utf8
    case .string(let string): Self.write(string, to: &bytes)
    case .array(let values):
      bytes.append(UInt8(ascii: "["))
      for (index, value) in values.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "]"))
    case .object(let members):
      bytes.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(UInt8(ascii: ",")) }
        Self.write(member.key, to: &bytes)
        bytes.append(UInt8(ascii: ":"))
        member.value.write(to: &bytes)
      }
      bytes.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ string: String, to bytes: inout [UInt8]) {
    let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
    bytes.append(quote)
    for byte in string.utf8 {
      if byte < 0x20 {
        let digits = String(byte, radix: 16)
        bytes += ("\\u00" + (byte < 0x10 ? "0" : "") + digits).utf8
      } else {
        if byte == quote || byte == backslash { bytes.append(backslash) }
        bytes.append(byte)
      }
    }
    bytes.append(quote)
  }
}

extension JSONTree {
  /// Changes one value somewhere in it, with `isCareful` a number or a truth value to a near one.
  ///
  /// Each step down chooses any child, so that few large arrays do not take all changes.
  mutating func mutate(isCareful: Bool, using random: inout SplitMix64) {
    let goesDown = isCareful || Int.random(in: 0..<8, using: &random) > 0
    switch self {
    case .array(var values) where !values.isEmpty && goesDown:
      let index = Int.random(in: 0..<values.count, using: &random)
      values[index].mutate(isCareful: isCareful, using: &random)
      self = .array(values)
    case .object(var members) where !members.isEmpty && goesDown:
      let index = Int.random(in: 0..<members.count, using: &random)
      members[index].value.mutate(isCareful: isCareful, using: &random)
      self = .object(members)
    case .literal(let text) where isCareful: self = .literal(Self.near(text, using: &random))
    case .string, .array, .object, .literal: if !isCareful { change(using: &random) }
    }
  }

  /// Returns a literal of the same kind that is most often allowed where `text` is.
  private static func near(_ text: String, using random: inout SplitMix64) -> String {
    if let number = Int(text) {
      return "\(SmallChanges.number(near: number, using: &random))"
    }
    guard let number = Double(text) else { return text == "true" ? "false" : "true" }
    return short(number * Double.random(in: 0.5...2, using: &random))
  }

  private mutating func change(using random: inout SplitMix64) {
    // Now and then a value of another type.
    if Int.random(in: 0..<40, using: &random) == 0 {
      self = Self.odd.randomElement(using: &random) ?? self
      return
    }
    switch self {
    case .literal(let text):
      guard let number = Double(text) else {
        self = .literal(text == "true" ? "false" : "true")
        return
      }
      self = .literal(Self.number(near: number, using: &random))
    case .string(let text): self = .string(EdgeCaseText.changed(text, using: &random))
    case .array(var values):
      guard let index = values.indices.randomElement(using: &random) else { return }
      switch Int.random(in: 0..<5, using: &random) {
      case 0: values.remove(at: index)
      case 1: values.insert(values[index], at: index)
      case 2: values.shuffle(using: &random)
      case 3: values += Array(repeating: values[index], count: 30)
      default: values.removeAll()
      }
      self = .array(values)
    case .object(var members):
      guard let index = members.indices.randomElement(using: &random) else { return }
      switch Int.random(in: 0..<4, using: &random) {
      case 0: members.remove(at: index)
      case 1: members[index].value = .literal("null")
      case 2:
        let other = Int.random(in: 0..<members.count, using: &random)
        let value = members[index].value
        members[index].value = members[other].value
        members[other].value = value
      default:
        members.append(
          Member(
            key: EdgeCaseText.changed(members[index].key, using: &random), value: .literal("1")))
      }
      self = .object(members)
    }
  }

  private static func number(near number: Double, using random: inout SplitMix64) -> String {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: EdgeCaseText.numbersOfJSON.randomElement(using: &random) ?? "0"
    case 1: short(number * 1_000)
    case 2: short(-number)
    default: "\(Int(clamping: Int64(max(-9e18, min(9e18, number)))) &+ 1)"
    }
  }

  /// Returns `number` as JSON writes it, whole ones without a fraction.
  private static func short(_ number: Double) -> String {
    guard number.isFinite else { return "1e999" }
    let text = "\(number)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  private static let odd: [JSONTree] = [
    .literal("null"), .literal("0"), .literal("-1"), .literal("true"), .string(""), .array([]),
    .object([]), .literal("1e999"), .array([.array([.array([])])]),
  ]
}
