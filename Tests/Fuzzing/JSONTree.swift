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

  /// The document's text.
  var text: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .literal(let literal): text += literal
    case .string(let string): Self.write(string, to: &text)
    case .array(let values):
      text += "["
      for (index, value) in values.enumerated() {
        if index > 0 { text += "," }
        value.write(to: &text)
      }
      text += "]"
    case .object(let members):
      text += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { text += "," }
        Self.write(member.key, to: &text)
        text += ":"
        member.value.write(to: &text)
      }
      text += "}"
    }
  }

  private static func write(_ string: String, to text: inout String) {
    text += "\""
    for scalar in string.unicodeScalars {
      switch scalar {
      case "\"": text += "\\\""
      case "\\": text += "\\\\"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    text += "\""
  }
}

extension JSONTree {
  /// Changes one value somewhere in it.
  ///
  /// Each step down chooses any child, so that few large arrays do not take all changes.
  mutating func mutate(using random: inout SplitMix64) {
    let goesDown = Int.random(in: 0..<8, using: &random) > 0
    switch self {
    case .array(var values) where !values.isEmpty && goesDown:
      let index = Int.random(in: 0..<values.count, using: &random)
      values[index].mutate(using: &random)
      self = .array(values)
    case .object(var members) where !members.isEmpty && goesDown:
      let index = Int.random(in: 0..<members.count, using: &random)
      members[index].value.mutate(using: &random)
      self = .object(members)
    default: change(using: &random)
    }
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
    case .string(let text): self = .string(OddText.changed(text, using: &random))
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
            key: OddText.changed(members[index].key, using: &random), value: .literal("1")))
      }
      self = .object(members)
    }
  }

  private static func number(near number: Double, using random: inout SplitMix64) -> String {
    switch Int.random(in: 0..<4, using: &random) {
    case 0: OddText.numbersOfJSON.randomElement(using: &random) ?? "0"
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
