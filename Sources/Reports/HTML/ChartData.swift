/// What one chart draws; `charts.js` knows how.
struct ChartData {
  /// A storage's points or bars.
  struct Series {
    var storage: String
    var isFloor: Bool
    var values: [JSONValue]
    /// What the legend says after the name.
    var suffix = ""
  }

  enum Kind: String {
    /// A metric over the number of items, both logarithmic, with intervals.
    case growth
    /// Medians between the quantiles 0.05 and 0.95.
    case spread
    /// Quantiles of a distribution.
    case quantiles
    /// Exact figures at each size.
    case bars
    /// What B takes of A's time, over A's.
    case ratios
  }

  var kind: Kind
  var title: String
  /// What it shows, in a sentence.
  var label: String
  /// `ns`, `byte` or `count`.
  var unit: String
  var series: [Series]
  /// What the values stand for, where that is no number.
  var categories: [String] = []
  /// Numbers of items from which on another storage is the best.
  var crossovers: [Int] = []
  var palette: StoragePalette

  /// The class of the style sheet that gives the canvas its height.
  var shape: String {
    guard kind == .spread else { return "wide" }
    let rowCount = series.map(\.values.count).reduce(0, +)
    return rowCount > 24 ? "tallest" : rowCount > 12 ? "taller" : rowCount > 6 ? "tall" : "wide"
  }

  func json(id: String) -> JSONValue {
    var object = JSONObject()
    object.add("id", .string(id))
    object.add("kind", .string(kind.rawValue))
    object.add("unit", .string(unit))
    if !categories.isEmpty { object.add("categories", .array(categories.map(JSONValue.string))) }
    if !crossovers.isEmpty { object.add("crossovers", .array(crossovers.map(JSONValue.whole))) }
    object.add("series", .array(series.map(json)))
    return .object(object)
  }

  private func json(_ series: Series) -> JSONValue {
    var object = JSONObject()
    object.add("name", .string(series.storage))
    if !series.suffix.isEmpty { object.add("suffix", .string(series.suffix)) }
    object.add("rank", .whole(palette.rank(of: series.storage)))
    if series.isFloor { object.add("floor", .boolean(true)) }
    object.add("values", .array(series.values))
    return .object(object)
  }
}
