import ArgumentParser
import RunRecords

/// The option for the file of a trace; `generate trace` and `import git` share it.
struct TraceOutputOptions: ParsableArguments {
  @Option(
    "The output path; by default, and for -, standard output.", value: "path", name: .shortAndLong,
    completion: .file(extensions: ["jsonl"]))
  var output: String?

  /// Returns the file to write, which holds a trace of `kind` or nothing; nil for standard output.
  func destination(
    of kind: String, isTrace: ([UInt8]) -> Bool
  ) throws(ToolError) -> RecordDestination? {
    guard let output, output != "-" else { return nil }
    let destination = try RecordDestination.named(output)
    try destination.checkWritable()
    try destination.checkContents(orElse: "it is no \(kind) trace", isTrace)
    return destination
  }
}
