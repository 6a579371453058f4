import ArgumentParser
import Benchmarking
import RunRecords

/// `migrate`: records of older versions in the current one.
struct MigrateCommand: ToolCommand {
  static var configuration: CommandConfiguration {
    CommandConfiguration(
      commandName: "migrate",
      abstract: "Rewrite records of older versions in the current one.",
      discussion: """
        Every command reads records of schema 1 and of schema 2, which this version writes. \
        Rewrite older ones for jq and for other readers: schema 2 has the metrics by name. Each \
        file is replaced as a whole or not at all. A record of schema 2 stays as it is. If a file \
        is no record, no file is written.

        Exit status: 0 all are of schema 2 now; 2 a file is no record; 74 a file could not be \
        written.

        Examples:
          \(RootCommand.name) migrate results/*.json
          \(RootCommand.name) migrate old.json -o new.json
        """)
  }

  @Argument(
    help: ArgumentHelp("Records of runs or of gates.", valueName: "record"),
    completion: .file(extensions: ["json"]))
  var records: [String]

  @Option(
    "Write the record of the only file to another path; the file stays as it is.", value: "path",
    name: .shortAndLong, completion: .file(extensions: ["json"]))
  var output: String?

  func run(over suites: [Suite]) throws(ToolError) -> ExitStatus {
    var destination: RecordDestination?
    if let output {
      guard records.count == 1 else {
        throw .invalidValue(
          option: "--output", found: output,
          reason: "it is for one record, and \(records.count) are named; leave it out to rewrite "
            + "each in its place")
      }
      destination = try .named(output)
    }
    var migrations: [RecordMigration] = []
    for path in records {
      migrations.append(try ToolError.wrap(try RecordMigration(of: path), as: ToolError.record))
    }
    for migration in migrations { try migrate(migration, to: destination) }
    return .fine
  }

  private func migrate(
    _ migration: RecordMigration, to destination: RecordDestination?
  ) throws(ToolError) {
    guard migration.isNeeded || destination != nil else {
      try Console.standardOutput.writeLine(
        "\(migration.path): schema \(migration.version) already; not touched")
      return
    }
    let target = destination ?? .init(path: AtomicFile.target(of: migration.path))
    try target.checkWritable()
    try ToolError.wrap(try migration.write(to: target.path), as: ToolError.record)
    let (before, after) = migration.byteCounts
    let name = destination.map { "\(migration.path) → \($0.path)" } ?? migration.path
    let step =
      migration.isNeeded
      ? "schema \(migration.version) → \(SchemaReference.current.version)"
      : "schema \(migration.version) already; copied"
    try Console.standardOutput.writeLine(
      "\(name): \(step), \(migration.record.cases.count) cases, "
        + "\(ByteCount.spelled(before)) → \(ByteCount.spelled(after))")
  }
}
