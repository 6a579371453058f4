/// The parts of a record that version 1 wrote in another shape.
///
/// Metrics were a list of named objects, the parameters of a case an object in it, intervals pairs
/// of numbers, and a family one text. Records of 1.0 to 1.3 exist.
enum Version1 {
  /// A case.
  struct Case: Decodable {
    let result: CaseRecord

    private enum CodingKeys: String, CodingKey {
      case id, suite, params, status, message, checksum, metrics
      case opsPerBatch = "ops_per_batch"
    }

    init(from decoder: any Decoder) throws {
      let fields = try decoder.container(keyedBy: CodingKeys.self)
      var result = CaseRecord(
        suite: try fields.decode(String.self, forKey: .suite),
        params: try fields.decode(CaseParameters.self, forKey: .params),
        status: try fields.decode(CaseRecord.Status.self, forKey: .status),
        message: try fields.decodeIfPresent(String.self, forKey: .message))
      result.id = try fields.decode(String.self, forKey: .id)
      result.checksum = try fields.decodeIfPresent(String.self, forKey: .checksum)
      result.opsPerBatch = try fields.decodeIfPresent(Int.self, forKey: .opsPerBatch)
      result.metrics = try fields.decode([MetricRecord].self, forKey: .metrics).inRecordOrder()
      for (metric, next) in zip(result.metrics, result.metrics.dropFirst())
      where metric.name == next.name {
        throw DecodingError.dataCorruptedError(
          forKey: .metrics, in: fields,
          debugDescription: "two metrics are called '\(metric.name)'")
      }
      self.result = result
    }
  }

  /// A curve.
  struct CurveRecord: Decodable {
    let curve: Curve

    private struct Fields: Decodable {
      let family: Family
      let metric: String
      let storage: String
      let points: [Point]
      let exponent: Exponent?
    }

    private struct Point: Decodable {
      let items: Int
      let value: Double
      let ci: Interval?
    }

    private struct Exponent: Decodable {
      let value: Double
      let ci: Interval?
    }

    init(from decoder: any Decoder) throws {
      let fields = try Fields(from: decoder)
      curve = Curve(
        family: fields.family.parsed, metric: fields.metric, storage: fields.storage,
        points: fields.points.map {
          Curve.Point(items: $0.items, value: $0.value, interval: $0.ci?.parsed)
        },
        exponent: fields.exponent.map {
          Curve.Exponent(value: $0.value, interval: $0.ci?.parsed)
        })
    }
  }

  /// A crossover.
  struct CrossoverRecord: Decodable {
    let crossover: Crossover

    private struct Fields: Decodable {
      let family: Family
      let metric: String
      let from: String
      let to: String
      let items: Int
    }

    init(from decoder: any Decoder) throws {
      let fields = try Fields(from: decoder)
      crossover = Crossover(
        family: fields.family.parsed, metric: fields.metric, from: fields.from, to: fields.to,
        items: fields.items)
    }
  }

  /// `suite/scenario/data=…/payload=…`.
  struct Family: Decodable {
    let parsed: CaseFamily

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      let text = try value.decode(String.self)
      guard let family = CaseFamily(text) else {
        throw DecodingError.dataCorruptedError(
          in: value, debugDescription: "'\(text)' is not suite/scenario/data=…/payload=…")
      }
      parsed = family
    }
  }

  /// The lower and the upper bound.
  struct Interval: Decodable {
    let parsed: Curve.Interval

    init(from decoder: any Decoder) throws {
      let value = try decoder.singleValueContainer()
      let bounds = try value.decode([Double].self)
      guard bounds.count == 2 else {
        throw DecodingError.dataCorruptedError(
          in: value, debugDescription: "it has \(bounds.count) bounds in place of 2")
      }
      parsed = Curve.Interval(low: bounds[0], high: bounds[1])
    }
  }
}
