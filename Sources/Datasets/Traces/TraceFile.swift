internal import Foundation
import Processes

/// What reading a trace of any kind takes: the bytes of a file, and words for what is wrong in a line.
enum TraceFile {
  /// What is said of a path that is neither a file nor a link to one.
  static let notAFile = "it is no regular file; store what comes through a pipe in one first"

  /// The bytes of the file at `path`.
  ///
  /// - Throws: `DatasetError.unreadable`, also for a pipe: to wait for its end would be to hang.
  static func data(at path: String) throws(DatasetError) -> Data {
    let target = URL(filePath: path).resolvingSymlinksInPath().path
    let type = try? FileManager.default.attributesOfItem(atPath: target)[.type]
    if let type = type as? FileAttributeType, type != .typeRegular {
      throw .unreadable(path: path, reason: notAFile)
    }
    errno = 0
    guard let file = FileHandle(forReadingAtPath: path) else {
      throw .unreadable(path: path, reason: SystemError(code: errno).text)
    }
    do {
      return try file.readToEnd() ?? Data()
    } catch {
      throw .unreadable(path: path, reason: reason(error))
    }
  }

  /// What the system says of `error`.
  static func reason(_ error: any Error) -> String {
    let system = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
    return (system ?? error as NSError).localizedDescription
  }

  /// What a decoder found wrong in `line`, as a line's error says it.
  static func problem(decoding error: any Error, of line: String) -> String {
    func place(_ path: [any CodingKey]) -> String {
      path.isEmpty ? line : "'" + path.map(\.stringValue).joined(separator: ".") + "'"
    }
    switch error {
    case DecodingError.keyNotFound(let key, let context):
      return "\(place(context.codingPath)) has no '\(key.stringValue)'"
    case DecodingError.typeMismatch(let type, let context):
      return "\(place(context.codingPath)) is no \(type)"
    case DecodingError.valueNotFound(let type, let context):
      return "\(place(context.codingPath)) is null; a \(type) is needed"
    case DecodingError.dataCorrupted(let context):
      return "\(place(context.codingPath)): \(context.debugDescription)"
    default: return "\(error)"
    }
  }
}

/// The names that a line of a trace file of either kind may have, down to its innermost objects, and
/// the ranges of its whole numbers.
///
/// What is read leaves out names that it does not know: a misspelt one would be lost. Of a number
/// beyond its range it says no more than that something is no JSON.
struct TraceNames {
  /// What is said of an object with them: 'a frame'.
  private let owner: String
  /// The names, in the order in which they are listed.
  private let names: [String]
  /// The names of the objects that these name, or that stand in the arrays that these name.
  private let inner: [String: TraceNames]
  /// The ranges of the whole numbers that these name, or that stand in the arrays that these name.
  private let ranges: [String: ClosedRange<Int>]

  private init(
    _ owner: String, _ names: [String], inner: [String: TraceNames] = [:],
    ranges: [String: ClosedRange<Int>] = [:]
  ) {
    self.owner = owner
    self.names = names
    self.inner = inner
    self.ranges = ranges
  }

  /// What tells where an item or a section is.
  private static let places = 0...Int(Int32.max)
  /// What tells the states of an item's content apart.
  private static let revisions = 0...Int(UInt32.max)

  /// Those of a line.
  static let frame = TraceNames(
    "a frame", ["time", "offset", "bounds", "tap", "update"],
    inner: [
      "offset": TraceNames("a point", ["x", "y"]), "tap": TraceNames("a point", ["x", "y"]),
      "bounds": TraceNames("a size", ["width", "height"]), "update": update,
    ])

  /// Those of the first line of an update trace.
  static let collection = TraceNames(
    "the first line", ["updates", "sections"],
    inner: ["sections": TraceNames("a section", ["id", "items"], inner: ["items": item])])

  /// Those of every other line of one.
  static let batch = TraceNames(
    "a batch", ["name", "update", "items", "sections"],
    inner: [
      "update": update,
      "items": TraceNames(
        "an item that comes", ["section", "item", "id", "revision"],
        ranges: ["section": places, "item": places, "revision": revisions]),
      "sections": TraceNames(
        "a section that comes", ["section", "id", "items"], inner: ["items": item],
        ranges: ["section": places]),
    ])

  private static let item = TraceNames(
    "an item", ["id", "revision"], ranges: ["revision": revisions])

  /// Those of a changeset.
  private static let update: TraceNames = {
    let path = TraceNames(
      "an item's place", ["section", "item"], ranges: ["section": places, "item": places])
    let ends = ["source", "target"]
    let sections = ["deletedSections", "insertedSections", "reloadedSections"]
    return TraceNames(
      "an update",
      [
        "deletedItems", "insertedItems", "movedItems", "reloadedItems", "reconfiguredItems",
        "deletedSections", "insertedSections", "movedSections", "reloadedSections",
      ],
      inner: [
        "deletedItems": path, "insertedItems": path, "reloadedItems": path,
        "reconfiguredItems": path,
        "movedItems": TraceNames("a move", ends, inner: ["source": path, "target": path]),
        "movedSections": TraceNames(
          "a move", ends, ranges: ["source": places, "target": places]),
      ],
      ranges: Dictionary(uniqueKeysWithValues: sections.map { ($0, places) }))
  }()

  /// What is wrong with the names and the numbers in `value`; nil where the names are all known and
  /// the numbers in their ranges.
  ///
  /// Values of another kind than they should be have neither; whoever decodes them says so.
  ///
  /// - Parameters:
  ///   - value: What a JSON text holds.
  ///   - place: The names that lead to it, with dots between them; nil for the whole line.
  /// - Returns: The message, with the first such name or number.
  func problem(of value: Any, at place: String?) -> String? {
    if let values = value as? [Any] {
      for value in values {
        if let problem = problem(of: value, at: place) { return problem }
      }
    }
    guard let object = value as? [String: Any] else { return nil }
    for (name, value) in object.sorted(by: { $0.key < $1.key }) {
      guard names.contains(name) else {
        return "'\(name)'\(place.map { " in '\($0)'" } ?? "") is no part of \(owner); there are "
          + names.joined(separator: ", ")
          + (NearestName.find(name, among: names).map { ". Did you mean '\($0)'?" } ?? "")
      }
      let place = (place.map { $0 + "." } ?? "") + name
      if let problem = ranges[name].flatMap({ Self.problem(of: value, at: place, in: $0) }) {
        return problem
      }
      if let problem = inner[name]?.problem(of: value, at: place) { return problem }
    }
    return nil
  }

  /// What is wrong with `value`, a number or an array of numbers; nil where nothing is.
  private static func problem(
    of value: Any, at place: String, in range: ClosedRange<Int>
  ) -> String? {
    for number in (value as? [Any] ?? [value]).compactMap({ $0 as? NSNumber }) {
      let found = number.doubleValue
      // Doubles hold the ends of both ranges exactly.
      guard
        found == found.rounded(), Double(range.lowerBound) <= found,
        found <= Double(range.upperBound)
      else {
        return "'\(place)' is \(number); give a whole number from \(range.lowerBound) to "
          + "\(range.upperBound)"
      }
    }
    return nil
  }
}
