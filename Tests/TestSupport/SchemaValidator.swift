import Foundation
import Processes

/// Validates JSON documents by a JSON Schema with Debian's `python3-jsonschema`.
public enum SchemaValidator {
  /// An error of the validator itself.
  public struct Failure: Error, CustomStringConvertible {
    /// The failed attempt, and the package to install.
    public let description: String
  }

  /// The schema of the run record that the tool writes, in this repository.
  public static let recordSchemaPath = recordSchemaPath(ofVersion: 2)

  /// The schema of a major version of the run record, in this repository.
  public static func recordSchemaPath(ofVersion version: Int) -> String {
    URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("schema/run-record-\(version).schema.json").path
  }

  /// The ways in which one document breaks the schema; none where it is valid.
  public static func validate(
    record: String, against schemaPath: String = recordSchemaPath
  ) throws -> [String] {
    try validate(records: [record], against: schemaPath)[0]
  }

  /// The ways in which each document breaks the schema, by one start of the validator.
  public static func validate(
    records: [String], against schemaPath: String = recordSchemaPath
  ) throws -> [[String]] {
    let input = FileManager.default.temporaryDirectory
      .appendingPathComponent("cvbench-validation-\(UUID().uuidString).json")
    try JSONEncoder().encode(records).write(to: input)
    defer { try? FileManager.default.removeItem(at: input) }
    var findings: [String] = []
    for interpreter in interpreters() {
      let outcome = try ExternalProgram(path: interpreter)
        .run(["-c", script, schemaPath, input.path])
      if outcome.isSuccess {
        let violations = try JSONDecoder().decode([[String]].self, from: outcome.output)
        guard violations.count == records.count else {
          throw Failure(description: "\(interpreter) gave \(violations.count) answers")
        }
        return violations
      }
      findings.append("\(interpreter): \(outcome.complaint)")
    }
    throw Failure(
      description: "no JSON Schema validator: 'apt-get install python3-jsonschema' (or 'make "
        + "setup') installs it. Tried: \(findings.joined(separator: "; "))")
  }

  /// Reads the schema and a list of documents as strings; prints a list of violations for each.
  private static let script = """
    import json, sys
    from jsonschema import Draft202012Validator
    schema = json.load(open(sys.argv[1]))
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    answers = []
    for text in json.load(open(sys.argv[2])):
      errors = validator.iter_errors(json.loads(text))
      answers.append([error.json_path + ': ' + error.message for error in errors])
    print(json.dumps(answers))
    """

  /// Debian's interpreter, for which apt installs the validator, then the one on the path.
  public static func interpreters() -> [String] {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    let candidates = ["/usr/bin"] + path.split(separator: ":").map(String.init)
    var found: [String] = []
    for directory in candidates {
      let interpreter = "\(directory)/python3"
      if !found.contains(interpreter),
        FileManager.default.isExecutableFile(atPath: interpreter)
      {
        found.append(interpreter)
      }
    }
    return found
  }
}
