import Foundation

/// The fields of the JSON object in a script's line, and their values as far as messages need them.
indirect enum ScriptFields: Decodable {
  case object([String: ScriptFields])
  case array([ScriptFields])
  case text(String)
  case plain

  init(from decoder: any Decoder) throws {
    if let fields = try? [String: ScriptFields](from: decoder) {
      self = .object(fields)
    } else if let elements = try? [ScriptFields](from: decoder) {
      self = .array(elements)
    } else if let text = try? String(from: decoder) {
      self = .text(text)
    } else {
      self = .plain
    }
  }
}

// MARK: - Unknown fields

extension ScriptFields {
  private static let changesetFields: Set<String> = [
    "deletedSections", "insertedSections", "movedSections", "reloadedSections",
    "deletedItems", "insertedItems", "movedItems", "reloadedItems",
  ]

  /// Fields, by the one that holds them, that are not written where they say what is usual.
  private static let usualFields: [String: Set<String>] = [
    "reload": ["counts"], "replaceSource": ["counts"], "misreport": ["section"],
    "batch": [
      "told", "done", "newCounts", "reconfigured", "depth", "isDataFirst", "isReversed", "isReload",
    ],
    "told": changesetFields, "done": changesetFields,
  ]

  /// The names of the fields that `written` does not have at the same place, and that are none
  /// which it leaves out; sorted.
  ///
  /// - Parameters:
  ///   - written: The same line, read and written again.
  ///   - parent: The name of the field that holds these.
  /// - Returns: Each name, without where it is.
  func names(notIn written: ScriptFields, of parent: String = "") -> [String] {
    switch (self, written) {
    case (.object(let own), .object(let others)):
      own.keys.sorted().flatMap { name -> [String] in
        guard let field = own[name] else { return [] }
        if let counterpart = others[name] { return field.names(notIn: counterpart, of: name) }
        guard Self.usualFields[parent]?.contains(name) == true else { return [name] }
        return field.names(notIn: .object([:]), of: name)
      }
    case (.array(let own), .array(let others)):
      zip(own, others).flatMap { $0.names(notIn: $1, of: parent) }
    default: []
    }
  }
}

// MARK: - Reasons

extension ScriptFields {
  /// Returns the reason that the line is no `kind` with one of these names; nil where it is one.
  func reason(toBeNo kind: String, of names: [String]) -> String? {
    guard case .object(let fields) = self else { return "it is not one JSON object" }
    guard fields.count == 1, let name = fields.keys.first else {
      return "it has \(fields.count) fields; give one, the name of the \(kind)"
    }
    guard !names.contains(name) else { return nil }
    return "no \(kind) is named '\(name)'; there are: " + names.joined(separator: ", ")
  }

  /// Returns the reason that a field cannot be read.
  func reason(_ error: DecodingError) -> String {
    switch error {
    case .keyNotFound(let key, let context):
      return "the field \(key.stringValue) is missing" + Self.place(context.codingPath)
    case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
      return "\(Self.words(for: type)) is expected" + Self.place(context.codingPath)
    case .dataCorrupted(let context):
      guard let names = Self.names(at: context.codingPath),
        case .text(let found)? = value(at: context.codingPath)
      else { return "the number does not fit" + Self.place(context.codingPath) }
      return "no such value is named '\(found)'\(Self.place(context.codingPath)); there are: "
        + names.joined(separator: ", ")
    @unknown default: return "\(error)"
    }
  }

  private func value(at path: [any CodingKey]) -> ScriptFields? {
    path.reduce(Optional(self)) { value, key in
      switch value {
      case .object(let fields): fields[key.stringValue]
      case .array(let elements):
        key.intValue.flatMap { elements.indices.contains($0) ? elements[$0] : nil }
      default: nil
      }
    }
  }

  /// The names that the value at `path` may have; nil where it is no name.
  private static func names(at path: [any CodingKey]) -> [String]? {
    guard let step = path.first?.stringValue, path.count > 1 else { return nil }
    #if SQLITE
      if let names = fetchedNames(of: path[path.count - 1].stringValue, in: step) { return names }
    #endif
    return switch (step, path[1].stringValue) {
    case ("extents", "layout"): names(LayoutScript.Kind.self)
    case (_, "layout"): names(ViewLayoutName.self)
    case ("meddle", "action"): names(ReentrantCall.self)
    case (_, "action"), (_, "actions"): names(ViewMenuAction.self)
    case (_, "moment"): names(CallbackMoment.self)
    case (_, "kind"): names(ViewFault.self)
    case (_, "answer"): names(ExpansionAnswer.self)
    case (_, "choice"): names(ViewOperation.MoveChoice.self)
    case (_, "edge"): names(ViewOperation.Edge.self)
    case (_, "position"): names(ViewOperation.Position.self)
    case (_, "name"): names(ViewOperation.Policy.self)
    default: nil
    }
  }

  #if SQLITE
    /// The names that a field of a script of `fetched` may have.
    private static func fetchedNames(of field: String, in step: String) -> [String]? {
      switch (step, field) {
      case ("fetched", "table"): names(FetchedStressConfiguration.Table.self)
      case ("fetched", "sections"): names(FetchedStressConfiguration.Sections.self)
      case ("fetched", "order"): names(FetchedStressConfiguration.Order.self)
      case ("fetched", "rows"): names(FetchedStressConfiguration.Rows.self)
      case ("fetched", "updates"): names(FetchedStressConfiguration.Updates.self)
      case ("fetched", "storage"): names(FetchedStressConfiguration.Storage.self)
      case ("transaction", "ends"): names(FetchedOperation.Ending.self)
      case ("transaction", "by"): names(FetchedOperation.Writer.self)
      case ("transaction", "conflict"): names(FetchedStatement.Conflict.self)
      case ("transaction", "column"): names(FetchedStatement.Column.self)
      default: nil
      }
    }
  #endif

  private static func names<Name: RawRepresentable<String> & CaseIterable>(
    _ type: Name.Type
  ) -> [String] {
    type.allCases.map(\.rawValue)
  }

  private static func words(for type: any Any.Type) -> String {
    switch type {
    case is Bool.Type: "true or false"
    case is Int.Type, is UInt64.Type: "a whole number"
    case is Double.Type: "a number"
    case is String.Type: "a name"
    case is [Any].Type: "an array"
    default: "an object"
    }
  }

  private static func place(_ path: [any CodingKey]) -> String {
    guard !path.isEmpty else { return "" }
    let names = path.map { key in key.intValue.map(String.init) ?? key.stringValue }
    return " (at \(names.joined(separator: ".")))"
  }
}
