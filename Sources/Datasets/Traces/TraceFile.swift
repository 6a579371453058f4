import Foundation
import Processes

/// Reads files of traces, and describes what is wrong in a line.
enum TraceFile {
  /// Returns the bytes of the file at `path`, or of the trace in a run's copy of one.
  ///
  /// - Throws: `DatasetError.unreadable`, also for a pipe, which may never end;
  ///   `.unusableSnapshot` for a damaged copy.
  static func data(at path: String) throws(DatasetError) -> Data {
    let data: [UInt8]
    do throws(InputError) {
      data = try SystemFile.contents(of: path)
    } catch {
      // The message for what is no file suggests a kind of dataset, and a trace is none.
      throw .unreadable(path: path, reason: error.text)
    }
    guard data.starts(with: InputSnapshot.firstLine.utf8) else { return Data(data) }
    return Data(try InputSnapshot(bytes: data, path: path).contents)
  }

  /// Opens the regular file at `path`.
  ///
  /// - Throws: `DatasetError.unreadable`, or `.notAFile` for a pipe, which may never end.
  static func open(_ path: String) throws(DatasetError) -> SystemFile {
    do throws(InputError) {
      return try SystemFile(reading: path)
    } catch .notRegular {
      throw .notAFile(path: path)
    } catch .system(SystemError(code: EISDIR)) {
      throw .notAFile(path: path)
    } catch {
      throw .unreadable(path: path, reason: error.text)
    }
  }

  /// Returns a decoder's complaint about `line`, in words for the error.
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

/// The valid names in a line of a trace file, down to its innermost objects, with the ranges of
/// whole numbers.
///
/// A decoder ignores unknown names, which would lose a misspelt one. It reports a number out of
/// range only as corrupted JSON.
struct TraceNames {
  /// The description of an object with these names: 'a frame'.
  private let owner: String
  /// The names, in the order of error messages.
  private let names: [String]
  /// The valid names in the nested objects and in the objects of nested arrays, by name.
  private let inner: [String: TraceNames]
  /// The ranges of the nested whole numbers and of the numbers in nested arrays, by name.
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

  /// The range of indexes of items and sections.
  private static let places = 0...Int(Int32.max)
  /// The range of revisions.
  private static let revisions = 0...Int(UInt32.max)

  /// The names in a line of a scroll trace.
  static let frame = TraceNames(
    "a frame", ["time", "offset", "bounds", "tap", "update", "orthogonalScroll"],
    inner: [
      "offset": TraceNames("a point", ["x", "y"]), "tap": TraceNames("a point", ["x", "y"]),
      "bounds": TraceNames("a size", ["width", "height"]), "update": update,
      "orthogonalScroll": TraceNames(
        "a section's scrolling", ["section", "offset"], ranges: ["section": places]),
    ])

  /// The names in the first line of an update trace.
  static let collection = TraceNames(
    "the first line", ["updates", "sections"],
    inner: ["sections": TraceNames("a section", ["id", "items"], inner: ["items": item])])

  /// The names in every other line of an update trace.
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

  /// The names in a changeset.
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

  /// Returns what is wrong with the names and numbers in `value`; nil if all names are known and
  /// all numbers in range.
  ///
  /// A value of the wrong type passes; the decoder reports it.
  ///
  /// - Parameters:
  ///   - value: The parsed JSON.
  ///   - place: The names that lead to it, separated by dots; nil for the whole line.
  /// - Returns: A message about the first unknown name or number out of range.
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

  /// Returns what is wrong with `value`, a number or an array of numbers; nil if nothing is.
  private static func problem(
    of value: Any, at place: String, in range: ClosedRange<Int>
  ) -> String? {
    for number in (value as? [Any] ?? [value]).compactMap({ $0 as? NSNumber }) {
      let found = number.doubleValue
      // Doubles represent the ends of both ranges exactly.
      guard found == found.rounded(), Double(range.lowerBound) <= found,
        found <= Double(range.upperBound)
      else {
        return "'\(place)' is \(number); give a whole number from \(range.lowerBound) to "
          + "\(range.upperBound)"
      }
    }
    return nil
  }
}
