import Foundation
import RunRecords

/// Records as version 1 of the schema had them.
///
/// Goes the other way than the reader: from the current document to the older one, by its keys and
/// without the types of the module.
enum Version1Document {
  /// The documents that tools of that time wrote, a few cases of each.
  static let committed = ["lookup-1.0", "layout-1.1", "scroll-1.2", "updates-1.3"]

  /// The path of one of them.
  static func path(of name: String) -> String {
    URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Version1")
      .appending(path: name + ".json").path
  }

  /// The JSON text of `record` in version 1, each case's metrics in the order that `order` makes.
  static func text(
    of record: RunRecord, order: ([[String: Any]]) -> [[String: Any]] = { $0 }
  ) throws -> String {
    let object = try object(of: record, version: "1.3", order: order)
    return String(decoding: try JSONSerialization.data(withJSONObject: object), as: UTF8.self)
  }

  /// The JSON object of `record` in version 1.
  static func object(
    of record: RunRecord, version: String,
    order: ([[String: Any]]) -> [[String: Any]] = { $0 }
  ) throws -> [String: Any] {
    var document = try dictionary(JSONSerialization.jsonObject(with: Data(record.json().utf8)))
    document["schema"] = [
      "name": "cvbench-run-record", "version": version, "uri": "urn:cvbench:schema:run-record-1",
    ]
    document["sides"] = document.removeValue(forKey: "builds")
    var run = try dictionary(document["run"])
    run["seed"] = NSNumber(value: record.run.seed)
    document["run"] = run
    document["cases"] = try dictionaries(document["cases"]).map { try older(case: $0, order) }
    document["curves"] = try dictionaries(document["curves"]).map { curve in
      var curve = withFamily(curve)
      curve["points"] = try dictionaries(curve["points"]).map(withPair)
      curve["exponent"] = try curve["exponent"].map { withPair(try dictionary($0)) }
      return curve
    }
    document["crossovers"] = try dictionaries(document["crossovers"]).map(withFamily)
    return document
  }

  private static func older(
    case current: [String: Any], _ order: ([[String: Any]]) -> [[String: Any]]
  ) throws -> [String: Any] {
    var result = current
    var params: [String: Any] = [:]
    for key in [
      "scenario", "storage", "role", "payload", "items", "sections", "operations_per_call",
    ] {
      params[key] = result.removeValue(forKey: key)
    }
    params["data"] = result.removeValue(forKey: "dataset")
    result["params"] = params
    result["ops_per_batch"] = result.removeValue(forKey: "operations_per_batch")
    var metrics: [[String: Any]] = []
    for (name, figures) in try dictionary(current["metrics"]).sorted(by: { $0.key < $1.key }) {
      var metric = try dictionary(figures)
      metric["name"] = name
      if metric["p50"] != nil {
        var quantiles: [String: Any] = [:]
        for key in ["p50", "p90", "p99", "p99_9", "max"] {
          quantiles[key] = metric.removeValue(forKey: key)
        }
        metric["quantiles"] = quantiles
      }
      metrics.append(metric)
    }
    result["metrics"] = order(metrics)
    return result
  }

  private static func withFamily(_ current: [String: Any]) -> [String: Any] {
    var result = current
    let parts = ["suite", "scenario", "dataset", "payload"].map { key in
      result.removeValue(forKey: key) as? String ?? ""
    }
    result["family"] = "\(parts[0])/\(parts[1])/data=\(parts[2])/payload=\(parts[3])"
    return result
  }

  private static func withPair(_ current: [String: Any]) -> [String: Any] {
    var result = current
    if let interval = result.removeValue(forKey: "interval") as? [String: Any] {
      result["ci"] = [interval["low"], interval["high"]].compactMap(\.self)
    }
    return result
  }

  private struct NotAnObject: Error {}

  private static func dictionary(_ value: Any?) throws -> [String: Any] {
    guard let dictionary = value as? [String: Any] else { throw NotAnObject() }
    return dictionary
  }

  private static func dictionaries(_ value: Any?) throws -> [[String: Any]] {
    guard let dictionaries = value as? [[String: Any]] else { throw NotAnObject() }
    return dictionaries
  }
}
