import Foundation
import Processes

/// Prometheus' own parser of OpenMetrics, where Python has it: Debian's `python3-prometheus-client`.
public enum PrometheusClient {
  /// One sample of an exposition.
  public struct Sample: Decodable, Hashable, Sendable {
    /// The family's name, without the suffixes of its samples.
    public var family: String
    /// The family's type.
    public var type: String
    /// The family's unit; empty where it has none.
    public var unit: String
    /// The sample's own name.
    public var name: String
    /// The labels, unescaped.
    public var labels: [String: String]
    /// The value, as the parser's language writes it.
    public var value: Double

    /// States a sample.
    public init(
      family: String, type: String, unit: String, name: String, labels: [String: String],
      value: Double
    ) {
      self.family = family
      self.type = type
      self.unit = unit
      self.name = name
      self.labels = labels
      self.value = value
    }
  }

  /// The first interpreter that can import the parser; nil where none can.
  public static let interpreter = SchemaValidator.interpreters().first { interpreter in
    let outcome = try? ExternalProgram(path: interpreter)
      .run(["-c", "import prometheus_client.openmetrics.parser"])
    return outcome?.isSuccess == true
  }

  /// The samples of `exposition`, in order.
  public static func samples(of exposition: String) throws -> [Sample] {
    guard let interpreter else { throw Failure(description: "no prometheus_client") }
    let input = FileManager.default.temporaryDirectory
      .appendingPathComponent("cvbench-exposition-\(UUID().uuidString).txt")
    try Data(exposition.utf8).write(to: input)
    defer { try? FileManager.default.removeItem(at: input) }
    let outcome = try ExternalProgram(path: interpreter).run(["-c", script, input.path])
    guard outcome.isSuccess else { throw Failure(description: outcome.complaint) }
    return try JSONDecoder().decode([Sample].self, from: outcome.output)
  }

  /// The parser's message about an invalid document.
  public struct Failure: Error, CustomStringConvertible {
    /// The parser's last line.
    public let description: String
  }

  private static let script = """
    import json, sys
    from prometheus_client.openmetrics.parser import text_string_to_metric_families
    text = open(sys.argv[1], newline='', encoding='utf-8').read()
    samples = []
    for family in text_string_to_metric_families(text):
      for sample in family.samples:
        samples.append({'family': family.name, 'type': family.type, 'unit': family.unit,
          'name': sample.name, 'labels': sample.labels, 'value': sample.value})
    print(json.dumps(samples))
    """
}
