/// The names that a line of a trace file of either kind may have, down to its innermost objects.
///
/// What is read leaves out names that it does not know: a misspelt one would be lost.
struct TraceNames {
  /// What is said of an object with them: 'a frame'.
  private let owner: String
  /// The names, in the order in which they are listed.
  private let names: [String]
  /// The names of the objects that these name, or that stand in the arrays that these name.
  private let inner: [String: TraceNames]

  private init(_ owner: String, _ names: [String], inner: [String: TraceNames] = [:]) {
    self.owner = owner
    self.names = names
    self.inner = inner
  }

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
      "items": TraceNames("an item that comes", ["section", "item", "id", "revision"]),
      "sections": TraceNames(
        "a section that comes", ["section", "id", "items"], inner: ["items": item]),
    ])

  private static let item = TraceNames("an item", ["id", "revision"])

  /// Those of a changeset.
  private static let update: TraceNames = {
    let path = TraceNames("an item's place", ["section", "item"])
    let ends = ["source", "target"]
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
        "movedSections": TraceNames("a move", ends),
      ])
  }()

  /// What is wrong with the names in `value`; nil where they are all known.
  ///
  /// Values of another kind than they should be have no names; whoever decodes them says so.
  ///
  /// - Parameters:
  ///   - value: What a JSON text holds.
  ///   - place: The names that lead to it, with dots between them; nil for the whole line.
  /// - Returns: The message, with the first such name.
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
      if let problem = inner[name]?.problem(of: value, at: place) { return problem }
    }
    return nil
  }
}
