import Foundation
import RunRecords

extension RunSummary {
  /// Reads the text of a file.
  ///
  /// - Parameters:
  ///   - bytes: The whole file.
  ///   - path: Its name in the history.
  /// - Throws: `RunHistoryError.damaged`, and `newer` for a format that this tool does not know.
  package init(parsing bytes: [UInt8], path: String) throws(RunHistoryError) {
    self = try Self.read(bytes, path: path, kind: "summary of a run")
    if let unfit = columns.first(where: { $0.values.count != columns.first?.values.count }) {
      throw .damaged(path: path, problem: "its column '\(unfit.metric)' has another length")
    }
    guard let hosts else { return }
    guard hosts.places.count == columns.first?.values.count ?? 0,
      hosts.places.allSatisfy(hosts.keys.indices.contains)
    else { throw .damaged(path: path, problem: "its machines are not those of its cases") }
  }

  package var texts: [String] {
    [id, startedAt, toolVersion, compiler, exactKey, hostKey, instructionCounter ?? "", caseList]
      + (hosts?.keys ?? [])
      + [commit, base].flatMap { [$0?.sha ?? "", $0?.branch ?? ""] }
      + columns.flatMap { [$0.metric, $0.unit] }
  }
}

extension RunSummary.Hosts: Codable {
  private enum CodingKeys: String, CodingKey {
    case keys
    case places = "cases"
  }

  /// Decodes the machines; the places are one text.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    let words = try fields.decode(String.self, forKey: .places).split(separator: " ")
    let places = words.compactMap { Int($0) }
    guard places.count == words.count else {
      throw DecodingError.dataCorruptedError(
        forKey: .places, in: fields, debugDescription: "they are no numbers of machines")
    }
    self.init(keys: try fields.decode([String].self, forKey: .keys), places: places)
  }

  /// Encodes the machines; the places are one text.
  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(keys, forKey: .keys)
    try fields.encode(places.map(String.init).joined(separator: " "), forKey: .places)
  }
}

extension RunSummary.Column: Codable {
  private enum CodingKeys: String, CodingKey {
    case metric, unit, better, figure, values
  }

  /// Decodes a column, whose values are one text.
  package init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      metric: try fields.decode(String.self, forKey: .metric),
      unit: try fields.decode(String.self, forKey: .unit),
      better: try fields.decode(MetricRecord.Better.self, forKey: .better),
      figure: try fields.decode(RunSummary.Figure.self, forKey: .figure), values: [])
    guard let values = Self.values(in: Array(try fields.decode(String.self, forKey: .values).utf8))
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .values, in: fields, debugDescription: "they are no figures")
    }
    self.values = values
  }

  /// Encodes a column; its values are one text, with `-` for those that are absent.
  package func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(metric, forKey: .metric)
    try fields.encode(unit, forKey: .unit)
    try fields.encode(better, forKey: .better)
    try fields.encode(figure, forKey: .figure)
    try fields.encode(values.map(text).joined(separator: " "), forKey: .values)
  }

  /// The value as it is kept: whole numbers as they are, others to five digits.
  private func text(_ value: Double) -> String {
    guard !value.isNaN else { return "-" }
    if let whole = Int(exactly: value) { return "\(whole)" }
    var text = String(format: "%.5g", value)
    // Neither fractions of a nanosecond of long times nor an exponent are worth a byte.
    if text.contains("e") { text = String(format: value.magnitude < 1 ? "%.9f" : "%.0f", value) }
    return text
  }

  /// Parses the values between spaces; nil where one is none.
  ///
  /// A history has millions of them, nearly all of digits alone.
  private static func values(in bytes: [UInt8]) -> [Double]? {
    var values: [Double] = []
    var start = 0
    while start < bytes.count {
      var end = start
      var whole = 0
      while end < bytes.count, 48...57 ~= bytes[end], end - start < 16 {
        whole = whole * 10 + Int(bytes[end] - 48)
        end += 1
      }
      if end > start, end == bytes.count || bytes[end] == UInt8(ascii: " ") {
        values.append(Double(whole))
      } else {
        while end < bytes.count, bytes[end] != UInt8(ascii: " ") { end += 1 }
        let text = String(decoding: bytes[start..<end], as: UTF8.self)
        guard let value = text == "-" ? .nan : Double(text),
          text == "-" || value.magnitude < limit
        else { return nil }
        values.append(value)
      }
      start = end + 1
    }
    return values
  }
}
