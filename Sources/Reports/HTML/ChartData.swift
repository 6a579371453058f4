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
    /// What one side takes of the other's time, with intervals, a row for each case.
    case intervals
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
  /// The change that is let pass, as a share.
  var margin: Double?
  /// What the two sides are called.
  var sides: [String] = []
  var palette: StoragePalette

  /// How high it is, in lines of text; nil for the style sheet's own height.
  var lineCount: Int? {
    let rowCount = series.map(\.values.count).reduce(0, +)
    return switch kind {
    case .spread: max(12, rowCount + 6)
    case .intervals: 2 * rowCount + 6
    case .growth, .quantiles, .bars: nil
    }
  }

  func json(id: String) -> JSONValue {
    var object = JSONObject()
    object.add("id", .string(id))
    object.add("kind", .string(kind.rawValue))
    object.add("unit", .string(unit))
    if !categories.isEmpty { object.add("categories", .array(categories.map(JSONValue.string))) }
    if !crossovers.isEmpty { object.add("crossovers", .array(crossovers.map(JSONValue.whole))) }
    if !sides.isEmpty { object.add("sides", .array(sides.map(JSONValue.string))) }
    if let margin { object.add("margin", .real(orNull: margin)) }
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
