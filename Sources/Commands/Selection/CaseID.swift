/// A case's name: `suite/scenario/storage=…/data=…/payload=…/items=…`.
package struct CaseID: Hashable, Sendable, CustomStringConvertible {
  var suite: String
  var scenario: String
  var storage: String
  var data: String
  var payload: String
  var items: Int

  package var description: String {
    "\(suite)/\(scenario)/storage=\(storage)/data=\(data)/payload=\(payload)/items=\(items)"
  }
}

extension CaseID {
  /// The id that `text` spells completely; nil for anything else, as for an id with a `*` in it.
  package init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count == 6, !text.contains("*"), !text.contains("?"),
      let storage = Self.value(parts[2], of: "storage"),
      let data = Self.value(parts[3], of: "data"),
      let payload = Self.value(parts[4], of: "payload"),
      let items = Self.value(parts[5], of: "items").flatMap({ Int($0) })
    else { return nil }
    self.init(
      suite: String(parts[0]), scenario: String(parts[1]), storage: storage, data: data,
      payload: payload, items: items)
    guard description == text else { return nil }
  }

  private static func value(_ part: Substring, of name: String) -> String? {
    part.hasPrefix(name + "=") ? String(part.dropFirst(name.count + 1)) : nil
  }
}
