import RunHistories

/// The course of a figure as a small picture.
struct Sparkline {
  private static let width = 160
  private static let height = 28
  private static let mostPoints = 80

  /// The picture as SVG: a line a segment, a dot a change.
  let markup: String

  /// Draws `series`, whose changes are `changes`.
  ///
  /// - Parameters:
  ///   - series: The points.
  ///   - changes: Changes of it.
  ///   - positions: The places of all runs' commits.
  init(_ series: Trend.Series, _ changes: [Trend.Change], _ positions: [Int]) {
    let points = series.segments.flatMap(\.points)
    let values = points.map(\.value)
    let places = points.map { positions[$0.run] }
    guard let lowest = values.min(), let highest = values.max(), let first = places.min(),
      let last = places.max()
    else {
      markup = ""
      return
    }
    // A change of a percent fills the height; nothing smaller does.
    let middle = (lowest + highest) / 2
    let spread = max(highest - lowest, middle.magnitude * 0.01, .leastNormalMagnitude)
    func x(_ run: Int) -> Int {
      last == first
        ? Self.width / 2
        : 3 + (positions[run] - first) * (Self.width - 6) / (last - first)
    }
    func y(_ value: Double) -> Int {
      Int((Double(Self.height) / 2 - (value - middle) / spread * Double(Self.height - 8)).rounded())
    }
    var text =
      "<svg class=\"spark \(series.judgement.rawValue)\" viewBox=\"0 0 \(Self.width) \(Self.height)\" "
      + "aria-hidden=\"true\">"
    for segment in series.segments {
      let stride = max(1, segment.points.count / Self.mostPoints)
      var line = ""
      for (index, point) in segment.points.enumerated()
      where index.isMultiple(of: stride) || index == segment.points.count - 1 {
        line += "\(line.isEmpty ? "" : " ")\(x(point.run)),\(y(point.value))"
      }
      // A single point has no length; its round ends show it.
      if segment.points.count == 1 { line += " \(line)" }
      text += "<polyline points=\"\(line)\"/>"
    }
    for change in changes {
      let role =
        change.isAlarm ? "bad" : change.evidence.isCertain && !change.isWorse ? "good" : "faint"
      text +=
        "<circle class=\"\(role)\" cx=\"\(x(change.after))\" cy=\"\(y(change.values.after))\" r=\"3\"/>"
    }
    markup = text + "</svg>"
  }
}
