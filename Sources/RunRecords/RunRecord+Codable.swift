extension RunRecord: Codable {
  private enum CodingKeys: String, CodingKey {
    case schema, kind, tool, run, builds, environment, datasets, warnings, cases, curves
    case crossovers, summary, parts
    /// The builds, as version 1 called them.
    case sides
  }

  /// Decodes a record of version 1 or 2; in memory both are the same.
  public init(from decoder: any Decoder) throws {
    let fields = try decoder.container(keyedBy: CodingKeys.self)
    schema = try fields.decode(SchemaReference.self, forKey: .schema)
    kind = try fields.decode(Kind.self, forKey: .kind)
    tool = try fields.decode(ToolIdentity.self, forKey: .tool)
    run = try fields.decode(RunIdentity.self, forKey: .run)
    environment = try fields.decode(MachineContext.self, forKey: .environment)
    warnings = try fields.decode([Warning].self, forKey: .warnings)
    summary = try fields.decode(Summary.self, forKey: .summary)
    datasets = try fields.decodeIfPresent([MeasuredDataset].self, forKey: .datasets) ?? []
    parts = try fields.decodeIfPresent([RunPart].self, forKey: .parts) ?? []
    if schema.major == 1 {
      schema = .current
      builds = try fields.decode([Build].self, forKey: .sides)
      cases = try fields.decode([Version1.Case].self, forKey: .cases).map(\.result)
      curves = try fields.decode([Version1.CurveRecord].self, forKey: .curves).map(\.curve)
      crossovers = try fields.decode([Version1.CrossoverRecord].self, forKey: .crossovers)
        .map(\.crossover)
    } else {
      builds = try fields.decode([Build].self, forKey: .builds)
      cases = try fields.decode([CaseRecord].self, forKey: .cases)
      curves = try fields.decode([Curve].self, forKey: .curves)
      crossovers = try fields.decode([Crossover].self, forKey: .crossovers)
    }
    for index in cases.indices where cases[index].params.sections != nil {
      cases[index].id = CaseKey.withoutItems(cases[index].id)
    }
  }

  /// Encodes the record in version 2.
  public func encode(to encoder: any Encoder) throws {
    var fields = encoder.container(keyedBy: CodingKeys.self)
    try fields.encode(schema, forKey: .schema)
    try fields.encode(kind, forKey: .kind)
    try fields.encode(tool, forKey: .tool)
    try fields.encode(run, forKey: .run)
    try fields.encode(builds, forKey: .builds)
    try fields.encode(environment, forKey: .environment)
    if !datasets.isEmpty { try fields.encode(datasets, forKey: .datasets) }
    if !parts.isEmpty { try fields.encode(parts, forKey: .parts) }
    try fields.encode(warnings, forKey: .warnings)
    try fields.encode(cases, forKey: .cases)
    try fields.encode(curves, forKey: .curves)
    try fields.encode(crossovers, forKey: .crossovers)
    try fields.encode(summary, forKey: .summary)
  }
}

/// A whole number that JSON holds as text, and that is also read from a number.
///
/// Version 1 of records, and journals of that time, hold numbers.
@propertyWrapper public struct DecimalText: Codable, Hashable, Sendable {
  /// The number.
  public var wrappedValue: UInt64

  /// Holds a number.
  public init(wrappedValue: UInt64) { self.wrappedValue = wrappedValue }

  /// Decodes digits, or a number.
  public init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    guard let text = try? value.decode(String.self) else {
      wrappedValue = try value.decode(UInt64.self)
      return
    }
    guard let number = UInt64(text) else {
      throw DecodingError.dataCorruptedError(
        in: value, debugDescription: "'\(text)' is no whole number of up to 64 bits")
    }
    wrappedValue = number
  }

  /// Encodes the digits.
  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(String(wrappedValue))
  }
}
