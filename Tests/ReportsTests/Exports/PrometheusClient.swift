import Foundation
import Processes
import TestSupport

/// Prometheus' own parser of OpenMetrics, where Python has it: Debian's `python3-prometheus-client`.
enum PrometheusClient {
  /// One sample of an exposition.
  struct Sample: Decodable, Hashable, Sendable {
    /// The family's name, without the suffixes of its samples.
    var family: String
    /// The family's type.
    var type: String
    /// The family's unit; empty where it has none.
    var unit: String
    /// The sample's own name.
    var name: String
    /// The labels, unescaped.
    var labels: [String: String]
    /// The value, as the parser's language writes it.
    var value: Double
  }

  /// The first interpreter that can import the parser; nil where none can.
  static let interpreter = SchemaValidator.interpreters().first { interpreter in
    let outcome = try? ExternalProgram(path: interpreter)
      .run(["-c", "import prometheus_client.openmetrics.parser"])
    return outcome?.isSuccess == true
  }

  /// The samples of `exposition`, in order.
  static func samples(of exposition: String) throws -> [Sample] {
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
  struct Failure: Error, CustomStringConvertible {
    /// The parser's last line.
    let description: String
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
